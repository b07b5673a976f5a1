/** The JSON door apart from its errors: coercion of values, responses, and the routes beside it. */
import assert from "node:assert/strict";
import { startService, type TestService, untilReady } from "../support/service.ts";
import { ask, bodyOfSuccess, type DoorResponse, settledTemplate } from "./door.ts";

const FROM = { from: "111122", to: "16175550101" };
const SMS = { action: "sendsms", ...FROM, "message-text": "Hello" };
const SAVE = {
  action: "savemms",
  name: "Sale",
  "fallback-sms-text": "See it",
  slide: [{ "message-text": "Hello" }],
};

let test: TestService;
let mmsId: string;

Deno.test.beforeAll(async () => {
  test = await startService();
  mmsId = await settledTemplate(test, SAVE);
});

Deno.test.afterAll(() => test.stop());

const send = () => ({ action: "sendsavedmms", ...FROM, "mms-id": mmsId });

/** Spec 4.3 to 4.5: the letter case of `status`, and the fields of both responses. */
const RESPONSES: [action: string, body: () => object, success: string[], failure: string[]][] = [
  ["savemms", () => SAVE, [
    "success",
    "status",
    "status-details",
    "mms-id",
  ], ["failure", "status", "error-code", "error-info"]],
  ["sendsavedmms", send, [
    "Success",
    "status",
    "mms-id",
    "tracking-id",
    "to",
    "from",
    "status-details",
  ], ["failure", "status", "error-code", "error-info"]],
  ["sendsms", () => SMS, [
    "Success",
    "status",
    "tracking-id",
    "to",
    "from",
    "segments",
    "status-details",
  ], ["Failure", "status", "error-code", "error-info", "to"]],
];

const shapeOf = ({ body }: DoorResponse) => [body.status, ...Object.keys(body)];

for (const [action, body, success, failure] of RESPONSES) {
  Deno.test(`${action} responds with ${success[0]} or ${failure[0]}, and the spec's fields`, async () => {
    assert.deepEqual(shapeOf(await ask(test, body())), success);
    const broken = { ...body(), "client-reference": {}, "operator-id": {}, name: "", to: "1" };
    assert.deepEqual(shapeOf(await ask(test, broken)), failure);
  });

  Deno.test(`${action} in any letter case`, async () => {
    for (const name of [action.toUpperCase(), action.replace("s", "S")]) {
      assert.deepEqual(shapeOf(await ask(test, { ...body(), action: name })), success);
    }
  });

  Deno.test(`${action} ignores unknown fields`, async () => {
    const more = { more: { deep: [1, { x: null }] }, "Message-Text": 7, slides: "?" };
    assert.deepEqual(shapeOf(await ask(test, { ...body(), ...more })), success);
  });
}

Deno.test("a failure before the action is known has the status `failure`", async () => {
  const response = await ask(test, { ...SMS, action: "sendfax" }, { early: true });
  assert.deepEqual(shapeOf(response), ["failure", "status", "error-code", "error-info"]);
});

Deno.test("spec 4.5 failure: to as it was given, where it was a text or a number", async () => {
  const response = await ask(test, { ...SMS, to: " +1 (617) x" });
  assert.equal(response.body.to, " +1 (617) x");
  const number = await ask(test, { ...SMS, to: 16175550101, "message-text": "" });
  assert.equal(number.body.to, "16175550101");
  const none = await ask(test, { ...SMS, to: [] });
  assert.ok(!("to" in none.body));
});

Deno.test("a success gives to and from in normal form", async () => {
  const response = bodyOfSuccess(
    await ask(test, { ...SMS, to: "+1 (617) 555-0101", from: " 111122 " }),
  );
  assert.deepEqual([response.to, response.from], ["16175550101", "111122"]);
});

/** Contract section 1: numbers and booleans for text, text for booleans. */
const COERCED: [what: string, body: () => object][] = [
  ["numbers for to and from", () => ({ ...SMS, to: 16175550101, from: 111122 })],
  ["a number for message-text", () => ({ ...SMS, "message-text": 42 })],
  ["a boolean for message-text", () => ({ ...SMS, "message-text": false })],
  ["text for click-tracking", () => ({ ...SMS, "click-tracking": "false" })],
  ["text for the flags of savemms", () => ({
    ...SAVE,
    "fallback-sms-text": undefined,
    "disable-fallback-sms": "true",
    "disable-fallback-sms-link": "FALSE",
  })],
  ["numbers in savemms", () => ({ ...SAVE, name: 7, "client-reference": 12 })],
  ["text for force-send-as-sms", () => ({ ...send(), "force-send-as-sms": "true" })],
  ["a number for custom-slide", () => ({
    ...send(),
    "custom-slides": [{ "custom-slide": 1, "custom-message-text": 5 }],
  })],
];

/** Contract section 1: null is absence; a blank of an optional field takes the default. */
const ABSENT: [what: string, body: () => object][] = [
  ["null in sendsms", () => ({ ...SMS, "campaign-ref": null, "click-tracking": null })],
  ["null in savemms", () => ({
    ...SAVE,
    "message-subject": null,
    "client-reference": null,
    slide: [{ image: null, audio: null, "message-text": "Hello" }],
  })],
  ["null in sendsavedmms, its objects and its lists", () => ({
    ...send(),
    "mms-expiry-timestamp": null,
    "custom-slides": null,
    "merge-tag-data": { name: null },
    "dynamic-image": null,
    "dynamic-contact": [{
      "slide-number": null,
      name: { "first-name": "Ana", "last-name": null },
      phone: [{ number: "16175550199", label: null }],
    }],
  })],
  ["blanks in sendsms", () => ({ ...SMS, "campaign-ref": "", "operator-id": " " })],
  ["blanks in sendsavedmms", () => ({
    ...send(),
    "fallback-sms-text": " ",
    "fallback-sms-link-expiration": " ",
    "mms-expiry-timestamp": "",
    "to-displayonly": "",
    "operator-id": "",
    "dynamic-contact": [{
      "slide-number": "",
      name: { "first-name": "Ana", "last-name": "", suffix: "" },
      phone: [{ number: "16175550199", label: "" }],
      website: [{ url: "https://example.com", label: "" }],
    }],
  })],
];

