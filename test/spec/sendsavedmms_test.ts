/** Spec 1.5, 3.2, 4.4, 6.2 and 7.3: `sendsavedmms`, with real content to the loopback carrier. */
import assert from "node:assert/strict";
import { createAccount } from "../../src/actions/provision.ts";
import { MMS_STATUS } from "../contract/postback_fields.ts";
import { ask, bodyOfSuccess, faultOf } from "../http/door.ts";
import { type FileServer, startFiles } from "../support/files.ts";
import { audio, bytes, ffprobe, image, video } from "../support/media.ts";
import { movableClock } from "../support/movable_clock.ts";
import { shareShortCode, SHORT_CODE, startService, type TestService } from "../support/service.ts";
import {
  carried,
  carriedOnce,
  FROM,
  NO_HANDSET,
  save,
  sendMms,
  sendSms,
  textsOf,
  TO,
} from "./traffic.ts";

const FALLBACK = "See it at example.com";
const SUBJECT = "Summer sale";

let test: TestService;
let files: FileServer;
/** Templates: with real media, of text only, and too big for 300 and for 600 KB. */
let rich: string;
let plain: string;
let over300: string;
let over600: string;

Deno.test.beforeAll(async () => {
  files = startFiles();
  test = await startService({ config: { DELIVER_RETRY: "0.05s" } });
  const photo = await files.add("photo.jpg", "image/jpeg", await image("photo.jpg"));
  const sound = await files.add("sound.mp3", "audio/mpeg", await audio({ seconds: 3 }));
  const film = await files.add(
    "film.mp4",
    "video/mp4",
    await video({ seconds: 4 }),
  );
  const card = async (kilobytes: number) =>
    await files.add(
      `${kilobytes}.vcf`,
      "text/vcard",
      await bytes(`${kilobytes}.vcf`, `BEGIN:VCARD\r\nNOTE:${"x".repeat(kilobytes * 1000)}`),
    );
  const template = async (slide: unknown[]) =>
    (await save(test, { slide, "message-subject": SUBJECT })).mmsId;
  rich = await template([
    { image: { url: photo }, audio: { url: sound }, "message-text": "Look & <listen>" },
    { video: { url: film } },
    { "message-text": "Bye 👋" },
  ]);
  plain = await template([{ "message-text": "One" }, { "message-text": "Two" }]);
  over300 = await template([{ contact: { url: await card(400) } }]);
  over600 = await template([{ contact: { url: await card(500) } }]);
});

Deno.test.afterAll(async () => {
  await test.stop();
  await files.stop();
});

const send = (mmsId: string, more: object = {}) =>
  ask(test, { action: "sendsavedmms", from: FROM, to: TO, "mms-id": mmsId, ...more });

// ── end to end, with real content ──

Deno.test("spec 1.4 a stored MMS arrives: SMIL that refers to each part, a photo, sound and film", async () => {
  const { parts, kind, from, to, subject } = await carriedOnce(test, await sendMms(test, rich));
  assert.deepEqual([kind, from, to, subject], ["MMS", FROM, TO, SUBJECT]);
  assert.deepEqual(parts.map(({ type }) => type.split(";")[0]), [
    "application/smil",
    "image/jpeg",
    "audio/mpeg",
    "text/plain",
    "video/mp4",
    "text/plain",
  ]);
  const [smil, photo, sound, text, film, bye] = parts;
  const layout = new TextDecoder().decode(smil!.bytes);
  for (const part of parts.slice(1)) {
    assert.equal(layout.split(`src="cid:${part["content-id"]}"`).length, 2, part["content-id"]);
  }
  assert.equal(layout.split("<par ").length - 1, 3);
  assert.equal(new TextDecoder().decode(text!.bytes), "Look & <listen>");
  assert.equal(new TextDecoder().decode(bye!.bytes), "Bye 👋");

  const { default: sharp } = await import("sharp");
  const picture = await sharp(photo!.bytes).raw().toBuffer({ resolveWithObject: true });
  assert.ok(picture.info.width <= 640 && picture.info.height <= 1138);

  const heard = await ffprobe(await bytes("carried.mp3", sound!.bytes));
  assert.deepEqual(heard.streams.map(({ codec_name }) => codec_name), ["mp3"]);

  const seen = await ffprobe(await bytes("carried.mp4", film!.bytes));
  assert.deepEqual(seen.streams.map(({ codec_name }) => codec_name).sort(), ["aac", "h264"]);
  assert.ok(Math.abs(Number(seen.format.duration) - 4) < 0.5);
  assert.ok(seen.plays);

  const raw = parts.reduce((sum, part) => sum + part.bytes.length, 0);
  assert.ok(raw * 1.37 + 814 <= 600_000, `${raw} bytes`);
});

