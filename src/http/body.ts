/** Request bodies: read whole, within a size, a time and the memory that there is for all of them. */
import { Refusal } from "../core/errors.ts";
import { createTurnstile } from "../lib/turnstile.ts";
import { type BodyShare, createBodyBudget } from "./body_budget.ts";

export interface BodyLimits {
  /** Of one body. */
  maxBytes: number;
  /** Of all bodies that are read or worked on. */
  totalMaxBytes: number;
  timeoutMs: number;
}

export interface ReadOptions {
  /** Default that of the reader. */
  maxBytes?: number;
  /** Account that the body is charged to. Default null: a stranger's. */
  owner?: string | null;
}

/** Its memory counts until it is disposed of: when the work on it is done. */
export interface Body extends Disposable {
  bytes: Uint8Array;
}

export interface BodyReader {
  /**
   * Throws BodyTooLarge: 413; Refusal: 400 for a body that breaks off or trickles, 503 when there is
   * no memory left for it.
   */
  read(request: Request, options?: ReadOptions): Promise<Body>;
  close(): void;
}

/**
 * Up to this, in bytes, a body of declared length is read in one go, which is twice as fast. But all
 * of it counts before any has come, and what has come of one that was given up stays until its
 * sender hangs up.
 */
const SMALL_BYTES = 16 << 10;

/** Bytes kept of a body that turns out to be too large: they hold what its refusal repeats. */
const HEAD_BYTES = 64 << 10;

/** Refusal of a body over its limit (413). */
export class BodyTooLarge extends Refusal {
  constructor(
    maxBytes: number,
    /** How the body begins; empty where its declared length was too much to read any of it. */
    readonly head: Uint8Array = new Uint8Array(),
  ) {
    super("bodyTooLarge", `the body is larger than ${maxBytes} bytes`);
  }
}

/** Larger bodies, in bytes, take turns by owner: to read what is in them takes a moment each. */
const TURN_BYTES = 4 << 10;

interface Reading {
  since: number;
  giveUp(refusal: Refusal): void;
}

/**
 * One timer serves all bodies: a timer each would cost more than reading them. A body is given up
 * after one to two times `timeoutMs`.
 */
export function createBodyReader(
  { maxBytes: ordinary, totalMaxBytes, timeoutMs }: BodyLimits,
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
        reading.giveUp(
          new Refusal("invalidRequest", `the body took longer than ${timeoutMs / 1000} seconds`),
        );
      }
    }
    if (readings.size > 0) timer = setTimeout(watch, timeoutMs);
  }

  async function inTime(whole: Promise<Uint8Array>): Promise<Uint8Array> {
    const { promise: given, reject: giveUp } = Promise.withResolvers<never>();
    const reading: Reading = { since: performance.now(), giveUp };
    readings.add(reading);
    timer ??= setTimeout(watch, timeoutMs);
    try {
      return await Promise.race([whole, given]);
    } finally {
      readings.delete(reading);
    }
  }

  return {
    async read(request, { maxBytes = ordinary, owner = null } = {}) {
      const declared = declaredLength(request.headers);
      if (declared !== null && declared > maxBytes) throw new BodyTooLarge(maxBytes);
      const share = budget.share(owner);
      let stop = () => {};
      try {
        let whole: Promise<Uint8Array>;
        if (declared !== null && declared <= SMALL_BYTES) {
          share.take(declared);
          // The server holds it to its length.
          whole = request.bytes();
        } else {
          ({ whole, stop } = readCounting(request.body, maxBytes, share));
        }
        const bytes = await inTime(whole);
        if (bytes.length > TURN_BYTES) await turns.pass(owner ?? "");
        return { bytes, [Symbol.dispose]: share[Symbol.dispose] };
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

/** Null: none, or one that was given twice and so is no number (RFC 9110 section 8.6). */
function declaredLength(headers: Headers): number | null {
  const given = headers.get("content-length");
  return given !== null && /^\d+$/.test(given) ? Number(given) : null;
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  // Deno's server takes the body away from a request that it is to let finish.
  if (error instanceof Deno.errors.BadResource) {
    return new Refusal("unavailable", "the service is stopping", 1);
  }
  return new Refusal("invalidRequest", "the body broke off");
}

/** Its memory counts as it comes. */
function readCounting(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
  share: BodyShare,
): { whole: Promise<Uint8Array>; stop(): void } {
  const reader = body?.getReader();
  let isStopped = false;

  async function readWhole(): Promise<Uint8Array> {
    const chunks: Uint8Array[] = [];
    let length = 0;
    for (let next = await reader?.read(); next?.value; next = await reader?.read()) {
      const chunk = next.value;
      length += chunk.length;
      if (length > maxBytes) throw new BodyTooLarge(maxBytes, headOf(chunks));
      share.take(chunk.length);
      chunks.push(chunk);
    }
    if (isStopped) throw new Error("nobody waits for it");
    return chunks.length === 1 ? chunks[0]! : concatenated(chunks, length);
  }

  return {
    whole: readWhole(),
    // What is still to come is thrown away, and so is what a read that stands still has of it.
    stop() {
      isStopped = true;
      reader?.cancel().catch(() => {});
    },
  };
}

function headOf(chunks: readonly Uint8Array[]): Uint8Array {
  let length = 0;
  const head: Uint8Array[] = [];
  for (let i = 0; i < chunks.length && length < HEAD_BYTES; i++) {
    head.push(chunks[i]!);
    length += chunks[i]!.length;
  }
  return concatenated(head, length).subarray(0, HEAD_BYTES);
}

function concatenated(chunks: Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

const JSON_TYPE = /^application\/json\s*(?:;|$)/i;
const UTF8 = /^utf-?8$/i;
const utf8 = new TextDecoder("utf-8", { fatal: true });

/** The JSON object of a body. Throws Refusal E108 (400; 415 for another content type). */
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
