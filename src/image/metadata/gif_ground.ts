/** Ground of a GIF whose first frame leaves part of the screen free (GIF89a specification, section 20). */
import { Buffer } from "node:buffer";
import { firstImage } from "./gif.ts";

/**
 * Frame of one transparent pixel. A decoder that sees one gives the whole image an alpha channel;
 * without, libvips paints black where no frame has painted.
 */
const CLEAR_FRAME = Buffer.concat([
  Buffer.of(0x21, 0xf9, 4, 1, 0, 0, 0, 0), // graphic control: index 0 is transparent
  Buffer.of(0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0x80), // 1×1
  Buffer.of(0, 0, 0, 0, 0, 0), // a palette of two colours
  Buffer.of(2, 2, 0x44, 1, 0), // pixels
]);
const TRAILER = Buffer.from([0x3b]);

/**
 * Appends a clear frame, behind all that are shown, to a GIF whose first frame is smaller than its
 * screen. May return the file itself.
 */
export function withClearGround(file: Uint8Array): Uint8Array {
  const gif = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (!leavesGround(gif)) return file;
  const end = gif.at(-1) === TRAILER[0] ? gif.length - 1 : gif.length;
  return Buffer.concat([gif.subarray(0, end), CLEAR_FRAME, TRAILER]);
}

function leavesGround(gif: Buffer): boolean {
  const at = firstImage(gif);
  if (at === null) return false;
  // Left and top, width and height: 16 bits each.
  return gif.readUInt32LE(at + 1) !== 0 || gif.readUInt32LE(at + 5) !== gif.readUInt32LE(6);
}
