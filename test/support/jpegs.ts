/** JPEGs of unusual kinds, encoded by a program or edited byte by byte. */
import { Buffer } from "node:buffer";
import sharp, { type Sharp } from "sharp";

type Jpeg = Uint8Array<ArrayBuffer>;

const SIDE = { width: 120, height: 80 };

/** Draws a picture with red above and blue below. */
export function redAboveBlue(size = SIDE): Sharp {
  const half = { width: size.width, height: size.height / 2 };
  const red = { create: { ...half, channels: 3 as const, background: "#e01010" } };
  return sharp({ create: { ...size, channels: 3, background: "#1010e0" } })
    .composite([{ input: red, left: 0, top: 0 }]);
}

export async function bytesOf(image: Sharp): Promise<Jpeg> {
  return new Uint8Array(await image.toBuffer());
}

/** JPEGs of the encoder, by name. */
export const ODD_JPEGS: Readonly<Record<string, () => Promise<Jpeg>>> = {
  "progressive": () => bytesOf(redAboveBlue().jpeg({ progressive: true })),
  "colour in full resolution": () => bytesOf(redAboveBlue().jpeg({ chromaSubsampling: "4:4:4" })),
  "grey": async () =>
    await bytesOf(sharp(await bytesOf(redAboveBlue().png())).toColourspace("b-w").jpeg()),
  "CMYK": () => bytesOf(redAboveBlue().toColourspace("cmyk").jpeg()),
  "with comments and EXIF": () =>
    bytesOf(redAboveBlue().withExif({ IFD0: { Make: "secret" } }).jpeg()),
  "Display P3": () => bytesOf(redAboveBlue().withIccProfile("p3").jpeg()),
  "sRGB by profile": () => bytesOf(redAboveBlue().withIccProfile("srgb").jpeg()),
  "with bytes behind its end": async () =>
    joined(await bytesOf(redAboveBlue().jpeg()), Buffer.from("trailing bytes")),
  "with fill bytes before a marker": async () => {
    const jpeg = await bytesOf(redAboveBlue().jpeg());
    return joined(jpeg.subarray(0, 2), Uint8Array.of(0xff, 0xff), jpeg.subarray(2));
  },
};

/** Creates a JPEG as a phone stores it in one of eight orientations, 1 to 8. */
export async function turnedByExif(orientation: number): Promise<Jpeg> {
  const stored = await sharp(await bytesOf(redAboveBlue().png()))
    .rotate({ 6: 270, 8: 90, 5: 270, 7: 270, 3: 180, 4: 180 }[orientation] ?? 0)
    .flop([2, 4, 5].includes(orientation))
    .flip(orientation === 7)
    .toBuffer();
  return await bytesOf(sharp(stored).withMetadata({ orientation }).jpeg());
}

/** Changes the size that the header claims; the data stays. */
export function claiming(jpeg: Jpeg, width: number, height: number): Jpeg {
  const bent = Buffer.from(jpeg);
  const frame = bent.indexOf(Uint8Array.of(0xff, 0xc0));
  bent.writeUInt16BE(height, frame + 5);
  bent.writeUInt16BE(width, frame + 7);
  return new Uint8Array(bent);
}

/** Changes the bits a sample that the header claims. */
export function withPrecision(jpeg: Jpeg, bits: number): Jpeg {
  const bent = Buffer.from(jpeg);
  bent[bent.indexOf(Uint8Array.of(0xff, 0xc0)) + 4] = bits;
  return new Uint8Array(bent);
}

/** Repeats the last scan of a progressive JPEG. */
export function withScans(progressive: Jpeg, more: number): Jpeg {
  const file = Buffer.from(progressive);
  const last = file.lastIndexOf(Uint8Array.of(0xff, 0xda));
  const scan = file.subarray(last, -2);
  return joined(file.subarray(0, -2), ...Array(more).fill(scan), Uint8Array.of(0xff, 0xd9));
}

export function joined(...parts: Uint8Array[]): Jpeg {
  return new Uint8Array(Buffer.concat(parts));
}
