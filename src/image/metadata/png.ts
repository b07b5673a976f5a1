/** Chunks of a PNG (ISO 15948, section 5; APNG and eXIf are of its third edition). */
import { Buffer } from "node:buffer";
import { crc32 } from "node:zlib";
import { copyOf } from "./copy.ts";
import { reducedExif } from "./exif.ts";
import { isSaneProfile } from "./icc.ts";

const SIGNATURE_BYTES = 8;
/** Bytes of a chunk besides its data: length, type and checksum. */
const FRAME_BYTES = 12;
/** Data of an acTL chunk: the number of pictures, and that of repetitions. */
const ACTL_BYTES = 8;
/** Bit of a type's first letter that marks an ancillary chunk: lower case. */
const ANCILLARY = 0x20;

/** Ancillary chunks that affect pixels, each once, by their maximum size in bytes. */
const PIXEL_CHUNKS: ReadonlyMap<string, number> = new Map([
  ["tRNS", 256],
  ["gAMA", 4],
  ["cHRM", 32],
  ["sRGB", 1],
  ["sBIT", 4],
  ["bKGD", 6],
  ["pHYs", 9],
  ["acTL", ACTL_BYTES],
]);
/** Ancillary chunks that make an animation, of any number. */
const FRAME_CHUNKS: ReadonlySet<string> = new Set(["fcTL", "fdAT"]);

interface Chunk {
  /** Offset of its first byte. */
  readonly at: number;
  /** Offset behind its last byte; beyond the file if that is cut off. */
  readonly end: number;
  readonly type: string;
  readonly data: Buffer;
}

/** Reads the chunks of a file up to IEND, or to where it is cut off within the frame of a chunk. */
function* chunksIn(file: Buffer): Generator<Chunk> {
  for (let at = SIGNATURE_BYTES; at + FRAME_BYTES <= file.length;) {
    const end = at + FRAME_BYTES + file.readUInt32BE(at);
    const type = file.toString("latin1", at + 4, at + 8);
    yield { at, end, type, data: file.subarray(at + 8, end - 4) };
    if (type === "IEND") return;
    at = end;
  }
}

/** Tells whether a PNG is an animation: its control chunk (acTL) comes before the first picture. */
export function isAnimatedPng(file: Buffer): boolean {
  for (const { type, data } of chunksIn(file)) {
    if (type === "IDAT") return false;
    if (type === "acTL" && data.length === ACTL_BYTES) return data.readUInt32BE(0) > 1;
  }
  return false;
}

/** Strips a PNG of texts, times, palettes to suggest and private chunks. */
export function stripPng(file: Buffer): Buffer {
  const copy = copyOf(file);
  const seen = new Set<string>();
  let rest = SIGNATURE_BYTES;
  copy.append(0, SIGNATURE_BYTES);
  for (const { at, end, type, data } of chunksIn(file)) {
    rest = type === "IEND" ? file.length : end;
    if ((file[at + 4]! & ANCILLARY) === 0 || FRAME_CHUNKS.has(type)) copy.append(at, end);
    else if (!seen.has(type) && end <= file.length) {
      if (data.length <= (PIXEL_CHUNKS.get(type) ?? -1)) copy.append(at, end);
      else if (type === "iCCP" && isSaneProfile(compressedProfile(data))) copy.append(at, end);
      else if (type === "eXIf") addExif(data);
      if (PIXEL_CHUNKS.has(type) || type === "iCCP" || type === "eXIf") seen.add(type);
    }
  }
  if (rest < file.length) copy.append(rest, file.length); // cut off
  return copy.bytes();

  function addExif(data: Buffer): void {
    const exif = reducedExif(data);
    if (exif !== null) copy.add(chunkOf("eXIf", exif));
  }
}

/** Returns what follows the profile's name and the method of its compression. */
function compressedProfile(data: Buffer): Buffer {
  return data.subarray(data.indexOf(0) + 2);
}

function chunkOf(type: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(FRAME_BYTES + data.length);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(type, 4, "latin1");
  data.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4);
  return chunk;
}
