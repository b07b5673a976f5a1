/**
 * Spec 4.4, rules 2 and 5: merge tags in the dynamic images, contacts and events of a send are
 * filled in, and the filled object is checked and escaped.
 */
import assert from "node:assert/strict";
import { ask, faultOf } from "../http/door.ts";
import { contentLines } from "../objects/lines.ts";
import { zbar } from "../support/barcode_readers.ts";
import { type FileServer, startFiles } from "../support/files.ts";
import { image } from "../support/media.ts";
import { readCalendars, readContacts } from "../support/object_readers.ts";
import { startService, type TestService } from "../support/service.ts";
import {
  type Body,
  type Carried,
  carriedOnce,
  FROM,
  NO_HANDSET,
  save,
  sendMms,
  TO,
} from "./traffic.ts";

let test: TestService;
let files: FileServer;
let mmsId: string;
let photo: string;

Deno.test.beforeAll(async () => {
  files = startFiles();
  test = await startService();
  photo = await files.add("photo.jpg", "image/jpeg", await image("gps.jpg"));
  ({ mmsId } = await save(test, { slide: [{ "message-text": "One" }] }));
});

Deno.test.afterAll(async () => {
  await test.stop();
  await files.stop();
});

/** Codes of a message with pictures, which are fitted first, and of one without. */
const PICTURE_CODES = ["N013", "N101", "N102"];
const OBJECT_CODES = ["N101", "N102"];

async function carriedBy(
  fields: Record<string, unknown>,
  codes: string[],
): Promise<Carried & { response: Body; id: string }> {
  const { id, response } = await sendMms(test, mmsId, { to: NO_HANDSET, ...fields }, codes);
  return { ...await carriedOnce(test, { id }), response, id };
}

const send = (fields: object) =>
  ask(test, { action: "sendsavedmms", from: FROM, to: TO, "mms-id": mmsId, ...fields });

const partsOf = ({ parts }: Carried, type: string) =>
  parts.filter((part) => part.type === type).map(({ bytes }) => bytes);

/** Sends a contact, and returns its file as the carrier receives it. */
async function cardOf(contact: object, data: object): Promise<Uint8Array> {
  const fields = { "dynamic-contact": [contact], "merge-tag-data": data };
  return partsOf(await carriedBy(fields, OBJECT_CODES), "text/vcard")[0]!;
}

/** Sends an event, and returns its file, which a recipient without a known handset has a link to. */
async function calendarOf(event: object, data: object): Promise<Uint8Array> {
  const fields = { "dynamic-calendar": [event], "merge-tag-data": data };
  const [text] = partsOf(await carriedBy(fields, OBJECT_CODES), "text/plain; charset=utf-8");
  const [link] = /http:\S+/.exec(new TextDecoder().decode(text))!;
  return await (await fetch(link)).bytes();
}

const EVENT = {
  "event-title": "Visit of {$name|somebody}",
  "event-description": "{$what|Tea}",
  "event-location": "{$City|Paris}",
  "event-start-datetime": "{$day|2026-07-01}T10:00:00",
  "event-end-datetime": "{$day|2026-07-01}T11:00:00",
  "event-timezone": "{$zone|Europe/Berlin}",
};

Deno.test("spec 4.4 rule 2: text areas and barcode ids of dynamic images are filled in", async () => {
  const drawing = (text: string, id: string) => ({
    "barcode": { id, width: "400", height: "400" },
    "text-area": { "text-area-1": { text, "position-y": "450", "width": "500" } },
  });
  const tagged = [
    drawing("Hi {$Name|nobody}", "{$code|NONE}"),
    drawing("{$greeting|Hello} 🎉", "X-{$CODE|}"),
  ];
  const literal = [drawing("Hi Ann", "C-1"), drawing("Hello 🎉", "X-C-1")];
  const [filled, drawn] = await Promise.all([
    carriedBy(
      { "dynamic-image": tagged, "merge-tag-data": { name: "Ann", code: "C-1" } },
      PICTURE_CODES,
    ),
    carriedBy({ "dynamic-image": literal }, PICTURE_CODES),
  ]);
  const pictures = partsOf(filled, "image/jpeg");
  assert.deepEqual(pictures, partsOf(drawn, "image/jpeg"));
  assert.deepEqual(await zbar(pictures), ["C-1", "X-C-1"]);
  assert.equal(filled.response.warnings, undefined);
});

