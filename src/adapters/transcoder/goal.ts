import type { ImageForm, RenditionProfile, TranscodedName } from "../../core/media/renditions.ts";

/** A requested rendition with its byte limit. */
export interface Goal {
  readonly profile: RenditionProfile;
  readonly maxBytes: number;
}

/** A form of images with its byte limit. */
export interface EncodingGoal {
  readonly form: ImageForm;
  readonly maxBytes: number;
}

/** A requested image, by name. */
export interface ImageGoal extends EncodingGoal {
  readonly name: TranscodedName;
}

/** An encoded JPEG or GIF. */
export interface EncodedImage {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Encodes an image as well as a goal allows; null when nothing fits its bytes. */
export type ImageEncoder = (goal: EncodingGoal) => Promise<EncodedImage | null>;
