/** Reads an HTTP/1.1 answer to a GET or POST out of the bytes of its connection (RFC 9112). */
import { Buffer } from "node:buffer";
import type { PostResponse } from "../../../ports/mod.ts";
import { createChunks } from "./chunks.ts";
import { type Head, NotHttp, readHead } from "./head.ts";

export interface ResponseReader {
  /** True: the answer is whole, or as much of it as is wanted. Throws NotHttp. */
  push(bytes: Buffer): boolean;
  /** The server has closed. True: that is where the answer ends. */
  end(): boolean;
  /** Once it is whole. */
  answer(): PostResponse;
  /** Whether its connection can carry another request. */
  readonly keepsAlive: boolean;
}

/** How the end of a body is known (RFC 9112 section 6.3). */
type Body =
  | { ends: "here" }
  | { ends: "after"; left: number }
  | { ends: "in chunks"; chunks: ReturnType<typeof createChunks> }
  | { ends: "with the connection" };

const HERE: Body = { ends: "here" };

/** Of all heads together, interim ones included: nobody has more to say. */
const HEADS_MAX_BYTES = 64 << 10;
const NOTHING: Buffer = Buffer.alloc(0);
const END_OF_HEAD = Buffer.from("\r\n\r\n");

/** `maxBytes`: of the body; what is beyond is not read, and ends the connection. */
export function createResponseReader(maxBytes: number): ResponseReader {
  return new Reader(maxBytes);
}

/** A class, as there is one for each answer: functions of their own would be more than it reads. */
class Reader implements ResponseReader {
  keepsAlive = false;
  #unread = NOTHING;
  /** Where what comes in small pieces is put together. */
  #room = NOTHING;
  /** No head ends before here. */
  #searched = 0;
  #headBytes = 0;
  #head: Head | null = null;
  #body: Body = HERE;
  #kept: Buffer[] | null = null;
  #bytes = 0;
  #isWhole = false;

  constructor(readonly maxBytes: number) {}

  push(chunk: Buffer): boolean {
    if (this.#isWhole) this.keepsAlive = false; // it says something that nobody has asked for
    this.#append(chunk);
    if (this.#head === null && !this.#beginBody()) return false;
    this.#readBody();
    if (this.#isWhole && this.#unread.length > 0) this.keepsAlive = false;
    return this.#isWhole;
  }

  end(): boolean {
    if (this.#head !== null && this.#body.ends === "with the connection") this.#isWhole = true;
    return this.#isWhole;
  }

  answer(): PostResponse {
    const { status, headers } = this.#head!;
    const kept = this.#kept;
    const body = kept === null ? NOTHING : kept.length === 1 ? kept[0]! : Buffer.concat(kept);
    return { status, headers, body };
  }

  /** Twice the room each time: a head that comes byte by byte is not copied for each of them. */
  #append(chunk: Buffer): void {
    const unread = this.#unread;
    if (unread.length === 0) {
      this.#unread = chunk;
      return;
    }
    const length = unread.length + chunk.length;
    let room = this.#room;
    const isInRoom = unread.buffer === room.buffer && unread.byteOffset === room.byteOffset;
    if (!isInRoom || room.length < length) {
      room = this.#room = Buffer.allocUnsafe(2 * length);
      unread.copy(room);
    }
    chunk.copy(room, unread.length);
    this.#unread = room.subarray(0, length);
  }

  /** Reads heads up to the final one. False: it is not here yet. */
  #beginBody(): boolean {
    for (;;) {
      const unread = this.#unread;
      const end = unread.indexOf(END_OF_HEAD, this.#searched);
      if (this.#headBytes + (end < 0 ? unread.length : end) > HEADS_MAX_BYTES) {
        throw new NotHttp("the head is too long");
      }
      this.#searched = end < 0 ? Math.max(0, unread.length - END_OF_HEAD.length + 1) : 0;
      if (end < 0) return false;
      const one = readHead(unread.toString("latin1", 0, end));
      const begin = end + END_OF_HEAD.length;
      this.#unread = begin === unread.length ? NOTHING : unread.subarray(begin);
      this.#headBytes += begin;
      if (one.status < 200) continue; // interim, and none that we have asked to switch protocols
      this.#head = one;
      this.#body = bodyOf(one);
      this.keepsAlive = one.keepsAlive && this.#body.ends !== "with the connection";
      return true;
    }
  }

  #readBody(): void {
    const body = this.#body;
    switch (body.ends) {
      case "here":
        this.#isWhole = true;
        return;
      case "after": {
        const part = this.#unread.subarray(0, body.left);
        this.#unread = this.#unread.subarray(part.length);
        body.left -= part.length;
        this.#keep(part);
        if (body.left === 0) this.#isWhole = true;
        return;
      }
      case "in chunks": {
        const { parts, rest, isLast } = body.chunks.push(this.#unread);
        this.#unread = rest;
        for (const part of parts) this.#keep(part);
        if (isLast) this.#isWhole = true;
        return;
      }
      case "with the connection":
        this.#keep(this.#unread);
        this.#unread = NOTHING;
    }
  }

  #keep(part: Buffer): void {
    const wanted = part.subarray(0, Math.max(0, this.maxBytes - this.#bytes));
    if (wanted.length > 0) (this.#kept ??= []).push(wanted);
    this.#bytes += part.length;
    if (this.#bytes <= this.maxBytes || this.#isWhole) return;
    this.#isWhole = true;
    this.keepsAlive = false;
  }
}

function bodyOf({ status, length, codings }: Head): Body {
  if (status === 204 || status === 304) return HERE;
  if (codings !== null) {
    // Another coding than this one, or another after it, says nothing of where the body ends.
    if (codings === "chunked") return { ends: "in chunks", chunks: createChunks() };
    throw new NotHttp(`the transfer coding ${codings} is not known`);
  }
  if (length === null) return { ends: "with the connection" };
  return length === 0 ? HERE : { ends: "after", left: length };
}
