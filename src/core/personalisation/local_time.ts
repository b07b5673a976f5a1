/**
 * Local times (ISO 8601) and where they fall. A local time is a number: the milliseconds since the
 * epoch that it would be in UTC.
 *
 * Extended and basic forms are taken, date and time each in its own; the time to the hour, the
 * minute, the second or a fraction; a space for the T, as RFC 3339 allows; 24:00 at the end of a
 * day, and a leap second, which counts as the second before it.
 */

export interface LocalTime {
  /** The midnight that begins the date that is written. */
  date: number;
  /** Null: only a date is written. */
  time: number | null;
}

const DATE = String.raw`(\d{4})(-?)(\d\d)\2(\d\d)`;
const TIME = String.raw`(\d\d)(?:(:?)(\d\d)(?:\6(\d\d)(?:[.,](\d+))?)?)?`;
const DESIGNATOR = String.raw`(?:Z|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?)`;
const ISO_8601 = new RegExp(`^${DATE}(?:[T ]${TIME}(?: ?${DESIGNATOR})?)?$`, "i");

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A designator is left out of account (spec 2.8). Null: this is not ISO 8601, or no such time. */
export function parseLocal(text: string): LocalTime | null {
  const match = ISO_8601.exec(text.trim());
  if (match === null) return null;
  const [, year, , month, day, hour, , minute = "0", second = "0", fraction = "0"] = match;
  const date = midnightOf(Number(year), Number(month), Number(day));
  if (date === null) return null;
  if (hour === undefined) return { date, time: null };
  const ofDay = timeOfDay(Number(hour), Number(minute), Number(second), milliseconds(fraction));
  return ofDay === null ? null : { date, time: date + ofDay };
}

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function midnightOf(year: number, month: number, day: number): number | null {
  const days = month === 2 && isLeap(year) ? 29 : DAYS[month - 1] ?? 0;
  if (day < 1 || day > days) return null;
  return new Date(0).setUTCFullYear(year, month - 1, day); // Date.UTC moves the first century
}

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

function timeOfDay(
  hour: number,
  minute: number,
  second: number,
  millisecond: number,
): number | null {
  if (minute > 59 || second > 60) return null;
  const time = hour * HOUR + minute * MINUTE + Math.min(second, 59) * SECOND + millisecond;
  return hour < 24 || time === DAY ? time : null;
}

function milliseconds(fraction: string): number {
  return Number(fraction.slice(0, 3).padEnd(3, "0"));
}

/** A stretch of time between two changes of a zone's clocks. */
interface Stretch {
  /** In milliseconds since the epoch, the first a while after one change, the last before the next. */
  first: number;
  last: number;
  /** Milliseconds that the clocks are ahead of UTC. */
  offset: number;
}

/** No clocks change by so much: Samoa's went forward by 24 hours. */
const FARTHEST_CHANGE = 2 * DAY;

/**
 * Temporal knows where a time falls, but is slow to ask: the events of a campaign are mostly at the
 * same time, so the latest stretches are memoize, by zone and quarter.
 */
const STRETCHES = new Map<string, Stretch>();
const MOST_STRETCHES = 256;
const QUARTER = 91 * DAY;

/**
 * The instant of a local time in a zone, in milliseconds since the epoch. The zone goes by its name
 * in the tz database, in any letter case. What a change of the clocks skips moves forward by as
 * much as they do; of what they repeat it is the first (Temporal's "compatible"). Null: there is no
 * zone of that name.
 */
export function instantIn(zone: string, local: number): number | null {
  const key = `${Math.floor(local / QUARTER)} ${zone}`;
  const known = STRETCHES.get(key);
  if (known !== undefined) {
    const instant = local - known.offset;
    if (instant >= known.first && instant <= known.last) return instant;
  }
  const zoned = inZone(zone, local);
  if (zoned === null) return null;
  remember(key, zoned);
  return zoned.epochMilliseconds;
}

function inZone(zone: string, local: number): Temporal.ZonedDateTime | null {
  const utc = Temporal.Instant.fromEpochMilliseconds(local).toZonedDateTimeISO("UTC");
  try {
    const zoned = utc.toPlainDateTime().toZonedDateTime(zone);
    return isName(zone, zoned) ? zoned : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Temporal also takes offsets, and the zone out of a whole timestamp. */
function isName(zone: string, { timeZoneId }: Temporal.ZonedDateTime): boolean {
  return /^[a-z]/i.test(zone) && timeZoneId.toLowerCase() === zone.toLowerCase();
}

function remember(key: string, zoned: Temporal.ZonedDateTime): void {
  // The change itself is before what it begins.
  const begun = zoned.add({ milliseconds: 1 });
  const before = begun.getTimeZoneTransition("previous")?.epochMilliseconds ?? -Infinity;
  const after = zoned.getTimeZoneTransition("next")?.epochMilliseconds ?? Infinity;
  if (STRETCHES.size >= MOST_STRETCHES) STRETCHES.delete(STRETCHES.keys().next().value!);
  STRETCHES.set(key, {
    first: before + FARTHEST_CHANGE,
    last: after - FARTHEST_CHANGE,
    offset: zoned.offsetNanoseconds / 1e6,
  });
}
