/** Memory budget of all request bodies that are being read or processed. */
import { Refusal } from "../core/errors.ts";
import { createFairShare } from "../lib/fair_share.ts";

/** Retry-After of a refused body: requests in progress release their memory within moments. */
const RETRY_SECONDS = 1;

/** Fraction of the memory reserved for owners that use no more than `SMALL`. */
const RESERVE = 1 / 8;
/** Fraction of the memory that each owner is guaranteed; 4 MB by default, enough for most. */
const SMALL = 1 / 64;
/** Fraction of the memory for all unauthenticated clients together. */
const ANONYMOUS = 1 / 16;

/** Memory reserved for one body; disposing releases it. */
export interface BodyShare extends Disposable {
  /**
   * Reserves further bytes.
   *
   * @throws {Refusal} 503 where the owner's share is used up.
   */
  take(bytes: number): void;
}

export interface BodyBudget {
  /** @param owner The body's account; null: an unauthenticated client. */
  share(owner: string | null): BodyShare;
}

/**
 * Divides `maxBytes` by fair shares: an owner alone gets less than half, and several leave room for
 * a newcomer.
 */
export function createBodyBudget(maxBytes: number): BodyBudget {
  const owners = createFairShare({
    capacity: maxBytes * (1 - ANONYMOUS),
    guaranteed: maxBytes * SMALL,
    reserve: maxBytes * RESERVE,
  });
  const anonymous = createFairShare({
    capacity: maxBytes * ANONYMOUS,
    guaranteed: maxBytes * ANONYMOUS,
  });

  return {
    share(owner) {
      const shares = owner === null ? anonymous : owners;
      const name = owner ?? "";
      let reserved = 0;
      let isReleased = false;
      return {
        take(bytes) {
          // Chunks may still arrive after the body timed out and was released.
          if (isReleased || !shares.admits(name, bytes)) {
            throw new Refusal("unavailable", "too many large bodies at once", RETRY_SECONDS);
          }
          reserved += bytes;
          shares.hold(name, bytes);
        },
        [Symbol.dispose]() {
          isReleased = true;
          shares.release(name, reserved);
          reserved = 0;
        },
      };
    },
  };
}