Deno.test("spec 4.4 rule 2: every text of a dynamic contact is filled in", async () => {
  const card = await cardOf({
    "name": { "first-name": "{$first|Ana}", "last-name": "{$last|Silva}", "suffix": "{$suffix|}" },
    "organization": "{$shop|Tulips} Ltd",
    "title": "{$title|Florist}",
    "note": "For {$name|you}",
    "photo-url": photo.replace("photo", "{$picture|photo}"),
    "phone": [{ number: "+1617555{$extension|0199}", label: "Home" }],
    "email": [{ id: "{$mailbox|shop}@example.com" }],
    "physical-address": [{ address: "{$street|Main Street} 1" }],
    "website": [{ url: "https://example.com/{$path|a}", label: "{$label|Our shop}" }],
  }, { FIRST: "Jo", shop: "Roses", name: "Ann" });
  const lines = contentLines(card).filter((line) => !line.startsWith("PHOTO"));
  assert.deepEqual(lines, [
    "BEGIN:VCARD",
    "VERSION:3.0",
    "FN:Jo Silva",
    "ORG:Roses Ltd",
    "TITLE:Florist",
    "NOTE:For Ann",
    "TEL;TYPE=HOME:+16175550199",
    "EMAIL;TYPE=WORK:shop@example.com",
    "ADR;TYPE=WORK:;;Main Street 1;;;;",
    "item1.URL:https://example.com/a",
    "item1.X-ABLabel:Our shop",
    "N:Silva;Jo;;;",
    "END:VCARD",
  ]);
  assert.match(contentLines(card).join("\n"), /^PHOTO;TYPE=JPEG/m);
});

Deno.test("spec 4.4 rule 2: every text of a dynamic event is filled in, times included", async () => {
  const data = { name: "Ann", day: "2026-12-24", zone: "America/New_York" };
  const lines = contentLines(await calendarOf(EVENT, data));
  const valueOf = (name: string) =>
    lines.find((line) => line.startsWith(name))?.replace(/^[^:]*:/, "");
  assert.deepEqual(["SUMMARY", "DESCRIPTION", "LOCATION", "DTSTART", "DTEND"].map(valueOf), [
    "Visit of Ann",
    "Tea",
    "Paris",
    "20261224T150000Z",
    "20261224T160000Z",
  ]);
});

/** Values that would end their property, or begin another, without escapes. */
const HOSTILE = [
  "a;b,c\\d",
  "END:VCARD\r\nEND:VCALENDAR\nBEGIN:VCARD",
  "Zoë = 50 % =C3 {$name|x} |}",
  "漢字 😀 עברית",
];

for (const [index, value] of HOSTILE.entries()) {
  Deno.test(`spec 4.4 rule 2: value ${index + 1} in a contact and an event reads back as it is`, async () => {
    const card = await cardOf(
      { name: { "last-name": "Silva" }, organization: "{$it|}", note: "x {$it|} y" },
      { it: value },
    );
    for (const { name, found: [contact], misreads } of await readContacts([card])) {
      if (misreads?.test(value)) continue;
      const note = contact!.find((entry) => entry.name === "NOTE")!.value;
      assert.equal(String(note), `x ${value.replace("\r\n", "\n")} y`, name);
      assert.equal(contact!.filter((entry) => entry.name === "FN").length, 1, name);
    }
    const calendar = await calendarOf({ ...EVENT, "event-title": "x {$it|} y" }, { it: value });
    for (const { name, found: [event], misreads } of await readCalendars([calendar])) {
      if (misreads?.test(value)) continue;
      assert.equal(event!.title, `x ${value.replace("\r\n", "\n")} y`, name);
    }
  });
}

Deno.test("spec 4.4 rule 2: what the tags leave nothing of is left out, and named in the response and the history", async () => {
  const { id, parts, response } = await carriedBy({
    "dynamic-image": [{
      "background-image-url": photo,
      "barcode": { id: "{$code|}" },
      "text-area": {
        "text-area-1": { text: "{$promo|}" },
        "text-area-2": { text: "Hi", "position-x": "20", "position-y": "100" },
      },
    }],
    "dynamic-contact": [{
      name: { "first-name": "{$first|}", "last-name": "Silva" },
      organization: "{$shop|}",
      phone: [{ number: "{$mobile|}", label: "Mobile" }, { number: "+16175550199" }],
    }],
  }, PICTURE_CODES);
  const warnings = [
    "dynamic-image 1: barcode",
    "dynamic-image 1: text-area-1",
    "dynamic-contact 1: phone 1",
  ].map((name) => `${name} is left out: its tags leave nothing`);
  assert.deepEqual(response.warnings, warnings);
  const { body: { history } } = await test.admin("GET", `/messages/${id}`);
  assert.equal(history[0].details, warnings.join("; "));
  const card = parts.find(({ type }) => type === "text/vcard")!.bytes;
  const lines = contentLines(card);
  assert.deepEqual(lines.filter((line) => /^(?:FN|ORG|TEL)/.test(line)), [
    "FN:Silva",
    "TEL;TYPE=WORK:+16175550199",
  ]);
});

