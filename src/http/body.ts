/** Reads whole request bodies within limits of size, time and shared memory. */
import { Refusal } from "../core/errors.ts";
import { createCollector } from "../lib/collector.ts";
import { createTurnstile } from "../lib/turnstile.ts";
import { type BodyShare, createBodyBudget } from "./body_budget.ts";
import { readerOf } from "./chunk_reader.ts";

export interface BodyLimits {
  /** Maximum size of a body, in bytes, where `ReadOptions` has none. */
  maxBytes: number;
  /** Memory for all bodies that are being read or processed, in bytes. */
  totalMaxBytes: number;
  /** Time after which an incomplete body is refused, in milliseconds; up to twice as long. */
  timeoutMs: number;
  /** Returns the source of a stranger's request, by which strangers take fair shares. */
  sourceOf(headers: Headers): string;
}

export interface ReadOptions {
  /** Maximum size of this body, in bytes. Default: the reader's limit. */
  maxBytes?: number;
  /** Account whose memory share the body uses. Default null: an unauthenticated client's. */
  owner?: string | null;
}

/** A body that was read. It uses a memory share until it is disposed. */
export interface Body extends Disposable {
  bytes: Uint8Array;
  /**
   * Moves a body whose sender is known by now to the owner's share.
   *
   * @throws {Refusal} 503 where that share is used up.
   */
  assign(owner: string): void;
}

export interface BodyReader {
  /**
   * Reads a request's body.
   *
   * @throws {BodyTooLarge} 413
   * @throws {Refusal} 400 for a body that is incomplete, too slow or in too many chunks, 503 where
   * the memory share is used up.
   */
  read(request: Request, options?: ReadOptions): Promise<Body>;
  close(): void;
}

/**
 * Maximum declared length, in bytes, of a body that is read with `Request.bytes`, which is twice as
 * fast as a stream. The whole length is reserved up front, and such a read cannot be cancelled:
 * after a timeout the received bytes stay in memory until the client disconnects.
 */
const SMALL_BYTES = 16 << 10;

/** Leading bytes kept of a body over its limit: the MM7 fault echoes the TransactionID in them. */
const HEAD_BYTES = 64 << 10;

/**
 * Mean length of a chunk, in bytes, below which a body is refused: each costs a turn of the event
 * loop, however short it is. A line of base64 is longer.
 */
const CHUNK_MIN_BYTES = 64;
/** Number of chunks that may be shorter. */
const SHORT_CHUNKS_MAX = 1024;
/** Number of chunks after which others take their turn. */
const CHUNKS_PER_TURN = 64;

/** Refusal of a body over its limit (413). */
export class BodyTooLarge extends Refusal {
  constructor(
    maxBytes: number,
    /** Leading bytes of the body; empty where its declared length alone exceeds the limit. */
    readonly head: Uint8Array = new Uint8Array(),
  ) {
    super("bodyTooLarge", `the body is larger than ${maxBytes} bytes`);
  }
}

/**
 * Size, in bytes, above which bodies are parsed in turns by owner: parsing blocks the event loop.
 */
const TURN_BYTES = 4 << 10;

interface Reading {
  since: number;
  fail(refusal: Refusal): void;
}

/**
 * Creates a reader with a single timer for all bodies: a timer per body would cost more than
 * reading it. A body times out after one to two times `timeoutMs`.
 */
