/**
 * Names of files for people: of a contact its name, of an event its title and times, of a document
 * its file name. Labels are read once, when the file arrives or is generated.
 */
import { isBlank, truncate } from "../characters.ts";
import { endAfter, instantIn, parseLocal } from "../local_time.ts";
import { type ContentLine, contentLinesIn, textValue } from "./content_lines.ts";
import { extensionIn, type MediaKind, mediaTypeOfExtension } from "./media_types.ts";

export interface FileLabel {
  readonly name: string;
  /** Times of an event. */
  readonly start?: EventTime;
  readonly end?: EventTime;
}

/** Time of an event. */
export interface EventTime {
  /** Milliseconds since the epoch; of a date or a time without a zone, as if in UTC. */
  readonly at: number;
  /** Name of the tz database; null: a date, or a time without a zone, the same for each reader. */
  readonly zone: string | null;
  /** Set for a date without a time of day. */
  readonly isDate?: true;
}

/** Maximum characters of a name. */
const NAME_CHARACTERS = 120;

/**
 * Leading bytes of a file that are read. Names and times come first; what follows are photographs.
 */
export const LABEL_BYTES = 64 << 10;

/** Builds a label; undefined where the name has no visible character. */
export function labelOf(name: string, times: Omit<FileLabel, "name"> = {}): FileLabel | undefined {
  // Control characters, line breaks among them, and runs of space become one space.
  const clean = name.toWellFormed().replaceAll(/[\p{Cc}\p{Z}]+/gu, " ").trim();
  return isBlank(clean) ? undefined : { name: truncate(clean, NAME_CHARACTERS), ...times };
}

/**
 * Reads the label of a file.
 * @param start Leading bytes of the file, `LABEL_BYTES` or fewer.
 * @param fileName Name or URL's last segment of the file; null if unknown.
 */
export function readLabel(
  kind: MediaKind,
  start: Uint8Array,
  fileName: string | null,
): FileLabel | undefined {
  if (kind === "contact") return contactLabel(contentLinesIn(start));
  if (kind === "calendar") return eventLabel(contentLinesIn(start));
  return kind === "pdf" || kind === "ms-excel" ? documentLabel(kind, fileName) : undefined;
}

/** Returns the file name in a URL, decoded; null if it has none. */
export function fileNameOfUrl(url: string): string | null {
  const segment = URL.parse(url)?.pathname.split("/").at(-1) ?? "";
  try {
    return segment === "" ? null : decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/**
 * Labels a document by its file name. A name without an extension of its kind is none: `download`,
 * or the hash of a store.
 */
function documentLabel(kind: MediaKind, fileName: string | null): FileLabel | undefined {
  const base = fileName?.split(/[/\\]/).at(-1) ?? "";
  const type = mediaTypeOfExtension(extensionIn(base) ?? "");
  return type?.kind === kind ? labelOf(base) : undefined;
}

/** Labels a vCard by the name for display, else the parts of the name, else the organisation. */
function contactLabel(lines: Iterable<ContentLine>): FileLabel | undefined {
  const found = new Map<string, string>();
  for (const line of lines) {
    if (line.name === "END") break;
    if (/^(FN|N|ORG)$/.test(line.name) && !found.has(line.name)) {
      found.set(line.name, line.name === "N" ? fullName(line) : textValue(line));
    }
  }
  for (const name of ["FN", "N", "ORG"]) {
    const label = labelOf(found.get(name) ?? "");
    if (label !== undefined) return label;
  }
  return undefined;
}

/** Joins the parts of a name (RFC 2426 section 3.1.2) in the order of speech. */
function fullName(line: ContentLine): string {
  const [family = "", first = "", additional = "", prefix = "", suffix = ""] = line.value
    .split(/(?<!\\);/).map((value) => textValue({ ...line, value }));
  return [prefix, first, additional, family, suffix].filter((part) => part !== "").join(" ");
}

/** Labels an iCalendar file by its first event. */
function eventLabel(lines: Iterable<ContentLine>): FileLabel | undefined {
  const open: string[] = [];
  const found = new Map<string, ContentLine>();
  for (const line of lines) {
    const component = line.value.trim().toUpperCase();
    if (line.name === "BEGIN") open.push(component);
    else if (line.name === "END") {
      if (open.pop() === "VEVENT") break;
    } else if (open.at(-1) === "VEVENT" && !found.has(line.name)) found.set(line.name, line);
  }
  const [title, start, end] = ["SUMMARY", "DTSTART", "DTEND"].map((name) => found.get(name));
  return labelOf(title === undefined ? "" : textValue(title), eventTimes(start, end));
}

function eventTimes(
  startLine: ContentLine | undefined,
  endLine: ContentLine | undefined,
): Omit<FileLabel, "name"> {
  const start = startLine && timeOf(startLine);
  if (start === undefined) return {};
  const stated = endLine && timeOf(endLine);
  if (stated === undefined || stated.isDate !== start.isDate) return { start };
  // RFC 5545 section 3.6.1: the end is exclusive; a date, therefore, is the day after the last.
  const end = stated.isDate
    ? stated.at - 86_400_000
    : endAfter(start.at, stated.at, writtenLength(startLine!, endLine!));
  return end > start.at ? { start, end: { ...stated, at: end } } : { start };
}

/** Returns the length of an event in local times; 0 where its times are of two zones. */
function writtenLength(start: ContentLine, end: ContentLine): number {
  if (start.parameters.get("TZID") !== end.parameters.get("TZID")) return 0;
  return parseLocal(end.value)!.time! - parseLocal(start.value)!.time!;
}

/** Reads a date or time (RFC 5545 section 3.3.4 and 3.3.5); undefined if it is malformed. */
function timeOf({ value, parameters }: ContentLine): EventTime | undefined {
  const local = parseLocal(value);
  if (local === null) return undefined;
  if (local.time === null) return { at: local.date, zone: null, isDate: true };
  if (/Z$/i.test(value.trim())) return { at: local.time, zone: "UTC" };
  const zone = parameters.get("TZID") ?? "";
  const at = instantIn(zone, local.time);
  return at === null ? { at: local.time, zone: null } : { at, zone };
}
