/** Waits for what a test causes elsewhere: nothing tells it, and a busy machine takes its time. */
import assert from "node:assert/strict";

/** Environment variable with the factor of {@link PATIENCE_MS}, which `deno task test --busy` sets. */
export const PATIENCE_FACTOR = "TEST_PATIENCE_FACTOR";

/**
 * Maximum wait, in milliseconds, for anything: it ends what hangs, and decides nothing else. Longer
 * than what comes takes on a busy machine.
 */
export const PATIENCE_MS = 300_000 * Number(Deno.env.get(PATIENCE_FACTOR) ?? 1);

const PAUSE_MS = 20;

/** Reads a value until it is as wanted, and returns it; after PATIENCE_MS fails with the last one. */
export async function until<T>(
  read: () => T | Promise<T>,
  isWanted: (value: T) => boolean,
): Promise<T> {
  for (const end = performance.now() + PATIENCE_MS;;) {
    const value = await read();
    if (isWanted(value)) return value;
    if (performance.now() > end) assert.fail(`not as wanted: ${JSON.stringify(value)}`);
    await pause(PAUSE_MS);
  }
}

/** Lets time pass, for a peer that is slow on purpose, or a moment in which nothing may happen. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** State that changes by events, such as what a receiver got. */
export interface Changes {
  /** Looks again at what is awaited; called after each change. */
  changed(): void;
  /**
   * Resolves with the first value that is not undefined; after PATIENCE_MS rejects.
   *
   * @param describe Tells what there is instead.
   */
  until<T>(look: () => T | undefined, describe: () => string): Promise<T>;
}

export function createChanges(): Changes {
  const waiting = new Set<() => void>();
  return {
    changed() {
      for (const look of waiting) look();
    },
    until<T>(read: () => T | undefined, describe: () => string) {
      return new Promise<T>((resolve, reject) => {
        const end = (settle: () => void) => {
          clearTimeout(timer);
          waiting.delete(look);
          settle();
        };
        const look = () => {
          try {
            const value = read();
            if (value !== undefined) end(() => resolve(value));
          } catch (error) {
            end(() => reject(error));
          }
        };
        const timer = setTimeout(() => end(() => reject(new Error(describe()))), PATIENCE_MS);
        waiting.add(look);
        look();
      });
    },
  };
}
