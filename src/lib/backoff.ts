/** Exponential backoff with full jitter. */

const FIRST_MS = 1000;
const MAX_MS = 60_000;

/**
 * Returns the wait before the next retry, in milliseconds: random, below a limit that doubles with
 * each consecutive failure from 1 s to 60 s, so that clients that failed together do not retry
 * together.
 * @param random From 0 up to, but not including, 1.
 */
export function backoffMs(failures: number, random: number): number {
  return random * Math.min(FIRST_MS * 2 ** Math.max(0, failures - 1), MAX_MS);
}
