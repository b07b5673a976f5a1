/** Files that are not what they say, or are made to hurt. Each returns a path, as media.ts does. */
import { constants, deflateRawSync } from "node:zlib";
import { bytes, copied, video } from "./media.ts";

const SIDE = 65_535;
const latin1 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

function joined(...parts: (Uint8Array | readonly number[])[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(parts.flatMap((part) => [...part]));
}

/** Headers that claim 65535×65535 pixels (WebP: as many as it has bits for), and little more. */
export const enormous = {
  png: () => png("enormous.png", SIDE, SIDE, new Uint8Array(64)),
  jpg: () => bytes("enormous.jpg", enormousJpeg()),
  gif: () => {
    const screen = [0xff, 0xff, 0xff, 0xff, 0x80, 0, 0, 0, 0, 0, 255, 255, 255];
    const frame = [0x2c, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0, 2, 2, 0x4c, 0x01, 0, 0x3b];
    return bytes("enormous.gif", joined(latin1("GIF89a"), screen, frame));
  },
  /** VP8X (RFC 9649, section 2.7): 65535 less one, in 24 bits each. */
  webp: () => {
    const canvas = [0, 0, 0, 0, 0xfe, 0xff, 0, 0xfe, 0xff, 0];
    const chunk = joined(latin1("VP8X"), [10, 0, 0, 0], canvas, latin1("VP8 "), [0, 0, 0, 0]);
    return bytes(
      "enormous.webp",
      joined(latin1("RIFF"), [chunk.length + 4, 0, 0, 0], latin1("WEBP"), chunk),
    );
  },
};

/** A progressive JPEG in full colour resolution, of which a decoder holds all coefficients. */
export const hugeProgressive = () => bytes("progressive.jpg", enormousJpeg(0xc2, 9000, 7000));

/** Start of frame (ITU-T T.81, B.2.2) without any scan. @param marker Default: of a baseline JPEG. */
function enormousJpeg(marker = 0xc0, width = SIDE, height = SIDE): Uint8Array<ArrayBuffer> {
  const size = [height >> 8, height & 0xff, width >> 8, width & 0xff];
  const frame = [8, ...size, 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0];
  const scan = [3, 1, 0, 2, 0, 3, 0, 0, 63, 0];
  return joined(
    [0xff, 0xd8, 0xff, marker, 0, frame.length + 2, ...frame],
    [0xff, 0xda, 0, scan.length + 2, ...scan, 0, 0, 0, 0, 0xff, 0xd9],
  );
}

/** 400 million black pixels in 50 KB. */
export async function pngBomb(): Promise<string> {
  const side = 20_000;
  const rows = await deflated(side * (1 + side / 8));
  return await png("bomb.png", side, side, rows, { depth: 1 });
}

/** The header of 45 million pixels in lines of 900,000, of which libvips holds some tens at a time. */
export const widePng = () => png("wide.png", 900_000, 50, new Uint8Array(64));

/** A small picture with a text of 2 GiB, compressed to a thousandth (zTXt). */
export async function pngTextBomb(): Promise<string> {
  const text = joined(latin1("Comment\0\0"), endlessZeros(2 ** 31));
  const rows = await deflated(8 * 9);
  return await png("text-bomb.png", 8, 8, rows, { depth: 8, before: chunk("zTXt", text) });
}

async function png(
  name: string,
  width: number,
  height: number,
  rows: Uint8Array,
  { depth = 8, before = new Uint8Array(0) }: { depth?: number; before?: Uint8Array } = {},
): Promise<string> {
  const header = new Uint8Array(13);
  new DataView(header.buffer).setUint32(0, width);
  new DataView(header.buffer).setUint32(4, height);
  header.set([depth, 0, 0, 0, 0], 8); // grey
  const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
  const chunks = [chunk("IHDR", header), before, chunk("IDAT", rows), chunk("IEND")];
  return await bytes(name, joined(signature, ...chunks));
}

/** Compresses this many zeros with zlib. */
async function deflated(length: number): Promise<Uint8Array> {
  const piece = new Uint8Array(1_000_000);
  let left = length;
  const zeros = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      if (left === 0) return controller.close();
      const next = piece.subarray(0, Math.min(left, piece.length));
      left -= next.length;
      controller.enqueue(next);
    },
  });
  return await new Response(zeros.pipeThrough(new CompressionStream("deflate"))).bytes();
}

