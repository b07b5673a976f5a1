/** Contacts and calendars as readers of other makes find them. */
import ICAL from "npm:ical.js@2.2.1";

/** Elsewhere ical.js reads alone: Homebrew has Python, but none of these libraries for it. */
const hasPythonReaders = Deno.build.os === "linux";

/** Debian's own Python, which has Debian's libraries. */
const PYTHON = "/usr/bin/python3";

/** Event of a file. */
export interface FoundEvent {
  product: string;
  uid: string;
  /** Times of creation, start and end, as iCalendar writes UTC. */
  times: string[];
  title: string;
  location: string;
  description: string;
  /** Names, in alphabetical order. */
  properties: string[];
}

export interface Reader<T> {
  name: string;
  /** Results in the order of the files. */
  found: T[];
  /** Texts that the reader is known to misread, whatever program has written them. */
  misreads: RegExp | null;
}

/** Content lines of a contact, in the reader's order. */
export type FoundContact = FoundLine[];

export interface FoundLine {
  name: string;
  group: string | null;
  types: string[];
  value: string | string[];
}

/** Version 4 unescapes twice, and reads percent signs as escapes. */
const MISREAD_BY_ICALENDAR = /\\[nN,;:\\]|%(2C|3A|3B|5C)/;

/** It reads a backslash at the end of a component as the escape of the semicolon that follows. */
const MISREAD_BY_ICAL_JS = /\\$/;

export async function readCalendars(
  files: readonly Uint8Array[],
): Promise<Reader<FoundEvent>[]> {
  const others = Object.entries(await byPython<RawEvent>("calendars", files));
  return [
    { name: "ical.js", found: files.map(eventByIcalJs), misreads: null },
    ...others.map(([name, found]) => ({
      name,
      found: found.map(decoded),
      misreads: name === "python3-icalendar" ? MISREAD_BY_ICALENDAR : null,
    })),
  ];
}

export async function readContacts(
  files: readonly Uint8Array[],
): Promise<Reader<FoundContact>[]> {
  const others = Object.entries(await byPython<FoundContact>("contacts", files));
  return [
    { name: "ical.js", found: files.map(contactByIcalJs), misreads: MISREAD_BY_ICAL_JS },
    ...others.map(([name, found]) => ({ name, found, misreads: null })),
  ];
}

/** Event as object_readers.py returns it: texts in the order SUMMARY, LOCATION, DESCRIPTION. */
interface RawEvent extends Pick<FoundEvent, "product" | "uid" | "times" | "properties"> {
  texts: { text: string; encoded: boolean }[];
}

/** Process of the Python readers: it runs as long as this one, since its libraries load slowly. */
const python = hasPythonReaders ? startPython() : null;
let last: Promise<unknown> = Promise.resolve();

function startPython() {
  const child = new Deno.Command(PYTHON, {
    args: ["-X", "utf8", new URL("object_readers.py", import.meta.url).pathname],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  child.unref();
  return { child, questions: child.stdin.getWriter(), results: child.stdout.getReader() };
}

/** Reads files with the Python readers. Returns their results by the readers' names. */
function byPython<T>(
  kind: "calendars" | "contacts",
  files: readonly Uint8Array[],
): Promise<Record<string, T[]>> {
  const question = JSON.stringify({ kind, files: files.map((file) => file.toBase64()) });
  const result = last.then(() => query(`${question}\n`));
  last = result.catch(() => {});
  return result.then(({ found, error }) => {
    if (error !== undefined) throw new Error(error);
    return found;
  });
}

// deno-lint-ignore no-explicit-any -- each kind has its own
async function query(question: string): Promise<any> {
  if (python === null) return { found: {} };
  const decoder = new TextDecoder();
  let line = "";
  python.child.ref();
  try {
    const writing = python.questions.write(new TextEncoder().encode(question));
    while (!line.endsWith("\n")) {
      const { value, done } = await python.results.read();
      if (done) throw new Error("object_readers.py has ended");
      line += decoder.decode(value, { stream: true });
    }
    await writing;
  } finally {
    python.child.unref();
  }
  return JSON.parse(line);
}

function decoded({ texts, ...event }: RawEvent): FoundEvent {
  const [title, location, description] = texts.map(({ text, encoded }) =>
    encoded ? fromQuotedPrintable(text) : text
  );
  return { ...event, title: title!, location: location!, description: description! };
}

function fromQuotedPrintable(text: string): string {
  return decodeURIComponent(text.replaceAll("%", "%25").replaceAll(/=([0-9A-F]{2})/g, "%$1"));
}

function eventByIcalJs(file: Uint8Array): FoundEvent {
  const calendar = new ICAL.Component(ICAL.parse(new TextDecoder().decode(file)));
  const [event, ...others] = calendar.getAllSubcomponents("vevent");
  if (event === undefined || others.length > 0) throw new Error("not one event");
  const value = (component: typeof calendar, name: string) =>
    String(component.getFirstProperty(name)!.toJSON()[3]);
  return decoded({
    product: value(calendar, "prodid"),
    uid: value(event, "uid"),
    times: ["dtstamp", "dtstart", "dtend"].map((name) =>
      value(event, name).replaceAll(/[-:]/g, "")
    ),
    texts: ["summary", "location", "description"].map((name) => ({
      text: value(event, name),
      encoded: event.getFirstProperty(name)!.getFirstParameter("encoding") !== undefined,
    })),
    properties: event.getAllProperties().map(({ name }) => name.toUpperCase()).sort(),
  });
}

/** Property of jCard (RFC 7095). */
type JCardProperty = [
  name: string,
  parameters: Record<string, string | string[]>,
  type: string,
  value: string | string[],
];

function contactByIcalJs(file: Uint8Array): FoundContact {
  const [component, properties] = ICAL.parse(new TextDecoder().decode(file)) as unknown as [
    string,
    JCardProperty[],
  ];
  if (component !== "vcard") throw new Error(`a ${component}`);
  return properties.map(([name, { group, type }, kind, value]) => ({
    name: name.toUpperCase(),
    group: group === undefined ? null : String(group),
    types: type === undefined ? [] : [type].flat(),
    value: typeof value === "string" && name !== "org" ? unescaped(kind, value) : value,
  }));
}

/** Resolves the escapes of RFC 6350 in text; leaves values of unknown kinds as they are. */
function unescaped(kind: string, text: string): string {
  if (kind === "text") return text.replaceAll("\\;", ";");
  if (kind !== "unknown") return text;
  return text.replaceAll(/\\(.)/g, (_, character) => character === "n" ? "\n" : character);
}
