/** The chunked transfer coding (RFC 9112 section 7.1), undone. */
import type { Buffer } from "node:buffer";
import { NotHttp } from "./head.ts";

export interface Unchunked {
  /** Pieces of content. */
  parts: Buffer[];
  /** What is not read yet: to come again, with more. */
  rest: Buffer;
  /** The content has ended, trailers included; `rest` is none of it. */
  isLast: boolean;
}

/** Of a line that says a size, or a trailer. */
const LINE_MAX_BYTES = 4096;
const TRAILERS_MAX = 100;
const SIZE = /^([\da-f]{1,12})[ \t]*(?:;.*)?$/i;

export function createChunks(): { push(bytes: Buffer): Unchunked } {
  /** Of the chunk that is being read; its line end is counted. */
  let left = 0;
  let state: "size" | "content" | "trailers" = "size";
  let trailers = 0;

  function push(bytes: Buffer): Unchunked {
    const parts: Buffer[] = [];
    let rest = bytes;
    for (;;) {
      if (state === "content") {
        rest = readContent(rest, parts);
        if (left > 0) return { parts, rest, isLast: false };
        state = "size";
      }
      const line = lineOf(rest);
      if (line === null) return { parts, rest, isLast: false };
      rest = rest.subarray(line.length + LINE_END.length);
      if (state === "trailers") {
        if (line === "") return { parts, rest, isLast: true };
        if (++trailers > TRAILERS_MAX) throw new NotHttp("there are too many trailers");
      } else beginChunk(line);
    }
  }

  function beginChunk(line: string): void {
    const size = SIZE.exec(line)?.[1];
    if (size === undefined) throw new NotHttp("the size of a chunk is malformed");
    const bytes = parseInt(size, 16);
    state = bytes === 0 ? "trailers" : "content";
    left = bytes === 0 ? 0 : bytes + LINE_END.length;
  }

  /** Answers what is behind it. */
  function readContent(bytes: Buffer, parts: Buffer[]): Buffer {
    const content = bytes.subarray(0, Math.max(0, left - LINE_END.length));
    if (content.length > 0) parts.push(content);
    left -= content.length;
    let rest = bytes.subarray(content.length);
    while (left > 0 && left <= LINE_END.length && rest.length > 0) {
      if (rest[0] !== LINE_END.charCodeAt(LINE_END.length - left)) {
        throw new NotHttp("a chunk is longer than it says");
      }
      rest = rest.subarray(1);
      left--;
    }
    return rest;
  }

  return { push };
}

const LINE_END = "\r\n";

/** Null: its end is not here yet. */
function lineOf(bytes: Buffer): string | null {
  const end = bytes.indexOf(LINE_END);
  if (end > LINE_MAX_BYTES || (end < 0 && bytes.length > LINE_MAX_BYTES)) {
    throw new NotHttp("a line between chunks is too long");
  }
  return end < 0 ? null : bytes.toString("latin1", 0, end);
}
