/** EXIF (Exif 2.32), a TIFF of which only the orientation affects how an image looks. */
import { Buffer } from "node:buffer";

/** Tag of the orientation (Exif 2.32, 4.6.4). */
const ORIENTATION = 0x0112;

/** Reads the orientation: a short of the first directory (TIFF 6.0); null if there is none. */
export function orientationOf(tiff: Buffer): number | null {
  if (tiff.length < 8) return null;
  const isLittleEndian = tiff.toString("latin1", 0, 2) === "II";
  const short = (at: number) => isLittleEndian ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at);
  const directory = isLittleEndian ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (directory + 2 > tiff.length) return null;
  const entries = short(directory);
  for (let entry = 0; entry < entries; entry++) {
    const at = directory + 2 + 12 * entry;
    if (at + 12 > tiff.length) return null;
    if (short(at) === ORIENTATION) return short(at + 8);
  }
  return null;
}

/** Reduces an EXIF to its orientation; null if it has none, or if the image is upright anyway. */
export function reducedExif(tiff: Buffer): Buffer | null {
  const orientation = orientationOf(tiff);
  if (orientation === null || orientation < 2 || orientation > 8) return null;
  const reduced = Buffer.alloc(26);
  reduced.write("MM\0*", "latin1");
  reduced.writeUInt32BE(8, 4); // the directory follows
  reduced.writeUInt16BE(1, 8); // one entry: a short
  reduced.writeUInt16BE(ORIENTATION, 10);
  reduced.writeUInt16BE(3, 12);
  reduced.writeUInt32BE(1, 14);
  reduced.writeUInt16BE(orientation, 18);
  return reduced;
}
