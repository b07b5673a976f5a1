/** Decoder of the chunked transfer coding (RFC 9112 section 7.1). */
import type { Buffer } from "node:buffer";
import { NotHttp } from "./head.ts";

export interface DecodedChunks {
  /** Pieces of content. */
  parts: Buffer[];
  /** Undecoded bytes, to be pushed again with those that follow. */
  rest: Buffer;
  /** True when content and trailers have ended; `rest` belongs to no part of them. */
  isLast: boolean;
}

/** Maximum length of a line with a chunk size or a trailer. */
const LINE_MAX_BYTES = 4096;
const TRAILERS_MAX = 100;
const SIZE = /^([\da-f]{1,12})[ \t]*(?:;.*)?$/i;

/** Creates a decoder for one body. Its `push` throws NotHttp for malformed bytes. */
export function createChunkDecoder(): { push(bytes: Buffer): DecodedChunks } {
  /** Bytes missing from the current chunk, its line end included. */
  let remaining = 0;
  let state: "size" | "content" | "trailers" = "size";
  let trailers = 0;

  function push(bytes: Buffer): DecodedChunks {
    const parts: Buffer[] = [];
    let rest = bytes;
    for (;;) {
      if (state === "content") {
        rest = readContent(rest, parts);
        if (remaining > 0) return { parts, rest, isLast: false };
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
    remaining = bytes === 0 ? 0 : bytes + LINE_END.length;
  }

  /** Reads content of the current chunk into `parts`; returns the bytes after it. */
  function readContent(bytes: Buffer, parts: Buffer[]): Buffer {
    const content = bytes.subarray(0, Math.max(0, remaining - LINE_END.length));
    if (content.length > 0) parts.push(content);
    remaining -= content.length;
    let rest = bytes.subarray(content.length);
    while (remaining > 0 && remaining <= LINE_END.length && rest.length > 0) {
      if (rest[0] !== LINE_END.charCodeAt(LINE_END.length - remaining)) {
        throw new NotHttp("a chunk is longer than its size");
      }
      rest = rest.subarray(1);
      remaining--;
    }
    return rest;
  }

  return { push };
}

const LINE_END = "\r\n";

/** Reads a line; null when its end has not arrived yet. */
function lineOf(bytes: Buffer): string | null {
  const end = bytes.indexOf(LINE_END);
  if (end > LINE_MAX_BYTES || (end < 0 && bytes.length > LINE_MAX_BYTES)) {
    throw new NotHttp("a line between chunks is too long");
  }
  return end < 0 ? null : bytes.toString("latin1", 0, end);
}
