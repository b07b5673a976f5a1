/** Pictures made for a recipient: their backgrounds, the drawing, and contacts' photographs. */
import type { Picture } from "../core/personalisation/picture.ts";
import type { Turn } from "./media.ts";

/** A background as it was fetched: a JPEG, as far as its first bytes tell. */
export interface Background {
  /** SHA-256 of the bytes, in hex. */
  hash: string;
  jpeg: Uint8Array<ArrayBuffer>;
}

/** Backgrounds by URL, kept and asked for again as HTTP caching has it (RFC 9111). */
export interface Backgrounds {
  /**
   * Throws FetchRefused, what is no JPEG by rule `content-type`; or Refusal `unavailable` when too
   * much is being fetched. The bytes are everybody's: not to be written to or transferred.
   */
  of(url: string, turn: Turn): Promise<Background>;
}

/** Draws pictures, in Workers. */
export interface Pictures {
  /**
   * The JPEG. Throws Refusal: `backgroundInvalid` when the background cannot be decoded,
   * `barcodeInvalid` when the id has no barcode of its type, `drawingInvalid` when it would not be
   * readable or the picture too large, `unavailable` when too many of the account wait already.
   */
  draw(
    picture: Picture,
    background: Background | null,
    turn: Turn,
  ): Promise<Uint8Array<ArrayBuffer>>;
  /** Ends the Workers once what is in work is done. */
  close(): Promise<void>;
}

/** Photographs of contacts. */
export interface Photos {
  /** The image at a URL (GIF, JPEG or PNG) as a JPEG. Throws FetchRefused or TranscodeFailed. */
  of(url: string, turn: Turn): Promise<Uint8Array<ArrayBuffer>>;
}
