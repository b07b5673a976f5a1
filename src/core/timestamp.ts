/** Points in time as customers write and read them. */

/** ISO 8601 with microseconds and offset (spec 6.2), from milliseconds since the epoch. */
export function isoMicros(ms: number): string {
  const whole = Math.floor(ms);
  const micros = Math.floor((ms - whole) * 1000);
  return `${new Date(whole).toISOString().slice(0, -1)}${String(micros).padStart(3, "0")}+00:00`;
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
