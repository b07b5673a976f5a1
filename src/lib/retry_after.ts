/** `Retry-After` (RFC 9110 section 10.2.3). */

/** Longer waits are not heeded. */
const MAX_MS = 24 * 3_600_000;

/** The wait that a header asks for, in milliseconds from `now`; 0: none. */
export function retryAfterMs(header: string | undefined, now: number): number {
  if (header === undefined) return 0;
  const wait = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isFinite(wait) ? Math.min(Math.max(Math.ceil(wait), 0), MAX_MS) : 0;
}
