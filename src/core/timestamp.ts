/** Timestamps in the formats of customers' interfaces. */

/** Formats milliseconds since the epoch as ISO 8601 with microseconds and offset (spec 6.2). */
export function isoMicros(ms: number): string {
  // Rounded, so that a time comes back from the database as it was written.
  const micros = Math.round(ms * 1000);
  const second = Math.floor(micros / 1_000_000);
  return `${isoSecond(second)}.${String(1_000_000 + micros - second * 1_000_000).slice(1)}+00:00`;
}

/** Formats milliseconds since the epoch as an `xs:dateTime` in UTC, to the second. */
export function isoSeconds(ms: number): string {
  return `${isoSecond(Math.floor(ms / 1000))}Z`;
}

/**
 * Cache of the last formatted seconds: an accepted message has four timestamps, of two seconds that
 * it shares with its neighbours. The size is prime, so that regular distances do not collide.
 */
const SECONDS: { second: number; text: string }[] = Array.from(
  { length: 61 },
  () => ({ second: NaN, text: "" }),
);

function isoSecond(second: number): string {
  const slot = SECONDS[Math.abs(second) % SECONDS.length]!;
  if (slot.second !== second) {
    slot.second = second;
    slot.text = new Date(second * 1000).toISOString().slice(0, -5);
  }
  return slot.text;
}

const ISO_8601 =
  /^(\d{4}-\d\d-\d\d|\d{8})(?:[T ](\d\d(?::?\d\d(?::?\d\d(?:[.,]\d{1,9})?)?)?) ?(Z|[+-]\d\d(?::?\d\d)?)?)?$/i;

/**
 * Parses an ISO 8601 date or date-time, in UTC unless it has an offset, into milliseconds since the
 * epoch. Null if it is malformed, or names a day or hour that does not exist.
 */
export function parseIso(text: string): number | null {
  const match = ISO_8601.exec(text.trim());
  if (match === null) return null;
  const [, date, time = "00", zone = "Z"] = match;
  try {
    return Temporal.Instant.from(`${date}T${time}${zone}`).epochMilliseconds;
  } catch {
    return null;
  }
}
