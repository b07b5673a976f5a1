/**
 * Parser for dates in HTTP fields (RFC 9110 section 5.6.7), as strict as caches need it (RFC 9111
 * section 4.2).
 */

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const MONTH = `(?<month>${MONTHS.join("|")})`;
const DAY = "(?:mon|tue|wed|thu|fri|sat|sun)";
const LONG_DAY = "(?:mon|tues|wednes|thurs|fri|satur|sun)day";
/** Time of day; second 60 is a leap second. */
const TIME = String.raw`(?<hour>[01]\d|2[0-3]):(?<minute>[0-5]\d):(?<second>[0-5]\d|60)`;

/** IMF-fixdate and the two obsolete forms (RFC 850, asctime). */
const FORMS = [
  String.raw`${DAY}, (?<day>\d\d) ${MONTH} (?<year>\d{4}) ${TIME} GMT`,
  String.raw`${LONG_DAY}, (?<day>\d\d)-${MONTH}-(?<year>\d\d) ${TIME} GMT`,
  String.raw`${DAY} ${MONTH} (?<day>[ \d]\d) ${TIME} (?<year>\d{4})`,
].map((form) => new RegExp(`^${form}$`, "i"));

/**
 * Parses a date into milliseconds since the epoch; null if it is malformed or not in GMT.
 * @param now Milliseconds since the epoch; resolves a two-digit year, to at most 50 years later.
 */
export function readHttpDate(field: string | undefined, now: number): number | null {
  if (field === undefined) return null;
  for (const form of FORMS) {
    const parts = form.exec(field)?.groups as Parts | undefined;
    if (parts !== undefined) return timeOf(parts, now);
  }
  return null;
}

type Parts = Record<"day" | "month" | "year" | "hour" | "minute" | "second", string>;

function timeOf(parts: Parts, now: number): number | null {
  const month = MONTHS.indexOf(parts.month.toLowerCase());
  const day = Number(parts.day);
  const year = parts.year.length === 4 ? Number(parts.year) : yearNear(Number(parts.year), now);
  const midnight = new Date(Date.UTC(year, month, day));
  if (midnight.getUTCDate() !== day) return null; // there is no 30 February
  return midnight.setUTCHours(Number(parts.hour), Number(parts.minute), Number(parts.second));
}

function yearNear(twoDigits: number, now: number): number {
  const thisYear = new Date(now).getUTCFullYear();
  const year = thisYear - thisYear % 100 + twoDigits;
  return year > thisYear + 50 ? year - 100 : year;
}
