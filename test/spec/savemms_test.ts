/** Spec 2.3, 3.1, 4.3 and 6.3: `savemms` with real files from a real server. */
import assert from "node:assert/strict";
import { ask, bodyOfSuccess, faultOf } from "../http/door.ts";
import { type FileServer, startFiles } from "../support/files.ts";
import { bytes, image, second } from "../support/media.ts";
import { startService, type TestService } from "../support/service.ts";
import { APPLE, type Body, carriedOnce, save, sendMms, sendSms, textsOf } from "./traffic.ts";

let test: TestService;
let files: FileServer;
let photo: string;

Deno.test.beforeAll(async () => {
  files = startFiles();
  test = await startService();
  photo = await files.add("dot.gif", "image/gif", await image("dot.gif"));
});

Deno.test.afterAll(async () => {
  await test.stop();
  await files.stop();
});

const TEXT = { "message-text": "Hello" };
const SAVE = { action: "savemms", name: "x", "fallback-sms-text": "See it", slide: [TEXT] };
const picture = () => ({ url: photo });

/** Saves a template with one slide, and returns the codes of its postbacks and the last of them. */
async function outcome(slide: unknown): Promise<{ mmsId: string; code: string; postback: Body }> {
  const { mmsId, postbacks: [postback] } = await save(test, { slide: [slide] });
  return { mmsId, code: postback.code, postback };
}

/** Serves bytes under a name with headers of the test's choice. */
function serve(
  name: string,
  body: BodyInit | null,
  headers: HeadersInit = {},
  status = 200,
): string {
  return files.respond(name, () => new Response(body, { headers, status }));
}

const garbage = () => crypto.getRandomValues(new Uint8Array(5000));

// ── 2.3 slide rules ──

/** Rule, slide, and `taken` or the fault. */
const SLIDES: [rule: string, slide: () => object, verdict: string][] = [
  ["rule 1: message-text alone", () => TEXT, "taken"],
  ["rule 1: content alone", () => ({ image: picture() }), "taken"],
  ["rule 1: content and message-text", () => ({ image: picture(), ...TEXT }), "taken"],
  ["rule 1: neither content nor message-text", () => ({}), "E313 400"],
  ["rule 1: white space is no text", () => ({ "message-text": " \n" }), "E313 400"],
  ["rule 1: content needs its url", () => ({ image: {} }), "E229 400"],
  ["rule 3: a slide with an image does not support video", () => ({
    image: picture(),
    video: picture(),
  }), "E227 400"],
  ["rule 3: a slide with an image supports audio", () => ({
    image: picture(),
    audio: picture(),
  }), "taken"],
  ["rule 4: a slide with audio does not support video", () => ({
    audio: picture(),
    video: picture(),
  }), "E226 400"],
  ["rule 5: a slide with video supports text", () => ({ video: picture(), ...TEXT }), "taken"],
  ["rule 5: a slide with audio supports text", () => ({ audio: picture(), ...TEXT }), "taken"],
  ...["contact", "calendar", "pdf", "ms-excel"].flatMap((kind): typeof SLIDES => [
    ...["image", "audio", "video"].map((media): typeof SLIDES[number] => [
      `rule 6: a slide with ${kind} does not support ${media}`,
      () => ({ [kind]: picture(), [media]: picture() }),
      "E224 400",
    ]),
    [`rule 6: a slide with ${kind} supports text`, () => ({ [kind]: picture(), ...TEXT }), "taken"],
  ]),
  ["rule 7: any Unicode, emoji included", () => ({ "message-text": "ไทย 👩‍👩‍👧 ‏עברית" }), "taken"],
];

for (const [rule, slide, verdict] of SLIDES) {
  Deno.test(`spec 2.3 slide ${rule}: ${verdict}`, async () => {
    const response = await ask(test, { ...SAVE, slide: [slide()] });
    if (verdict === "taken") bodyOfSuccess(response);
    else assert.equal(faultOf(response), verdict);
  });
}

Deno.test("spec 2.3 slide rule 1: every request has at least one slide", async () => {
  assert.equal(faultOf(await ask(test, { ...SAVE, slide: [] })), "E312 400");
});

Deno.test("spec 2.3 slide rule 2: of several files of a kind the first is used", async () => {
  const unused = files.respond("unused.gif", () => new Response(null, { status: 404 }));
  const { code } = await outcome({ image: [picture(), { url: unused }] });
  assert.equal(code, "N003");
  assert.equal(files.requests.get("unused.gif"), undefined);
});

