/**
 * Calendar event (spec 2.8): validation of the request's fields, and conversion of its times to
 * UTC.
 */
import { isBlank } from "../characters.ts";
import { type FaultName, FAULTS, Refusal } from "../errors.ts";
import type { EventTime, FileLabel } from "../media/file_label.ts";
import { endAfter, instantIn, parseLocal } from "../local_time.ts";

/** Calendar event. Texts are as given; times are in milliseconds since the epoch. */
export interface CalendarEvent {
  title: string;
  description: string;
  location: string;
  start: number;
  /** End, not before `start`. */
  end: number;
  /** Zone that its times were given in. */
  zone: string;
  /** Whether it takes whole days; then `start` and `end` are days in UTC (spec 2.8). */
  allDay: boolean;
}

/** Fields of an event, after schema validation. */
export interface EventFields {
  "event-title"?: string | undefined;
  "event-description"?: string | undefined;
  "event-location"?: string | undefined;
  "event-start-datetime"?: string | undefined;
  "event-end-datetime"?: string | undefined;
  "event-timezone"?: string | undefined;
  "all-day-event"?: boolean | undefined;
}

/**
 * Limits of a time: iCalendar has four digits for the year, and its readers accept no year before
 * the first.
 */
const EARLIEST = Date.parse("0001-01-01T00:00:00Z");
const LATEST = Date.parse("9999-12-31T23:59:59.999Z");

/** Milliseconds from midnight to 23:59, the end of a whole day (spec 2.8). */
const LAST_MINUTE = (24 * 60 - 1) * 60_000;

/**
 * Reads the fields of an event. Its times are in `event-timezone`; a designator in the text is
 * ignored (contract section 3).
 *
 * @param where Prefix of field names in errors.
 * @throws {Refusal} E1701 to E1707.
 */
export function readEvent(fields: EventFields, where = ""): CalendarEvent {
  const texts = {
    title: readText(fields, "event-title", "eventTitleMissing", where),
    description: readText(fields, "event-description", "eventDescriptionMissing", where),
    location: readText(fields, "event-location", "eventLocationMissing", where),
  };
  const { start, end } = readTimes(fields, where);
  const zone = fields["event-timezone"]!.trim();
  return { ...texts, start, end, zone, allDay: fields["all-day-event"] === true };
}

/** Returns the times of an event as its label has them. */
export function timesOf({ start, end, zone, allDay }: CalendarEvent): Omit<FileLabel, "name"> {
  const timeOf = (at: number): EventTime =>
    allDay ? { at: Math.floor(at / DAY) * DAY, zone: null, isDate: true } : { at, zone };
  const [from, to] = [timeOf(start), timeOf(end)];
  return to.at > from.at ? { start: from, end: to } : { start: from };
}

const DAY = 86_400_000;

function readText(
  fields: EventFields,
  field: "event-title" | "event-description" | "event-location",
  fault: FaultName,
  where: string,
): string {
  const text = fields[field];
  if (text !== undefined && !isBlank(text)) return text;
  throw new Refusal(fault, `${where}${field}: ${FAULTS[fault].text}`);
}

function readTimes(fields: EventFields, where: string): Pick<CalendarEvent, "start" | "end"> {
  const allDay = fields["all-day-event"] === true;
  const from = readLocal(fields, "event-start-datetime", allDay, where);
  const to = readLocal(fields, "event-end-datetime", allDay, where);
  const zone = fields["event-timezone"]?.trim() ?? "";
  // The zone must be valid although whole days do not use it.
  const start = instantIn(zone, from);
  if (start === null) {
    throw new Refusal(
      "eventTimezoneUnknown",
      `${where}event-timezone must be a name of the tz database, such as America/New_York`,
    );
  }
  const times = {
    start: writable(allDay ? from : start, "event-start-datetime", where),
    end: writable(
      allDay ? to + LAST_MINUTE : endAfter(start, instantIn(zone, to)!, to - from),
      "event-end-datetime",
      where,
    ),
  };
  if (to >= from) return times;
  throw new Refusal("eventEndsFirst", `${where}event-end-datetime is before the event starts`);
}

type TimeField = "event-start-datetime" | "event-end-datetime";

const TIME_FAULTS = {
  "event-start-datetime": "eventStartInvalid",
  "event-end-datetime": "eventEndInvalid",
} as const satisfies Record<TimeField, FaultName>;

/** Reads a local time; for a whole day, its midnight. */
function readLocal(
  fields: EventFields,
  field: TimeField,
  allDay: boolean,
  where: string,
): number {
  const local = parseLocal(fields[field] ?? "");
  if (local === null) throw invalidTime(field, "must be an ISO 8601 date-time", where);
  const { date, time } = local;
  if (allDay) return date;
  if (time !== null) return time;
  throw invalidTime(field, "needs a time of day unless all-day-event is true", where);
}

function writable(instant: number, field: TimeField, where: string): number {
  if (instant >= EARLIEST && instant <= LATEST) return instant;
  throw invalidTime(field, "must be in the years 0001 to 9999, in UTC too", where);
}

function invalidTime(field: TimeField, fault: string, where: string): Refusal {
  return new Refusal(TIME_FAULTS[field], `${where}${field} ${fault}`);
}
