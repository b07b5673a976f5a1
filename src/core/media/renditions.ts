/**
 * Renditions: the sizes and formats a template's media are made in (contract section 7), as data.
 * The transcoder does what the data says; `splitBudget` makes a whole message fit by construction.
 *
 * KB is read as 1000 bytes throughout. Carriers do not say which they mean, and what fits 1000
 * also fits 1024.
 */
import type { MediaKind } from "./media_types.ts";

export type RenditionName = "rich" | "standard" | "basic";

/** Pixels. A box that `turns` is laid on its side for a picture that is (480p is 854×480). */
export interface PixelBox {
  readonly width: number;
  readonly height: number;
  readonly turns: boolean;
}

/** Stills become JPEG; animations stay animated, as GIF. */
export interface ImageForm {
  readonly box: PixelBox;
  /** Most that one image may take of a message. */
  readonly maxBytes: number;
  /** JPEG quality (1 to 100) to begin with, and the least to go down to before shrinking. */
  readonly quality: number;
  readonly minQuality: number;
}

export interface SoundForm {
  readonly codec: "aac" | "mp3" | "amr-nb";
  readonly channels: 1 | 2;
  /** Bits a second that the encoder is given: the best that fits, from the first down. */
  readonly bitrates: readonly number[];
  /** Hz. */
  readonly sampleRate: number;
}

export interface VideoForm {
  readonly container: "mp4" | "3gp";
  /** `h264` is constrained to the baseline profile. */
  readonly codec: "h264" | "h263";
  readonly box: PixelBox;
  /** H.263 knows only its own picture sizes: the picture is padded to the box. */
  readonly pad: boolean;
  readonly maxFps: number;
  /** Bits a second: more is not used even when it fits, less is not worth sending. */
  readonly maxBitrate: number;
  readonly minBitrate: number;
  readonly sound: SoundForm;
}

export interface Rendition {
  readonly name: RenditionName;
  /** Most that a message may count on the wire. */
  readonly wireBytes: number;
  readonly image: ImageForm;
  readonly video: VideoForm;
  readonly audio: SoundForm;
}

const KB = 1000;

/** AMR-NB modes (3GPP TS 26.071) that keep speech understandable. 8 kHz mono is all it has. */
const amr: SoundForm = {
  codec: "amr-nb",
  channels: 1,
  bitrates: [12_200, 7_950, 5_900, 4_750],
  sampleRate: 8_000,
};

export const RENDITIONS: Readonly<Record<RenditionName, Rendition>> = {
  rich: {
    name: "rich",
    wireBytes: 1000 * KB,
    image: {
      box: { width: 640, height: 1138, turns: false },
      maxBytes: 500 * KB,
      quality: 85,
      minQuality: 45,
    },
    video: {
      container: "mp4",
      codec: "h264",
      box: { width: 640, height: 1138, turns: false },
      pad: false,
      maxFps: 30,
      maxBitrate: 1_500_000,
      minBitrate: 40_000,
      sound: { codec: "aac", channels: 2, bitrates: [96_000, 64_000, 32_000], sampleRate: 44_100 },
    },
    audio: {
      codec: "mp3",
      channels: 2,
      bitrates: [128_000, 96_000, 64_000, 48_000, 32_000],
      sampleRate: 44_100,
    },
  },
  standard: {
    name: "standard",
    wireBytes: 600 * KB,
    image: {
      box: { width: 640, height: 1138, turns: false },
      maxBytes: 300 * KB,
      quality: 85,
      minQuality: 45,
    },
    video: {
      container: "mp4",
      codec: "h264",
      box: { width: 854, height: 480, turns: true },
      pad: false,
      maxFps: 30,
      maxBitrate: 1_000_000,
      minBitrate: 24_000,
      sound: { codec: "aac", channels: 1, bitrates: [64_000, 48_000, 24_000], sampleRate: 22_050 },
    },
    audio: {
      codec: "mp3",
      channels: 1,
      bitrates: [96_000, 64_000, 48_000, 32_000, 24_000, 16_000],
      sampleRate: 22_050,
    },
  },
  basic: {
    name: "basic",
    wireBytes: 300 * KB,
    image: {
      box: { width: 640, height: 480, turns: false },
      maxBytes: 100 * KB,
      quality: 85,
      minQuality: 35,
    },
    // H.263 profile 0 at QCIF is what 3GPP TS 26.140 asks of every terminal that plays video.
    video: {
      container: "3gp",
      codec: "h263",
      box: { width: 176, height: 144, turns: false },
      pad: true,
      maxFps: 15,
      maxBitrate: 128_000,
      minBitrate: 24_000,
      sound: amr,
    },
    audio: amr,
  },
};

/** Raised with each change of what is made of a file: what an older recipe made is made anew. */
export const RECIPE = 1;

/** In the order to try them in. */
export const RENDITIONS_BEST_FIRST: readonly RenditionName[] = ["rich", "standard", "basic"];

/** Hundredths, so that the arithmetic is exact: base64 with its line ends, and part headers. */
const WIRE_PERCENT = 137;
/** The message's own headers. */
const WIRE_HEADERS = 814;

/** What `raw` bytes of parts count on the wire (contract section 7: raw × 1.37 + 814). */
export function wireBytes(raw: number): number {
  return Math.ceil(raw * WIRE_PERCENT / 100) + WIRE_HEADERS;
}