const CONTACT = { name: { "first-name": "Ana" } };

/** Objects that are valid until their tags are filled in. */
const INVALID: [what: string, fields: object, data: object, fault: string, info: RegExp][] = [
  [
    "an id beyond the capacity of its barcode",
    { "dynamic-image": [{ barcode: { id: "{$it|}", type: "PDF417" } }] },
    { it: "x".repeat(1051) },
    "E1504 400",
    /^dynamic-image 1: barcode id: PDF417 takes/,
  ],
  [
    "an id of characters that its barcode does not have",
    { "dynamic-image": [{ barcode: { id: "{$it|4006381333931}", type: "EAN" } }] },
    { it: "Müller" },
    "E1504 400",
    /^dynamic-image 1: barcode id: EAN takes/,
  ],
  [
    "an id of more characters than any barcode has",
    { "dynamic-image": [{ barcode: { id: "{$it|}{$it|}" } }] },
    { it: "1".repeat(5000) },
    "E1504 400",
    /^dynamic-image 1: barcode id exceeds 7089/,
  ],
  [
    "a text area of more than 1000 characters",
    { "dynamic-image": [{ "text-area": { "text-area-1": { text: "{$it|}!" } } }] },
    { it: "x".repeat(1000) },
    "E1507 400",
    /^dynamic-image 1: text-area-1 exceeds 1000/,
  ],
  [
    "an image of which nothing is left",
    { "dynamic-image": [{ barcode: { id: "{$it|}" } }] },
    {},
    "E1501 400",
    /^dynamic-image 1: merge-tag-data leaves nothing to draw$/,
  ],
  [
    "a name that its rule does not allow",
    { "dynamic-contact": [CONTACT, { name: { "first-name": "{$it|Ana}" } }] },
    { it: "Ana <3" },
    "E1602 400",
    /^dynamic-contact 2: first-name must have only letters/,
  ],
  [
    "a name of which nothing is left",
    { "dynamic-contact": [{ name: { "first-name": "{$it|}", "last-name": " {$it|}" } }] },
    {},
    "E1601 400",
    /^dynamic-contact 1: name needs a first-name or a last-name$/,
  ],
  [
    "a number of more than 64 characters",
    { "dynamic-contact": [{ ...CONTACT, phone: [{ number: "{$it|}" }] }] },
    { it: "1".repeat(65) },
    "E100 400",
    /^dynamic-contact 1: phone 1 number exceeds 64/,
  ],
  [
    "a photo inside a network",
    { "dynamic-contact": [{ ...CONTACT, "photo-url": "{$it|}" }] },
    { it: "http://10.0.0.1/a.jpg" },
    "E229 400",
    /^dynamic-contact 1: photo-url: /,
  ],
  [
    "a title of which nothing is left",
    { "dynamic-calendar": [{ ...EVENT, "event-title": " {$it|}" }] },
    {},
    "E1703 400",
    /^dynamic-calendar 1: event-title: /,
  ],
  [
    "a start that is no time",
    { "dynamic-calendar": [EVENT] },
    { day: "tomorrow" },
    "E1701 400",
    /^dynamic-calendar 1: event-start-datetime must be/,
  ],
  [
    "an end before the start",
    { "dynamic-calendar": [{ ...EVENT, "event-start-datetime": "{$it|}" }] },
    { it: "2027-01-01T10:00:00" },
    "E1707 400",
    /^dynamic-calendar 1: event-end-datetime is before/,
  ],
  [
    "a zone that is none",
    { "dynamic-calendar": [EVENT] },
    { zone: "Mars/Olympus" },
    "E1706 400",
    /^dynamic-calendar 1: event-timezone must be/,
  ],
];

for (const [title, fields, data, fault, info] of INVALID) {
  Deno.test(`spec 4.4 rule 5: with its tags filled in, ${title}: ${fault}`, async () => {
    const response = await send({ ...fields, "merge-tag-data": data });
    assert.equal(faultOf(response), fault);
    assert.match(response.body["error-info"], info);
  });
}

Deno.test("createimage, createcontact and createcalendar have no tags", async () => {
  const named = await ask(test, { action: "createcontact", name: { "first-name": "{$it|Ana}" } });
  assert.equal(faultOf(named), "E1602 400");
  const event = { ...EVENT, "event-timezone": "UTC" };
  assert.equal(faultOf(await ask(test, { action: "createcalendar", ...event })), "E1701 400");
  const drawn = await ask(test, {
    action: "createimage",
    barcode: { id: "{$it|A}", width: "400" },
  });
  assert.deepEqual(await zbar([drawn.body]), ["{$it|A}"]);
});
