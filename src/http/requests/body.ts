/** Reads whole request bodies within limits of size, time and shared memory. */
import { Refusal } from "../../core/errors.ts";
import { createTurnstile } from "../../lib/turnstile.ts";
import { createBodyBudget } from "./body_budget.ts";
import { BodyTooLarge, readStream } from "./body_stream.ts";
import { createBodyTimeouts } from "./body_timeouts.ts";

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

/**
 * Size, in bytes, above which bodies are parsed in turns by owner: parsing blocks the event loop.
 */
const TURN_BYTES = 4 << 10;

/** Creates a reader. A body times out after one to two times `timeoutMs`. */
export function createBodyReader(
  { maxBytes: defaultMaxBytes, totalMaxBytes, timeoutMs, sourceOf }: BodyLimits,
): BodyReader {
  const budget = createBodyBudget(totalMaxBytes);
  const turns = createTurnstile();
  const timeouts = createBodyTimeouts(timeoutMs);

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
          ({ whole, stop } = readStream(request.body, { isChunked, maxBytes, share, turn }));
        }
        const bytes = await timeouts.within(whole);
        if (bytes.length > TURN_BYTES) await turn();
        return { bytes, assign: share.assign, [Symbol.dispose]: share[Symbol.dispose] };
      } catch (error) {
        stop();
        share[Symbol.dispose]();
        throw refusalOf(error);
      }
    },

    close: timeouts.close,
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