Deno.test("spec 1.4 the same template sent twice is the same to the byte", async () => {
  const [first, second] = await Promise.all(
    [sendMms(test, rich), sendMms(test, rich)].map(async (sent) => carriedOnce(test, await sent)),
  );
  assert.deepEqual(first!.parts, second!.parts);
});

// ── 4.4 responses and fields ──

Deno.test("spec 4.4 success: status, mms-id, tracking-id, to, from, status-details", async () => {
  const { response, id } = await sendMms(test, plain);
  assert.deepEqual(Object.keys(response), [
    "status",
    "mms-id",
    "tracking-id",
    "to",
    "from",
    "status-details",
  ]);
  assert.deepEqual(
    [response.status, response["mms-id"], response["tracking-id"], response.to, response.from],
    ["Success", plain, id, TO, FROM],
  );
  assert.match(response["status-details"], /accepted and queued/);
});

Deno.test("spec 4.4 failure: status, error-code, error-info", async () => {
  assert.deepEqual((await send("nothing")).body, {
    "status": "failure",
    "error-code": "E241",
    "error-info": "mms-id does not exist",
  });
});

Deno.test("spec 4.4 tracking-id matches the postbacks", async () => {
  const { id, postbacks } = await sendMms(test, plain);
  assert.deepEqual(postbacks.map((postback) => postback["tracking-id"]), [id, id]);
});

const MISSING: [field: string, fault: string][] = [
  ["mms-id", "E620 400"],
  ["to", "E110 400"],
  ["from", "E111 400"],
];

for (const [field, fault] of MISSING) {
  Deno.test(`spec 4.4 ${field} is mandatory: ${fault}`, async () => {
    assert.equal(faultOf(await send(plain, { [field]: undefined })), fault);
  });
}

Deno.test("spec 4.4 to must be in the same country as the sender: E110", async () => {
  // The United Kingdom; Canada, Jamaica and Puerto Rico share the calling code.
  for (const to of ["447912345678", "14165550101", "18765550101", "17875550101"]) {
    const refused = await send(plain, { to });
    assert.equal(faultOf(refused), "E110 400");
    assert.equal(refused.body["error-info"], "to is not in a country of from");
  }
  assert.equal(faultOf(await send(plain, { to: "1617555010" })), "E110 400");
  // A toll-free number is of all of them.
  bodyOfSuccess(await send(plain, { to: "18005550199" }));
});

Deno.test("spec 4.4 to must be in a country that the sender serves, where it serves several", async () => {
  const sender = { ...SHORT_CODE, address: "111177", countries: "CA,GB" };
  const created = await test.admin("POST", "/accounts/acme/senders", sender);
  assert.deepEqual([created.status, created.body.country, created.body.countries], [
    201,
    "US",
    "US,CA,GB",
  ]);
  for (const to of [TO, "14165550101", "447912345678"]) {
    bodyOfSuccess(await send(plain, { from: "111177", to }));
  }
  for (const to of ["18765550101", "447781123456", "33612345678"]) {
    assert.equal(faultOf(await send(plain, { from: "111177", to })), "E110 400");
  }
  await test.admin("DELETE", "/accounts/acme/senders/111177");
});

Deno.test("spec 4.4 from must be provisioned to the account: E111", async () => {
  assert.equal(faultOf(await send(plain, { from: "999999" })), "E111 403");
});

