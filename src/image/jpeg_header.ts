/**
 * Parser for the segments of a JPEG before its pixels (ITU-T T.81, annex B), so that unsuitable
 * files are refused before decoding.
 */
import { Buffer } from "node:buffer";

export interface JpegHeader {
  width: number;
  height: number;
  /** Colour components: 1 grey, 3 colour, 4 CMYK. */
  components: number;
  /** Bits per sample. */
  precision: number;
  /** EXIF orientation, 1 to 8 (Exif 2.32, 4.6.4); 1 is upright. */
  orientation: number;
  /** Whether the colours are sRGB: no ICC profile says otherwise. */
  isSrgb: boolean;
  /** Number of scans: one, or several in a progressive JPEG. */
  scans: number;
}

/** Segment: second byte of its marker, and its data. */
interface Segment {
  marker: number;
  data: Buffer;
}

const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const APP1 = 0xe1;
const APP2 = 0xe2;
const EXIF = "Exif\0\0";
const ICC = "ICC_PROFILE\0";

/** Reads the header of a JPEG; null if the bytes are not a JPEG, or end before its size. */
export function readJpegHeader(bytes: Uint8Array): JpegHeader | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.length < 4 || file[0] !== 0xff || file[1] !== SOI || file[2] !== 0xff) return null;
  const header: JpegHeader = {
    width: 0,
    height: 0,
    components: 0,
    precision: 0,
    orientation: 1,
    isSrgb: true,
    scans: 0,
  };
  for (const { marker, data } of segmentsOf(file)) {
    if (isFrame(marker) && data.length >= 6) {
      header.precision = data[0]!;
      header.height = data.readUInt16BE(1);
      header.width = data.readUInt16BE(3);
      header.components = data[5]!;
    } else if (marker === SOS) {
      header.scans++;
    } else if (marker === APP1 && startsWith(data, EXIF)) {
      header.orientation = orientationOf(data.subarray(EXIF.length)) ?? header.orientation;
    } else if (marker === APP2 && startsWith(data, ICC)) {
      header.isSrgb = namesSrgb(data);
    }
  }
  return header.width > 0 && header.height > 0 && header.scans > 0 ? header : null;
}

/** Iterates over all segments, including those after the first scan. */
function* segmentsOf(file: Buffer): Generator<Segment> {
  let at = 2;
  for (;;) {
    at = file.indexOf(0xff, at);
    if (at < 0 || at + 1 >= file.length) return;
    const marker = file[at + 1]!;
    if (marker === EOI) return;
    if (!hasLength(marker)) { // fill byte, or 0xff within entropy-coded data
      at += marker === 0xff ? 1 : 2;
      continue;
    }
    if (at + 4 > file.length) return;
    const end = at + 2 + file.readUInt16BE(at + 2);
    yield { marker, data: file.subarray(at + 4, end) };
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

/**
 * Returns whether a marker is SOF0 to SOF15; DHT (0xc4), JPG (0xc8) and DAC (0xcc) lie between
 * them.
 */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

function startsWith(data: Buffer, text: string): boolean {
  return data.toString("latin1", 0, text.length) === text;
}

/** Reads the orientation: tag 0x0112 of the first directory, a short (TIFF 6.0). */
function orientationOf(tiff: Buffer): number | null {
  if (tiff.length < 8) return null;
  const isLittleEndian = tiff.toString("latin1", 0, 2) === "II";
  const short = (at: number) => isLittleEndian ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at);
  const directory = isLittleEndian ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (directory + 2 > tiff.length) return null;
  const entries = short(directory);
  for (let entry = 0; entry < entries; entry++) {
    const at = directory + 2 + 12 * entry;
    if (at + 12 > tiff.length) return null;
    if (short(at) === 0x0112) return short(at + 8);
  }
  return null;
}

/**
 * Returns whether an ICC profile is sRGB by its name, in ASCII (version 2) or UTF-16 (version 4).
 */
function namesSrgb(profile: Buffer): boolean {
  return profile.includes("sRGB", "latin1") || profile.includes("s\0R\0G\0B", "latin1");
}
