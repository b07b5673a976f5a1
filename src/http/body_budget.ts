/** Memory for request bodies, shared by all that are read or worked on. */
import { Refusal } from "../core/errors.ts";
import { createFairShare } from "../lib/fair_share.ts";

/** By then some of the bodies have been dealt with. */
const RETRY_SECONDS = 1;

/** Part of the memory for owners who hold little, in which nobody has more than `SMALL`. */
const RESERVE = 1 / 8;
/** Part of the memory that an owner always finds; by default 4 MB, far more than most requests. */
const SMALL = 1 / 64;
/** Part of the memory for all strangers together. */
const STRANGERS = 1 / 16;

/** Memory that one body holds. */
export interface BodyShare extends Disposable {
  /** Throws Refusal: 503, when there is no room for so many bytes more. */
  take(bytes: number): void;
}

export interface BodyBudget {
  /** @param owner Whose body it is; null: a stranger's, who has not been authenticated. */
  share(owner: string | null): BodyShare;
}

/**
 * Divides `maxBytes` by fair shares: one owner alone has less than half, and several leave room for
 * whoever comes next.
 */
export function createBodyBudget(maxBytes: number): BodyBudget {
  const owners = createFairShare({
    capacity: maxBytes * (1 - STRANGERS),
    least: maxBytes * SMALL,
    reserve: maxBytes * RESERVE,
  });
  const strangers = createFairShare({
    capacity: maxBytes * STRANGERS,
    least: maxBytes * STRANGERS,
  });

  return {
    share(owner) {
      const holdings = owner === null ? strangers : owners;
      const name = owner ?? "";
      let own = 0;
      let isOver = false;
      return {
        take(bytes) {
          // Of one that was given up something may still come.
          if (isOver || !holdings.admits(name, bytes)) {
            throw new Refusal("unavailable", "too many large bodies at once", RETRY_SECONDS);
          }
          own += bytes;
          holdings.hold(name, bytes);
        },
        [Symbol.dispose]() {
          isOver = true;
          holdings.release(name, own);
          own = 0;
        },
      };
    },
  };
}
