/** What a rendition's data makes of a source. Pure: facts in, an encoding out. */
import type { PixelBox, SoundForm, VideoForm } from "../../core/media/renditions.ts";
import type { Facts, Picture, Sound } from "./probe.ts";

/** One output of an ffmpeg run. */
export interface Encoding {
  picture: PictureEncoding | null;
  sound: SoundEncoding | null;
  /** Of the container. */
  args: string[];
  extension: string;
  type: string;
  /** The bitrates are the form's best: more bytes would change nothing. */
  full: boolean;
}

export interface PictureEncoding {
  /** The result's codec, by its name in ffprobe. */
  codec: string;
  args: string[];
  /** Of the whole picture; what is shown in it may be smaller. */
  size: Size;
  shown: Size;
  /** Frames a second, as ffmpeg reads them: a number or a ratio. */
  rate: string;
}

export interface SoundEncoding {
  codec: string;
  args: string[];
}

export interface Size {
  width: number;
  height: number;
}

/** What a result may take, and what part of that to aim at, since encoders miss. */
export interface ByteBudget {
  maxBytes: number;
  aim: number;
}

/** An encoding, or why there can be none within the budget, for a customer. */
export type Fitted = { ok: true; encoding: Encoding } | { ok: false; reason: string };

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
/** Bits a pixel under which a picture falls into blocks: fewer pixels look better than that. */
const LEAST_BITS_PER_PIXEL = { h264: 0.04, h263: 0.07 };
/** Not below this part of the size that fits the box. */
const LEAST_SCALE = 0.35;
/**
 * Rates are kept over a second, but the first second is free to take more: measured, over all
 * kinds of pictures, about so many seconds' worth more than there are.
 */
const HEAD_START_SECONDS = { h264: 0.25, h263: 0.5 };
/** H.263's clock (ITU-T H.263, section 5.1.2); its frame rates are whole parts of that. */
const H263_CLOCK = 30_000 / 1001;
/** Parts that still look like movement: 5 frames a second. */
const H263_LEAST_PART = 6;
/** Indices: so much for the file, and for every packet (AMR's are kept many together). */
const CONTAINER_BYTES = 2_000;
const PACKET_BYTES = { mp4: 11.5, "3gp": 4 };
/** Bare audio: its first and last frames are full size with little in them. */
const EDGE_BYTES = 500;

export function encodeAudio(form: SoundForm, facts: Facts, budget: ByteBudget): Fitted {
  const seconds = facts.durationMs / 1000;
  const most = (budget.aim * budget.maxBytes - EDGE_BYTES) * 8 / seconds;
  const bitrate = form.bitrates.find((rate) => storedBitrate(form, rate) <= most);
  if (bitrate === undefined) return doesNotFit("audio", seconds, budget.maxBytes);
  const { args, ...file } = AUDIO_FILES[form.codec];
  const sound = soundEncoding(form, facts.sound!, bitrate);
  const full = bitrate === form.bitrates[0];
  return { ok: true, encoding: { picture: null, sound, args: [...args], ...file, full } };
}

const AUDIO_FILES = {
  "amr-nb": { args: ["-f", "amr"], extension: "amr", type: "audio/amr" },
  aac: {
    args: ["-f", "mp4", "-movflags", "+faststart"],
    extension: "m4a",
    type: "audio/mp4",
  },
  // No ID3 and no Xing frame: nothing to identify by, and constant bitrate needs neither.
  mp3: {
    args: ["-f", "mp3", "-id3v2_version", "0", "-write_xing", "0"],
    extension: "mp3",
    type: "audio/mpeg",
  },
} as const;

export function encodeVideo(form: VideoForm, facts: Facts, budget: ByteBudget): Fitted {
  const picture = facts.picture!;
  const seconds = facts.durationMs / 1000;
  const packets = seconds * (Math.min(form.maxFps, picture.fps) + soundPackets(form.sound, facts));
  const index = CONTAINER_BYTES + PACKET_BYTES[form.container] * packets;
  const bits = (budget.aim * budget.maxBytes - index) * 8;
  const rate = bits / (seconds + HEAD_START_SECONDS[form.codec]);

  const { bitrates } = form.sound;
  const soundRate = bitrates.find((one) => one <= rate * SOUND_SHARE) ?? bitrates.at(-1)!;
  const soundBits = facts.sound ? storedBitrate(form.sound, soundRate) : 0;
  const bitrate = Math.floor(Math.min(form.maxBitrate, rate - soundBits));
  if (bitrate < form.minBitrate) return doesNotFit("video", seconds, budget.maxBytes);

  return {
    ok: true,
    encoding: {
      picture: pictureEncoding(form, picture, bitrate),
      sound: facts.sound && soundEncoding(form.sound, facts.sound, soundRate),
      args: ["-f", form.container, "-movflags", "+faststart"],
      extension: form.container,
      type: form.container === "mp4" ? "video/mp4" : "video/3gpp",
      full: bitrate === form.maxBitrate,
    },
  };
}

