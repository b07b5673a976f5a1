/**
 * Parser for the segments of a JPEG before its pixels (ITU-T T.81, annex B), so that unsuitable
 * files are refused before decoding.
 */
import { Buffer } from "node:buffer";
import {
  APP1,
  APP2,
  EXIF,
  ICC,
  segmentsOf,
  SOI,
  SOS,
  startsWith,
} from "./metadata/jpeg_segments.ts";
import { orientationOf } from "./metadata/exif.ts";

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

/**
 * Returns whether a marker is SOF0 to SOF15; DHT (0xc4), JPG (0xc8) and DAC (0xcc) lie between
 * them.
 */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

/**
 * Returns whether an ICC profile is sRGB by its name, in ASCII (version 2) or UTF-16 (version 4).
 */
function namesSrgb(profile: Buffer): boolean {
  return profile.includes("sRGB", "latin1") || profile.includes("s\0R\0G\0B", "latin1");
}
