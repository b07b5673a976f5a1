/** Probe of audio and video files by ffprobe, with the checks that precede decoding. */
import { type SourceFile, TranscodeFailed } from "../../ports/mod.ts";
import { type AudioVideoKind, inputLimits, run } from "./programs.ts";

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
  readonly picture: PictureTrack | null;
  readonly sound: SoundTrack | null;
}

export interface ProbeLimits {
  maxPixels: number;
  maxDurationMs: number;
  maxMemoryBytes: number;
  signal?: AbortSignal;
}

/** Time limit of a probe, which reads headers and packets only; real recordings take far less. */
const PROBE_TIME_LIMIT_MS = 30_000;
/** Maximum output of ffprobe, at about 90 bytes a packet: ten minutes of video take a quarter. */
const MAX_OUTPUT_BYTES = 16_000_000;
/**
 * Factor over the pixel limit up to which ffprobe may open the file, so that the error can name its
 * size; larger ones fail without it.
 */
const PROBED_PIXELS_FACTOR = 8;
/** Frame rate of files that state none, or a nonsensical one. */
const DEFAULT_FPS = 25;

/** Formats without a duration in a header: ffprobe only estimates it from the first frames. */
const WITHOUT_DURATION = new Set(["mp3", "mpegvideo", "amr"]);

/** Checks for completeness: a file may be 10 % and half a second shorter than it claims. */
export function isComplete(claimedMs: number, actualMs: number): boolean {
  return actualMs >= 0.9 * claimedMs - 500;
}

/** Requested parts of the output of `ffprobe -of json`. */
interface ProbeOutput {
  format?: { format_name?: string; start_time?: string; duration?: string; size?: string };
  streams?: ProbeStream[];
  packets?: ProbePacket[];
}

interface ProbeStream {
  index: number;
  codec_type?: string;
  codec_name?: string;
  width?: number;
  height?: number;
  sample_aspect_ratio?: string;
  avg_frame_rate?: string;
  nb_frames?: string;
  channels?: number;
  time_base?: string;
  disposition?: { attached_pic?: number };
  side_data_list?: { rotation?: number }[];
}

/** Packet of a stream; times are in units of the stream's time base. */
interface ProbePacket {
  stream_index: number;
  dts?: number;
  pts?: number;
  duration?: number;
  flags?: string;
}

const ENTRIES = [
  "format=format_name,start_time,duration,size",
  "stream=index,codec_type,codec_name,width,height,sample_aspect_ratio,channels",
  "stream=avg_frame_rate,nb_frames,time_base",
  "stream_disposition=attached_pic",
  "stream_side_data=rotation",
  "packet=stream_index,dts,pts,duration,flags",
].join(":");

/**
 * Probes a file.
 *
 * @throws TranscodeFailed unless the file is of its kind, complete and within the limits.
 */
export async function probe(
  { path, kind }: AudioVideoSource,
  limits: ProbeLimits,
): Promise<ProbedAudioVideo> {
  const { streams = [], format, packets = [] } = await runFfprobe(path, kind, limits);
  const video = streams.find(({ codec_type, disposition }) =>
    codec_type === "video" && !disposition?.attached_pic
  );
  const audio = streams.find(({ codec_type, codec_name }) =>
    codec_type === "audio" && codec_name !== undefined
  );

  if (kind === "video" && video === undefined) throw new TranscodeFailed("the file has no video");
  if (kind === "audio" && audio === undefined) throw new TranscodeFailed("the file has no sound");
  const picture = kind === "video" ? pictureOf(video!, limits.maxPixels) : null;
  const sound = audio === undefined
    ? null
    : { stream: audio.index, codec: audio.codec_name!, channels: audio.channels ?? 1 };

  const claimedMs = claimedDurationMs(format, video);
  const startMs = 1000 * Number(format?.start_time) || 0;
  const shownMs = endMs(kind === "video" ? video! : audio!, packets, startMs);
  // The sound may be longer than the picture.
  const durationMs = Math.max(shownMs, audio ? endMs(audio, packets, startMs) : 0);
  if (Math.max(durationMs, claimedMs) > limits.maxDurationMs) {
    throw new TranscodeFailed(
      `the ${kind} runs for more than the ${limits.maxDurationMs / 1000} s allowed`,
    );
  }
  if (shownMs === 0 || !isComplete(claimedMs, durationMs)) {
    throw new TranscodeFailed("the file is damaged: it ends too early");
  }
  const bytes = Number(format?.size ?? 0);
  return { path, kind, bytes, durationMs, shownMs, picture, sound };
}

/** Returns the duration that the file claims, in milliseconds; 0 when it claims none. */
function claimedDurationMs(format: ProbeOutput["format"], video: ProbeStream | undefined): number {
  if (WITHOUT_DURATION.has(format?.format_name ?? "")) return 0;
  // For a truncated AVI, ffprobe's duration is the actual one; the frame count is the claim.
  const fps = format?.format_name === "avi" ? ratio(video?.avg_frame_rate, "/") : null;
  const seconds = fps === null ? format?.duration : Number(video?.nb_frames) / fps;
  return 1000 * Number(seconds) || 0;
}

/** Lists headers and packets without decoding them: 50 MB in 0.1 s. */
async function runFfprobe(
  path: string,
  kind: AudioVideoKind,
  limits: ProbeLimits,
): Promise<ProbeOutput> {
  const { success, output } = await run("ffprobe", [
    ...inputLimits(kind, limits.maxPixels * PROBED_PIXELS_FACTOR),
    ...["-read_intervals", `%+${limits.maxDurationMs / 1000 + 1}`],
    ...["-show_entries", ENTRIES, "-of", "json=compact=1", `file:${path}`],
  ], {
    ...limits,
    access: { reads: [path], writes: null },
    timeLimitMs: PROBE_TIME_LIMIT_MS,
    maxOutputBytes: MAX_OUTPUT_BYTES,
  });
  if (success) return JSON.parse(output);
  throw new TranscodeFailed(`the file is not ${kind} of a supported format, or is damaged`);
}

/**
 * Finds the end of a stream by the packets that are shown, in milliseconds from the file's start:
 * headers may be false, and MP3 and raw MPEG video have none.
 */
function endMs(stream: ProbeStream, packets: readonly ProbePacket[], startMs: number): number {
  const unitMs = 1000 * (ratio(stream.time_base, "/") ?? 0);
  let end = 0;
  for (const { stream_index, dts, pts, duration = 0, flags } of packets) {
    if (stream_index !== stream.index || flags?.includes("D")) continue;
    const begin = Math.max(dts ?? -Infinity, pts ?? -Infinity);
    end = Math.max(end, (begin + duration) * unitMs - startMs);
  }
  return Math.round(end);
}

function pictureOf(stream: ProbeStream, maxPixels: number): PictureTrack {
  const { index, codec_name: codec, width = 0, height = 0 } = stream;
  if (codec === undefined || width < 1 || height < 1) {
    throw new TranscodeFailed("the video's codec is not supported, or the file is damaged");
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
  };
}

/** Parses a ratio, such as `30000/1001` → 29.97; null for `0/0`, `N/A` and the like. */
function ratio(text: string | undefined, separator: string): number | null {
  const [numerator, denominator] = (text ?? "").split(separator).map(Number);
  const value = numerator! / denominator!;
  return Number.isFinite(value) && value > 0 ? value : null;
}
