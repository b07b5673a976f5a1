import type { Rendition } from "../../core/media/renditions.ts";
import type { MissedRendition, TranscodedFile } from "../../ports/mod.ts";

/** What a source is to become, and how large at most. */
export interface Goal {
  rendition: Rendition;
  maxBytes: number;
}

/** What became of the goals of a source that is sound. */
export interface Transcoded {
  made: TranscodedFile[];
  missed: MissedRendition[];
}

/** An image in a form that may be sent. */
export interface EncodedImage {
  data: Uint8Array;
  width: number;
  height: number;
}

/** Makes the best of an image that a goal allows; null when nothing fits its bytes. */
export type ImageEncoder = (goal: Goal) => Promise<EncodedImage | null>;
