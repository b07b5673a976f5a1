/** Segments of a JPEG (ITU-T T.81, annex B). */
import type { Buffer } from "node:buffer";

/** Segment: second byte of its marker, its position with the marker, and its data. */
export interface Segment {
  readonly marker: number;
  readonly start: number;
  /** Position after it, which may lie behind the end of the file. */
  readonly end: number;
  readonly data: Buffer;
}

export const SOI = 0xd8;
const EOI = 0xd9;
export const SOS = 0xda;
export const APP0 = 0xe0;
export const APP1 = 0xe1;
export const APP2 = 0xe2;
export const APP14 = 0xee;
export const APP15 = 0xef;
export const COM = 0xfe;
/** First bytes of an APP1 with EXIF. */
export const EXIF = "Exif\0\0";
/** First bytes of an APP2 with a part of a colour profile. */
export const ICC = "ICC_PROFILE\0";

/** Iterates over all segments, including those after the first scan. */
export function* segmentsOf(file: Buffer): Generator<Segment> {
  let at = 2;
  for (;;) {
    if (file[at] !== 0xff) at = file.indexOf(0xff, at); // a call costs as much as many bytes
    if (at < 0 || at + 1 >= file.length) return;
    const marker = file[at + 1]!;
    if (marker === EOI) return;
    if (!hasLength(marker)) { // fill byte, or 0xff within entropy-coded data
      at += marker === 0xff ? 1 : 2;
      continue;
    }
    if (at + 4 > file.length) return;
    const end = at + 2 + file.readUInt16BE(at + 2);
    yield { marker, start: at, end, data: file.subarray(at + 4, end) };
    at = Math.max(end, at + 4);
  }
}

/**
 * Returns whether a marker has a length and data: 0x00 is no marker, 0x01 and 0xd0 to 0xd8 stand
 * alone, 0xff is fill.
 */
function hasLength(marker: number): boolean {
  return marker >= 0xc0 && marker !== 0xff && !(marker >= 0xd0 && marker <= SOI);
}

/** Returns whether the data of a segment begins with this text. */
export function startsWith(data: Buffer, text: string): boolean {
  return data.toString("latin1", 0, text.length) === text;
}
