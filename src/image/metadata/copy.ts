/** Copy of a file without some of its parts, made in one pass from the first byte to the last. */
import { Buffer } from "node:buffer";

/** Maximum bytes by which replacements grow a file: an EXIF of one entry may replace a shorter one. */
const GROWTH_MAX = 64;

export interface Copy {
  /** Appends the bytes of the file from `start` to `end`. */
  append(start: number, end: number): void;
  /** Appends other bytes. */
  add(bytes: Uint8Array): void;
  /** Returns the copy; the file itself where nothing was left out. */
  bytes(): Buffer;
}

/** Creates an empty copy. It allocates once, and nothing until a part is left out. */
export function copyOf(file: Buffer): Copy {
  let copy: Buffer | null = null;
  let length = 0;

  function add(bytes: Uint8Array): void {
    if (copy === null) {
      copy = Buffer.alloc(file.length + GROWTH_MAX);
      file.copy(copy, 0, 0, length);
    }
    copy.set(bytes, length);
    length += bytes.length;
  }

  return {
    append(start, end) {
      if (copy === null && start === length) length = Math.min(end, file.length);
      else add(file.subarray(start, end));
    },
    add,
    bytes: () => (copy ?? file).subarray(0, length),
  };
}
