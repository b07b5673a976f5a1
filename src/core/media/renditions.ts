/**
 * Rendition profiles: the sizes and formats that media are transcoded to (contract section 7), as
 * data. The transcoder follows the data; `splitBudget` makes a whole message fit by construction.
 *
 * KB is read as 1000 bytes throughout. Carriers do not say which they mean, and what fits 1000 also
 * fits 1024.
 */
import type { MediaKind } from "./media_types.ts";

export type RenditionName = "rich" | "standard" | "basic";

/**
 * Name of the picture that only hosted pages show. It is no class of carriers: an MMS is composed of
 * files that have a `RenditionName`, and never of this one.
 */
export const WEB = "web";

/** Name of a file that a source is transcoded to. */
export type TranscodedName = RenditionName | typeof WEB;

/**
 * Maximum size of a picture, in pixels. A box with `turns` is rotated for landscape or portrait
 * pictures (480p is 854×480).
 */
export interface PixelBox {
  readonly width: number;
  readonly height: number;
  readonly turns: boolean;
}

/** Target form of images: stills become JPEG, animations stay animated GIFs. */
export interface ImageForm {
  readonly box: PixelBox;
  /** Maximum bytes of one image. */
  readonly maxBytes: number;
  /** JPEG quality (1 to 100) to start with, and the minimum before the image is scaled down. */
  readonly quality: number;
  readonly minQuality: number;
}

export interface SoundForm {
  readonly codec: "aac" | "mp3" | "amr-nb";
  readonly channels: 1 | 2;
  /** Bit rates to try, in bits a second; the first one that fits is used. */
  readonly bitrates: readonly number[];
  /** Sample rate in Hz. */
  readonly sampleRate: number;
}

export interface VideoForm {
  readonly container: "mp4" | "3gp";
  /** Video codec; `h264` is constrained to the baseline profile. */
  readonly codec: "h264" | "h263";
  readonly box: PixelBox;
  /** Whether the picture is padded to the box: H.263 has only fixed picture sizes. */
  readonly pad: boolean;
  readonly maxFps: number;
  /** Bit rate limits in bits a second: more is never used, less is not worth sending. */
  readonly maxBitrate: number;
  readonly minBitrate: number;
  readonly sound: SoundForm;
}

/** Form of one class of renditions, by kind of media, and the limit of a message of them. */
export interface RenditionProfile {
  readonly name: RenditionName;
  /** Maximum size of a message on the wire, in bytes. */
  readonly wireBytes: number;
  readonly image: ImageForm;
  readonly video: VideoForm;
  readonly audio: SoundForm;
}

const KB = 1000;

/** AMR-NB modes (3GPP TS 26.071) that keep speech intelligible. It has only 8 kHz mono. */
const amr: SoundForm = {
  codec: "amr-nb",
  channels: 1,
  bitrates: [12_200, 7_950, 5_900, 4_750],
  sampleRate: 8_000,
};

