/**
 * Delivery windows (contract section 9): the hours of the week in which a message may go out, where
 * its recipient lives. Pure.
 */
import { instantIn } from "../local_time.ts";
import { createLru } from "../../lib/lru.ts";
import { zonesOf } from "./number_zones.ts";

/** Days of the week, as windows name them. */
export const WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
export type Weekday = typeof WEEKDAYS[number];

/** Zone of a window that follows the number of each recipient. */
export const RECIPIENT_ZONE = "recipient";

/** Window as an account or a request has it. */
export interface DeliveryWindow {
  /** Days on which it opens. */
  days: readonly Weekday[];
  /** Local time at which it opens, as `HH:MM`. */
  from: string;
  /** Local time at which it closes, as `HH:MM`, up to `24:00`; up to `from` it is on the next day. */
  to: string;
  /** Name of the tz database, or {@link RECIPIENT_ZONE}. */
  timeZone: string;
}

/** Window of one recipient: it is open while it is in all of the zones. */
export interface OpenHours extends Pick<DeliveryWindow, "days" | "from" | "to"> {
  /** Names of the tz database; at least one. */
  zones: readonly string[];
  /** Whether the zone of the account stands in for those of the number. */
  isByAccount?: true;
}

/** Time in which a window is open, in milliseconds since the epoch; `to` is excluded. */
interface Span {
  from: number;
  to: number;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Minimum time a day in which a window has to be open in all zones of a number, in milliseconds. */
const COMMON_MIN = 2 * HOUR;
/** Days that are looked at: a window opens within a week, and zones are a day apart at most. */
const DAYS_AHEAD = 9;
/** 1970-01-01 was a Thursday. */
const EPOCH_WEEKDAY = WEEKDAYS.indexOf("thu");

/**
 * Parses the window of an account: days, hours and zone, as in `mon,tue 09:00-20:00 recipient`.
 * Without days it opens each day, without a zone it follows the recipient's number.
 *
 * @param text Window whose form has been checked.
 */
export function parseWindow(text: string): DeliveryWindow {
  const [, days, from, to, timeZone = RECIPIENT_ZONE] =
    /^(?:([a-z,]+) )?([\d:]+)-([\d:]+)(?: (\S+))?$/.exec(text)!;
  return {
    days: days === undefined ? WEEKDAYS : WEEKDAYS.filter((day) => days.includes(day)),
    from: from!,
    to: to!,
    timeZone,
  };
}

/** Writes the hours of a recipient as {@link parseWindow} reads those of an account. */
export function describeHours({ days, from, to, zones }: OpenHours): string {
  return `${days.join()} ${from}-${to} ${zones.join()}`;
}

/**
 * Checks a window.
 *
 * @returns Null if it is valid, else the fault.
 */
export function checkWindow({ from, timeZone, to }: DeliveryWindow): string | null {
  if (minutesOf(from) === minutesOf(to)) return "opens and closes at the same time";
  if (timeZone !== RECIPIENT_ZONE && !isTimeZone(timeZone)) {
    return "has a time-zone that is neither a name of the tz database nor recipient";
  }
  return null;
}

/** Tells whether a text is the name of a zone of the tz database, in any letter case. */
export function isTimeZone(name: string): boolean {
  return instantIn(name, 0) !== null;
}

/**
 * Returns the hours of a window for one recipient.
 *
 * @param accountZone Zone that decides where those of the number are not known, or leave too few
 * common hours.
 * @param at Time of the decision, in milliseconds since the epoch.
 */
export function openHours(
  { timeZone, ...hours }: DeliveryWindow,
  recipient: string,
  accountZone: string,
  at: number,
): OpenHours {
  if (timeZone !== RECIPIENT_ZONE) return { ...hours, zones: [timeZone] };
  const zones = zonesOf(recipient);
  return zones.length === 1 || zones.length > 1 && isUsable({ ...hours, zones }, at)
    ? { ...hours, zones }
    : { ...hours, zones: [accountZone], isByAccount: true };
}

/** Whether hours are usable, by their text and the day: a campaign's recipients share their zones. */
const USABLE = createLru<string, boolean>(1000);

function isUsable(hours: OpenHours, at: number): boolean {
  const key = `${Math.floor(at / DAY)} ${JSON.stringify(hours)}`;
  let isUsable = USABLE.get(key);
  if (isUsable === undefined) {
    const week = commonSpans({ ...hours, days: WEEKDAYS }, at)
      .map(({ from, to }) => Math.min(to, at + 7 * DAY) - Math.max(from, at));
    const common = week.reduce((sum, ms) => sum + Math.max(0, ms), 0);
    isUsable = common >= 7 * COMMON_MIN && nextSpan(hours, at) !== undefined;
    USABLE.set(key, isUsable);
  }
  return isUsable;
}

/**
 * Returns the time from which a message may go out, `at` or later: `at` itself while the window is
 * open. All are in milliseconds since the epoch.
 */
export function opensAt(hours: OpenHours, at: number): number {
  const span = nextSpan(hours, at);
  // Where a change of a zone's law has left nothing in common, waiting helps nobody.
  return span === undefined ? at : Math.max(at, span.from);
}

/** Spans by hours and day, the last ones: the messages of a campaign ask for the same. */
const SPANS = createLru<string, readonly Span[]>(1000);

function nextSpan(hours: OpenHours, at: number): Span | undefined {
  const { days, from, to, zones } = hours;
  const key = `${Math.floor(at / DAY)} ${days.join()} ${from} ${to} ${zones.join()}`;
  let spans = SPANS.get(key);
  if (spans === undefined) {
    spans = commonSpans(hours, Math.floor(at / DAY) * DAY);
    SPANS.set(key, spans);
  }
  return spans.find((span) => span.to > at);
}

/** Lists the spans in which a window is open in all zones, around a time and the days after it. */
function commonSpans(hours: OpenHours, at: number): readonly Span[] {
  const [first, ...others] = hours.zones.map((zone) => spansIn(zone, hours, at));
  return others.reduce(intersection, first!);
}

function spansIn(zone: string, { days, from, to }: OpenHours, at: number): readonly Span[] {
  const [opening, closing] = [minutesOf(from) * MINUTE, minutesOf(to) * MINUTE];
  const length = closing > opening ? closing : closing + DAY;
  const today = Math.floor(at / DAY);
  const spans: Span[] = [];
  // The day before yesterday: a window may pass midnight, in a zone that is behind.
  for (let day = today - 2; day <= today + DAYS_AHEAD; day++) {
    if (!days.includes(WEEKDAYS[(day + EPOCH_WEEKDAY) % 7]!)) continue;
    const span = {
      from: instantIn(zone, day * DAY + opening)!,
      to: instantIn(zone, day * DAY + length)!,
    };
    // A change of clocks may skip all of it.
    if (span.from < span.to) spans.push(span);
  }
  return spans;
}

/** Intersects two lists of spans in order. */
function intersection(some: readonly Span[], others: readonly Span[]): readonly Span[] {
  const common: Span[] = [];
  for (let i = 0, k = 0; i < some.length && k < others.length;) {
    const [own, other] = [some[i]!, others[k]!];
    const span = { from: Math.max(own.from, other.from), to: Math.min(own.to, other.to) };
    if (span.from < span.to) common.push(span);
    if (own.to < other.to) i++;
    else k++;
  }
  return common;
}

function minutesOf(time: string): number {
  const [hours, minutes] = time.split(":").map(Number);
  return hours! * 60 + minutes!;
}
