/** Generated pictures: their backgrounds, drawing, and contacts' photographs. */
import type { Drawing, Picture } from "../core/template/picture.ts";
import type { Turn } from "./media.ts";

/** Fetched background: a JPEG, judged by its first bytes. */
export interface Background {
  /** SHA-256 of the bytes, in hex. */
  hash: string;
  jpeg: Uint8Array<ArrayBuffer>;
}

/** Backgrounds by URL, cached by the rules of HTTP (RFC 9111). */
export interface Backgrounds {
  /**
   * Fetches a background. The bytes are shared: callers must not write to or transfer them.
   * @throws {FetchRefused} by rule `content-type` if it is no JPEG.
   * @throws {Refusal} `unavailable` if too much is being fetched.
   */
  of(url: string, turn: Turn): Promise<Background>;
}

/** Draws pictures in Workers. */
export interface Pictures {
  /**
   * Draws a picture as a JPEG.
   * @throws {Refusal} `backgroundInvalid` if the background cannot be decoded; `barcodeInvalid` if
   * its id does not suit the barcode type; `drawingInvalid` if the result would be unreadable or
   * too large, or the barcode outside; `unavailable` if too many pictures of the account are queued.
   */
  draw(picture: Picture, background: Background | null, turn: Turn): Promise<Drawing>;
  /** Terminates the Workers once the pictures in progress are done. */
  close(): Promise<void>;
}

/** Logo that is not stored yet. */
export interface EncodedLogo {
  png: Uint8Array<ArrayBuffer>;
  /** Width in pixels. */
  width: number;
  /** Height in pixels. */
  height: number;
}

/**
 * Re-encodes an image (GIF, JPEG, PNG or WebP) as a small PNG without metadata.
 * @throws {Refusal} `invalidRequest` for any other file.
 */
export type EncodeLogo = (image: Uint8Array<ArrayBuffer>) => Promise<EncodedLogo>;

/** Photographs of contacts. */
export interface Photos {
  /**
   * Fetches an image (GIF, JPEG or PNG) and converts it to JPEG.
   * @throws {FetchRefused}
   * @throws {TranscodeFailed}
   */
  of(url: string, turn: Turn): Promise<Uint8Array<ArrayBuffer>>;
}