function pictureEncoding(form: VideoForm, picture: Picture, bitrate: number): PictureEncoding {
  const { codec } = form;
  const fitting = fit(picture, form.box);
  const { rate, fps } = codec === "h263"
    ? h263Rate(form, picture, bitrate)
    : plainRate(Math.min(form.maxFps, picture.fps));
  const shown = form.pad
    ? fitting
    : sizeFor(bitrate / (fps * LEAST_BITS_PER_PIXEL[codec]), fitting);
  return {
    codec: PROBE_NAMES[codec],
    args: [
      ...["-c:v", ENCODERS[codec], ...CODEC_ARGS[codec], "-pix_fmt", "yuv420p"],
      ...["-b:v", String(bitrate), "-maxrate", String(bitrate), "-bufsize", String(bitrate)],
    ],
    size: form.pad ? form.box : shown,
    shown,
    rate,
  };
}

const CODEC_ARGS = {
  // x264 writes its version and all its settings into the file (an SEI message: NAL unit type 6).
  h264: [
    ...["-preset", "veryfast", "-profile:v", "baseline"],
    ...["-bsf:v", "filter_units=remove_types=6"],
  ],
  h263: [],
};

function plainRate(fps: number) {
  return { rate: String(fps), fps };
}

/** The picture's size being fixed, few bits are spread over fewer frames. */
function h263Rate({ box, maxFps }: VideoForm, picture: Picture, bitrate: number) {
  const wanted = Math.min(maxFps, picture.fps);
  // 15 means half of the clock's 29.97.
  let part = Math.max(1, Math.floor(H263_CLOCK / wanted + 0.01));
  while (H263_CLOCK / part > maxFps) part++;
  const perPixel = () => bitrate * part / (H263_CLOCK * box.width * box.height);
  while (perPixel() < LEAST_BITS_PER_PIXEL.h263 && part < H263_LEAST_PART) part++;
  return { rate: `30000/${1001 * part}`, fps: H263_CLOCK / part };
}

function soundEncoding(form: SoundForm, sound: Sound, bitrate: number): SoundEncoding {
  return {
    codec: PROBE_NAMES[form.codec],
    args: [
      ...["-c:a", ENCODERS[form.codec], "-b:a", String(bitrate), "-ar", String(form.sampleRate)],
      ...["-ac", String(Math.min(form.channels, sound.channels))],
    ],
  };
}

/** What a bitrate comes to in the file. */
function storedBitrate(form: SoundForm, bitrate: number): number {
  // AMR frames are 20 ms, each a header byte and whole bytes (RFC 4867 section 5.3).
  if (form.codec === "amr-nb") return (Math.ceil(bitrate / 50 / 8) + 1) * 8 * 50;
  // The AAC encoder takes up to 5 % more where there is much to hear.
  return form.codec === "aac" ? 1.05 * bitrate : bitrate;
}

/** A second. AAC frames are 1024 samples, AMR's 20 ms. */
function soundPackets(form: SoundForm, facts: Facts): number {
  if (facts.sound === null) return 0;
  return form.codec === "amr-nb" ? 50 : form.sampleRate / 1024;
}

/** The largest even size of the picture's shape inside the box; never larger than the picture. */
function fit(picture: Size, box: PixelBox): Size {
  const turn = box.turns && picture.height > picture.width;
  const width = turn ? box.height : box.width;
  const height = turn ? box.width : box.height;
  const scale = Math.min(1, width / picture.width, height / picture.height);
  return { width: even(picture.width * scale), height: even(picture.height * scale) };
}

function sizeFor(pixels: number, { width, height }: Size): Size {
  const scale = Math.max(LEAST_SCALE, Math.min(1, Math.sqrt(pixels / (width * height))));
  return { width: even(width * scale), height: even(height * scale) };
}

/** 4:2:0 needs even sides. */
function even(length: number): number {
  return Math.max(2, 2 * Math.floor(length / 2 + 0.001));
}

function doesNotFit(what: string, seconds: number, maxBytes: number): Fitted {
  const size = `${Math.floor(maxBytes / 1000)} KB`;
  return { ok: false, reason: `${what} of ${Math.ceil(seconds)} s does not fit ${size}` };
}
