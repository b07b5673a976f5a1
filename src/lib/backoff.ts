/** Exponential backoff with jitter, so that clients that failed together do not retry together. */

export interface BackoffOptions {
  /** Longest wait after the first failure, in milliseconds. Default 1000. */
  minMs?: number;
  /** Longest wait after any number of failures, in milliseconds. Default 60000. */
  maxMs?: number;
  /** Factor of the longest wait per further failure. Default 2. */
  multiplier?: number;
  /** Fraction of the wait that is random. Default 1: anything up to the longest wait. */
  jitter?: number;
  /** Random number from 0 up to 1; 0 is the shortest wait. Default Math.random. */
  random?: () => number;
}

/**
 * Computes the wait before the next attempt, in milliseconds.
 * @param failures Consecutive failures, at least 1.
 */
export function backoff(
  failures: number,
  { minMs = 1000, maxMs = 60_000, multiplier = 2, jitter = 1, random = Math.random }:
    BackoffOptions = {},
): number {
  const longest = Math.min(minMs * multiplier ** (failures - 1), maxMs);
  return longest * (1 - jitter + jitter * random());
}