Deno.test("spec 2.3 slide rule 7: texts arrive as they were given, line breaks and all", async () => {
  const texts = ["two\nlines", "ไทย 👩‍👩‍👧 ‏עברית", "x".repeat(5000)];
  const slide = texts.map((text) => ({ "message-text": text }));
  const { mmsId } = await save(test, { slide });
  assert.deepEqual(textsOf(await carriedOnce(test, await sendMms(test, mmsId))), texts);
});

Deno.test("spec 2.3 slide rule 9: a subject of 80 characters stays whole; a longer one is no error", async () => {
  const subject = "s".repeat(80);
  const { mmsId } = await save(test, { slide: [TEXT], "message-subject": subject });
  assert.equal((await carriedOnce(test, await sendMms(test, mmsId))).subject, subject);
  bodyOfSuccess(await ask(test, { ...SAVE, "message-subject": "s".repeat(200) }));
});

// ── 2.3 supported media ──

const vcard = "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Roe;Ana\r\nFN:Ana Roe\r\nEND:VCARD\r\n";
const calendar = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n";
const XLS = new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0]);
const sheet = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** Each row of the table: kind, extension, types, and a real file of it. */
const MEDIA: [kind: string, extensions: string[], types: string[], file: () => Promise<string>][] =
  [
    ["image", ["jpg"], ["image/jpg", "image/jpeg"], () => image("gps.jpg")],
    ["image", ["png"], ["image/png"], () => image("alpha.png")],
    ["image", ["gif"], ["image/gif"], () => image("dot.gif")],
    ["image", ["webp"], ["image/webp"], () => image("photo.webp")],
    ["audio", ["mp3"], ["audio/mp3", "audio/mpeg"], () => second("mp3")],
    [
      "audio",
      ["wav"],
      ["audio/x-wave", "audio/x-wav", "audio/wav", "audio/wave"],
      () => second("wav"),
    ],
    ["audio", ["amr"], ["audio/amr"], () => second("amr")],
    ["video", ["mp4"], ["video/mp4"], () => second("mp4")],
    [
      "video",
      ["mpg", "mpeg"],
      ["video/mpeg", "video/mpg"],
      () => second("mpg"),
    ],
    [
      "video",
      ["avi"],
      ["video/x-msvideo", "video/avi"],
      () => second("avi"),
    ],
    [
      "video",
      ["wmv"],
      ["video/x-ms-wmv", "video/x-ms-asf"],
      () => second("wmv"),
    ],
    ["video", ["mov"], ["video/quicktime"], () => second("mov")],
    ["video", ["3gp"], ["video/3gpp", "video/3gp"], () => second("3gp")],
    [
      "contact",
      ["vcf", "vcard"],
      ["text/vcard", "text/v-card", "text/x-vcard"],
      () => bytes("a.vcf", vcard),
    ],
    [
      "calendar",
      ["ics", "ical", "ifb", "icalendar"],
      ["text/calendar"],
      () => bytes("a.ics", calendar),
    ],
    ["pdf", ["pdf"], ["application/pdf", "application/x-pdf"], () => bytes("a.pdf", "%PDF-1.4\n")],
    ["ms-excel", ["xls"], ["application/vnd.ms-excel"], () => bytes("a.xls", XLS)],
    ["ms-excel", ["xlsx"], [sheet], () => bytes("a.xlsx", "PK\x03\x04")],
  ];

for (const [kind, extensions, types, file] of MEDIA) {
  Deno.test(`spec 2.3 supported media: ${kind} .${extensions.join(", .")} = ${types.join(", ")}`, async () => {
    const path = await file();
    const names = types.map((type, i) => [type, extensions[i % extensions.length]]);
    const slide = await Promise.all(
      names.map(async ([type, extension], i) => {
        const url = await files.add(`${kind}${i}.${extension}`, type!, path);
        return { [kind]: { url } };
      }),
    );
    const { mmsId, postbacks } = await save(test, { slide });
    assert.deepEqual(postbacks.map(({ code }) => code), ["N003"], JSON.stringify(postbacks));
    const { body: { media } } = await test.admin("GET", `/templates/${mmsId}`);
    assert.equal(media.length, slide.length);
    for (const { state, renditions } of media) {
      assert.equal(state, "done");
      const forms = renditions.filter(({ name }: Body) => name !== "web") // for pages alone
        .map(({ name, type }: Body) => [name, type]);
      assert.deepEqual(forms, formsOf(kind, renditions[0].type));
    }
  });
}