Deno.test("spec 4.4 to-displayonly is validated, and not delivered to", async () => {
  const others = { "to-displayonly": "16175550102, +1 617 555 0103" };
  const sent = await sendMms(test, plain, others);
  assert.deepEqual((await carried(test, sent)).map(({ to }) => to), [TO]);
  assert.equal(faultOf(await send(plain, { "to-displayonly": "16175550102,me" })), "E100 400");
});

Deno.test("spec 4.4 campaign-ref is returned in the postbacks", async () => {
  const { postbacks } = await sendMms(test, plain, { "campaign-ref": "summer" });
  assert.deepEqual(postbacks.map((postback) => postback["campaign-ref"]), ["summer", "summer"]);
});

Deno.test("spec 4.4 message-subject overrides the template's", async () => {
  const without = await carriedOnce(test, await sendMms(test, plain));
  const other = await sendMms(test, plain, { "message-subject": "Winter 🎿" });
  assert.deepEqual(
    [without.subject, (await carriedOnce(test, other)).subject],
    [SUBJECT, "Winter 🎿"],
  );
});

Deno.test("spec 4.4 client-reference is the send's, or else the template's", async () => {
  const own = await sendMms(test, plain, { "client-reference": "order 7" });
  assert.deepEqual(own.postbacks.map((postback) => postback["client-reference"]), [
    "order 7",
    "order 7",
  ]);
  const { postbacks } = await sendMms(test, plain);
  const [saved] = test.receiver.received.filter(({ body }) => body["mms-id"] === plain);
  const inherited = saved!.body["client-reference"];
  assert.deepEqual(postbacks.map((postback) => postback["client-reference"]), [
    inherited,
    inherited,
  ]);
});

Deno.test("spec 4.4 custom-slides replaces the text of the slide with that number", async () => {
  const custom = [
    { "custom-slide": "2", "custom-message-text": "Deux\nlignes" },
    { "custom-slide": "1", "custom-message-text": "Un" },
  ];
  const sent = await sendMms(test, plain, { "custom-slides": custom });
  assert.deepEqual(textsOf(await carriedOnce(test, sent)), ["Un", "Deux\nlignes"]);
  const next = await carriedOnce(test, await sendMms(test, plain));
  assert.deepEqual(textsOf(next), ["One", "Two"], "the template stays as it was");
});

Deno.test("spec 4.4 custom-slides gives a text to a slide that had none, beside its content", async () => {
  const custom = [{ "custom-slide": "2", "custom-message-text": "The film" }];
  const sent = await carriedOnce(test, await sendMms(test, rich, { "custom-slides": custom }));
  assert.deepEqual(textsOf(sent), ["Look & <listen>", "The film", "Bye 👋"]);
  assert.equal(sent.parts.filter(({ type }) => type === "video/mp4").length, 1);
});

for (const number of ["0", "3", "x", "-1", "1.5"]) {
  Deno.test(`spec 4.4 custom-slide ${number} of a template of two slides: E100`, async () => {
    const custom = [{ "custom-slide": number, "custom-message-text": "x" }];
    assert.equal(faultOf(await send(plain, { "custom-slides": custom })), "E100 400");
  });
}

Deno.test("spec 4.4 rule 1: with the key of another account the template does not exist", async () => {
  const { provision } = test.service;
  const { apiKey } = await createAccount(provision, { id: "other", name: "Other" });
  await shareShortCode(test, "other");
  const body = { action: "sendsavedmms", from: FROM, to: TO, "mms-id": plain };
  assert.equal(faultOf(await ask(test, body, { key: apiKey })), "E241 404");
});

Deno.test("spec 4.4 rule 6: a template that has not finished encoding: E626", async () => {
  let release = () => {};
  const gone = new Promise<Response>((resolve) =>
    release = () => resolve(new Response(null, { status: 404 }))
  );
  const url = files.respond("locked.jpg", () => gone);
  const locked = bodyOfSuccess(
    await ask(test, {
      action: "savemms",
      name: "locked",
      "fallback-sms-text": FALLBACK,
      slide: [{ image: { url } }],
    }),
  );
  assert.equal(faultOf(await send(locked["mms-id"])), "E626 409");
  release();
});

// ── fallback ──

