import type { RenditionProfile } from "../../core/media/renditions.ts";

/** A requested rendition with its byte limit. */
export interface Goal {
  readonly profile: RenditionProfile;
  readonly maxBytes: number;
}

/** An encoded JPEG or GIF. */
export interface EncodedImage {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Encodes an image as well as a goal allows; null when nothing fits its bytes. */
export type ImageEncoder = (goal: Goal) => Promise<EncodedImage | null>;
