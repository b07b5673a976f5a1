/**
 * Contract section 8: a barcode that would not lie inside its picture fails the request; a text that
 * leaves it is named in a warning.
 */
import assert from "node:assert/strict";
import { photo } from "../../tools/gallery.ts";
import { ask, bodyOfSuccess, faultOf } from "../http/door.ts";
import { askKeyed, assertDone, assertReplayed, newKey } from "../http/keyed.ts";
import { zbar } from "../support/barcode_readers.ts";
import { type FileServer, startFiles } from "../support/files.ts";
import { rawClient } from "../support/raw_client.ts";
import { startService, type TestService } from "../support/service.ts";
import { FROM, NO_HANDSET, save, sendMms, TO } from "./traffic.ts";

let test: TestService;
let files: FileServer;
/** URL of a background of 640 by 400 pixels. */
let background: string;
/** Template of a text, and one of a picture with a barcode and texts. */
let plain: string;
let drawn: string;

Deno.test.beforeAll(async () => {
  files = startFiles();
  test = await startService();
  const { jpeg } = await photo({ width: 640, height: 400 });
  const headers = { "content-type": "image/jpeg" };
  background = files.respond("ground.jpg", () => new Response(jpeg, { headers }));
  plain = (await save(test, { slide: [{ "message-text": "One" }] })).mmsId;
  const picture = {
    "background-image-url": background,
    "barcode": { "id": "{$code|}", "type": "Code 128", "position-x": "340", "height": "100" },
    "text-area": { "text-area-4": { "text": "For {$name|}", "position-y": "360" } },
  };
  drawn = (await save(test, { slide: [{ "message-text": "One" }, { image: picture }] })).mmsId;
});

Deno.test.afterAll(async () => {
  await test.stop();
  await files.stop();
});

const at = (x: number, y: number, more: object = {}) => ({
  "background-image-url": background,
  "barcode": { "id": "SLIDE", "position-x": `${x}`, "position-y": `${y}`, ...more },
});

const textAt = (...areas: [key: number, y: number][]) => ({
  "background-image-url": background,
  "text-area": Object.fromEntries(
    areas.map(([key, y]) => [`text-area-${key}`, { "text": "Hello", "position-y": `${y}` }]),
  ),
});

const create = (fields: object) => ask(test, { action: "createimage", ...fields });
const send = (fields: object) =>
  ask(test, { action: "sendsavedmms", from: FROM, to: TO, "mms-id": plain, ...fields });

const OUTSIDE = "do not lie inside the background of 640x400 pixels";
const warningOf = (key: string) => `${key} does not lie inside the image of 640x400 pixels`;

/** Boxes of 300 by 300 pixels, or of 300 by 100 that are turned, that leave the background. */
const LEAVING: [what: string, fields: () => object, info: string][] = [
  ["on the right", () => at(341, 0), "barcode: its 300x300 pixels at 341,0"],
  ["below", () => at(0, 101), "barcode: its 300x300 pixels at 0,101"],
  ["in both directions", () => at(600, 399), "barcode: its 300x300 pixels at 600,399"],
  ["altogether", () => at(4000, 4000), "barcode: its 300x300 pixels at 4000,4000"],
  [
    "once it is turned",
    () => at(0, 200, { type: "Code 128", height: "100", rotate: "90" }),
    "barcode: its 100x300 pixels at 0,200",
  ],
];

for (const [title, fields, info] of LEAVING) {
  Deno.test(`contract 8: a barcode that leaves its background ${title} fails the request`, async () => {
    const response = await create(fields());
    assert.equal(faultOf(response), "E1507 400");
    assert.equal(response.body["error-info"], `${info} ${OUTSIDE}`);
    const sent = await send({ "dynamic-image": [at(0, 0), fields()] });
    assert.equal(faultOf(sent), "E1507 400");
    assert.equal(sent.body["error-info"], `dynamic-image 2: ${info} ${OUTSIDE}`);
  });
}

