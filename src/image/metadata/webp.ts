/** Chunks of a WebP (RFC 9649, section 2). */
import { Buffer } from "node:buffer";
import { copyOf } from "./copy.ts";
import { reducedExif } from "./exif.ts";
import { MAX_PROFILE_BYTES } from "./icc.ts";

/** Bytes of the file header. */
const HEADER_BYTES = 12;
/** Bytes before a chunk's data: type and length. */
const CHUNK_BYTES = 8;
/** Chunks of pixels. */
const PIXEL_CHUNKS: ReadonlySet<string> = new Set(["VP8X", "VP8 ", "VP8L", "ALPH", "ANIM", "ANMF"]);
/**
 * Maximum frames of the copy: libvips takes time in proportion to their square to list them. No
 * animation of so many is accepted.
 */
const MAX_FRAMES = 10_000;
/** Flags of VP8X by the chunk that they announce. */
const FLAGS = { ICCP: 0x20, EXIF: 0x08, XMP: 0x04 } as const;
const ANNOUNCED = FLAGS.ICCP | FLAGS.EXIF | FLAGS.XMP;
/** Prefix of an EXIF that a program has copied from a JPEG. */
const JPEG_PREFIX = "Exif\0\0";

/** Strips a WebP of EXIF but for its orientation, of XMP, and of unknown chunks. */
export function stripWebp(file: Buffer): Buffer {
  const last = Math.min(file.length, CHUNK_BYTES + file.readUInt32LE(4));
  const copy = copyOf(file);
  let flags = 0;
  let frames = 0;
  copy.append(0, HEADER_BYTES);
  for (let at = HEADER_BYTES; at < last;) {
    if (at + CHUNK_BYTES > last) { // cut off
      copy.append(at, last);
      break;
    }
    const type = file.toString("latin1", at, at + 4);
    const length = file.readUInt32LE(at + 4);
    const end = at + CHUNK_BYTES + length + length % 2;
    if (type === "ANMF" && ++frames > MAX_FRAMES) break;
    if (PIXEL_CHUNKS.has(type)) copy.append(at, Math.min(end, last));
    else if (type === "ICCP" && (flags & FLAGS.ICCP) === 0 && length <= MAX_PROFILE_BYTES) {
      copy.append(at, Math.min(end, last));
      flags |= FLAGS.ICCP;
    } else if (type === "EXIF" && (flags & FLAGS.EXIF) === 0) {
      const exif = reducedExif(withoutPrefix(file.subarray(at + CHUNK_BYTES, end)));
      if (exif !== null) {
        copy.add(chunkOf("EXIF", exif));
        flags |= FLAGS.EXIF;
      }
    }
    at = end;
  }
  return corrected(copy.bytes(), file, { dropped: last - copy.bytes().length, flags });
}

/** Corrects the size that a stripped file announces, and the chunks. */
function corrected(
  stripped: Buffer,
  file: Buffer,
  { dropped, flags }: { dropped: number; flags: number },
): Buffer {
  if (stripped.length === file.length || dropped > file.readUInt32LE(4)) return stripped;
  const result = Buffer.from(stripped); // it may still be the file's own memory
  result.writeUInt32LE(file.readUInt32LE(4) - dropped, 4);
  if (result.toString("latin1", HEADER_BYTES, HEADER_BYTES + 4) === "VP8X") {
    const at = HEADER_BYTES + CHUNK_BYTES;
    result[at] = result[at]! & ~ANNOUNCED | flags;
  }
  return result;
}

function withoutPrefix(exif: Buffer): Buffer {
  const hasPrefix = exif.toString("latin1", 0, JPEG_PREFIX.length) === JPEG_PREFIX;
  return hasPrefix ? exif.subarray(JPEG_PREFIX.length) : exif;
}

/** Builds a chunk of data of an even length. */
function chunkOf(type: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(CHUNK_BYTES + data.length);
  chunk.write(type, "latin1");
  chunk.writeUInt32LE(data.length, 4);
  data.copy(chunk, CHUNK_BYTES);
  return chunk;
}
