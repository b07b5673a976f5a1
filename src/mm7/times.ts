/** Parses times of MM7: `xs:dateTime` and `xs:duration`. */
import { isoSeconds, parseIso } from "../core/timestamp.ts";

export { isoSeconds as dateTime };

// XML Schema part 2, section 3.2.6: at least one field, and one after T.
const DURATION =
  /^(-?)P(?=\d|T\d)(?:(\d{1,6})Y)?(?:(\d{1,6})M)?(?:(\d{1,9})D)?(?:T(?=\d)(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9})(?:\.(\d{1,9}))?S)?)?$/;
const DATE_TIME = /^\d{4}-\d\d-\d\d(?:T|$)/;

/** Parses an `xs:dateTime` to milliseconds since the epoch, as UTC if it has no offset; or null. */
export function parseDateTime(text: string): number | null {
  return DATE_TIME.test(text) ? parseIso(text) : null;
}

/**
 * Adds an `xs:duration` to `from`, in milliseconds since the epoch. Months and years are calendar
 * units in UTC. Null when it is malformed or the result is out of range.
 */
export function addDuration(text: string, from: number): number | null {
  const match = DURATION.exec(text);
  if (match === null) return null;
  const [years, months, days, hours, minutes, seconds] = match.slice(2, 8).map((digits) =>
    Number(digits ?? 0)
  );
  const milliseconds = Math.trunc(Number(`0.${match[8] ?? 0}`) * 1000);
  const duration = { years, months, days, hours, minutes, seconds, milliseconds };
  try {
    // Temporal rejects fractions of a millisecond, which our clock has.
    const instant = Temporal.Instant.fromEpochMilliseconds(Math.floor(from));
    const start = instant.toZonedDateTimeISO("UTC");
    return (match[1] === "-" ? start.subtract(duration) : start.add(duration)).epochMilliseconds;
  } catch {
    return null;
  }
}

/** Parses an absolute time, or one relative to `now`, to milliseconds since the epoch; or null. */
export function parseTime(text: string, now: number): number | null {
  return /^-?P/.test(text) ? addDuration(text, now) : parseDateTime(text);
}
