/**
 * Spec 4.4, rules 2 to 5: content that `sendsavedmms` generates for each recipient, as the carrier
 * receives it.
 */
import assert from "node:assert/strict";
import { ask, faultOf, type RequestOptions } from "../http/door.ts";
import { zbar } from "../support/barcode_readers.ts";
import { decoded } from "../support/decoded.ts";
import { type FileServer, startFiles } from "../support/files.ts";
import { ffprobe, image, video } from "../support/media.ts";
import { startService, type TestService } from "../support/service.ts";
import {
  type Body,
  type Carried,
  carriedOnce,
  FROM,
  NO_HANDSET,
  NO_MMS,
  save,
  sendMms,
  sendSms,
  SMALL_OPERATOR,
  textsOf,
  TO,
} from "./traffic.ts";

let test: TestService;
let files: FileServer;
let background: string;
/** Two slides of text with tags; and one of text alone. */
let tagged: string;
let plain: string;

/** Postbacks of a message with generated content, which is fitted first. */
const MADE = ["N013", "N101", "N102"];

Deno.test.beforeAll(async () => {
  files = startFiles();
  test = await startService();
  background = await files.add("background.jpg", "image/jpeg", await image("photo.jpg"));
  tagged = (await save(test, {
    "message-subject": "For {$name|you}",
    "fallback-sms-text": "Hi {$name|there}",
    "slide": [
      { "message-text": "Hello {$Name|friend}, you have {$points|no} points{$end|}" },
      { "message-text": "Bye {$name|}" },
    ],
  })).mmsId;
  plain = (await save(test, { slide: [{ "message-text": "One" }, { "message-text": "Two" }] }))
    .mmsId;
});

Deno.test.afterAll(async () => {
  await test.stop();
  await files.stop();
});

const CONTACT = { name: { "first-name": "Ada", "last-name": "Lovelace" } };
const EVENT = {
  "event-title": "Launch",
  "event-description": "We begin",
  "event-location": "Paris",
  "event-start-datetime": "2026-07-01T10:00:00",
  "event-end-datetime": "2026-07-01T11:00:00",
  "event-timezone": "America/New_York",
};
const coupon = (id: string) => ({ barcode: { id, width: "400", height: "400" } });

/** Lists the elements of each slide in the presentation. */
function slidesOf({ parts }: Carried): string[][] {
  const smil = new TextDecoder().decode(parts[0]!.bytes);
  return [...smil.matchAll(/<par[^>]*>(.*?)<\/par>/g)].map(([, inside]) =>
    [...inside!.matchAll(/<(\w+) src="cid:([^"]*)"/g)].map(([, element, cid]) => {
      const part = parts.find((part) => part["content-id"] === cid)!;
      return element === "text" ? new TextDecoder().decode(part.bytes) : part.type;
    })
  );
}

const jpegs = ({ parts }: Carried) =>
  parts.filter(({ type }) => type === "image/jpeg").map(({ bytes }) => bytes);
const wireBytes = ({ parts }: Carried) =>
  Math.ceil(parts.reduce((sum, { bytes }) => sum + bytes.length, 0) * 1.37) + 814;

const send = (mmsId: string, more: object, options?: RequestOptions) =>
  ask(test, { action: "sendsavedmms", from: FROM, to: TO, "mms-id": mmsId, ...more }, options);

const sendPrepared = async (mmsId: string, fields: Record<string, unknown>, codes = MADE) =>
  await carriedOnce(test, await sendMms(test, mmsId, { to: NO_HANDSET, ...fields }, codes));

const OBJECT_CODES = ["N101", "N102"];

// ── rule 2: merge tags ──

Deno.test("spec 4.4 rule 2: tags in texts and subject become values, else defaults", async () => {
  const data = { name: "Ada", POINTS: 1200 };
  const filled = await sendPrepared(tagged, { "merge-tag-data": data }, OBJECT_CODES);
  assert.equal(filled.subject, "For Ada");
  assert.deepEqual(textsOf(filled), ["Hello Ada, you have 1200 points", "Bye Ada"]);
  const unfilled = await sendPrepared(tagged, {}, OBJECT_CODES);
  assert.equal(unfilled.subject, "For you");
  assert.deepEqual(textsOf(unfilled), ["Hello friend, you have no points", "Bye "]);
});

