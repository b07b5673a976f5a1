import type { Rendition } from "../../core/media/renditions.ts";
import type { Transcoder } from "../../ports/mod.ts";

/** A requested rendition with its byte limit. */
export interface Goal {
  rendition: Rendition;
  maxBytes: number;
}

/** Result of all goals of an intact source. */
export type Transcoded = Awaited<ReturnType<Transcoder["transcode"]>>;

/** An encoded JPEG or GIF. */
export interface EncodedImage {
  data: Uint8Array;
  width: number;
  height: number;
}

/** Encodes an image as well as a goal allows; null when nothing fits its bytes. */
export type ImageEncoder = (goal: Goal) => Promise<EncodedImage | null>;