Deno.test("spec 4.4 force-send-as-sms: not for an account that may not send fallback SMS", async () => {
  const allow = (on: boolean) =>
    test.admin("PATCH", "/accounts/acme", { "allow-fallback-sms": on });
  await allow(false);
  try {
    const refused = await send(plain, { "force-send-as-sms": true });
    assert.equal(faultOf(refused), "E100 400");
    assert.equal(
      refused.body["error-info"],
      "force-send-as-sms: this account may not send fallback SMS",
    );
    bodyOfSuccess(await send(plain, { "force-send-as-sms": false }));
  } finally {
    await allow(true);
  }
});

/** Delivery forms, by the template, the recipient and the fields of the request. */
const FORMS: [
  what: string,
  template: () => string,
  fields: Record<string, unknown>,
  as: "MMS" | "SMS",
  text: string | null,
][] = [
  [
    "an operator without MMS gets the fallback SMS",
    () => plain,
    { to: "16175550107" },
    "SMS",
    FALLBACK,
  ],
  [
    "an operator of 300 KB gets a small MMS as MMS",
    () => plain,
    { to: "16175550108" },
    "MMS",
    null,
  ],
  [
    "an operator of 300 KB gets the fallback SMS of a bigger one",
    () => over300,
    { to: "16175550108" },
    "SMS",
    FALLBACK,
  ],
  [
    "an operator of 600 KB gets the same one as MMS",
    () => over300,
    { to: NO_HANDSET },
    "MMS",
    null,
  ],
  [
    "an MMS over 600 KB goes out as fallback SMS",
    () => over600,
    { to: NO_HANDSET },
    "SMS",
    FALLBACK,
  ],
  [
    "an operator that takes 1 MB gets it as MMS",
    () => over600,
    { "operator-id": "0001890", to: "16175550111" },
    "MMS",
    null,
  ],
  [
    "fallback-sms-text overrides the template's",
    () => plain,
    { to: "16175550107", "fallback-sms-text": "Come and see" },
    "SMS",
    "Come and see",
  ],
  [
    "force-send-as-sms sends the fallback SMS of what would fit",
    () => plain,
    { "force-send-as-sms": true },
    "SMS",
    FALLBACK,
  ],
  [
    "force-send-as-sms ignores disable-fallback-sms",
    () => plain,
    { "force-send-as-sms": true, "disable-fallback-sms": true },
    "SMS",
    FALLBACK,
  ],
  [
    "disable-fallback-sms is no matter to an MMS that fits",
    () => plain,
    { "disable-fallback-sms": true },
    "MMS",
    null,
  ],
];

for (const [title, template, fields, as, text] of FORMS) {
  Deno.test(`spec 1.5, 4.4 ${title}`, async () => {
    const sent = await sendMms(test, template(), fields);
    assert.deepEqual(sent.postbacks.map((postback) => postback["sent-as"]), [as, as]);
    const message = await carriedOnce(test, sent);
    assert.equal(message.kind, as);
    if (text === null) assert.equal(message.text, null);
    else {assert.equal(
        message.text!.replace(/ http:\/\/\S+\/m\/[\w-]{22}$/, " LINK"),
        `${text} LINK`,
      );}
  });
}

/** Spec 7.3: a fallback that is disabled fails the message instead. */
const FAILED: [what: string, template: () => string, to: string, details: string][] = [
  ["too big for 600 KB", () => over600, NO_HANDSET, "MMS is too big"],
  ["too big for its operator", () => over300, "16175550108", "MMS is too big"],
  ["its operator has no MMS", () => plain, "16175550107", "No way to send MMS or SMS"],
];

for (const [title, template, to, details] of FAILED) {
  Deno.test(`spec 7.3 the fallback is disabled, and ${title}: E101 ${details}`, async () => {
    const fields = { to, "disable-fallback-sms": true };
    const sent = await sendMms(test, template(), fields, ["N101", "E101"]);
    const last = sent.postbacks.at(-1);
    assert.deepEqual([last.status, last["status-details"]], ["Failed", details]);
    assert.deepEqual(await carried(test, sent), []);
  });
}