Deno.test("spec 4.4 rule 2: tags in custom slides, subject and fallback text of the send", async () => {
  const fields = {
    "message-subject": "{$who|Nobody}'s",
    "fallback-sms-text": "{$who|} at example.com",
    "custom-slides": [{ "custom-slide": 2, "custom-message-text": "Dear {$WHO|}\nagain" }],
    "merge-tag-data": { who: "{$name|x} | }" },
  };
  const mms = await sendPrepared(tagged, fields, OBJECT_CODES);
  assert.equal(mms.subject, "{$name|x} | }'s");
  assert.equal(textsOf(mms)[1], "Dear {$name|x} | }\nagain");
  const sms = await sendPrepared(tagged, { ...fields, to: NO_MMS }, OBJECT_CODES);
  assert.match(sms.text!, /^\{\$name\|x\} \| \} at example\.com http:/);
});

Deno.test("spec 4.4 rule 2: slides of which no text is left are left out", async () => {
  const custom = (text: string) => [{ "custom-slide": "1", "custom-message-text": text }];
  const sent = await sendPrepared(plain, { "custom-slides": custom("{$promo|}") }, OBJECT_CODES);
  assert.deepEqual(slidesOf(sent), [["Two"]]);
  const spaces = await sendPrepared(
    plain,
    { "custom-slides": custom(" {$promo|}\n") },
    OBJECT_CODES,
  );
  assert.deepEqual(slidesOf(spaces), [["Two"]]);
  const { mmsId } = await save(test, { slide: [{ "message-text": "{$promo|}" }] });
  const response = await send(mmsId, {});
  assert.equal(faultOf(response), "E313 400");
});

Deno.test("spec 8: a text that its tags make longer than 5000 characters is refused", async () => {
  const response = await send(tagged, { "merge-tag-data": { name: "x".repeat(5000) } });
  assert.equal(faultOf(response), "E228 400");
  assert.match(response.body["error-info"], /5000 characters once its tags are filled in$/);
});

Deno.test("spec 4.4: a fallback text that is empty once its tags are filled in counts as missing", async () => {
  const response = await send(tagged, { "fallback-sms-text": "{$none|}" });
  assert.equal(faultOf(response), "E622 400");
});

// ── rule 3: image templates ──

const TEMPLATE = {
  "image": {
    "background-image-url": "",
    "add-barcode": "yes",
    "barcode": { "id": "{$code|}", "width": "300", "height": "300", "position-x": "20" },
    "add-text-area": "yes",
    "text-area": { "text-area-1": { "text": "For {$name|you}", "position-y": "500" } },
  },
  "message-text": "Your coupon",
};
const template = () => ({
  ...TEMPLATE,
  image: { ...TEMPLATE.image, "background-image-url": background },
});

Deno.test("spec 4.4 rule 3: an image template takes the recipient's values by key", async () => {
  const { mmsId } = await save(test, { slide: [template()] });
  const sent = await Promise.all(
    ["AAA-1", "BBB-2"].map((code) =>
      sendPrepared(mmsId, { "merge-tag-data": { Code: code, name: code } })
    ),
  );
  assert.deepEqual(slidesOf(sent[0]!), [["image/jpeg", "Your coupon"]]);
  const pictures = sent.map((message) => jpegs(message)[0]!);
  assert.deepEqual(await zbar(pictures), ["AAA-1", "BBB-2"]);
});

Deno.test("spec 4.4 rule 3: a key with no data leaves that element blank", async () => {
  const { mmsId } = await save(test, { slide: [template()] });
  const [blank] = jpegs(await sendPrepared(mmsId, {}));
  const { width, height } = await decoded(blank!);
  assert.ok(width <= 640 && height <= 1138);
  assert.deepEqual(await zbar([blank!]), [""]);

  // Without a background nothing is left of the image, and the text is sent alone.
  const bare = { ...TEMPLATE.image, "background-image-url": undefined, "text-area": undefined };
  const alone = { ...TEMPLATE, image: { ...bare, "add-text-area": "no" } };
  const saved = await save(test, { slide: [alone] });
  assert.deepEqual(slidesOf(await sendPrepared(saved.mmsId, {}, OBJECT_CODES)), [["Your coupon"]]);
});

