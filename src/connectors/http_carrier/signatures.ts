/** Comparisons for the signatures of callbacks. */
import { createHash, timingSafeEqual } from "node:crypto";

/** Compares texts in constant time. */
export function equalsSecretly(received: string, expected: string): boolean {
  // Digests have equal lengths, as the comparison requires.
  return timingSafeEqual(digest(received), digest(expected));
}

/** Tolerated age of a signed callback, and lead of its clock, in milliseconds. */
const TOLERANCE_MS = 300_000;

/**
 * Tells whether a signed time is recent: an older callback is a replay.
 *
 * @param seconds Seconds since the epoch, as the header has them.
 * @param now Milliseconds since the epoch.
 */
export function isRecent(seconds: string | number | null | undefined, now: number): boolean {
  const at = typeof seconds === "number" || /^\d{1,12}$/.test(seconds ?? "")
    ? Number(seconds)
    : NaN;
  return Math.abs(now - at * 1000) <= TOLERANCE_MS;
}

function digest(text: string): Uint8Array {
  return createHash("sha256").update(text).digest();
}
