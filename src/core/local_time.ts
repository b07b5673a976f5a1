/**
 * Local times (ISO 8601) and their conversion to instants. A local time is a number: the
 * milliseconds since the epoch that it would be in UTC.
 *
 * Accepted are extended and basic forms, for date and time separately; times to the hour, minute,
 * second or a fraction; a space for the T, as RFC 3339 allows; 24:00 at the end of a day; and a
 * leap second, which counts as the second before it.
 */
import { createLru } from "../lib/lru.ts";

export interface LocalTime {
  /** Midnight at the start of the date. */
  date: number;
  /** Time with the date; null if the text has only a date. */
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

/**
 * Parses an ISO 8601 date or date-time, ignoring a zone designator (spec 2.8). Null if it is
 * malformed or does not exist.
 */
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
  return new Date(0).setUTCFullYear(year, month - 1, day); // Date.UTC reads years 0 to 99 as 1900 to 1999
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

/** Period between two clock changes of a zone. */
interface Period {
  /** Usable range in milliseconds since the epoch, well within the period. */
  first: number;
  last: number;
  /** Offset from UTC in milliseconds. */
  offset: number;
}

/** Margin around a clock change: no change is that large; Samoa's was 24 hours. */
const CHANGE_MARGIN = 2 * DAY;

/**
 * Cached periods, by zone and quarter of a year. Temporal is slow, and most events of a campaign
 * are at the same time.
 */
const PERIODS = createLru<string, Period>(256);
const QUARTER = 91 * DAY;

/**
 * Converts a local time in a zone to an instant, in milliseconds since the epoch. Zones are names
 * of the tz database, in any letter case. A time that a clock change skips moves forward by as
 * much; of a repeated time the first is used (Temporal's "compatible"). Null if there is no such
 * zone.
 */
export function instantIn(zone: string, local: number): number | null {
  const key = `${Math.floor(local / QUARTER)} ${zone}`;
  const period = PERIODS.peek(key);
  if (period !== undefined) {
    const instant = local - period.offset;
    if (instant >= period.first && instant <= period.last) return instant;
  }
  const zoned = inZone(zone, local);
  if (zoned === null) return null;
  cachePeriod(key, zoned);
  return zoned.epochMilliseconds;
}

/**
 * Returns the end of an event. Where a clock change would put it before the start, the event keeps
 * its length as written in local times (contract section 3).
 */
export function endAfter(start: number, end: number, length: number): number {
  return end < start ? start + length : end;
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

/**
 * Returns whether a zone was given by its name: Temporal also accepts offsets, and the zone in a
 * whole timestamp.
 */
function isName(zone: string, { timeZoneId }: Temporal.ZonedDateTime): boolean {
  return /^[a-z]/i.test(zone) && timeZoneId.toLowerCase() === zone.toLowerCase();
}

function cachePeriod(key: string, zoned: Temporal.ZonedDateTime): void {
  // A transition at exactly this instant counts as previous.
  const afterwards = zoned.add({ milliseconds: 1 });
  const before = afterwards.getTimeZoneTransition("previous")?.epochMilliseconds ?? -Infinity;
  const after = zoned.getTimeZoneTransition("next")?.epochMilliseconds ?? Infinity;
  PERIODS.set(key, {
    first: before + CHANGE_MARGIN,
    last: after - CHANGE_MARGIN,
    offset: zoned.offsetNanoseconds / 1e6,
  });
}