Deno.test("spec 4.4 rule 3: a template whose background cannot be fetched fails, and names the reason", async () => {
  const gone = files.respond("gone.jpg", () => new Response(null, { status: 404 }));
  const slide = { ...TEMPLATE, image: { ...TEMPLATE.image, "background-image-url": gone } };
  const { mmsId, postbacks } = await save(test, { slide: [slide] });
  assert.deepEqual(postbacks.map(({ code }: Body) => code), ["E011"]);
  assert.equal(postbacks[0]["content-name"], gone);
  assert.equal(faultOf(await send(mmsId, {})), "E1001 409");
});

const NOT_TEMPLATES: [what: string, image: object, fault: string, info: RegExp][] = [
  ["a url too", { url: "http://example.com/a.jpg", barcode: { id: "1" } }, "E229 400", /not both/],
  ["nothing at all", {}, "E229 400", /^slide 1: image url is required/],
  ["nothing to draw", { "add-barcode": "no" }, "E1501 400", /^slide 1: image needs/],
  ["a barcode without an id", { barcode: {} }, "E1503 400", /^slide 1: image barcode id/],
  [
    "a colour that is none",
    {
      barcode: { "id": "1", "foreground-color": "red" },
    },
    "E1507 400",
    /foreground-color/,
  ],
  [
    "a background inside a network",
    {
      "background-image-url": "http://10.0.0.1/a.jpg",
    },
    "E229 400",
    /^slide 1: image background-image-url: .*public/,
  ],
];

for (const [title, image, fault, info] of NOT_TEMPLATES) {
  Deno.test(`savemms refuses an image template with ${title}: ${fault}`, async () => {
    const body = { action: "savemms", name: "a template", "fallback-sms-text": "See it" };
    const response = await ask(test, { ...body, slide: [{ image }] });
    assert.equal(faultOf(response), fault);
    assert.match(response.body["error-info"], info);
  });
}

Deno.test("an image template with video on its slide is refused like an image", async () => {
  const body = { action: "savemms", name: "a template", "fallback-sms-text": "See it" };
  const url = "http://example.com/a.mp4";
  const slide = { image: { barcode: { id: "1" } }, video: { url } };
  assert.equal(faultOf(await ask(test, { ...body, slide: [slide] })), "E227 400");
});

// ── rule 4: dynamic objects ──

Deno.test("spec 4.4 rule 4: objects go to the slide they name, or else to the last", async () => {
  const sent = await sendPrepared(plain, {
    "dynamic-image": [{ "slide-number": "1", ...coupon("FIRST") }],
    "dynamic-contact": [CONTACT],
  });
  assert.deepEqual(
    slidesOf(sent),
    [["image/jpeg", "One"], ["text/vcard", "Two"]].map((part) => part),
  );
  assert.deepEqual(await zbar(jpegs(sent)), ["FIRST"]);
  const card = sent.parts.find(({ type }) => type === "text/vcard")!;
  assert.match(new TextDecoder().decode(card.bytes), /\r\nN:Lovelace;Ada;;;\r\n/);
});

Deno.test("spec 4.4 rule 4: several objects of each kind; one without room gets a slide of its own", async () => {
  const sent = await sendPrepared(plain, {
    "dynamic-image": [coupon("A"), { "slide-number": 1, ...coupon("B") }, coupon("C")],
    "dynamic-contact": [CONTACT, { "slide-number": 2, ...CONTACT }],
  });
  assert.deepEqual(slidesOf(sent), [
    ["image/jpeg", "One"],
    ["image/jpeg", "Two"],
    ["image/jpeg"],
    ["text/vcard"],
    ["text/vcard"],
  ]);
  assert.deepEqual(await zbar(jpegs(sent)), ["B", "A", "C"]);
});

