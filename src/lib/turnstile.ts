/** Event-loop scheduler that starts CPU-bound work one piece at a time, its owners round-robin. */
import { createFairQueue } from "./fair_queue.ts";

export interface Turnstile {
  /**
   * Resolves when it is the owner's turn. Between two turns the event loop handles other events, so
   * a burst of work delays them by no more than one piece.
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