for (const [title, body] of ABSENT) {
  Deno.test(`taken as absence: ${title}`, async () => {
    bodyOfSuccess(await ask(test, body()));
  });
}

Deno.test("taken as absence: null of what is required, by the code of its absence", async () => {
  for (
    const [body, fault] of [
      [{ ...SMS, "message-text": null }, "E712 message-text is required"],
      [{ ...SAVE, slide: null }, "E312 slide is required"],
      [{ ...send(), "mms-id": null }, "E620 mms-id is required"],
    ] as const
  ) {
    const { "error-code": code, "error-info": info } = (await ask(test, body)).body;
    assert.equal(`${code} ${info}`, fault);
  }
  const { body } = await ask(test, { ...SMS, action: null }, { early: true });
  assert.equal(body["error-code"], "E100");
  assert.match(body["error-info"], /^action is required: /);
});

Deno.test("taken as absence: a blank operator-id leaves it to X-Service-Carrier-Id", async () => {
  const headers = { "x-service-carrier-id": "0001890" };
  const response = bodyOfSuccess(await ask(test, { ...SMS, "operator-id": "" }, { headers }));
  const { body } = await test.admin("GET", `/messages/${response["tracking-id"]}`);
  assert.equal(body["operator-id"], "0001890");
});

for (const [title, body] of COERCED) {
  Deno.test(`taken as meant: ${title}`, async () => {
    bodyOfSuccess(await ask(test, body()));
  });
}

Deno.test("coerced values are used by the action", async () => {
  const { "tracking-id": id } = bodyOfSuccess(await ask(test, { ...SMS, "message-text": 42 }));
  await test.receiver.untilCodes(id, ["N201", "N202"]);
  const { body } = await test.admin("GET", `/loopback/messages?tracking-id=${id}`);
  assert.equal(body.items[0].text, "42");
});

for (
  const type of [
    "application/json",
    "Application/JSON",
    "application/json; charset=utf-8",
    'application/json;charset="UTF8"',
  ]
) {
  Deno.test(`content-type: ${type}`, async () => {
    bodyOfSuccess(await ask(test, SMS, { headers: { "content-type": type } }));
  });
}

Deno.test("the path may end in a slash", async () => {
  bodyOfSuccess(await ask(test, SMS, { path: "/api/v2/" }));
});

Deno.test("a byte order mark before the JSON is not the customer's fault", async () => {
  bodyOfSuccess(await ask(test, "\ufeff" + JSON.stringify(SMS)));
});

for (const method of ["GET", "PUT", "PATCH", "DELETE"]) {
  Deno.test(`${method} /api/v2 is 405, and says to use POST`, async () => {
    const response = await fetch(`${test.url}/api/v2`, { method });
    assert.deepEqual([response.status, response.headers.get("allow")], [405, "POST"]);
    const { status, "error-code": code, "error-info": info } = await response.json();
    assert.deepEqual([status, code, info], ["failure", "E100", "use POST"]);
  });
}

for (const path of ["/", "/api", "/api/v1", "/api/v2/more", "/sandbox/receiver"]) {
  Deno.test(`POST ${path} is 404`, async () => {
    const response = await fetch(test.url + path, { method: "POST", body: "{}" });
    await response.body?.cancel();
    assert.equal(response.status, 404);
  });
}

Deno.test("healthz and readyz say ok", async () => {
  await untilReady(test.url);
  const anonymous = { method: "GET", headers: { "x-api-key": null } };
  const alive = bodyOfSuccess(await ask(test, undefined, { ...anonymous, path: "/healthz" }));
  const ready = bodyOfSuccess(await ask(test, undefined, { ...anonymous, path: "/readyz" }));
  assert.equal(alive.status, "ok");
  assert.deepEqual(ready, {
    status: "ok",
    checks: { store: "ok", writes: "ok", queue: "ok", files: "ok", ffmpeg: "ok", clock: "ok" },
  });
});

Deno.test("openapi.json is the contract", async () => {
  const response = await fetch(`${test.url}/openapi.json`);
  assert.match(response.headers.get("content-type")!, /^application\/json/);
  const { openapi, paths, webhooks } = await response.json();
  assert.match(openapi, /^3\.1/);
  assert.ok("post" in paths["/api/v2"]);
  assert.ok("N101" in webhooks);
});

Deno.test("openapi.json is cached by clients, and not sent again to one that has it", async () => {
  const ask = (headers: HeadersInit = {}) => fetch(`${test.url}/openapi.json`, { headers });
  const first = await ask();
  const etag = first.headers.get("etag")!;
  assert.match(etag, /^"[\w-]{43}-gzip"$/);
  assert.match(first.headers.get("cache-control")!, /^public, max-age=[1-9]\d*$/);
  const text = await first.text();
  for (const names of [etag, `W/${etag}`, `"another", ${etag}`, "*"]) {
    const again = await ask({ "if-none-match": names });
    assert.deepEqual([again.status, again.headers.get("etag"), await again.text()], [
      304,
      etag,
      "",
    ]);
  }
  const changed = await ask({ "if-none-match": '"another"' });
  assert.deepEqual([changed.status, await changed.text()], [200, text]);
});