Deno.test("spec 4.4 rule 4, spec 8: slides past the ninth are left out", async () => {
  const slide = [..."12345678"].map((text) => ({ "message-text": text }));
  const { mmsId } = await save(test, { slide });
  const cards = [1, 2, 3].map(() => ({ "slide-number": "1", ...CONTACT }));
  const sent = await sendPrepared(mmsId, { "dynamic-contact": cards }, OBJECT_CODES);
  assert.deepEqual(slidesOf(sent), [
    ["text/vcard", "1"],
    ["text/vcard"],
    ["text/vcard"],
    ..."234567".split("").map((text) => [text]),
  ]);
});

Deno.test("spec 4.4 rule 4: slide-number up to 9 is a slide after the last; beyond it is left out", async () => {
  const fields = {
    "dynamic-contact": ["9", 10, 3].map((number) => ({ "slide-number": number, ...CONTACT })),
  };
  const { response, id } = await sendMms(
    test,
    plain,
    { to: NO_HANDSET, ...fields },
    OBJECT_CODES,
  );
  assert.deepEqual(slidesOf(await carriedOnce(test, { id })).map((slide) => slide[0]), [
    "One",
    "Two",
    "text/vcard",
    "text/vcard",
  ]);
  assert.deepEqual(response.warnings, [
    "dynamic-contact 2 is left out: an MMS has at most 9 slides",
  ]);
});

Deno.test("spec 4.4 rule 4: the response and the history name what is left out", async () => {
  const slide = [..."12345678"].map((text) => ({ "message-text": text }));
  const { mmsId } = await save(test, { slide });
  const cards = [1, 2, 3].map(() => ({ "slide-number": "1", ...CONTACT }));
  const fields = { "dynamic-contact": [...cards, { "slide-number": "99", ...CONTACT }] };
  const { response, id } = await sendMms(
    test,
    mmsId,
    { to: NO_HANDSET, ...fields },
    OBJECT_CODES,
  );
  const warnings = ["slide 8", "dynamic-contact 4"]
    .map((name) => `${name} is left out: an MMS has at most 9 slides`);
  assert.deepEqual(response.warnings, warnings);
  const { body } = await test.admin("GET", `/messages/${id}`);
  assert.deepEqual(
    body.history.map(({ event, details }: Record<string, unknown>) => [event, details])[0],
    ["accepted", warnings.join("; ")],
  );
});

Deno.test("spec 2.8: a dynamic event has the times of its zone, in UTC", async () => {
  const fields = { "dynamic-calendar": [EVENT], to: TO };
  await sendMms(test, plain, { to: "16175550112" }); // its report names a handset of platform A
  const sent = await sendPrepared(plain, { ...fields, to: "16175550112" }, OBJECT_CODES);
  const file = sent.parts.find(({ type }) => type === "text/calendar")!;
  const text = new TextDecoder().decode(file.bytes);
  assert.match(text, /DTSTART:20260701T140000Z\r\n/);
});

// ── rule 5: all or nothing ──

Deno.test("spec 4.4 rule 5: one object that is not valid, and nothing is stored", async () => {
  const before = await test.admin("GET", "/messages?limit=1");
  const blobsBefore = await blobsOf();
  const response = await send(plain, {
    "dynamic-image": [coupon("GOOD"), { barcode: { id: "letters", type: "EAN" } }],
    "dynamic-contact": [CONTACT],
  });
  assert.equal(faultOf(response), "E1504 400");
  assert.match(response.body["error-info"], /^dynamic-image 2: barcode id: EAN takes/);
  const after = await test.admin("GET", "/messages?limit=1");
  assert.deepEqual(after.body.items, before.body.items);
  assert.equal(await blobsOf(), blobsBefore);
});

/** Counts the files that the service stores. */
async function blobsOf(): Promise<number> {
  let count = 0;
  for await (const partition of Deno.readDir(`${test.dataDir}/blobs`)) {
    if (!partition.isDirectory) continue;
    for await (const _ of Deno.readDir(`${test.dataDir}/blobs/${partition.name}`)) count++;
  }
  return count;
}

// ── contract section 4: N013; the operator's bytes ──

Deno.test("contract 4: a message with a generated image is reported by N013 before N101", async () => {
  const { postbacks } = await sendMms(test, plain, { "dynamic-image": [coupon("X")] }, MADE);
  assert.deepEqual(postbacks.map(({ code }) => code), MADE);
});

