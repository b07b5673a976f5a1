/** Points in time as customers write and read them. */

/** ISO 8601 with microseconds and offset (spec 6.2), from milliseconds since the epoch. */
export function isoMicros(ms: number): string {
  const second = Math.floor(ms / 1000);
  const micros = Math.floor((ms - second * 1000) * 1000);
  return `${isoSecond(second)}.${String(1_000_000 + micros).slice(1)}+00:00`;
}

/** ISO 8601 in UTC, to the second: an `xs:dateTime` as relays write it. */
export function isoSeconds(ms: number): string {
  return `${isoSecond(Math.floor(ms / 1000))}Z`;
}

/**
 * A message that is accepted has four timestamps written, of two seconds that its neighbours share:
 * the last few are memoize. The count is prime, so that round distances do not collide.
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
 * Milliseconds since the epoch of an ISO 8601 date or date-time; without an offset it is UTC.
 * Null when it is not one, or names a day or hour that does not exist.
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
