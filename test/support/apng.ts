/** Animated PNGs, written chunk by chunk (ISO 15948, third edition). */
import { Buffer } from "node:buffer";
import { deflateSync } from "node:zlib";
import { pngChunk } from "./image_metadata.ts";

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Builds a PNG of two pictures, each of one colour. */
export function animatedPng(width = 160, height = 120): Buffer {
  return Buffer.concat([
    SIGNATURE,
    pngChunk("IHDR", Buffer.concat([words(width, height), Buffer.from([8, 2, 0, 0, 0])])),
    pngChunk("acTL", animationControl(2)),
    pngChunk("fcTL", frameControl(0, width, height)),
    pngChunk("IDAT", pixels(width, height, [0xd0, 0x20, 0x20])),
    pngChunk("fcTL", frameControl(1, width, height)),
    pngChunk("fdAT", Buffer.concat([words(2), pixels(width, height, [0x20, 0x20, 0xd0])])),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

/** Builds the data of acTL: the number of pictures, and endless repetition. */
export function animationControl(pictures: number): Buffer {
  return words(pictures, 0);
}

function frameControl(sequence: number, width: number, height: number): Buffer {
  // At 0, 0, for a tenth of a second.
  return Buffer.concat([words(sequence, width, height, 0, 0), Buffer.from([0, 1, 0, 10, 0, 0])]);
}

function pixels(width: number, height: number, colour: readonly number[]): Buffer {
  const line = Buffer.from([0, ...Array(width).fill(colour).flat()]);
  return deflateSync(Buffer.concat(Array(height).fill(line)));
}

function words(...values: number[]): Buffer {
  const data = Buffer.alloc(4 * values.length);
  values.forEach((value, index) => data.writeUInt32BE(value, 4 * index));
  return data;
}
