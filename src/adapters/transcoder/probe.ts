/** Probe of audio and video files, with the checks that precede decoding. */
import { type SourceFile, TranscodeFailed } from "../../ports/mod.ts";
import { codecName } from "./codecs.ts";
import type { ListedStream, Listing } from "./dump.ts";
import { list, type ListingLimits } from "./listing.ts";
import { measure } from "./packets.ts";
import type { AudioVideoKind } from "./programs.ts";
import { PLACEHOLDER_BYTES, statedBytes } from "./riff.ts";
import { chooseTracks, type MeasuredTrack, statedFrames } from "./track_choice.ts";

/** Picture of a source. */
export interface PictureTrack {
  /** Stream index in the file. */
  readonly stream: number;
  readonly codec: string;
  /** Displayed width: after rotation, with square pixels. */
  readonly width: number;
  /** Displayed height. */
  readonly height: number;
  readonly fps: number;
  readonly colours: Colours;
  /** Whether its frames may be interlaced: each frame tells. */
  readonly mayInterlace: boolean;
}

/** Colours as the file states them, in ffmpeg's names; undefined where it does not. */
export interface Colours {
  readonly space?: string;
  readonly primaries?: string;
  readonly transfer?: string;
}

/** Sound of a source. */
export interface SoundTrack {
  readonly stream: number;
  readonly codec: string;
  readonly channels: number;
}

/** Audio or video to transcode. */
export interface AudioVideoSource extends SourceFile {
  readonly kind: AudioVideoKind;
}

/** Probed audio or video: adds its size, durations and tracks. */
export interface ProbedAudioVideo extends AudioVideoSource {
  readonly bytes: number;
  readonly durationMs: number;
  /** Duration of the picture; of audio, of the sound. */
  readonly shownMs: number;
  /** Duration of the sound; 0 without. */
  readonly soundMs: number;
  readonly picture: PictureTrack | null;
  readonly sound: SoundTrack | null;
  /** Sentences for a customer about tracks that are left out. */
  readonly warnings: readonly string[];
}

export type ProbeLimits = ListingLimits;

/** Frame rate of files that state none, or a nonsensical one. */
const DEFAULT_FPS = 25;

/** Formats without a duration in a header: it is only estimated from the bytes. */
const WITHOUT_DURATION = new Set(["mp3", "mpeg", "mpegts", "mpegvideo", "amr"]);
/** Formats whose clock may start again within a file. */
const WITH_RESTARTS = new Set(["mpeg", "mpegts"]);
/** Codecs whose frames can be two fields. */
const INTERLACED = new Set(
  "mpeg2video,dvvideo,h264,hevc,mpeg4,vc1,wmv3,prores,mjpeg".split(","),
);

/** Checks for completeness: a file may be 10 % and half a second shorter than it claims. */
export function isComplete(claimedMs: number, actualMs: number): boolean {
  return actualMs >= 0.9 * claimedMs - 500;
}

/**
 * Probes a file.
 *
 * @throws TranscodeFailed unless the file is of its kind, complete and within the limits.
 */
export async function probe(
  { path, kind }: AudioVideoSource,
  limits: ProbeLimits,
): Promise<ProbedAudioVideo> {
  const listing = await list(path, kind, limits);
  const tracks = measuredTracks(listing);
  const { picture: video, sound: audio, warnings } = chooseTracks(tracks, kind);
  const picture = video && pictureOf(video.stream, limits.maxPixels);
  const sound = audio && {
    stream: audio.stream.index,
    codec: audio.stream.codec_name!,
    channels: audio.stream.channels ?? 1,
  };

  const shown = (video ?? audio)!;
  const shownMs = shown.length.endMs;
  const soundMs = audio?.length.endMs ?? 0;
  // The sound may be longer than the picture.
  const durationMs = Math.max(shownMs, soundMs);
  const bytes = Number(listing.format?.size ?? 0);
  const { isCut, claimedMs } = completeness(listing, {
    shown,
    audio,
    durationMs,
    tracks,
    bytes,
    statedBytes: await statedBytes(path),
  });
  if (Math.max(durationMs, isCut ? claimedMs : 0) > limits.maxDurationMs) {
    throw new TranscodeFailed(
      `the ${kind} runs for more than the ${limits.maxDurationMs / 1000} s allowed`,
    );
  }
  if (shownMs === 0 || isCut) throw new TranscodeFailed("the file is damaged: it ends too early");
  return { path, kind, bytes, durationMs, shownMs, soundMs, picture, sound, warnings };
}

function measuredTracks({ format, streams = [], packets = [] }: Listing): MeasuredTrack[] {
  const startMs = 1000 * Number(format?.start_time) || 0;
  const restarts = WITH_RESTARTS.has(format?.format_name ?? "");
  return streams.map((stream) => {
    const unitMs = 1000 * (ratio(stream.time_base, "/") ?? 0);
    const own = packets.filter(({ stream_index }) => stream_index === stream.index);
    return { stream, length: measure(own, { unitMs, startMs, restarts }) };
  });
}