export function createBodyReader(
  { maxBytes: defaultMaxBytes, totalMaxBytes, timeoutMs, sourceOf }: BodyLimits,
): BodyReader {
  const budget = createBodyBudget(totalMaxBytes);
  const turns = createTurnstile();
  const readings = new Set<Reading>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function watch(): void {
    timer = undefined;
    const late = performance.now() - timeoutMs;
    for (const reading of readings) {
      if (reading.since <= late) {
        reading.fail(
          new Refusal("invalidRequest", `the body took longer than ${timeoutMs / 1000} seconds`),
        );
      }
    }
    if (readings.size > 0) timer = setTimeout(watch, timeoutMs);
  }

  async function withTimeout(whole: Promise<Uint8Array>): Promise<Uint8Array> {
    const { promise: timeout, reject: fail } = Promise.withResolvers<never>();
    const reading: Reading = { since: performance.now(), fail };
    readings.add(reading);
    timer ??= setTimeout(watch, timeoutMs);
    try {
      return await Promise.race([whole, timeout]);
    } finally {
      readings.delete(reading);
    }
  }

  /** Reads a body as a stream; the memory that it holds is charged to the share as it arrives. */
  function readCounting(
    body: ReadableStream<Uint8Array> | null,
    { isChunked, maxBytes, share, turn }: {
      isChunked: boolean;
      maxBytes: number;
      share: BodyShare;
      turn(): Promise<void>;
    },
  ): { whole: Promise<Uint8Array>; stop(): void } {
    const reader = body === null ? null : readerOf(body, isChunked);
    /** Whether the rest is left unread: Deno discards it chunk by chunk, which takes longest. */
    let isLeft = false;
    let isStopped = false;

    async function readWhole(): Promise<Uint8Array> {
      const collector = createCollector();
      let chunks = 0;
      for (;;) {
        const chunk = await reader?.read();
        if (!chunk) break;
        const held = collector.held;
        if (collector.length + chunk.length > maxBytes) {
          collector.add(chunk.subarray(0, HEAD_BYTES));
          throw new BodyTooLarge(maxBytes, collector.bytes(HEAD_BYTES));
        }
        collector.add(chunk);
        share.take(collector.held - held);
        chunks++;
        if (chunks > SHORT_CHUNKS_MAX + collector.length / CHUNK_MIN_BYTES) {
          isLeft = true;
          const info = `the body's chunks are shorter than ${CHUNK_MIN_BYTES} bytes on average`;
          throw new Refusal("invalidRequest", info);
        }
        if (chunks % CHUNKS_PER_TURN === 0) await turn();
      }
      if (isStopped) throw new Error("the read was cancelled");
      return collector.bytes();
    }

    return {
      whole: readWhole(),
      // Discards further chunks; the read then ends and frees those received so far. A client that
      // sends all before it reads gets the response.
      stop() {
        isStopped = true;
        if (!isLeft) reader?.cancel().catch(() => {});
      },
    };
  }

  return {
    async read(request, { maxBytes = defaultMaxBytes, owner = null } = {}) {
      const declared = declaredLength(request.headers);
      if (declared !== null && declared > maxBytes) throw new BodyTooLarge(maxBytes);
      const stranger = owner === null ? sourceOf(request.headers) : "";
      const share = owner === null ? budget.ofStranger(stranger) : budget.ofOwner(owner);
      const turn = () => turns.pass(owner ?? stranger);
      let stop = () => {};
      try {
        let whole: Promise<Uint8Array>;
        if (declared !== null && declared <= SMALL_BYTES) {
          share.take(declared);
          // The server enforces the declared length.
          whole = request.bytes();
        } else {
          const isChunked = declared === null;
          ({ whole, stop } = readCounting(request.body, { isChunked, maxBytes, share, turn }));
        }
        const bytes = await withTimeout(whole);
        if (bytes.length > TURN_BYTES) await turn();
        return { bytes, assign: share.assign, [Symbol.dispose]: share[Symbol.dispose] };
      } catch (error) {
        stop();
        share[Symbol.dispose]();
        throw refusalOf(error);
      }
    },
    close() {
      clearTimeout(timer);
    },
  };
}

/** Reads Content-Length. Null: absent, or repeated and so not a number (RFC 9110 section 8.6). */
function declaredLength(headers: Headers): number | null {
  const length = headers.get("content-length");
  return length !== null && /^\d+$/.test(length) ? Number(length) : null;
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  // A graceful shutdown of Deno's server closes the bodies of requests in progress.
  if (error instanceof Deno.errors.BadResource) {
    return new Refusal("unavailable", "the service is stopping", 1);
  }
  return new Refusal("invalidRequest", "the body is incomplete");
}

const JSON_TYPE = /^application\/json\s*(?:;|$)/i;
const UTF8 = /^utf-?8$/i;
const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Parses a body as a JSON object.
 *
 * @throws {Refusal} E108 with status 400, or 415 for another content type or charset.
 */
export function parseJsonObject(
  contentType: string | null,
  bytes: Uint8Array,
): Record<string, unknown> {
  if (contentType === null || !JSON_TYPE.test(contentType)) {
    throw new Refusal("contentTypeUnsupported");
  }
  const charset = /charset\s*=\s*"?([^\s";]+)/i.exec(contentType)?.[1] ?? "utf-8";
  if (!UTF8.test(charset)) {
    throw new Refusal("contentTypeUnsupported", "the charset of application/json must be utf-8");
  }
  let value: unknown;
  try {
    value = JSON.parse(utf8.decode(bytes));
  } catch (error) {
    throw new Refusal(
      "notJson",
      error instanceof SyntaxError ? "the body is not parseable JSON" : "the body is not UTF-8",
    );
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new Refusal("notJson", "the body is not a JSON object");
  }
  return value as Record<string, unknown>;
}
