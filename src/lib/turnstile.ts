/** Lets work into the event loop one piece at a time, its owners in fair turns. */
import { createFairQueue } from "./fair_queue.ts";

export interface Turnstile {
  /**
   * Resolves when the owner's turn has come. Between two turns the event loop does whatever else is
   * ready, so that a burst of work holds up nobody for longer than one piece takes.
   */
  pass(owner: string): Promise<void>;
}

export function createTurnstile(): Turnstile {
  const waiting = createFairQueue<() => void>();
  let isTurning = false;

  function turn(): void {
    waiting.shift()?.();
    isTurning = waiting.size > 0;
    if (isTurning) setImmediate(turn);
  }

  return {
    pass(owner) {
      return new Promise((resolve) => {
        waiting.push(owner, resolve);
        if (isTurning) return;
        isTurning = true;
        setImmediate(turn);
      });
    },
  };
}
