/** Points in time between the program (milliseconds since the epoch) and Postgres. */

/** As a timestamptz literal, to the microsecond. */
export { isoMicros as instant } from "../../core/timestamp.ts";

/** SQL that reads a timestamptz column as milliseconds since the epoch; null stays null. */
export function epoch(column: string): string {
  return `(extract(epoch from ${column}) * 1000)::float8`;
}

/** The least UUID version 7 (RFC 9562) of a point in time: tracking-ids from then on are not less. */
export function earliestId(ms: number): string {
  const hex = Math.max(0, Math.floor(ms)).toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}`;
}