/** The renditions for an operator's limit, best first, each with that limit for its budget. */
export function renditionsWithin(maxBytes: number): Rendition[] {
  return RENDITIONS_BEST_FIRST.map((name) => RENDITIONS[name])
    .filter(({ name, wireBytes }) => wireBytes <= maxBytes || name === "basic")
    .map((rendition) => ({ ...rendition, wireBytes: maxBytes }));
}

/** The most raw bytes that count no more than `wire`. */
export function rawBudget(wire: number): number {
  return Math.max(0, Math.floor((wire - WIRE_HEADERS) * 100 / WIRE_PERCENT));
}

/** A part of a message, as far as its size goes. */
export interface BudgetPart {
  readonly kind: MediaKind | "text";
  /** What a part that is sent as it is takes; of no matter for image, audio and video. */
  readonly bytes: number;
  /** Of audio and video. Unknown counts as `UNKNOWN_DURATION_MS`. */
  readonly durationMs?: number;
}

/** `maxBytes` by part, in their order; or the part that cannot be had, and why, for a customer. */
export type BudgetSplit =
  | { ok: true; maxBytes: number[] }
  | { ok: false; part: number; reason: string };

export const UNKNOWN_DURATION_MS = 60_000;
/** Beside audio or video, images together take at most this part of what is left. */
const IMAGE_SHARE = 1 / 3;
/** So does audio beside video: a little sound would else starve beside a long film. */
const AUDIO_SHARE = 1 / 3;
/** What a file of the best bitrate takes beside its bits: frames are whole bytes, with headers. */
const AUDIO_ROOM = { times: 1.1, bytes: 1000 };
/** Under this an image of the smallest box is no longer worth looking at. */
const MIN_IMAGE_BYTES = 10 * KB;

/**
 * Splits a message's raw bytes over its parts. What is sent as it is takes its real size; images
 * share evenly, each up to its cap; audio beside video takes the best there is, up to a part; the
 * rest is shared by how long each runs. Whatever then keeps to its `maxBytes` makes a message within
 * `rendition.wireBytes`.
 */
export function splitBudget(rendition: Rendition, parts: readonly BudgetPart[]): BudgetSplit {
  const maxBytes = parts.map((part) => isFixed(part) ? part.bytes : 0);
  const indices = [...parts.keys()];
  const images = indices.filter((i) => parts[i]!.kind === "image");
  const timed = indices.filter((i) => timedForm(rendition, parts[i]!.kind) !== null);

  let left = rawBudget(rendition.wireBytes) - sum(maxBytes);
  if (left < 0) return tooBig(rendition, parts, maxBytes.indexOf(Math.max(...maxBytes)));

  const forImages = timed.length > 0 ? left * IMAGE_SHARE : left;
  for (const i of images) {
    maxBytes[i] = Math.floor(Math.min(rendition.image.maxBytes, forImages / images.length));
    if (maxBytes[i] < MIN_IMAGE_BYTES) return tooBig(rendition, parts, i);
    left -= maxBytes[i];
  }

  const best = (i: number) => bytesAt("best", rendition, parts[i]!);
  const sounds = timed.filter((i) => parts[i]!.kind === "audio");
  const films = timed.filter((i) => parts[i]!.kind === "video");
  const wanted = sum(sounds.map((i) => best(i) * AUDIO_ROOM.times + AUDIO_ROOM.bytes));
  const forSounds = films.length > 0 ? Math.min(wanted, left * AUDIO_SHARE) : left;
  for (const [some, room] of [[sounds, forSounds], [films, left - forSounds]] as const) {
    const weight = sum(some.map(best));
    for (const i of some) {
      maxBytes[i] = Math.floor(room * best(i) / weight);
      if (maxBytes[i] < bytesAt("least", rendition, parts[i]!)) return tooBig(rendition, parts, i);
    }
  }
  return { ok: true, maxBytes };
}

function isFixed(part: BudgetPart): boolean {
  return part.kind !== "image" && part.kind !== "audio" && part.kind !== "video";
}

/** The bits a second that a part's form has, from best to least; null when it does not run. */
function timedForm(
  { audio, video }: Rendition,
  kind: BudgetPart["kind"],
): { best: number; least: number } | null {
  if (kind === "audio") return { best: audio.bitrates[0]!, least: audio.bitrates.at(-1)! };
  if (kind !== "video") return null;
  return {
    best: video.maxBitrate + video.sound.bitrates[0]!,
    least: video.minBitrate + video.sound.bitrates.at(-1)!,
  };
}

function bytesAt(rate: "best" | "least", rendition: Rendition, part: BudgetPart): number {
  const bits = timedForm(rendition, part.kind)![rate];
  // A file that says it lasts no time still has frames.
  const seconds = Math.max(part.durationMs ?? UNKNOWN_DURATION_MS, 100) / 1000;
  return bits * seconds / 8;
}

function tooBig(rendition: Rendition, parts: readonly BudgetPart[], part: number): BudgetSplit {
  const beside = parts.length > 1 ? " beside the rest of the message" : "";
  const limit = `${rendition.wireBytes / KB} KB`;
  return { ok: false, part, reason: `${described(parts[part]!)} does not fit ${limit}${beside}` };
}

function described(part: BudgetPart): string {
  if (isFixed(part)) return `${part.kind} of ${Math.ceil(part.bytes / KB)} KB`;
  if (part.durationMs === undefined) return part.kind;
  return `${part.kind} of ${Math.ceil(part.durationMs / 1000)} s`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, n) => total + n, 0);
}
