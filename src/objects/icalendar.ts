/**
 * Writer of iCalendar files (RFC 5545), in the order of spec 4.8 and with its quoted-printable
 * encoding. That encoding is vCalendar's, and no reader supports its soft line breaks, so long
 * lines are folded like any other, between characters. Libraries for events support neither that
 * order nor that encoding.
 */
import type { CalendarEvent } from "../core/personalisation/calendar_event.ts";
import { isoSeconds } from "../core/timestamp.ts";
import { escapeText, replaceUnits, writeLines } from "./content_line.ts";

const PRODUCT = "-//slidepost//slidepost//EN";

/**
 * Writes the file of one event.
 * @param uid Globally unique (RFC 5545 section 3.8.4.7); letters, digits and hyphens.
 * @param now Time of creation, milliseconds since the epoch.
 */
export function writeCalendar(
  { title, description, location, start, end }: CalendarEvent,
  uid: string,
  now: number,
): Uint8Array<ArrayBuffer> {
  return writeLines([
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `PRODID:${PRODUCT}`,
    "BEGIN:VEVENT",
    `UID:${uid}`,
    `DTSTAMP:${utc(now)}`,
    textLine("SUMMARY", title),
    `DTSTART:${utc(start)}`,
    `DTEND:${utc(end)}`,
    textLine("LOCATION", location),
    textLine("DESCRIPTION", description),
    "END:VEVENT",
    "END:VCALENDAR",
  ]);
}

/** Formats a time in UTC, to the second, the precision of iCalendar. */
function utc(ms: number): string {
  const [date, time] = isoSeconds(ms).split("T") as [string, string];
  return `${date.slice(0, 4)}${date.slice(5, 7)}${date.slice(8)}T${time.slice(0, 2)}${
    time.slice(3, 5)
  }${time.slice(6)}`;
}

/**
 * Writes a text property in quoted-printable (RFC 2045 section 6.7). Encodes only what must be
 * encoded, so that readers without support still show plain English; spaces only at both ends,
 * where readers trim them, and after another, since a folded line of spaces alone ends the event
 * for python3-vobject.
 */
function textLine(name: string, text: string): string {
  const value = replaceUnits(escapeText(text), encodedAt);
  return `${name};ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:${value}`;
}

const [SPACE, EQUALS, DELETE] = [0x20, 0x3d, 0x7f] as const;

function encodedAt(text: string, at: number): string | undefined {
  const code = text.charCodeAt(at);
  if (code === SPACE) return isPlainSpace(text, at) ? undefined : OCTETS[SPACE];
  if (code > SPACE && code < DELETE) return code === EQUALS ? OCTETS[EQUALS] : undefined;
  return isLowSurrogate(code) ? "" : encoded(text.codePointAt(at)!);
}

function isPlainSpace(text: string, at: number): boolean {
  return at > 0 && at < text.length - 1 && text.charCodeAt(at - 1) !== SPACE;
}

/**
 * Returns whether a code unit is the second half of a surrogate pair; the first half encodes both.
 */
function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code < 0xe000;
}

/** Encoded forms by octet. */
const OCTETS: readonly string[] = Array.from(
  { length: 256 },
  (_, octet) => `=${octet.toString(16).toUpperCase().padStart(2, "0")}`,
);

/** Encodes a character's octets in UTF-8 (RFC 3629 section 3). */
function encoded(point: number): string {
  if (point < 0x80) return OCTETS[point]!;
  const last = OCTETS[0x80 | point & 0x3f]!;
  if (point < 0x800) return OCTETS[0xc0 | point >> 6]! + last;
  const middle = OCTETS[0x80 | point >> 6 & 0x3f]! + last;
  if (point < 0x10000) return OCTETS[0xe0 | point >> 12]! + middle;
  return OCTETS[0xf0 | point >> 18]! + OCTETS[0x80 | point >> 12 & 0x3f]! + middle;
}