/** Lists the renditions of a file (contract section 7). */
function formsOf(kind: string, type: string): [rendition: string, type: string][] {
  const still = type === "image/gif" ? "image/gif" : "image/jpeg";
  const [rich, standard, basic] = {
    image: [still, still, still],
    audio: ["audio/mpeg", "audio/mpeg", "audio/amr"],
    video: ["video/mp4", "video/mp4", "video/3gpp"],
  }[kind] ?? [type, type, type];
  return [["rich", rich!], ["standard", standard!], ["basic", basic!]];
}

// ── 2.3 content validation ──

const VALIDATION: [mime: string, extension: string, name: string, type: string, code: string][] = [
  ["supported", "supported", "v1.gif", "image/gif", "N003"],
  ["supported", "invalid", "v2.html", "image/gif", "N003"],
  ["supported", "none", "v3", "image/gif", "N003"],
  ["octet-stream", "supported", "v4.gif", "application/octet-stream", "N003"],
  ["octet-stream", "invalid", "v5.html", "application/octet-stream", "E011"],
  ["octet-stream", "none", "v6", "application/octet-stream", "E011"],
];

for (const [mime, extension, name, type, code] of VALIDATION) {
  Deno.test(`spec 2.3 content validation: MIME type ${mime}, extension ${extension}: ${code}`, async () => {
    const url = await files.add(name, type, await image("dot.gif"));
    assert.equal((await outcome({ image: { url } })).code, code);
  });
}

for (
  const [kind, name, type] of [
    ["contact", "page.vcf", "text/vcard"],
    ["calendar", "page.ics", "text/calendar"],
    ["pdf", "page.pdf", "application/pdf"],
    ["pdf", "page2.pdf", "application/octet-stream"],
    ["ms-excel", "page.xls", "application/vnd.ms-excel"],
    ["ms-excel", "page.xlsx", sheet],
  ] as const
) {
  Deno.test(`spec 2.3 fetching rule 4: HTML posing as ${kind} (${type}): E011`, async () => {
    const url = await files.add(name, type, await bytes("page.html", "<!DOCTYPE html><p>no"));
    const { code, postback } = await outcome({ [kind]: { url } });
    assert.equal(code, "E011");
    assert.match(postback["error-info"], /^the content is not an? /);
    assert.equal(postback["content-type"], kind);
  });
}

Deno.test("spec 2.3 content validation: octet-stream that its extension lies about fails at transcoding", async () => {
  const url = await files.add("lie.mp4", "application/octet-stream", await image("dot.gif"));
  assert.equal((await outcome({ video: { url } })).code, "E003");
});

// ── 2.3 fetching rules ──

const gif = async () => await Deno.readFile(await image("dot.gif"));

for (const status of [301, 302, 303, 307, 308]) {
  Deno.test(`spec 2.3 fetching rules 1 and 2: one redirect with ${status} is followed`, async () => {
    const url = serve(`moved${status}.gif`, null, { location: photo }, status);
    assert.equal((await outcome({ image: { url } })).code, "N003");
  });
}

const UNFETCHED: [rule: string, url: () => Promise<string> | string, reason: RegExp][] = [
  ...[201, 204, 206, 300, 304, 400, 404, 500, 503].map((status): typeof UNFETCHED[number] => [
    `1: status ${status}`,
    () =>
      serve(`status${status}.gif`, [204, 304].includes(status) ? null : "x", {
        "content-type": "image/gif",
      }, status),
    new RegExp(String(status)),
  ]),
  ["2: a second redirect", () => {
    const second = serve("second.gif", null, { location: photo }, 302);
    return serve("first.gif", null, { location: second }, 302);
  }, /redirect/],
  ["3: no Content-Type", () => gif().then((body) => serve("untyped.gif", body)), /Content-Type/i],
  [
    "3: a Content-Type that is none",
    () => gif().then((body) => serve("odd.gif", body, { "content-type": "gif" })),
    /Content-Type/i,
  ],
  [
    "3: a Content-Length of 0",
    () => serve("empty.gif", "", { "content-type": "image/gif" }),
    /Content-Length/i,
  ],
  ["3: no Content-Length", async () => {
    const body = await gif();
    return files.respond(
      "chunked.gif",
      () => new Response(new Blob([body]).stream(), { headers: { "content-type": "image/gif" } }),
    );
  }, /Content-Length/i],
  [
    "4: the Content-Type of another kind",
    async () => await files.add("film.gif", "video/mp4", await image("dot.gif")),
    /video/,
  ],
  [
    "4: a Content-Type that is not supported",
    async () => await files.add("page.gif", "text/html", await image("dot.gif")),
    /text\/html/,
  ],
  ["a server that is not there", () => "http://127.0.0.1:1/a.gif", /./],
];

