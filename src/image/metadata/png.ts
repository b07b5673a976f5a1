/** Chunks of a PNG (ISO 15948, section 5; APNG and eXIf are of its third edition). */
import { Buffer } from "node:buffer";
import { crc32 } from "node:zlib";
import { copyOf } from "./copy.ts";
import { reducedExif } from "./exif.ts";
import { isSaneProfile } from "./icc.ts";

const SIGNATURE_BYTES = 8;
/** Bytes of a chunk besides its data: length, type and checksum. */
const FRAME_BYTES = 12;
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
  ["acTL", 8],
]);
/** Ancillary chunks that make an animation, of any number. */
const FRAME_CHUNKS: ReadonlySet<string> = new Set(["fcTL", "fdAT"]);

/** Strips a PNG of texts, times, palettes to suggest and private chunks. */
export function stripPng(file: Buffer): Buffer {
  const copy = copyOf(file);
  const seen = new Set<string>();
  copy.keep(0, SIGNATURE_BYTES);
  for (let at = SIGNATURE_BYTES; at < file.length;) {
    if (at + FRAME_BYTES > file.length) { // cut off
      copy.keep(at, file.length);
      break;
    }
    const end = at + FRAME_BYTES + file.readUInt32BE(at);
    const type = file.toString("latin1", at + 4, at + 8);
    const data = file.subarray(at + 8, end - 4);
    if ((file[at + 4]! & ANCILLARY) === 0 || FRAME_CHUNKS.has(type)) copy.keep(at, end);
    else if (!seen.has(type) && end <= file.length) {
      if (data.length <= (PIXEL_CHUNKS.get(type) ?? -1)) copy.keep(at, end);
      else if (type === "iCCP" && isSaneProfile(compressedProfile(data))) copy.keep(at, end);
      else if (type === "eXIf") addExif(data);
      if (PIXEL_CHUNKS.has(type) || type === "iCCP" || type === "eXIf") seen.add(type);
    }
    if (type === "IEND") break;
    at = end;
  }
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
