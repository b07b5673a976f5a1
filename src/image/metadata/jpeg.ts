/** Application segments and comments of a JPEG (ITU-T T.81, annex B; JFIF; ICC.1, annex B.4). */
import { Buffer } from "node:buffer";
import * as jpeg from "./jpeg_segments.ts";
import { copyOf } from "./copy.ts";
import { reducedExif } from "./exif.ts";
import { MAX_PROFILE_BYTES } from "./icc.ts";

/** First bytes of segments that affect pixels, each once, by marker. */
const PIXEL_SEGMENTS: ReadonlyMap<number, string> = new Map([
  [jpeg.APP0, "JFIF\0"],
  [jpeg.APP14, "Adobe"],
]);

/**
 * Strips a JPEG of all application segments but those of JFIF, Adobe and a colour profile, of EXIF
 * but for its orientation, and of comments. The orientation and the profile go before the first
 * scan, since all their segments must be known.
 */
export function stripJpeg(file: Buffer): Buffer {
  const copy = copyOf(file);
  const seen = new Set<number>();
  let exif: Buffer | null | undefined;
  let profile: Buffer[] = [];
  let profileBytes = 0;
  let copied = 0;
  let inHeader = true;

  /** Notes what the decoder looks for in a segment; of several EXIFs it takes the first. */
  function note({ marker, start, end, data }: jpeg.Segment): void {
    if (marker === jpeg.APP1 && jpeg.startsWith(data, jpeg.EXIF)) {
      if (exif === undefined) exif = reducedExif(data.subarray(jpeg.EXIF.length));
    } else if (marker === jpeg.APP2 && jpeg.startsWith(data, jpeg.ICC)) {
      profileBytes += data.length;
      if (profileBytes <= MAX_PROFILE_BYTES) profile.push(file.subarray(start, end));
      else profile = [];
    }
  }

  for (const segment of jpeg.segmentsOf(file)) {
    const { marker, start, end, data } = segment;
    if (marker === jpeg.SOS && inHeader) {
      inHeader = false;
      if (!exif && profile.length === 0) continue;
      copy.append(copied, start);
      copied = start;
      if (exif) copy.add(exifSegment(exif));
      profile.forEach(copy.add);
    } else if (isMetadata(marker)) {
      const prefix = PIXEL_SEGMENTS.get(marker);
      if (prefix !== undefined && jpeg.startsWith(data, prefix) && !seen.has(marker)) {
        seen.add(marker);
        continue;
      }
      if (inHeader) note(segment);
      copy.append(copied, start);
      copied = end;
    }
  }
  copy.append(copied, file.length);
  return copy.bytes();
}

function isMetadata(marker: number): boolean {
  return marker === jpeg.COM || (marker >= jpeg.APP0 && marker <= jpeg.APP15);
}

function exifSegment(exif: Buffer): Buffer {
  const head = Buffer.from([0xff, jpeg.APP1, 0, 2 + jpeg.EXIF.length + exif.length]);
  return Buffer.concat([head, Buffer.from(jpeg.EXIF, "latin1"), exif]);
}