for (const [rule, url, reason] of UNFETCHED) {
  Deno.test(`spec 2.3 fetching rule ${rule}: E011`, async () => {
    const address = await url();
    const { code, postback } = await outcome({ image: { url: address } });
    assert.equal(code, "E011", JSON.stringify(postback));
    assert.equal(postback["content-name"], address);
    assert.match(postback["error-info"], reason);
  });
}

const OBJECTS: [kind: string, name: string, type: string, content: string][] = [
  ["contact", "keep.vcf", "text/vcard", vcard],
  ["calendar", "keep.ics", "text/calendar", calendar],
  ["pdf", "keep.pdf", "application/pdf", "%PDF-1.4\n%âãÏÓ\n"],
  ["ms-excel", "keep.xlsx", sheet, "PK\x03\x04 is all that is needed of it"],
];

for (const [kind, name, type, content] of OBJECTS) {
  Deno.test(`spec 2.3 fetching rule 5: ${kind} is never transcoded`, async () => {
    const path = await bytes(name, content);
    const { mmsId } = await outcome({ [kind]: { url: await files.add(name, type, path) } });
    // To a handset that takes all of them (slide rule 8).
    await sendSms(test, { to: APPLE });
    const { parts } = await carriedOnce(test, await sendMms(test, mmsId, { to: APPLE }));
    const part = parts.find((part) => part.type === type)!;
    assert.deepEqual(part.bytes, await Deno.readFile(path));
  });
}

// ── 4.3 ──

Deno.test("spec 4.3 success: status, status-details and mms-id", async () => {
  const response = bodyOfSuccess(await ask(test, SAVE));
  assert.deepEqual(Object.keys(response), ["status", "status-details", "mms-id"]);
  assert.equal(response.status, "success");
});

Deno.test("spec 4.3 failure: status, error-code and error-info", async () => {
  const { body } = await ask(test, { ...SAVE, name: "" });
  assert.deepEqual(body, {
    "status": "failure",
    "error-code": "E311",
    "error-info": "name must not be empty",
  });
});

const FIELDS: [row: string, fields: object, verdict: string][] = [
  ["message-subject is optional", { "message-subject": "A sale" }, "taken"],
  ["fallback-sms-text is mandatory", { "fallback-sms-text": undefined }, "E622 400"],
  ["fallback-sms-text is not mandatory with disable-fallback-sms", {
    "fallback-sms-text": undefined,
    "disable-fallback-sms": true,
  }, "taken"],
  ["disable-fallback-sms false is the default", {
    "fallback-sms-text": undefined,
    "disable-fallback-sms": false,
  }, "E622 400"],
  ["disable-fallback-sms-link is optional", { "disable-fallback-sms-link": true }, "taken"],
  ["client-reference has at most 64 characters", { "client-reference": "r".repeat(64) }, "taken"],
  ["client-reference of 65 characters", { "client-reference": "r".repeat(65) }, "E315 400"],
  ["name is mandatory", { name: undefined }, "E311 400"],
  ["name of white space is none", { name: " " }, "E311 400"],
  ["slide is mandatory", { slide: undefined }, "E312 400"],
  ["slide has at most 9 items", { slide: Array(9).fill(TEXT) }, "taken"],
  ["slide of 10 items", { slide: Array(10).fill(TEXT) }, "E225 400"],
];

for (const [row, fields, verdict] of FIELDS) {
  Deno.test(`spec 4.3 ${row}: ${verdict}`, async () => {
    const response = await ask(test, { ...SAVE, ...fields });
    if (verdict === "taken") bodyOfSuccess(response);
    else assert.equal(faultOf(response), verdict);
  });
}

Deno.test("spec 2.3 slides are stored in the order given, up to 9", async () => {
  const texts = Array.from({ length: 9 }, (_, i) => `slide ${i + 1}`);
  const slide = texts.map((text) => ({ "message-text": text }));
  const { mmsId } = await save(test, { slide });
  assert.deepEqual(textsOf(await carriedOnce(test, await sendMms(test, mmsId))), texts);
});

// ── 3.1 and 6.3 ──