Deno.test("contract 8: a barcode that just lies inside its background is read", async () => {
  const turned = { type: "Code 128", height: "100", rotate: "270" };
  const jpegs = await Promise.all(
    [at(340, 100), at(540, 100, turned)].map(async (fields) => bodyOfSuccess(await create(fields))),
  );
  assert.deepEqual(await zbar(jpegs), ["SLIDE", "SLIDE"]);
});

Deno.test("contract 8: createimage has a header Slidepost-Warning for each text that leaves it", async () => {
  const body = JSON.stringify({ action: "createimage", ...textAt([7, 400], [2, 380], [5, 100]) });
  using client = await rawClient(test.url);
  await client.say(
    `POST /api/v2 HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n` +
      `content-type: application/json\r\nx-api-key: ${test.apiKey}\r\n` +
      `content-length: ${body.length}\r\n\r\n${body}`,
  );
  const [head] = (await client.hungUp()).split("\r\n\r\n");
  const lines = head!.split("\r\n").filter((line) => /^slidepost-warning:/i.test(line));
  assert.deepEqual(
    lines.map((line) => line.replace(/^[^:]*: */, "")),
    [warningOf("text-area-2"), warningOf("text-area-7")],
  );
});

Deno.test("contract 8: createimage has no header Slidepost-Warning where all lies inside", async () => {
  for (const fields of [textAt([1, 100]), at(0, 0), { barcode: { id: "1" } }]) {
    const { status, headers } = await create(fields);
    assert.deepEqual([status, headers.has("slidepost-warning")], [200, false]);
  }
});

Deno.test("contract 1: a repeated createimage gets its warnings again", async () => {
  const body = { action: "createimage", ...textAt([1, 400], [3, 390]) };
  const key = newKey();
  const first = await askKeyed(test, key, body);
  assertDone(first);
  const warnings = [warningOf("text-area-1"), warningOf("text-area-3")].join(", ");
  assert.equal(first.headers.get("slidepost-warning"), warnings);
  assertReplayed(await askKeyed(test, key, body), first);
});

Deno.test("contract 8: sendsavedmms lists the texts that leave their pictures, and sends them", async () => {
  const { response, id } = await sendMms(test, plain, {
    "to": NO_HANDSET,
    "dynamic-image": [textAt([1, 100]), textAt([8, 399], [3, 399])],
    "dynamic-contact": [{ "slide-number": "10", "name": { "first-name": "Ada" } }],
  }, ["N013", "N101", "N102"]);
  const warnings = [
    "dynamic-contact 1 is left out: an MMS has at most 9 slides",
    `dynamic-image 2: ${warningOf("text-area-3")}`,
    `dynamic-image 2: ${warningOf("text-area-8")}`,
  ];
  assert.deepEqual(response.warnings, warnings);
  const { body } = await test.admin("GET", `/messages/${id}`);
  assert.equal(body.history[0].details, warnings.join("; "));
});

Deno.test("contract 8: an image template's text that grows out of it is named with its slide", async () => {
  const names: [name: string, warnings: string[] | undefined][] = [
    ["Ada", undefined],
    ["Ada, ".repeat(30), [`slide 2: ${warningOf("text-area-4")}`]],
  ];
  for (const [name, warnings] of names) {
    const { status, body } = await send({
      "mms-id": drawn,
      "merge-tag-data": { name, code: "SHORT" },
    });
    assert.deepEqual([status, body.warnings], [200, warnings]);
  }
});

Deno.test("contract 8: an image template's barcode that grows out of it fails the request", async () => {
  const withCode = (code: string) => send({ "mms-id": drawn, "merge-tag-data": { code } });
  assert.equal((await withCode("SHORT")).status, 200);
  const response = await withCode("A".repeat(60));
  assert.equal(faultOf(response), "E1507 400");
  assert.match(
    response.body["error-info"],
    /^slide 2: barcode: its \d+x100 pixels at 340,0 do not/,
  );
});
