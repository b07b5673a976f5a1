import { delay } from "../../lib/delay.ts";

/**
 * Deduplicates and rate limits a call: it runs at most once in `everyMs`, for all callers together.
 * Each caller waits for a run that begins after it called.
 */
export function createSharedCall(call: () => Promise<void>, everyMs: number): () => Promise<void> {
  let next: Promise<void> | null = null;
  let lastAt = -Infinity;

  async function run(): Promise<void> {
    const wait = lastAt + everyMs - performance.now();
    await delay(Math.max(0, wait));
    next = null;
    lastAt = performance.now();
    await call();
  }

  return () => next ??= run();
}
