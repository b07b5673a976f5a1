/** Memory budget of all request bodies that are being read or processed. */
import { Refusal } from "../../core/errors.ts";
import { createFairShare, type FairShare } from "../../lib/fair_share.ts";

/** Retry-After of a refused body: requests in progress release their memory within moments. */
const RETRY_SECONDS = 1;

/** Fraction of the memory reserved for owners that use no more than `SMALL`. */
const RESERVE = 1 / 8;
/** Fraction of the memory that each owner is guaranteed; 2 MB with MEMORY=512MB, enough for most. */
const SMALL = 1 / 64;
/** Fraction of the memory for all unauthenticated clients, at all doors together. */
const STRANGERS = 1 / 16;
/** Bytes that each source of strangers is guaranteed while they are free: a callback, or a fault. */
const STRANGER_BYTES = 64 << 10;

/** Memory reserved for one body; disposing releases it. */
export interface BodyShare extends Disposable {
  /**
   * Reserves further bytes.
   *
   * @throws {Refusal} 503 where the owner's share is used up.
   */
  take(bytes: number): void;
  /**
   * Moves the reserved bytes to an owner.
   *
   * @throws {Refusal} 503 where the owner's share is used up.
   */
  assign(owner: string): void;
}

export interface BodyBudget {
  ofOwner(owner: string): BodyShare;
  /** @param source Where the requests of a stranger come from. */
  ofStranger(source: string): BodyShare;
}

/**
 * Divides `maxBytes` by fair shares: an owner alone gets less than half, and several leave capacity
 * for a newcomer. Strangers divide their part in the same way.
 */
export function createBodyBudget(maxBytes: number): BodyBudget {
  const owners = createFairShare({
    capacity: maxBytes * (1 - STRANGERS),
    guaranteed: maxBytes * SMALL,
    reserve: maxBytes * RESERVE,
  });
  const strangers = createFairShare({
    capacity: maxBytes * STRANGERS,
    guaranteed: STRANGER_BYTES,
  });

  function shareOf(shares: FairShare, name: string): BodyShare {
    let reserved = 0;
    let isReleased = false;

    function reserve(bytes: number): void {
      // Chunks may still arrive after the body timed out and was released.
      if (isReleased || !shares.admits(name, bytes)) {
        throw new Refusal("unavailable", "too many large bodies at once", RETRY_SECONDS);
      }
      shares.hold(name, bytes);
    }

    return {
      take(bytes) {
        reserve(bytes);
        reserved += bytes;
      },
      assign(owner) {
        const [previous, previousName] = [shares, name];
        [shares, name] = [owners, owner];
        const bytes = reserved;
        reserved = 0;
        previous.release(previousName, bytes);
        reserve(bytes);
        reserved = bytes;
      },
      [Symbol.dispose]() {
        isReleased = true;
        shares.release(name, reserved);
        reserved = 0;
      },
    };
  }

  return {
    ofOwner: (owner) => shareOf(owners, owner),
    ofStranger: (source) => shareOf(strangers, source),
  };
}
