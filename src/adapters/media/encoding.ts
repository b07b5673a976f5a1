/** How a rendition's data becomes ffmpeg arguments. Pure: facts in, arguments out. */
import type { PixelBox, SoundForm, VideoForm } from "../../core/renditions.ts";
import { TranscodeFailed } from "../../env.ts";
import type { Facts, Picture, Sound } from "./probe.ts";

/** One output of an ffmpeg run. */
export interface Encoding {
  args: string[];
  extension: string;
  type: string;
  /** Codecs the result must have, by their names in ffprobe. */
  codecs: { picture: string | null; sound: string | null };
  width?: number;
  height?: number;
}

/** What a result may take, and what part of that (0 to 1) to aim at, since encoders miss. */
export interface ByteBudget {
  maxBytes: number;
  aim: number;
}

export const ENCODERS = {
  aac: "aac",
  mp3: "libmp3lame",
  "amr-nb": "libopencore_amrnb",
  h264: "libx264",
  h263: "h263",
} as const;

const PROBE_NAMES = { aac: "aac", mp3: "mp3", "amr-nb": "amr_nb", h264: "h264", h263: "h263" };

/** Sound beside a picture takes at most this part of the bits. */
const SOUND_SHARE = 0.25;
/** Bits a pixel under which H.264 falls into blocks: fewer pixels look better than that. */
const LEAST_BITS_PER_PIXEL = 0.04;
/** Not below this part of the size that fits the box. */
const LEAST_SCALE = 0.35;
/** Indices of an MP4 or 3GP: about this much for the file, and for every frame. */
const CONTAINER_BYTES = 2_000;
const FRAME_BYTES = 6;
/** Bare audio: its first and last frames are full size with little in them. */
const EDGE_BYTES = 500;

export function encodeAudio(form: SoundForm, facts: Facts, budget: ByteBudget): Encoding {
  const seconds = facts.durationMs / 1000;
  const most = (budget.aim * budget.maxBytes - EDGE_BYTES) * 8 / seconds;
  const bitrate = form.bitrates.find((rate) => storedBitrate(form, rate) <= most);
  if (bitrate === undefined) throw doesNotFit("audio", seconds, budget.maxBytes);
  const isAmr = form.codec === "amr-nb";
  const isAac = form.codec === "aac";
  return {
    args: [
      ...["-map", `0:${facts.sound!.stream}`, "-vn"],
      ...soundArgs(form, facts.sound!, bitrate),
      ...(isAmr ? ["-f", "amr"] : isAac ? ["-f", "mp4", "-movflags", "+faststart"] : MP3_CONTAINER),
    ],
    extension: isAmr ? "amr" : isAac ? "m4a" : "mp3",
    type: isAmr ? "audio/amr" : isAac ? "audio/mp4" : "audio/mpeg",
    codecs: { picture: null, sound: PROBE_NAMES[form.codec] },
  };
}

/** No ID3 and no Xing frame: nothing to identify by, and constant bitrate needs neither. */
const MP3_CONTAINER = ["-f", "mp3", "-id3v2_version", "0", "-write_xing", "0"];

export function encodeVideo(form: VideoForm, facts: Facts, budget: ByteBudget): Encoding {
  const picture = facts.picture!;
  const seconds = facts.durationMs / 1000;
  const fps = Math.min(form.maxFps, picture.fps);
  const index = CONTAINER_BYTES + FRAME_BYTES * seconds * (fps + (facts.sound ? 50 : 0));
  const rate = (budget.aim * budget.maxBytes - index) * 8 / seconds;

  const { bitrates } = form.sound;
  const soundRate = bitrates.find((one) => one <= rate * SOUND_SHARE) ?? bitrates.at(-1)!;
  const sound = facts.sound ? storedBitrate(form.sound, soundRate) : 0;
  const bitrate = Math.floor(Math.min(form.maxBitrate, rate - sound));
  if (bitrate < form.minBitrate) throw doesNotFit("video", seconds, budget.maxBytes);

  const size = form.pad
    ? form.box
    : sizeFor(bitrate / (fps * LEAST_BITS_PER_PIXEL), fit(picture, form.box));
  return {
    args: [
      ...["-map", `0:${picture.stream}`, "-vf", filters(form, picture, size, fps)],
      ...["-c:v", ENCODERS[form.codec], ...codecArgs(form), "-pix_fmt", "yuv420p"],
      ...["-b:v", String(bitrate), "-maxrate", String(bitrate), "-bufsize", String(bitrate)],
      ...(facts.sound
        ? ["-map", `0:${facts.sound.stream}`, ...soundArgs(form.sound, facts.sound, soundRate)]
        : ["-an"]),
      ...["-f", form.container, "-movflags", "+faststart"],
    ],
    extension: form.container,
    type: form.container === "mp4" ? "video/mp4" : "video/3gpp",
    codecs: {
      picture: PROBE_NAMES[form.codec],
      sound: facts.sound ? PROBE_NAMES[form.sound.codec] : null,
    },
    width: size.width,
    height: size.height,
  };
}

function codecArgs(form: VideoForm): string[] {
  return form.codec === "h264" ? ["-preset", "veryfast", "-profile:v", "baseline"] : [];
}

function soundArgs(form: SoundForm, sound: Sound, bitrate: number): string[] {
  return [
    ...["-c:a", ENCODERS[form.codec], "-b:a", String(bitrate), "-ar", String(form.sampleRate)],
    ...["-ac", String(Math.min(form.channels, sound.channels))],
  ];
}

/** AMR frames are 20 ms, each a header byte and whole bytes (RFC 4867 section 5.3). */
function storedBitrate(form: SoundForm, bitrate: number): number {
  return form.codec === "amr-nb" ? (Math.ceil(bitrate / 50 / 8) + 1) * 8 * 50 : bitrate;
}

function filters(
  form: VideoForm,
  picture: Picture,
  size: { width: number; height: number },
  fps: number,
): string {
  const inner = form.pad ? fit(picture, form.box) : size;
  return [
    // H.263's clock is 30000/1001 Hz: half of it, where 15 is meant.
    `fps=${form.codec === "h263" ? "15000/1001" : fps}`,
    `scale=${inner.width}:${inner.height}`,
    form.pad ? `pad=${size.width}:${size.height}:(ow-iw)/2:(oh-ih)/2` : null,
    "setsar=1",
  ].filter((one) => one !== null).join(",");
}

/** The largest even size of the picture's shape inside the box; never larger than the picture. */
function fit(picture: { width: number; height: number }, box: PixelBox) {
  const turn = box.turns && picture.height > picture.width;
  const width = turn ? box.height : box.width;
  const height = turn ? box.width : box.height;
  const scale = Math.min(1, width / picture.width, height / picture.height);
  return { width: even(picture.width * scale), height: even(picture.height * scale) };
}

function sizeFor(pixels: number, { width, height }: { width: number; height: number }) {
  const scale = Math.max(LEAST_SCALE, Math.min(1, Math.sqrt(pixels / (width * height))));
  return { width: even(width * scale), height: even(height * scale) };
}

/** 4:2:0 needs even sides. */
function even(length: number): number {
  return Math.max(2, 2 * Math.floor(length / 2 + 0.001));
}

function doesNotFit(what: string, seconds: number, maxBytes: number): TranscodeFailed {
  return new TranscodeFailed(
    `${what} of ${Math.ceil(seconds)} s does not fit ${Math.floor(maxBytes / 1000)} KB`,
  );
}