export const RENDITION_PROFILES: Readonly<Record<RenditionName, RenditionProfile>> = {
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
    // 3GPP TS 26.140 requires H.263 profile 0 at QCIF of every terminal that plays video.
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

/**
 * Form of pictures on hosted pages: twice as wide as `rich` and the column of the page, for dense
 * screens. It is no taller than wide, so that upright pictures of phones (3000×4000) are scaled to
 * less than a third: for more, the decoder would take all their pixels, at twice the CPU. JPEG
 * without transparency like the renditions: on a dark page, black on transparent would disappear.
 */
export const WEB_PICTURE: ImageForm = {
  box: { width: 1280, height: 1280, turns: false },
  maxBytes: 1000 * KB,
  quality: 80,
  minQuality: 50,
};

/** Minimum gain in width over `rich` for which a still gets a picture for pages. */
const WEB_GAIN = 1.1;

/**
 * Tells whether a source gets a picture for hosted pages: a still that shows more there than in
 * `rich`; an animation, of which it is the first frame, for readers who have motion turned off.
 */
export function hasWebPicture(
  { width, height, frames }: { width: number; height: number; frames: number },
  rich: ImageForm = RENDITION_PROFILES.rich.image,
): boolean {
  const scale = ({ box }: ImageForm) => Math.min(1, box.width / width, box.height / height);
  return frames > 1 || scale(WEB_PICTURE) >= WEB_GAIN * scale(rich);
}

/**
 * Version of the transcoding rules. Increase it with each change of their output, so that
 * renditions made by older rules are made anew.
 */
export const RECIPE = 2;

/** Rendition names, best first. */
export const RENDITIONS_BEST_FIRST: readonly RenditionName[] = ["rich", "standard", "basic"];

/**
 * Size of base64 with line ends and part headers, in percent of the raw bytes. An integer keeps the
 * arithmetic exact.
 */
const WIRE_PERCENT = 137;
/** Bytes of the message's own headers. */
const WIRE_HEADERS = 814;

/** Computes the size on the wire of `raw` bytes of parts (contract section 7: raw × 1.37 + 814). */
export function wireBytes(raw: number): number {
  return Math.ceil(raw * WIRE_PERCENT / 100) + WIRE_HEADERS;
}

/**
 * Selects the profiles for an operator's limit, best first, each with that limit as its budget.
 */
export function profilesWithin(maxBytes: number): RenditionProfile[] {
  return RENDITIONS_BEST_FIRST.map((name) => RENDITION_PROFILES[name])
    .filter(({ name, wireBytes }) => wireBytes <= maxBytes || name === "basic")
    .map((profile) => ({ ...profile, wireBytes: maxBytes }));
}

/** Computes the maximum raw bytes of a message of `wire` bytes. */
export function rawBudget(wire: number): number {
  return Math.max(0, Math.floor((wire - WIRE_HEADERS) * 100 / WIRE_PERCENT));
}

/** Part of a message, for the budget. */
export interface BudgetPart {
  readonly kind: MediaKind | "text";
  /** Size of a part that is sent untranscoded; ignored for image, audio and video. */
  readonly bytes: number;
  /** Duration of audio or video in milliseconds. Default `UNKNOWN_DURATION_MS`. */
  readonly durationMs?: number;
}

/**
 * Budget per part, in their order; or the index of the part that does not fit, with a reason for
 * the customer.
 */
export type BudgetSplit =
  | { readonly ok: true; readonly maxBytes: readonly number[] }
  | { readonly ok: false; readonly part: number; readonly reason: string };

export const UNKNOWN_DURATION_MS = 60_000;
/** Maximum share of images beside audio or video. */
const IMAGE_SHARE = 1 / 3;
/** Maximum share of audio beside video, so that a long video does not starve it. */
const AUDIO_SHARE = 1 / 3;
/**
 * Allowance for container overhead of audio at its best bit rate: frames are whole bytes, with
 * headers.
 */
const AUDIO_OVERHEAD = { times: 1.1, bytes: 1000 };
/** Minimum budget of an image; with less, it would be illegible even in the smallest box. */
const MIN_IMAGE_BYTES = 10 * KB;

/**
 * Splits a message's raw bytes over its parts. Untranscoded parts take their real size; images
 * share evenly, each up to its limit; audio beside video gets its best bit rate, up to its share;
 * the rest is divided by duration. Parts within their `maxBytes` make a message within
 * `profile.wireBytes`.
 */
export function splitBudget(profile: RenditionProfile, parts: readonly BudgetPart[]): BudgetSplit {
  const maxBytes = parts.map((part) => isFixed(part) ? part.bytes : 0);
  const indices = [...parts.keys()];
  const images = indices.filter((i) => parts[i]!.kind === "image");
  const timed = indices.filter((i) => timedForm(profile, parts[i]!.kind) !== null);

  let remaining = rawBudget(profile.wireBytes) - sum(maxBytes);
  if (remaining < 0) return tooBig(profile, parts, maxBytes.indexOf(Math.max(...maxBytes)));

  const forImages = timed.length > 0 ? remaining * IMAGE_SHARE : remaining;
  for (const i of images) {
    maxBytes[i] = Math.floor(Math.min(profile.image.maxBytes, forImages / images.length));
    if (maxBytes[i] < MIN_IMAGE_BYTES) return tooBig(profile, parts, i);
    remaining -= maxBytes[i];
  }

  const best = (i: number) => bytesAt("best", profile, parts[i]!);
  const audios = timed.filter((i) => parts[i]!.kind === "audio");
  const videos = timed.filter((i) => parts[i]!.kind === "video");
  const wanted = sum(audios.map((i) => best(i) * AUDIO_OVERHEAD.times + AUDIO_OVERHEAD.bytes));
  const forAudio = videos.length > 0 ? Math.min(wanted, remaining * AUDIO_SHARE) : remaining;
  for (const [group, budget] of [[audios, forAudio], [videos, remaining - forAudio]] as const) {
    const weight = sum(group.map(best));
    for (const i of group) {
      maxBytes[i] = Math.floor(budget * best(i) / weight);
      if (maxBytes[i] < bytesAt("least", profile, parts[i]!)) return tooBig(profile, parts, i);
    }
  }
  return { ok: true, maxBytes };
}

function isFixed(part: BudgetPart): boolean {
  return part.kind !== "image" && part.kind !== "audio" && part.kind !== "video";
}

/**
 * Returns the best and the least total bit rate of a part's form, in bits a second; null if it has
 * no duration.
 */
function timedForm(
  { audio, video }: RenditionProfile,
  kind: BudgetPart["kind"],
): { best: number; least: number } | null {
  if (kind === "audio") return { best: audio.bitrates[0]!, least: audio.bitrates.at(-1)! };
  if (kind !== "video") return null;
  return {
    best: video.maxBitrate + video.sound.bitrates[0]!,
    least: video.minBitrate + video.sound.bitrates.at(-1)!,
  };
}

function bytesAt(rate: "best" | "least", profile: RenditionProfile, part: BudgetPart): number {
  const bits = timedForm(profile, part.kind)![rate];
  // A file with a declared duration of 0 still has frames.
  const seconds = Math.max(part.durationMs ?? UNKNOWN_DURATION_MS, 100) / 1000;
  return bits * seconds / 8;
}

function tooBig(
  profile: RenditionProfile,
  parts: readonly BudgetPart[],
  part: number,
): BudgetSplit {
  const beside = parts.length > 1 ? " beside the rest of the message" : "";
  const limit = `${profile.wireBytes / KB} KB`;
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
