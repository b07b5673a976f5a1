/** Reads an HTTP/1.1 answer to a GET or POST out of the bytes of its connection (RFC 9112). */
import { Buffer } from "node:buffer";
import type { PostAnswer } from "../../../env.ts";
import { createChunks } from "./chunks.ts";
import { type Head, NotHttp, readHead } from "./head.ts";

export interface AnswerReader {
  /** True: the answer is whole, or as much of it as is wanted. Throws NotHttp. */
  push(bytes: Buffer): boolean;
  /** The server has closed. True: that is where the answer ends. */
  end(): boolean;
  /** Once it is whole. */
  answer(): PostAnswer;
  /** Whether its connection can carry another request. */
  readonly keepsAlive: boolean;
}

/** How the end of a body is known (RFC 9112 section 6.3). */
type Body =
  | { ends: "here" }
  | { ends: "after"; left: number }
  | { ends: "in chunks"; chunks: ReturnType<typeof createChunks> }
  | { ends: "with the connection" };

/** Of all heads together, interim ones included: nobody has more to say. */
const HEADS_MAX_BYTES = 64 << 10;
const NOTHING: Buffer = Buffer.alloc(0);
const END_OF_HEAD = Buffer.from("\r\n\r\n");

/** `maxBytes`: of the body; what is beyond is not read, and ends the connection. */
export function createAnswerReader(maxBytes: number): AnswerReader {
  let unread = NOTHING;
  /** Where what comes in small pieces is put together. */
  let room = NOTHING;
  /** No head ends before here. */
  let searched = 0;
  let headBytes = 0;
  let head: Head | null = null;
  let body: Body = { ends: "here" };
  const kept: Buffer[] = [];
  let bytes = 0;
  let isWhole = false;
  let keepsAlive = false;

  function push(chunk: Buffer): boolean {
    if (isWhole) keepsAlive = false; // it says something that nobody has asked for
    append(chunk);
    if (head === null && !beginBody()) return false;
    readBody();
    if (isWhole && unread.length > 0) keepsAlive = false;
    return isWhole;
  }

  /** Twice the room each time: a head that comes byte by byte is not copied for each of them. */
  function append(chunk: Buffer): void {
    if (unread.length === 0) {
      unread = chunk;
      return;
    }
    const length = unread.length + chunk.length;
    const isInRoom = unread.buffer === room.buffer && unread.byteOffset === room.byteOffset;
    if (!isInRoom || room.length < length) {
      room = Buffer.allocUnsafe(2 * length);
      unread.copy(room);
    }
    chunk.copy(room, unread.length);
    unread = room.subarray(0, length);
  }

  /** Reads heads up to the final one. False: it is not here yet. */
  function beginBody(): boolean {
    for (;;) {
      const end = unread.indexOf(END_OF_HEAD, searched);
      if (headBytes + (end < 0 ? unread.length : end) > HEADS_MAX_BYTES) {
        throw new NotHttp("the head is too long");
      }
      searched = end < 0 ? Math.max(0, unread.length - END_OF_HEAD.length + 1) : 0;
      if (end < 0) return false;
      const one = readHead(unread.toString("latin1", 0, end));
      unread = unread.subarray(end + END_OF_HEAD.length);
      headBytes += end + END_OF_HEAD.length;
      if (one.status < 200) continue; // interim, and none that we have asked to switch protocols
      head = one;
      body = bodyOf(one);
      keepsAlive = one.keepsAlive && body.ends !== "with the connection";
      return true;
    }
  }

  function readBody(): void {
    switch (body.ends) {
      case "here":
        isWhole = true;
        return;
      case "after": {
        const part = unread.subarray(0, body.left);
        unread = unread.subarray(part.length);
        body.left -= part.length;
        keep(part);
        if (body.left === 0) isWhole = true;
        return;
      }
      case "in chunks": {
        const { parts, rest, isLast } = body.chunks.push(unread);
        unread = rest;
        for (const part of parts) keep(part);
        if (isLast) isWhole = true;
        return;
      }
      case "with the connection":
        keep(unread);
        unread = unread.subarray(unread.length);
    }
  }

  function keep(part: Buffer): void {
    const wanted = part.subarray(0, Math.max(0, maxBytes - bytes));
    if (wanted.length > 0) kept.push(wanted);
    bytes += part.length;
    if (bytes <= maxBytes || isWhole) return;
    isWhole = true;
    keepsAlive = false;
  }

  return {
    push,
    end() {
      if (head !== null && body.ends === "with the connection") isWhole = true;
      return isWhole;
    },
    answer: () => ({
      status: head!.status,
      headers: head!.headers,
      body: kept.length === 0 ? NOTHING : kept.length === 1 ? kept[0]! : Buffer.concat(kept),
    }),
    get keepsAlive() {
      return keepsAlive;
    },
  };
}

function bodyOf({ status, length, codings }: Head): Body {
  if (status === 204 || status === 304) return { ends: "here" };
  if (codings !== null) {
    // Another coding than this one, or another after it, says nothing of where the body ends.
    if (codings === "chunked") return { ends: "in chunks", chunks: createChunks() };
    throw new NotHttp(`the transfer coding ${codings} is not known`);
  }
  if (length === null) return { ends: "with the connection" };
  return length === 0 ? { ends: "here" } : { ends: "after", left: length };
}