// ── 3.2, 6.1, 6.2: outcomes ──

const OUTCOMES: [to: string, code: string, status: string, details: string | RegExp][] = [
  ["16175550101", "N102", "Delivered", "Message Delivered"],
  ["16175550103", "N103", "Expired", "Message Expired"],
  ["16175550104", "E101", "Failed", "No way to send MMS or SMS"],
  ["16175550105", "E102", "Rejected", "Message Rejected"],
  ["16175550106", "E102", "Unrecognised", /^\d+:Exception$/],
  ["16175550109", "N102", "Delivered", "Message Delivered"],
  ["16175550111", "N102", "Delivered", "Message Delivered"],
];

for (const [to, code, status, details] of OUTCOMES) {
  Deno.test(`spec 6.1 ${code}, spec 6.2 ${status}: recipient …${to.slice(-4)}`, async () => {
    const { postbacks: [first, last] } = await sendMms(test, plain, { to }, ["N101", code]);
    assert.deepEqual([first.status, first["status-details"]], ["Sent", "Message Sent"]);
    assert.equal(last.status, status);
    if (typeof details === "string") assert.equal(last["status-details"], details);
    else assert.match(last["status-details"], details);
  });
}

Deno.test("spec 3.2 a carrier that reports nothing leaves it Sent", async () => {
  const silent = await sendMms(test, plain, { to: "16175550102" }, ["N101"]);
  // By the time a later one is delivered, a report on the first would have come.
  await sendSms(test);
  assert.deepEqual(test.receiver.codes(silent.id), ["N101"]);
});

Deno.test("spec 6.2 fields: these, in this order, and handset in N102 when the carrier names it", async () => {
  const more = { "client-reference": "order 7", "campaign-ref": "summer" };
  const sent = await sendMms(test, plain, more);
  assert.deepEqual(sent.postbacks.map((postback) => Object.keys(postback)), [
    [...MMS_STATUS, "campaign-ref"],
    [...MMS_STATUS, "handset", "campaign-ref"],
  ]);
  assert.equal(sent.postbacks[1].handset, "Loopback/1.0");
  const untold = await sendMms(test, plain, { "client-reference": "x", to: "16175550111" });
  assert.deepEqual(untold.postbacks.map((postback) => Object.keys(postback)), [
    MMS_STATUS,
    MMS_STATUS,
  ]);

  const { timestamp, ...n101 } = sent.postbacks[0];
  assert.match(timestamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}[+-]\d\d:\d\d$/);
  assert.deepEqual(n101, {
    "origin": "MMS_MT",
    "code": "N101",
    "sent-as": "MMS",
    "status": "Sent",
    "status-details": "Message Sent",
    "mms-id": plain,
    "from": FROM,
    "to": TO,
    "tracking-id": sent.id,
    "client-reference": "order 7",
    "campaign-ref": "summer",
  });
});

// ── expiry ──

const DAY = 86_400_000;
const clock = movableClock();
const within = (ms: number) => new Date(clock.now() + ms).toISOString();

const EXPIRIES: [what: string, expiry: () => string | undefined, after: number][] = [
  ["delivery attempts stop after it", () => within(600_000), 601_000],
  ["by default 3 days from the request", () => undefined, 3 * DAY + 1000],
  ["a later one is cut to 3 days", () => within(30 * DAY), 3 * DAY + 1000],
];

Deno.test("spec 4.4, 8 mms-expiry-timestamp", async (t) => {
  // The carrier throttles the first attempt; the next would be 30 days later, after the expiry.
  const config = { DELIVER_RETRY: "720h", RESCUE_INTERVAL: "1s" };
  await using hurried = await startService({ clock, config });
  const { mmsId } = await save(hurried, { slide: [{ "message-text": "Hello" }] });
  for (const [title, expiry, after] of EXPIRIES) {
    await t.step(title, async () => {
      const fields = { to: "16175550109", "mms-expiry-timestamp": expiry() };
      const { id } = await sendMms(hurried, mmsId, fields, ["N101"]);
      clock.advance(after);
      await hurried.receiver.untilCodes(id, ["N101", "N103"]);
    });
  }
});
