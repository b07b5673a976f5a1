/** Contacts and calendars, from fields to file, over libraries that write such files. */
import ICAL from "npm:ical.js@2.2.1";
import ical from "npm:ical-generator@11.1.2";
import { eventFile } from "../../src/actions/createcalendar.ts";
import { systemClock } from "../../src/adapters/system/clock.ts";
import { uuidIds } from "../../src/adapters/system/ids.ts";
import { readEvent } from "../../src/core/personalisation/calendar_event.ts";
import { readContact } from "../../src/core/personalisation/contact.ts";
import { writeVcard } from "../../src/objects/vcard.ts";
import { medianRates, thousands } from "./load.ts";
import type { Row } from "./mod.ts";

const ROUNDS = 7;
const MILLISECONDS = 300;

const CONTACT = {
  name: { "first-name": "Ana", "last-name": "Silva", suffix: "Jr." },
  organization: "Tulip Ltd",
  title: "Florist",
  note: "Back on Monday; until then, ask for José at the shop. Flowers are always fresh!",
  phone: [{ number: "14085550111", label: "Work" }, { number: "14085550112", label: "Mobile" }],
  email: [{ id: "ana@tulip.example.com", label: "Home" }],
  "physical-address": [{ address: "Main Street 1, San José, CA 95110", label: "Work" }],
  website: [{ url: "https://tulip.example.com", label: "Shop" }],
};

const EVENT = {
  "event-title": "Opening",
  "event-description":
    "Doors at ten, music at noon; bring a friend. We look forward to you – à bientôt!",
  "event-location": "Main Street 1, San José",
  "event-start-datetime": "2026-07-04T10:00:00",
  "event-end-datetime": "2026-07-04T12:00:00",
  "event-timezone": "America/New_York",
};

export function benchObjects(): Promise<Row[]> {
  const utf8 = new TextEncoder();
  const card = jCard();
  const [contact, icalJs, event, generator] = medianRates([
    () => writeVcard(readContact(CONTACT), null),
    () => utf8.encode(ICAL.stringify(card)),
    () => eventFile(readEvent(EVENT), { clock: systemClock, ids: uuidIds }),
    () => utf8.encode(generated()),
  ], { rounds: ROUNDS, milliseconds: MILLISECONDS });
  return Promise.resolve([
    row("contact without photo → vCard", contact!, icalJs!, "ical.js", 1),
    // The library neither validates the fields nor writes quoted-printable.
    row("event → iCalendar", event!, generator!, "ical-generator", 0.7),
  ]);
}

function row(
  name: string,
  ours: number,
  theirs: number,
  library: string,
  atLeast: number,
): Row {
  return {
    name,
    value: thousands(ours),
    ceiling: `${thousands(theirs)} ${library}`,
    ratio: ours / theirs,
    target: { atLeast },
  };
}

/** Builds the same contact, ready to be written. */
function jCard() {
  const { name, organization, title, note, phone, email, website } = CONTACT;
  return ["vcard", [
    ["version", {}, "text", "3.0"],
    ["fn", {}, "text", "Ana Silva Jr."],
    ["org", {}, "text", organization],
    ["title", {}, "text", title],
    ["note", {}, "text", note],
    ...phone.map(({ number, label }) => ["tel", { type: label }, "phone-number", number]),
    ...email.map(({ id, label }) => ["email", { type: label }, "text", id]),
    ...CONTACT["physical-address"].map(({ address, label }) => [
      "adr",
      { type: label },
      "text",
      ["", "", address, "", "", "", ""],
    ]),
    ...website.map(({ url }) => ["url", { group: "item1" }, "uri", url]),
    ...website.map(({ label }) => ["x-ablabel", { group: "item1" }, "text", label]),
    ["n", {}, "text", [name["last-name"], name["first-name"], "", "", name.suffix]],
  ], []];
}

/** Writes the same event, with its times already converted. */
function generated(): string {
  const calendar = ical({ prodId: "//slidepost//slidepost//EN" });
  calendar.createEvent({
    id: uuidIds.tracking(),
    stamp: new Date(),
    start: new Date(1783173600000),
    end: new Date(1783180800000),
    summary: EVENT["event-title"],
    location: EVENT["event-location"],
    description: EVENT["event-description"],
  });
  return calendar.toString();
}

/** Measures calls a second of each, by turns. */
