/** Memory for request bodies: so much for all that are read or worked on at once. */
import { Refusal } from "../core/errors.ts";

/** By then some of the bodies have been dealt with. */
const RETRY_SECONDS = 1;

/** What one body holds of the memory. */
export interface BodyShare extends Disposable {
  /** Throws Refusal: 503, when there is no room for so many bytes more. */
  take(bytes: number): void;
}

export interface BodyBudget {
  /** @param owner Whose body it is; null: nobody knows yet. */
  share(owner: string | null): BodyShare;
}

/** Half of `maxBytes` is the most that any one owner has: none can shut the others out. */
export function createBodyBudget(maxBytes: number): BodyBudget {
  const held = new Map<string | null, number>();
  let total = 0;

  function add(owner: string | null, bytes: number): void {
    const sum = (held.get(owner) ?? 0) + bytes;
    total += bytes;
    if (sum === 0) held.delete(owner);
    else held.set(owner, sum);
  }

  return {
    share(owner) {
      let own = 0;
      let isOver = false;
      return {
        take(bytes) {
          const owned = (held.get(owner) ?? 0) + bytes;
          // Of one that was given up something may still come.
          if (isOver || total + bytes > maxBytes || owned > maxBytes / 2) {
            throw new Refusal("unavailable", "too many large bodies at once", RETRY_SECONDS);
          }
          own += bytes;
          add(owner, bytes);
        },
        [Symbol.dispose]() {
          isOver = true;
          add(owner, -own);
          own = 0;
        },
      };
    },
  };
}
