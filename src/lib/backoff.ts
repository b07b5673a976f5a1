/** How long to wait before the next bind. */

const FIRST_MS = 1000;
const MAX_MS = 60_000;

/**
 * Milliseconds, after so many failures in a row: anywhere below a limit that doubles from 1 s to
 * 60 s, so that those who lost an SMSC together do not all come back together. `random` from 0 up
 * to 1.
 */
export function backoffMs(failures: number, random: number): number {
  return random * Math.min(FIRST_MS * 2 ** Math.max(0, failures - 1), MAX_MS);
}
