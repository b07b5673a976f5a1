/** Blocks of a GIF (GIF89a specification, sections 15 to 27). */
import type { Buffer } from "node:buffer";
import { copyOf } from "./copy.ts";

const EXTENSION = 0x21;
const IMAGE = 0x2c;
const GRAPHIC_CONTROL = 0xf9;
const APPLICATION = 0xff;
/** Bytes of the signature and the logical screen descriptor. */
const HEADER_BYTES = 13;
/** Bytes of an image descriptor. */
const IMAGE_BYTES = 10;
/** Applications whose extension tells how often an animation repeats. */
const LOOPS: ReadonlySet<string> = new Set(["NETSCAPE2.0", "ANIMEXTS1.0"]);
/** Bytes of such an extension, its end included. */
const LOOP_BYTES = 19;

/** Strips a GIF of comments, plain texts and what programs note in it. */
export function stripGif(file: Buffer): Buffer {
  const copy = copyOf(file);
  let hasLoop = false;
  let at = HEADER_BYTES + paletteBytes(file[10]!);
  copy.append(0, at);
  while (at < file.length) {
    const block = file[at]!;
    if (block === EXTENSION) {
      const end = endOfBlocks(file, at + 2);
      const isLoop: boolean = !hasLoop && end - at === LOOP_BYTES && file[at + 1] === APPLICATION &&
        LOOPS.has(file.toString("latin1", at + 3, at + 14));
      if (isLoop || file[at + 1] === GRAPHIC_CONTROL) copy.append(at, end);
      hasLoop ||= isLoop;
      at = end;
    } else if (block === IMAGE && at + IMAGE_BYTES <= file.length) {
      // A byte before the pixels is the size of their codes.
      const pixels = at + IMAGE_BYTES + paletteBytes(file[at + 9]!) + 1;
      const end = endOfBlocks(file, pixels);
      copy.append(at, end);
      at = end;
    } else { // the trailer, or damage
      copy.append(at, file.length);
      break;
    }
  }
  return copy.bytes();
}

/** Finds the first image descriptor; null: there is none. */
export function firstImage(file: Buffer): number | null {
  let at = HEADER_BYTES + paletteBytes(file[10]!);
  while (file[at] === EXTENSION) at = endOfBlocks(file, at + 2);
  return file[at] === IMAGE && at + IMAGE_BYTES <= file.length ? at : null;
}

/** Returns the size of a palette by the flags before it. */
function paletteBytes(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 << ((flags & 7) + 1);
}

/** Finds the end of a run of blocks, each of which begins with its length; the last one is empty. */
function endOfBlocks(file: Buffer, start: number): number {
  let at = start;
  while (at < file.length) {
    const length = file[at]!;
    at += 1 + length;
    if (length === 0) return at;
  }
  return file.length;
}
