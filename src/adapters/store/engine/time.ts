/** Conversion of times between milliseconds since the epoch and Postgres. */

/** Formats a time as a timestamptz literal, to the microsecond. */
export { isoMicros as instant } from "../../../core/timestamp.ts";

/** Writes SQL that reads a timestamptz column as milliseconds since the epoch; null stays null. */
export function epoch(column: string): string {
  return `(extract(epoch from ${column}) * 1000)::float8`;
}