Deno.test("an image made for a message fits beside a film that fills its rendition", async () => {
  const film = await files.add(
    "film.mp4",
    "video/mp4",
    await video({ seconds: 16, size: "320x240" }),
  );
  const { mmsId } = await save(test, { slide: [{ video: { url: film } }] });
  const picture = { "background-image-url": background, ...coupon("FILM") };
  for (const [to, most] of [[TO, 600_000], [SMALL_OPERATOR, 300_000]] as const) {
    const fields = { to, "dynamic-image": [picture] };
    const id = (await send(mmsId, fields)).body["tracking-id"];
    await test.receiver.until((all) =>
      all.some(({ body }) => body["tracking-id"] === id && /^.102$/.test(body.code))
    );
    const sent = await carriedOnce(test, { id });
    if (sent.kind === "SMS") continue; // its film alone fills the message
    assert.ok(wireBytes(sent) <= most);
    assert.deepEqual(await zbar(jpegs(sent)), ["FILM"]);
    const path = await Deno.makeTempFile();
    await Deno.writeFile(path, sent.parts.find(({ type }) => /^video/.test(type))!.bytes);
    assert.ok((await ffprobe(path)).streams!.length > 0);
    await Deno.remove(path);
  }
});

Deno.test("sent as SMS, its page shows the image that was made", async () => {
  const fields = { to: NO_MMS, "dynamic-image": [coupon("PAGE")] };
  const { text } = await sendPrepared(plain, fields, OBJECT_CODES);
  const page = /http:\S+$/.exec(text!)![0];
  const html = await (await fetch(page)).text();
  const source = /<img[^>]* src="([^"]+\.jpg)"/.exec(html)![1]!;
  const picture = await fetch(new URL(source, page));
  assert.deepEqual(await zbar([new Uint8Array(await picture.arrayBuffer())]), ["PAGE"]);
});

// ── spec 4.4: nine slides, three objects, tags; two recipients ──

Deno.test("a template of nine slides is personal for each recipient", async () => {
  const slide = [
    { "message-text": "Hello {$name|you}" },
    template(),
    ...[3, 4, 5, 6, 7, 8].map((n) => ({ "message-text": `${n} for {$name|you}` })),
    { "message-text": "The end" },
  ];
  const { mmsId } = await save(test, { slide, "message-subject": "{$name|} only" });
  const to = (name: string, city: string) =>
    sendPrepared(mmsId, {
      "merge-tag-data": { name, code: `CODE-${name}` },
      "dynamic-image": [{ "slide-number": "1", ...coupon(`${name} 1`) }],
      "dynamic-contact": [{ "slide-number": "5", "name": { "first-name": name } }],
      "dynamic-calendar": [{ ...EVENT, "event-location": city }],
    });
  const [ada, bob] = await Promise.all([to("Ada", "Paris"), to("Bob", "Rome")]);
  for (const [name, city, sent] of [["Ada", "Paris", ada], ["Bob", "Rome", bob]] as const) {
    assert.equal(sent.subject, `${name} only`);
    const slides = slidesOf(sent);
    assert.equal(slides.length, 9);
    assert.deepEqual(slides.slice(0, 6), [
      ["image/jpeg", `Hello ${name}`],
      ["image/jpeg", "Your coupon"],
      [`3 for ${name}`],
      [`4 for ${name}`],
      ["text/vcard", `5 for ${name}`],
      [`6 for ${name}`],
    ]);
    // The handset is unknown: a calendar goes as a link in its slide's text.
    const link = /^The end\n(http:\S+)$/.exec(slides[8]![0]!)![1]!;
    const calendar = await (await fetch(link)).text();
    assert.match(calendar, new RegExp(`LOCATION[^:]*:${city}\r\n`));
    assert.deepEqual(await zbar(jpegs(sent)), [`${name} 1`, `CODE-${name}`]);
    const card = sent.parts.find(({ type }) => type === "text/vcard")!;
    assert.match(new TextDecoder().decode(card.bytes), new RegExp(`\r\nN:;${name};;;\r\n`));
  }
});

Deno.test("spec 4.5: tags in an SMS are no tags", async () => {
  const { text } = await carriedOnce(test, await sendSms(test, { "message-text": "{$name|x}" }));
  assert.equal(text, "{$name|x}");
});
