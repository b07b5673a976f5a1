/** Conversion of times between milliseconds since the epoch and Postgres. */

/** Formats a time as a timestamptz literal, to the microsecond. */
export { isoMicros as instant } from "../../../core/timestamp.ts";

/** Writes SQL that reads a timestamptz column as milliseconds since the epoch; null stays null. */
export function epoch(column: string): string {
  return `(extract(epoch from ${column}) * 1000)::float8`;
}

/**
 * Computes a lower bound of the UUIDs version 7 (RFC 9562) made from a time on, to compare
 * tracking-ids with.
 */
export function earliestId(ms: number): string {
  const hex = Math.max(0, Math.floor(ms)).toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}`;
}

/**
 * Maximum age of a tracking-id at its message's acceptance, in milliseconds: far longer than it
 * takes to read a request and fetch its content.
 */
export const ID_AGE_MAX_MS = 3_600_000;
