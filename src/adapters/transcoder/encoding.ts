/** Encoder settings for a rendition of a source. Pure. */
import type { PixelBox, SoundForm, VideoForm } from "../../core/media/renditions.ts";
import { optionArgs } from "../../lib/option_args.ts";
import type { PictureTrack, ProbedAudioVideo, SoundTrack } from "./probe.ts";

/** Settings of one output of an ffmpeg run. */
export interface Encoding {
  readonly picture: PictureEncoding | null;
  readonly sound: SoundEncoding | null;
  /** Arguments of the container. */
  readonly args: readonly string[];
  readonly extension: string;
  readonly type: string;
  /** Whether bitrates are the form's maximum: more bytes would change nothing. */
  readonly full: boolean;
}

export interface PictureEncoding {
  /** Codec of the result, with its name in ffprobe. */
  readonly codec: string;
  readonly args: readonly string[];
  /** Size of the frame, padding included. */
  readonly size: Size;
  /** Size of the picture within the frame. */
  readonly shown: Size;
  /** Frames per second in ffmpeg's syntax: a number or a ratio. */
  readonly rate: string;
}

export interface SoundEncoding {
  readonly codec: string;
  readonly args: readonly string[];
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Byte limit of a result, and the fraction of it to target, since encoders are inexact. */
export interface ByteBudget {
  readonly maxBytes: number;
  readonly aim: number;
}

/** An encoding, or the reason for a customer why nothing fits the budget. */
export type Fitted =
  | { readonly ok: true; readonly encoding: Encoding }
  | { readonly ok: false; readonly reason: string };

export const ENCODERS = {
  aac: "aac",
  mp3: "libmp3lame",
  "amr-nb": "libopencore_amrnb",
  h264: "libx264",
  h263: "h263",
} as const;

const PROBE_NAMES = { aac: "aac", mp3: "mp3", "amr-nb": "amr_nb", h264: "h264", h263: "h263" };

/** Maximum share of the bitrate for the sound of a video. */
const SOUND_SHARE = 0.25;
/** Bits per pixel below which blocks appear: a smaller picture looks better then. */
const LEAST_BITS_PER_PIXEL = { h264: 0.04, h263: 0.07 };
/** Minimum scale, relative to the size that fits the box. */
const LEAST_SCALE = 0.35;
/**
 * Allowance for the start, in seconds' worth of bitrate: rate control averages over a second, and
 * the first second may exceed it. Measured over all kinds of pictures.
 */
const HEAD_START_SECONDS = { h264: 0.25, h263: 0.5 };
/** PictureTrack clock of H.263 in Hz (ITU-T H.263, section 5.1.2); frame rates divide it evenly. */
const H263_CLOCK = 30_000 / 1001;
/** Maximum divisor of the clock that still shows movement: 5 frames a second. */
const H263_MAX_DIVISOR = 6;
/** Size of the container's fixed part, in bytes. */
const CONTAINER_BYTES = 2_000;
/** Size of the container's index per packet, in bytes; several AMR packets share an entry. */
const PACKET_BYTES = { mp4: 11.5, "3gp": 4 };
/** Allowance for audio files: their first and last frames have full size with little content. */
const EDGE_BYTES = 500;

/** Chooses the best bitrate of audio that fits the budget. */
export function encodeAudio(
  form: SoundForm,
  source: ProbedAudioVideo,
  budget: ByteBudget,
): Fitted {
  const seconds = source.durationMs / 1000;
  const maxBitrate = (budget.aim * budget.maxBytes - EDGE_BYTES) * 8 / seconds;
  const bitrate = form.bitrates.find((rate) => storedBitrate(form, rate) <= maxBitrate);
  if (bitrate === undefined) return doesNotFit("audio", seconds, budget.maxBytes);
  const { args, ...file } = AUDIO_FILES[form.codec];
  const sound = soundEncoding(form, source.sound!, bitrate);
  const full = bitrate === form.bitrates[0];
  return { ok: true, encoding: { picture: null, sound, args, ...file, full } };
}

const AUDIO_FILES = {
  "amr-nb": { args: ["-f", "amr"], extension: "amr", type: "audio/amr" },
  aac: {
    args: ["-f", "mp4", "-movflags", "+faststart"],
    extension: "m4a",
    type: "audio/mp4",
  },
  // No ID3 and no Xing frame: they could identify the encoder, and constant bitrate needs neither.
  mp3: {
    args: ["-f", "mp3", "-id3v2_version", "0", "-write_xing", "0"],
    extension: "mp3",
    type: "audio/mpeg",
  },
} as const;

/** Splits the budget over container, sound and picture of a video. */
export function encodeVideo(
  form: VideoForm,
  source: ProbedAudioVideo,
  budget: ByteBudget,
): Fitted {
  const picture = source.picture!;
  const seconds = source.durationMs / 1000;
  const packets = seconds * (Math.min(form.maxFps, picture.fps) + soundPackets(form.sound, source));
  const index = CONTAINER_BYTES + PACKET_BYTES[form.container] * packets;
  const bits = (budget.aim * budget.maxBytes - index) * 8;
  const rate = bits / (seconds + HEAD_START_SECONDS[form.codec]);

  const { bitrates } = form.sound;
  const soundRate = bitrates.find((bits) => bits <= rate * SOUND_SHARE) ?? bitrates.at(-1)!;
  const soundBits = source.sound ? storedBitrate(form.sound, soundRate) : 0;
  const bitrate = Math.floor(Math.min(form.maxBitrate, rate - soundBits));
  if (bitrate < form.minBitrate) return doesNotFit("video", seconds, budget.maxBytes);

  return {
    ok: true,
    encoding: {
      picture: pictureEncoding(form, picture, bitrate),
      sound: source.sound && soundEncoding(form.sound, source.sound, soundRate),
      args: ["-f", form.container, "-movflags", "+faststart"],
      extension: form.container,
      type: form.container === "mp4" ? "video/mp4" : "video/3gpp",
      full: bitrate === form.maxBitrate,
    },
  };
}

function pictureEncoding(form: VideoForm, picture: PictureTrack, bitrate: number): PictureEncoding {
  const { codec } = form;
  const fitting = fit(picture, form.box);
  const { rate, fps } = codec === "h263"
    ? h263Rate(form, picture, bitrate)
    : exactRate(Math.min(form.maxFps, picture.fps));
  const shown = form.pad
    ? fitting
    : scaleToPixels(bitrate / (fps * LEAST_BITS_PER_PIXEL[codec]), fitting);
  return {
    codec: PROBE_NAMES[codec],
    args: optionArgs({
      "-c:v": ENCODERS[codec],
      ...CODEC_OPTIONS[codec],
      "-pix_fmt": "yuv420p",
      "-b:v": bitrate,
      "-maxrate": bitrate,
      "-bufsize": bitrate,
    }),
    size: form.pad ? form.box : shown,
    shown,
    rate,
  };
}

const CODEC_OPTIONS = {
  h264: {
    "-preset": "veryfast",
    "-profile:v": "baseline",
    // Removes x264's version and settings from the file (an SEI message: NAL unit type 6).
    "-bsf:v": "filter_units=remove_types=6",
  },
  h263: {},
};

function exactRate(fps: number) {
  return { rate: String(fps), fps };
}

/** Chooses a frame rate that the clock allows; as the size is fixed, few bits mean fewer frames. */
function h263Rate({ box, maxFps }: VideoForm, picture: PictureTrack, bitrate: number) {
  const targetFps = Math.min(maxFps, picture.fps);
  // The tolerance makes 15 mean half of the clock's 29.97.
  let divisor = Math.max(1, Math.floor(H263_CLOCK / targetFps + 0.01));
  while (H263_CLOCK / divisor > maxFps) divisor++;
  const perPixel = () => bitrate * divisor / (H263_CLOCK * box.width * box.height);
  while (perPixel() < LEAST_BITS_PER_PIXEL.h263 && divisor < H263_MAX_DIVISOR) divisor++;
  return { rate: `30000/${1001 * divisor}`, fps: H263_CLOCK / divisor };
}

function soundEncoding(form: SoundForm, sound: SoundTrack, bitrate: number): SoundEncoding {
  return {
    codec: PROBE_NAMES[form.codec],
    args: optionArgs({
      "-c:a": ENCODERS[form.codec],
      "-b:a": bitrate,
      "-ar": form.sampleRate,
      "-ac": Math.min(form.channels, sound.channels),
    }),
  };
}

/** Returns the bitrate that the encoded sound takes in the file. */
function storedBitrate(form: SoundForm, bitrate: number): number {
  // AMR frames are 20 ms, each a header byte and whole bytes (RFC 4867 section 5.3).
  if (form.codec === "amr-nb") return (Math.ceil(bitrate / 50 / 8) + 1) * 8 * 50;
  // The AAC encoder exceeds its bitrate by up to 5 % for complex sound.
  return form.codec === "aac" ? 1.05 * bitrate : bitrate;
}

/** Returns the packets per second: AAC frames have 1024 samples, AMR frames 20 ms. */
function soundPackets(form: SoundForm, source: ProbedAudioVideo): number {
  if (source.sound === null) return 0;
  return form.codec === "amr-nb" ? 50 : form.sampleRate / 1024;
}

/** Fits the picture into the box: keeps its shape, never enlarges it, makes the sides even. */
function fit(picture: Size, box: PixelBox): Size {
  const turn = box.turns && picture.height > picture.width;
  const width = turn ? box.height : box.width;
  const height = turn ? box.width : box.height;
  const scale = Math.min(1, width / picture.width, height / picture.height);
  return { width: even(picture.width * scale), height: even(picture.height * scale) };
}

function scaleToPixels(pixels: number, { width, height }: Size): Size {
  const scale = Math.max(LEAST_SCALE, Math.min(1, Math.sqrt(pixels / (width * height))));
  return { width: even(width * scale), height: even(height * scale) };
}

/** Rounds down to an even length, which 4:2:0 requires. */
function even(length: number): number {
  return Math.max(2, 2 * Math.floor(length / 2 + 0.001));
}

function doesNotFit(kind: "audio" | "video", seconds: number, maxBytes: number): Fitted {
  const size = `${Math.floor(maxBytes / 1000)} KB`;
  return { ok: false, reason: `${kind} of ${Math.ceil(seconds)} s does not fit ${size}` };
}