interface Measured {
  /** Track whose length is that of the file: the picture, of audio the sound. */
  readonly shown: MeasuredTrack;
  readonly audio: MeasuredTrack | null;
  readonly durationMs: number;
  readonly tracks: readonly MeasuredTrack[];
  readonly bytes: number;
  /** Length in the header of a WAV or AVI, in bytes, if it has one. */
  readonly statedBytes: number | null;
}

/** Compares the chosen tracks with what the headers claim of them. */
function completeness(
  { format }: Listing,
  { shown, audio, durationMs, tracks, bytes, statedBytes }: Measured,
): { isCut: boolean; claimedMs: number } {
  const name = format?.format_name ?? "";
  if (WITHOUT_DURATION.has(name)) return { isCut: false, claimedMs: 0 };
  const statedMs = (statedBytes ?? 0) / bytes * durationMs;
  if (!isComplete(statedMs, durationMs)) return { isCut: true, claimedMs: statedMs };
  const claimedMs = claimedDurationMs(name, shown.stream);
  if (claimedMs === null) {
    // A claim for the file as a whole may be that of a track that is left out.
    const wholeMs = 1000 * Number(format?.duration) || 0;
    const reachedMs = Math.max(durationMs, ...tracks.map(({ length }) => length.endMs));
    return { isCut: !isComplete(wholeMs, reachedMs), claimedMs: wholeMs };
  }
  // Only MP4 and its kin index each frame, so that the sound can be missing alone.
  if (name.startsWith("mov") && audio !== null && isTrackCut(audio)) {
    return { isCut: true, claimedMs };
  }
  const isPlaceholder = bytes * claimedMs >= PLACEHOLDER_BYTES * shown.length.endMs;
  return { isCut: !isPlaceholder && isTrackCut(shown, claimedMs), claimedMs };
}

/** Returns the duration that the headers claim for a track, in milliseconds; null if they do not. */
function claimedDurationMs(format: string, stream: ListedStream): number | null {
  // For a truncated AVI, the stated duration is the actual one; the frame count is the claim.
  const fps = format === "avi" ? ratio(stream.avg_frame_rate, "/") : null;
  if (fps !== null) return 1000 * (statedFrames(stream) ?? 0) / fps;
  return stream.duration === undefined ? null : 1000 * Number(stream.duration);
}

/** Tells whether a track ends before its claimed duration, and lacks frames that are indexed. */
function isTrackCut(
  { stream, length }: MeasuredTrack,
  claimedMs = 1000 * Number(stream.duration) || 0,
): boolean {
  const hasAllFrames = length.packets >= 0.9 * (statedFrames(stream) ?? Infinity);
  return !hasAllFrames && !isComplete(claimedMs, length.endMs);
}

function pictureOf(stream: ListedStream, maxPixels: number): PictureTrack {
  const { index, codec_name: codec, width = 0, height = 0 } = stream;
  if (codec === undefined || width < 1 || height < 1) {
    throw new TranscodeFailed(`the video (${codecName(codec)}) is damaged: it has no size`);
  }
  if (width * height > maxPixels) {
    throw new TranscodeFailed(`the video has ${width}×${height} pixels, more than is allowed`);
  }
  const pixelAspect = ratio(stream.sample_aspect_ratio, ":") ?? 1;
  // Limits anamorphic video to the range of real cameras: 1:4 to 4:1.
  const displayWidth = width * Math.min(4, Math.max(0.25, pixelAspect));
  const isRotated = stream.side_data_list?.some(({ rotation = 0 }) =>
    Math.abs(rotation) % 180 === 90
  );
  const fps = ratio(stream.avg_frame_rate, "/") ?? DEFAULT_FPS;
  return {
    stream: index,
    codec,
    width: isRotated ? height : Math.round(displayWidth),
    height: isRotated ? Math.round(displayWidth) : height,
    fps: Math.min(240, Math.max(1, fps)),
    colours: {
      space: stated(stream.color_space),
      primaries: stated(stream.color_primaries),
      transfer: stated(stream.color_transfer),
    },
    mayInterlace: INTERLACED.has(codec) && stream.field_order !== "progressive" && height >= 4,
  };
}

function stated(name: string | undefined): string | undefined {
  return name === "unknown" || name === "reserved" ? undefined : name;
}

/** Parses a ratio, such as `30000/1001` → 29.97; null for `0/0`, `N/A` and the like. */
function ratio(text: string | undefined, separator: string): number | null {
  const [numerator, denominator] = (text ?? "").split(separator).map(Number);
  const value = numerator! / denominator!;
  return Number.isFinite(value) && value > 0 ? value : null;
}