/** Compresses zeros with zlib, by a piece that is repeated; without the checksum at the end. */
function endlessZeros(length: number): Uint8Array {
  const piece = deflateRawSync(new Uint8Array(2 ** 24), { finishFlush: constants.Z_FULL_FLUSH });
  return joined([0x78, 0x9c], ...Array<Uint8Array>(length / 2 ** 24).fill(piece));
}

/** PNG specification (ISO 15948), section 5.3. */
function chunk(type: string, data: Uint8Array = new Uint8Array(0)): Uint8Array {
  const content = joined(latin1(type), data);
  return joined(word(data.length), content, word(crc32(content)));
}

/** PNG specification (ISO 15948), annex D. */
function crc32(content: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of content) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

/** Encodes a number in big endian. */
function word(value: number): Uint8Array {
  const four = new Uint8Array(4);
  new DataView(four.buffer).setUint32(0, value);
  return four;
}

/** GIF of 10,000 frames of a pixel each. */
export function gifOfManyFrames(): Promise<string> {
  const screen = [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255];
  const delay = [0x21, 0xf9, 4, 0, 1, 0, 0, 0];
  const frame = [...delay, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 0x01, 0];
  const frames = new Uint8Array(10_000 * frame.length);
  for (let at = 0; at < frames.length; at += frame.length) frames.set(frame, at);
  return bytes("frames.gif", joined(latin1("GIF89a"), screen, frames, [0x3b]));
}

/** Creates a tenth of a second of sound under a header that claims four gigabytes. */
export function endlessWav(): Promise<string> {
  const format = [1, 0, 1, 0, 0x40, 0x1f, 0, 0, 0x80, 0x3e, 0, 0, 2, 0, 16, 0]; // 8000 Hz, 16 bit
  const size = [0xf0, 0xff, 0xff, 0xff];
  return bytes(
    "endless.wav",
    joined(
      latin1("RIFF"),
      size,
      latin1("WAVEfmt "),
      [16, 0, 0, 0],
      format,
      latin1("data"),
      size,
      new Uint8Array(1_600),
    ),
  );
}

/** Creates two seconds of video whose header says ten hours. */
export async function longWindedMp4(): Promise<string> {
  const content = await Deno.readFile(await video({ sound: false }));
  for (const [type, timescale] of [["mvhd", 20], ["mdhd", 20]] as const) {
    const view = viewOf(content, type);
    view.setUint32(timescale, 36_000 * view.getUint32(timescale - 4));
  }
  return await bytes("long-winded.mp4", content);
}

/** Creates fifty frames, each to be shown for twelve minutes. */
export async function slideshowMp4(): Promise<string> {
  const content = await Deno.readFile(await video({ sound: false }));
  const timescale = viewOf(content, "mdhd").getUint32(16);
  viewOf(content, "stts").setUint32(16, 720 * timescale); // the first entry's duration
  return await bytes("slideshow.mp4", content);
}

/** Returns the content of a box (ISO 14496-12), from its type on. */
function viewOf(content: Uint8Array, type: string): DataView {
  const name = latin1(type);
  const at = content.findIndex((_, i) => name.every((byte, j) => content[i + j] === byte));
  return new DataView(content.buffer, content.byteOffset + at);
}

/** Creates forty tracks of the same picture. */
export async function mp4OfManyTracks(): Promise<string> {
  const source = await video({ sound: false });
  return await copied("tracks.mp4", `-i ${source} ${"-map 0:v ".repeat(40)}`.trimEnd());
}

export const HTML = `<!doctype html><html><body><h1>404</h1>${"<p>Not found</p>".repeat(400)}`;