Deno.test("spec 3.1 a template is locked until it is transcoded: E626, then N003 and unlocked", async () => {
  let release = () => {};
  const released = new Promise<void>((resolve) => release = resolve);
  const body = await gif();
  const url = files.respond("awaited.gif", async () => {
    await released;
    return new Response(body, { headers: { "content-type": "image/gif" } });
  });
  const reference = crypto.randomUUID();
  const saved = { ...SAVE, slide: [{ image: { url } }], "client-reference": reference };
  const { "mms-id": mmsId } = bodyOfSuccess(await ask(test, saved));
  const send = { action: "sendsavedmms", "mms-id": mmsId, from: "111122", to: "16175550101" };
  assert.equal(faultOf(await ask(test, send)), "E626 409");
  release();
  await test.receiver.until((received) =>
    received.some((postback) => postback.body["client-reference"] === reference)
  );
  await sendMms(test, mmsId);
});

const MICROSECONDS = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}[+-]\d\d:\d\d$/;

Deno.test("spec 6.3 N003: origin, code, mms-id, tracking-id, client-reference, timestamp", async () => {
  const { mmsId, postbacks: [postback] } = await save(test, {
    slide: [TEXT],
    "client-reference": "the customer's own",
  });
  const { timestamp, "tracking-id": trackingId, ...rest } = postback;
  assert.match(timestamp, MICROSECONDS);
  assert.ok(trackingId.length > 0);
  assert.deepEqual(rest, {
    "origin": "MMS_MT",
    "code": "N003",
    "mms-id": mmsId,
    "client-reference": "the customer's own",
  });
});

/** Spec 6.3: the fields of each code as it spells them. */
const FAILURES: [
  code: string,
  kind: string,
  name: string,
  type: string,
  fields: string[],
][] = [
  ["E002", "audio", "broken.mp3", "audio/mpeg", ["mmsid", "trackingid", "audioname"]],
  ["E003", "video", "broken.mp4", "video/mp4", ["mms-id", "trackingid", "videoname"]],
  ["E004", "image", "broken.jpg", "image/jpeg", ["mmsid", "trackingid", "imagename"]],
];

for (const [code, kind, name, type, [idField, trackingField, nameField]] of FAILURES) {
  Deno.test(`spec 6.3 ${code}: a corrupt ${kind}; ${idField}, ${trackingField}, ${nameField}`, async () => {
    const url = serve(name, garbage(), { "content-type": type });
    const { mmsId, postback } = await outcome({ [kind]: { url } });
    const reference = postback["client-reference"];
    assert.ok(postback[trackingField!].length > 0);
    assert.deepEqual(postback, {
      "origin": "MMS_MT",
      "code": code,
      [idField!]: mmsId,
      [trackingField!]: postback[trackingField!],
      "client-reference": reference,
      [nameField!]: url,
    });
    const send = { action: "sendsavedmms", "mms-id": mmsId, from: "111122", to: "16175550101" };
    assert.equal(faultOf(await ask(test, send)), "E1001 409");
  });
}

Deno.test("spec 6.3 E011: tracking-id, client-reference, content-type, content-name, error-info", async () => {
  const url = files.respond("nowhere.mp3", () => new Response(null, { status: 404 }));
  const { mmsId, postback } = await outcome({ audio: { url } });
  assert.deepEqual(Object.keys(postback), [
    "origin",
    "code",
    "tracking-id",
    "client-reference",
    "content-type",
    "content-name",
    "error-info",
  ]);
  assert.deepEqual([postback["content-type"], postback["content-name"]], ["audio", url]);
  const send = { action: "sendsavedmms", "mms-id": mmsId, from: "111122", to: "16175550101" };
  assert.equal(faultOf(await ask(test, send)), "E1001 409");
});

Deno.test("spec 6.3 each bad file of a template is reported, with one tracking-id", async () => {
  const broken = serve("also-broken.jpg", garbage(), { "content-type": "image/jpeg" });
  const gone = files.respond("also-gone.jpg", () => new Response(null, { status: 404 }));
  const slide = [{ image: { url: broken } }, { image: picture() }, { image: { url: gone } }];
  const { postbacks } = await save(test, { slide }, { awaited: 2 });
  assert.deepEqual(postbacks.map(({ code }) => code).sort(), ["E004", "E011"]);
  assert.equal(
    new Set(postbacks.map((postback) => postback["tracking-id"] ?? postback.trackingid)).size,
    1,
  );
});

Deno.test("spec 6.3 client-reference is left out when none was given", async () => {
  const { "mms-id": mmsId } = bodyOfSuccess(await ask(test, SAVE));
  const isMine = ({ body }: { body: Body }) => body["mms-id"] === mmsId;
  const received = await test.receiver.until((all) => all.some(isMine));
  assert.ok(!("client-reference" in received.find(isMine)!.body));
});
