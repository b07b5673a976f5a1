/** iCalendar files, byte by byte and read by third-party libraries. */
import assert from "node:assert/strict";
import ical from "npm:ical-generator@11.1.2";
import type { CalendarEvent } from "../../src/core/personalisation/calendar_event.ts";
import { writeCalendar } from "../../src/objects/icalendar.ts";
import { readCalendars } from "../support/object_readers.ts";
import { contentLines, foldedLines } from "./lines.ts";
import { textsOfScripts } from "../support/scripts.ts";
import { HARD_TEXTS, randomTexts, UNCLEAN_TEXTS } from "./texts.ts";

const NOW = Date.parse("2026-06-30T08:15:42.987Z");
const OPENING: CalendarEvent = {
  title: "Opening",
  description: "Doors at ten",
  location: "Main Street 1",
  start: Date.parse("2026-07-04T14:00:00Z"),
  end: Date.parse("2026-07-04T16:30:00Z"),
  zone: "UTC",
  allDay: false,
};

Deno.test("the lines of a calendar are those of spec 4.8, in its order", () => {
  assert.deepEqual(contentLines(writeCalendar(OPENING, "uid-1", NOW)), [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//slidepost//slidepost//EN",
    "BEGIN:VEVENT",
    "UID:uid-1",
    "DTSTAMP:20260630T081542Z",
    "SUMMARY;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:Opening",
    "DTSTART:20260704T140000Z",
    "DTEND:20260704T163000Z",
    "LOCATION;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:Main Street 1",
    "DESCRIPTION;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:Doors at ten",
    "END:VEVENT",
    "END:VCALENDAR",
  ]);
});

/** Texts and their written form. */
const WRITTEN: [text: string, written: string, why: string][] = [
  ["Doors at ten!", "Doors at ten!", "ASCII stays as it is"],
  ["a;b,c\\d", "a\\;b\\,c\\\\d", "escaped by RFC 5545"],
  ["a\nb\r\nc\rd", "a\\nb\\nc\\nd", "a line break stays an escape"],
  ["é", "=C3=A9", "UTF-8"],
  ["🎉", "=F0=9F=8E=89", "beyond the first plane"],
  ["a=b", "a=3Db", "the equals sign"],
  ["=0A", "=3D0A", "what looks encoded"],
  ["a\tb", "a=09b", "a tab"],
  ["a ", "a=20", "a space at the end"],
  ["a  ", "a =20", "two of them"],
  ["a   b", "a =20=20b", "spaces after another"],
  [" a", "=20a", "a space at the beginning"],
  ["a b", "a b", "a space within"],
  ["a%20b~{|}", "a%20b~{|}", "all other ASCII"],
];

for (const [text, written, why] of WRITTEN) {
  Deno.test(`quoted-printable: ${why}`, () => {
    const lines = contentLines(writeCalendar({ ...OPENING, title: text }, "uid-1", NOW));
    const line = lines.find((line) => line.startsWith("SUMMARY"))!;
    assert.equal(line, `SUMMARY;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:${written}`);
  });
}

/** Asserts that every reader that supports such texts returns each as expected. */
async function comesBack(texts: readonly [given: string, read: string][]): Promise<void> {
  const files = texts.map(([text], index) =>
    writeCalendar({ ...OPENING, title: text, location: text, description: text }, `${index}`, NOW)
  );
  for (const file of files) foldedLines(file);
  for (const { name, found, misreads } of await readCalendars(files)) {
    for (const [index, [, text]] of texts.entries()) {
      const { product, uid, times, properties, ...read } = found[index]!;
      assert.equal(product, "-//slidepost//slidepost//EN", name);
      assert.equal(uid, String(index), name);
      assert.deepEqual(times, ["20260630T081542Z", "20260704T140000Z", "20260704T163000Z"], name);
      assert.deepEqual(properties, PROPERTIES, name);
      if (misreads?.test(text)) continue;
      const expected = { title: text, location: text, description: text };
      assert.deepEqual(read, expected, `${name}: ${JSON.stringify(text)}`);
    }
  }
}

const PROPERTIES = [
  "DESCRIPTION",
  "DTEND",
  "DTSTAMP",
  "DTSTART",
  "LOCATION",
  "SUMMARY",
  "UID",
];

Deno.test("four libraries read the file; without Debian's Python, one does", async () => {
  const readers = await readCalendars([writeCalendar(OPENING, "uid-1", NOW)]);
  assert.deepEqual(
    readers.map(({ name }) => name),
    Deno.build.os === "linux"
      ? [
        "ical.js",
        "python3-icalendar",
        "libical",
        "python3-vobject",
        "python3-vobject, line by line",
      ]
      : ["ical.js"],
  );
});

Deno.test("every text is read back unchanged by each reader", async () => {
  await comesBack(Object.values(HARD_TEXTS).map((text) => [text, text]));
});

Deno.test("characters that no file may have are removed from texts, and line breaks normalised", async () => {
  await comesBack(Object.values(UNCLEAN_TEXTS));
});

Deno.test("300 random texts are read back unchanged by each reader", async () => {
  await comesBack(randomTexts(300, 5545).map((text) => [text, text]));
});

Deno.test("200 random titles of twelve scripts are read back, line by line too", async () => {
  await comesBack(textsOfScripts(200, 5545).map((text) => [text, text]));
});

Deno.test("no line of an event ends within a character, whatever its title", () => {
  for (const title of [...textsOfScripts(200, 1), ...randomTexts(200, 1), "é".repeat(300)]) {
    const event = { ...OPENING, title: `${title} ${title}`.toWellFormed() };
    for (const line of foldedLines(writeCalendar(event, "uid-1", NOW))) {
      assert.doesNotMatch(line, /=.?$|^ =[89AB]|(?<!\\)(\\\\)*\\$/, line);
      assert.match(line, /\S/);
    }
  }
});

Deno.test("the first and the last valid time are read back unchanged by each reader", async () => {
  const moments = ["0001-01-01T00:00:00Z", "1969-12-31T23:59:59Z", "9999-12-31T23:59:59Z"];
  const files = moments.map((moment) => {
    const time = Date.parse(moment);
    return writeCalendar({ ...OPENING, start: time, end: time }, "uid-1", NOW);
  });
  for (const { name, found } of await readCalendars(files)) {
    assert.deepEqual(
      found.map(({ times }) => times.slice(1)),
      moments.map((moment) => Array(2).fill(moment.replaceAll(/[-:]/g, ""))),
      name,
    );
  }
});

Deno.test("an event equals that of ical-generator, except for order, encoding and SEQUENCE", () => {
  const calendar = ical({ prodId: "//slidepost//slidepost//EN" });
  calendar.createEvent({
    id: "uid-1",
    stamp: new Date(NOW),
    start: new Date(OPENING.start),
    end: new Date(OPENING.end),
    summary: "a;b,c\\d\ne",
    location: OPENING.location,
    description: OPENING.description,
  });
  const theirs = calendar.toString().split("\r\n").filter((line) => line !== "SEQUENCE:0");
  const ours = contentLines(writeCalendar({ ...OPENING, title: "a;b,c\\d\ne" }, "uid-1", NOW))
    .map((line) => line.replace(";ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8", ""));
  assert.deepEqual(ours.toSorted(), theirs.toSorted());
});
