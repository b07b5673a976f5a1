/**
 * Damage of pictures that shows in their structure, without decoding: a file that was cut, or whose
 * bytes were changed. As strict as the decoders.
 */
import { crc32 } from "node:zlib";

/** Formats of pictures with a structure that tells where they end. */
export type PictureFormat = "jpeg" | "png" | "gif" | "webp";

/** Tells whether a picture is whole as far as its structure says. Its beginning was checked before. */
export function isWholePicture(format: PictureFormat, file: Uint8Array): boolean {
  return STRUCTURES[format](file);
}

const STRUCTURES: Readonly<Record<PictureFormat, (file: Uint8Array) => boolean>> = {
  jpeg: isWholeJpeg,
  png: isWholePng,
  gif: isWholeGif,
  webp: isWholeWebp,
};

/** Tells whether a JPEG has a scan and its end (ITU-T T.81, annex B). */
function isWholeJpeg(file: Uint8Array): boolean {
  let hasScan = false;
  for (let at = 2;;) {
    while (file[at] !== 0xff && at < file.length) at++;
    const marker = file[at + 1];
    if (marker === undefined) return false;
    if (marker === 0xd9) return hasScan;
    if (marker === 0xda) hasScan = true;
    // Without a length: fill, 0xff within a scan, TEM, RST0 to RST7 and SOI.
    if (marker === 0xff) at += 1;
    else if (marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd8)) at += 2;
    else at += 2 + (file[at + 2]! << 8 | file[at + 3]!);
  }
}

/** Tells whether the chunks of a PNG reach its end, and the critical ones are sound (RFC 2083). */
function isWholePng(file: Uint8Array): boolean {
  const view = viewOf(file);
  for (let at = 8; at + 8 <= file.length;) {
    if (view.getUint32(at + 4) === IEND) return true;
    const end = at + 8 + view.getUint32(at);
    if (end + 4 > file.length) return false;
    const isCritical = (file[at + 4]! & 0x20) === 0;
    if (isCritical && crc32(file.subarray(at + 4, end)) !== view.getUint32(end)) return false;
    at = end + 4;
  }
  return false;
}

const IEND = 0x49454e44;

/** Tells whether a GIF has an image, and no block that ends too soon (GIF89a, section 15). */
function isWholeGif(file: Uint8Array): boolean {
  const tableBytes = (flags = 0) => (flags & 0x80) === 0 ? 0 : 3 << (flags & 7) + 1;
  let hasImage = false;
  let at = 13 + tableBytes(file[10]);
  for (;;) {
    const block = file[at];
    if (block === IMAGE) at += 11 + tableBytes(file[at + 9]);
    else if (block === EXTENSION) at += 2;
    else return hasImage && at <= file.length; // the trailer, or its absence
    while (file[at] !== 0) {
      if (at >= file.length) return false;
      at += 1 + file[at]!;
    }
    at += 1;
    hasImage ||= block === IMAGE;
  }
}

const [EXTENSION, IMAGE] = [0x21, 0x2c] as const;

/** Tells whether a WebP has the bytes that its header names (RFC 9649, section 2.4). */
function isWholeWebp(file: Uint8Array): boolean {
  return viewOf(file).getUint32(4, true) + 8 <= file.length;
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}
