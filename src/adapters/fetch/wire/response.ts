/** Incremental parser of HTTP/1.1 responses to GET and POST (RFC 9112). */
import { Buffer } from "node:buffer";
import { createChunkDecoder } from "./chunks.ts";
import { type Head, NotHttp, readHead } from "./head.ts";

/** Framing of the body: what determines its end (RFC 9112 section 6.3). */
type Body =
  | { framing: "none" }
  | { framing: "length"; remaining: number }
  | { framing: "chunked"; decoder: ReturnType<typeof createChunkDecoder> }
  | { framing: "close" };

const NO_BODY: Body = { framing: "none" };

/** Maximum size of all heads together, interim ones included. */
const HEADS_MAX_BYTES = 64 << 10;
const NOTHING: Buffer = Buffer.alloc(0);
const END_OF_HEAD = Buffer.from("\r\n\r\n");

/**
 * Parser of one response. A class, since closures per response would cost more than the parsing.
 */
export abstract class ResponseReader {
  /** Whether the connection can be used for another request. */
  keepsAlive = false;
  /**
   * Whether the connection waits a turn of the event loop for that, in which it is seen whether the
   * server closes it without having said so.
   */
  abstract readonly rests: boolean;
  #unread = NOTHING;
  /** Growing buffer that joins small pieces. */
  #buffer = NOTHING;
  /** Offset in `#unread` before which no head ends. */
  #searched = 0;
  #headBytes = 0;
  #head: Head | null = null;
  #body: Body = NO_BODY;
  #isComplete = false;

  /** Head of the final response; null before its end. */
  get head(): Head | null {
    return this.#head;
  }

  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** Whether any byte of it has come. */
  get hasBegun(): boolean {
    return this.#headBytes + this.#unread.length > 0;
  }

  /** Takes a piece of the body. False: no more is wanted, which completes the response. */
  protected abstract take(part: Buffer): boolean;
  /** Takes note that the response is complete. */
  abstract complete(): void;
  /** Takes the error that ended the connection before the response was complete. */
  abstract fail(error: Error): void;
  /** Takes the head of the final response. */
  protected begin(_head: Head): void {}

  /**
   * Parses further bytes. True when the response is complete.
   *
   * @throws NotHttp
   */
  push(chunk: Buffer): boolean {
    if (this.#isComplete) this.keepsAlive = false; // bytes that belong to no request
    this.#append(chunk);
    if (this.#head === null && !this.#beginBody()) return false;
    this.#readBody();
    if (this.#isComplete && this.#unread.length > 0) this.keepsAlive = false;
    return this.#isComplete;
  }

  /** Signals that the server closed the connection. True when that completes the response. */
  end(): boolean {
    if (this.#head !== null && this.#body.framing === "close") this.#isComplete = true;
    return this.#isComplete;
  }

  /** Appends to `#unread`. Doubles the buffer, so that single bytes do not cost a copy each. */
  #append(chunk: Buffer): void {
    const unread = this.#unread;
    if (unread.length === 0) {
      this.#unread = chunk;
      return;
    }
    const length = unread.length + chunk.length;
    let buffer = this.#buffer;
    const isInBuffer = unread.buffer === buffer.buffer && unread.byteOffset === buffer.byteOffset;
    if (!isInBuffer || buffer.length < length) {
      buffer = this.#buffer = Buffer.allocUnsafe(2 * length);
      unread.copy(buffer);
    }
    chunk.copy(buffer, unread.length);
    this.#unread = buffer.subarray(0, length);
  }

  /** Reads heads up to the final one. False when it has not arrived yet. */
  #beginBody(): boolean {
    for (;;) {
      const unread = this.#unread;
      const end = unread.indexOf(END_OF_HEAD, this.#searched);
      if (this.#headBytes + (end < 0 ? unread.length : end) > HEADS_MAX_BYTES) {
        throw new NotHttp("the head is too long");
      }
      this.#searched = end < 0 ? Math.max(0, unread.length - END_OF_HEAD.length + 1) : 0;
      if (end < 0) return false;
      const head = readHead(unread.toString("latin1", 0, end));
      const begin = end + END_OF_HEAD.length;
      this.#unread = begin === unread.length ? NOTHING : unread.subarray(begin);
      this.#headBytes += begin;
      if (head.status < 200) continue; // an interim response; parsing a 101 has thrown
      this.#head = head;
      this.#body = bodyOf(head);
      this.keepsAlive = head.keepsAlive && this.#body.framing !== "close";
      this.begin(head);
      return true;
    }
  }

  #readBody(): void {
    const body = this.#body;
    switch (body.framing) {
      case "none":
        this.#isComplete = true;
        return;
      case "length": {
        const part = this.#unread.subarray(0, body.remaining);
        this.#unread = this.#unread.subarray(part.length);
        body.remaining -= part.length;
        this.#collect(part);
        if (body.remaining === 0) this.#isComplete = true;
        return;
      }
      case "chunked": {
        const { parts, rest, isLast } = body.decoder.push(this.#unread);
        this.#unread = rest;
        for (const part of parts) this.#collect(part);
        if (isLast) this.#isComplete = true;
        return;
      }
      case "close":
        this.#collect(this.#unread);
        this.#unread = NOTHING;
    }
  }

  #collect(part: Buffer): void {
    if (this.take(part) || this.#isComplete) return;
    this.#isComplete = true;
    this.keepsAlive = false;
  }
}

function bodyOf({ status, length, codings }: Head): Body {
  if (status === 204 || status === 304) return NO_BODY;
  if (codings !== null) {
    // Only chunked alone determines where the body ends.
    if (codings === "chunked") return { framing: "chunked", decoder: createChunkDecoder() };
    throw new NotHttp(`the transfer coding ${codings} is not supported`);
  }
  if (length === null) return { framing: "close" };
  return length === 0 ? NO_BODY : { framing: "length", remaining: length };
}
