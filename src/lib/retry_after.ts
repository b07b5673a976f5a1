/** Parser for `Retry-After` (RFC 9110 section 10.2.3). */

/** Maximum wait, in milliseconds; longer ones are cut to it. */
const MAX_MS = 24 * 3_600_000;

/** Reads the wait that a header requests, in milliseconds from `now`; 0 if there is none. */
export function retryAfterMs(header: string | undefined, now: number): number {
  if (header === undefined) return 0;
  const wait = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isFinite(wait) ? Math.min(Math.max(Math.ceil(wait), 0), MAX_MS) : 0;
}
