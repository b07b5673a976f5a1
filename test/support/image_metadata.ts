/** Images with metadata of the test's choice, put in byte by byte. */
import { Buffer } from "node:buffer";
import { crc32, deflateSync } from "node:zlib";

type Image = Uint8Array;

/** Text that no decoder should see. */
export const SECRET = "secret";

/** Texts of 50 MB, the largest that libvips takes, each in 48 KB. */
export const bombs = (count: number): Buffer[] => {
  const zlib = deflateSync(Buffer.alloc(49_900_000, "A"), { level: 9 });
  return Array.from(
    { length: count },
    (_, n) => Buffer.concat([latin1(`${SECRET}${n}\0\0`), zlib]),
  );
};

export const latin1 = (text: string) => Buffer.from(text, "latin1");

/** Returns a PNG with a chunk after its header (ISO 15948, section 5.3). */
export function pngWith(png: Image, type: string, ...data: readonly Image[]): Buffer {
  const chunks = data.map((data) => pngChunk(type, data));
  return Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)]);
}

export function pngChunk(type: string, data: Image): Buffer {
  const content = Buffer.concat([latin1(type), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, checksum]);
}

/** Returns a JPEG with segments after its first marker (ITU-T T.81, B.1.1.4). */
export function jpegWith(jpeg: Image, marker: number, ...data: readonly Image[]): Buffer {
  const segments = data.map((data) => {
    const head = Buffer.from([0xff, marker, 0, 0]);
    head.writeUInt16BE(data.length + 2, 2);
    return Buffer.concat([head, data]);
  });
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);
}

/** Returns a GIF with extensions before its first block (GIF89a, section 23 on). */
export function gifWith(gif: Image, label: number, ...data: readonly Image[]): Buffer {
  const start = 13 + (gif[10]! & 0x80 ? 3 << ((gif[10]! & 7) + 1) : 0);
  const extensions = data.map((data) => {
    const blocks: Buffer[] = [];
    // An application's name has a block of its own.
    const first = label === 0xff ? 11 : 255;
    for (let at = 0; at < data.length;) {
      const block = data.subarray(at, at + (at === 0 ? first : 255));
      blocks.push(Buffer.from([block.length]), Buffer.from(block));
      at += block.length;
    }
    return Buffer.concat([Buffer.from([0x21, label]), ...blocks, Buffer.from([0])]);
  });
  return Buffer.concat([gif.subarray(0, start), ...extensions, gif.subarray(start)]);
}

/** Returns an extended WebP (RFC 9649, section 2.7) with chunks after its pixels. */
export function webpWith(webp: Image, type: string, ...data: readonly Image[]): Buffer {
  const flags = { ICCP: 0x20, EXIF: 0x08, "XMP ": 0x04 }[type] ?? 0;
  const extended = extendedHeader(flags, sizeOf(webp));
  const chunks = data.map((data) => webpChunk(type, data));
  const parts = type === "ICCP"
    ? [extended, ...chunks, webp.subarray(12)]
    : [extended, webp.subarray(12), ...chunks];
  const content = Buffer.concat([latin1("WEBP"), ...parts]);
  return webpChunk("RIFF", content);
}

/** Returns an animated WebP whose frames are all the same WebP (RFC 9649, section 2.7.1.1). */
export function webpOfFrames(webp: Image, count: number): Buffer {
  const size = sizeOf(webp);
  const offset = Buffer.concat([Buffer.alloc(6), size, Buffer.from([100, 0, 0, 0])]);
  const frame = webpChunk("ANMF", Buffer.concat([offset, webp.subarray(12)]));
  const content = [
    latin1("WEBP"),
    extendedHeader(0x02, size),
    webpChunk("ANIM", Buffer.alloc(6)),
    ...Array<Buffer>(count).fill(frame),
  ];
  return webpChunk("RIFF", Buffer.concat(content));
}

function extendedHeader(flags: number, size: Image): Buffer {
  return webpChunk("VP8X", Buffer.concat([Buffer.from([flags, 0, 0, 0]), size]));
}

/** Encodes the size of a plain WebP as it is in other chunks: 24 bits each, less one. */
function sizeOf(webp: Image): Buffer {
  const size = Buffer.alloc(6);
  const header = Buffer.from(webp);
  size.writeUIntLE(header.readUInt16LE(26) - 1, 0, 3);
  size.writeUIntLE(header.readUInt16LE(28) - 1, 3, 3);
  return size;
}

function webpChunk(type: string, data: Image): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(data.length);
  return Buffer.concat([latin1(type), length, data, Buffer.alloc(data.length % 2)]);
}

/** Builds an EXIF with an orientation, a maker's secret, and a directory that points to itself. */
export function exif(orientation: number, order: "II" | "MM" = "II"): Buffer {
  const tiff = Buffer.alloc(8 + 2 + 3 * 12 + 4);
  const isLittle = order === "II";
  const short = (value: number, at: number) =>
    isLittle ? tiff.writeUInt16LE(value, at) : tiff.writeUInt16BE(value, at);
  const long = (value: number, at: number) =>
    isLittle ? tiff.writeUInt32LE(value, at) : tiff.writeUInt32BE(value, at);
  tiff.write(order, "latin1");
  short(42, 2);
  long(8, 4);
  short(3, 8);
  const entry = (index: number, [tag, type, count]: [number, number, number]) => {
    const at = 10 + 12 * index;
    short(tag, at);
    short(type, at + 2);
    long(count, at + 4);
    return at + 8;
  };
  long(tiff.length, entry(0, [0x010f, 2, SECRET.length]));
  short(orientation, entry(1, [0x0112, 3, 1]));
  long(8, entry(2, [0x8769, 4, 1]));
  return Buffer.concat([tiff, latin1(SECRET)]);
}
