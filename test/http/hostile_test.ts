/** Hostile requests. None crashes the service, hangs or gets a 500; the service goes on working. */
import assert from "node:assert/strict";
import { startService, type TestService } from "../support/service.ts";
import { ask, bodyOfSuccess, faultOf } from "./door.ts";

const SMS = { action: "sendsms", from: "111122", to: "16175550101", "message-text": "Hello" };
const SAVE = {
  action: "savemms",
  name: "Sale",
  "fallback-sms-text": "See it",
  slide: [{ "message-text": "Hello" }],
};

let test: TestService;
/** Service that gives bodies up after a second. */
let hasty: TestService;

Deno.test.beforeAll(async () => {
  test = await startService({ config: { REQUEST_BODY_TIMEOUT: "10m" } });
  hasty = await startService({ config: { REQUEST_BODY_TIMEOUT: "1s" } });
});

Deno.test.afterAll(async () => {
  await test.stop();
  await hasty.stop();
});

const text = JSON.stringify(SMS);
/** The message, with more JSON before its end. */
const withMore = (more: string) => `${text.slice(0, -1)},${more}}`;
const nested = (open: string, close: string, levels = 100_000) =>
  open.repeat(levels) + close.repeat(levels);
const KEYS = Array.from({ length: 60_000 }, (_, i) => `"k${i}":${i}`).join(",");

/** `taken`, or the fault: before the action is known (`early`) or after. */
const REQUESTS: [what: string, body: string, verdict: string, early?: boolean][] = [
  ["arrays 100,000 deep, alone", nested("[", "]"), "E108 400", true],
  ["objects 100,000 deep, alone", nested('{"a":', "}").replace(":}", ":0}"), "E100 400", true],
  ["arrays 100,000 deep in an unknown field", withMore(`"more":${nested("[", "]")}`), "taken"],
  ["arrays 100,000 deep for a text", withMore(`"message-text":${nested("[", "]")}`), "E100 400"],
  ["arrays 100,000 deep for to", withMore(`"to":${nested("[", "]")}`), "E110 400"],
  [
    "arrays 100,000 deep for the slides",
    JSON.stringify({ ...SAVE, slide: 0 }).replace(":0", `:${nested("[", "]")}`),
    "E100 400",
  ],
  [
    "an object with a length for a text",
    JSON.stringify({ ...SAVE, slide: [{ "message-text": { length: "x" } }] }),
    "E100 400",
  ],
  [
    "files in arrays 100,000 deep",
    JSON.stringify({ ...SAVE, slide: [{ image: 0 }] }).replace(":0", `:${nested("[", "]")}`),
    "E229 400",
  ],
  ["60,000 keys", withMore(KEYS), "taken"],
  ["60,000 merge tags", withMore(`"merge-tag-data":{${KEYS}}`), "taken"],
  [
    "300,000 slides",
    JSON.stringify({ ...SAVE, slide: 0 }).replace(":0", `:[${"{},".repeat(300_000)}{}]`),
    "E225 400",
  ],
  ["__proto__ as a key", withMore('"__proto__":{"to":"1","isAdmin":true}'), "taken"],
  ["constructor as a key", withMore('"constructor":{"prototype":{"to":"1"}}'), "taken"],
  ["__proto__ instead of fields", `{"action":"sendsms","__proto__":${text}}`, "E712 400"],
  ["__proto__ as the action", '{"action":"__proto__"}', "E107 400", true],
  ["constructor as the action", '{"action":"constructor"}', "E107 400", true],
  ["toString as the action", '{"action":"toString"}', "E107 400", true],
  ["the same key twice: the last counts", withMore('"to":"16175550102"'), "taken"],
  ["an enormous number for to", withMore('"to":1e308'), "E110 400"],
  ["a number beyond all for to", withMore('"to":1e999'), "E110 400"],
  ["10,000 digits for to", withMore(`"to":"${"1".repeat(10_000)}"`), "E110 400"],
  ["900,000 spaces for to", withMore(`"to":"${" ".repeat(900_000)}"`), "E110 400"],
  ["900,000 letters for from", withMore(`"from":"${"A".repeat(900_000)}"`), "E111 400"],
  ["900,000 letters for the action", `{"action":"${"a".repeat(900_000)}"}`, "E107 400", true],
];

for (const [title, body, verdict, early] of REQUESTS) {
  Deno.test(`${title}: ${verdict}`, async () => {
    const options = { early: early ?? false };
    const response = await ask(test, body, options);
    if (verdict === "taken") bodyOfSuccess(response);
    else assert.equal(faultOf(response), verdict, response.body["error-info"]);
    assert.ok((response.body["error-info"] ?? "").length < 500, "the response is short");
  });
}

/** Text fields of the actions but subjects, by the path that the refusal names. */
const TEXTS: [field: string, body: (text: string) => object][] = [
  ["message-text", (text) => ({ ...SMS, "message-text": text })],
  ["to", (text) => ({ ...SMS, to: text })],
  ["from", (text) => ({ ...SMS, from: text })],
  ["campaign-ref", (text) => ({ ...SMS, "campaign-ref": text })],
  ["operator-id", (text) => ({ ...SMS, "operator-id": text })],
  ["name", (text) => ({ ...SAVE, name: text })],
  ["fallback-sms-text", (text) => ({ ...SAVE, "fallback-sms-text": text })],
  ["client-reference", (text) => ({ ...SAVE, "client-reference": text })],
  ["slide 2: message-text", (text) => ({ ...SAVE, slide: [{}, { "message-text": text }] })],
  ["slide 1: image url", (text) => ({ ...SAVE, slide: [{ image: { url: text } }] })],
];

for (const [field, body] of TEXTS) {
  for (const [title, bad] of [["NUL", "a\0b"], ["half a surrogate pair", "a\ud83cb"]] as const) {
    Deno.test(`${title} in ${field} is 400 and names the field`, async () => {
      const response = await ask(test, body(bad));
      assert.equal(response.status, 400);
      const info = `${field} contains characters that are not valid text`;
      assert.equal(response.body["error-info"], info);
    });
  }
}

Deno.test("a __proto__ field has no effect", async () => {
  bodyOfSuccess(await ask(test, withMore('"__proto__":{"polluted":true}')));
  assert.equal((({}) as { polluted?: boolean }).polluted, undefined);
});

for (const name of ["x-api-key", "x-service-carrier-id", "x-unknown"]) {
  Deno.test(`a header ${name} of 100 KB is refused, and not with 500`, async () => {
    const response = await fetch(`${test.url}/api/v2`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-api-key": test.apiKey,
        [name]: "x".repeat(100_000),
      },
      body: text,
    }).catch(() => null);
    await response?.body?.cancel();
    assert.ok(response === null || response.status < 500, `status ${response?.status}`);
  });
}

/** Sends raw bytes, so that HTTP can be malformed. Returns the status line and the body. */
async function converse(request: string, { url }: TestService = test): Promise<string> {
  const { hostname, port } = new URL(url);
  using connection = await Deno.connect({ hostname, port: Number(port) });
  await connection.write(new TextEncoder().encode(request));
  const decoder = new TextDecoder();
  const buffer = new Uint8Array(4096);
  let response = "";
  // A response of ours is complete when its JSON is; the server closes after one without a body.
  while (!/\r\n\r\n.*\}$/s.test(response)) {
    const read = await connection.read(buffer);
    if (read === null) break;
    response += decoder.decode(buffer.subarray(0, read));
  }
  return response;
}

const headFor = ({ apiKey }: TestService, ...more: string[]) =>
  [
    "POST /api/v2 HTTP/1.1",
    "host: localhost",
    "connection: close",
    "content-type: application/json",
    `x-api-key: ${apiKey}`,
    ...more,
    "",
    "",
  ].join("\r\n");
const head = (...more: string[]) => headFor(test, ...more);

Deno.test("a body that never ends is given up after REQUEST_BODY_TIMEOUT", async () => {
  const response = await converse(
    headFor(hasty, "content-length: 1000") + '{"action":',
    hasty,
  );
  assert.match(response, /^HTTP\/1\.1 400 /);
  assert.match(response, /"error-info":"the body took longer than 1 seconds"/);
});

Deno.test("a chunked body that never ends is given up likewise", async () => {
  const response = await converse(
    headFor(hasty, "transfer-encoding: chunked") + '5\r\n{"act\r\n',
    hasty,
  );
  assert.match(response, /^HTTP\/1\.1 400 /);
  assert.match(response, /"error-info":"the body took longer than 1 seconds"/);
});

for (
  const [title, lines] of [
    ["a content-length that is no number", ["content-length: ten"]],
    ["a negative content-length", ["content-length: -1"]],
    ["two content-lengths that differ", ["content-length: 1", "content-length: 2"]],
    ["a chunk size that is no number", ["transfer-encoding: chunked"]],
  ] as const
) {
  Deno.test(`${title} is 400, or the connection is dropped`, async () => {
    const response = await converse(head(...lines) + "zz\r\n");
    assert.match(response, /^(HTTP\/1\.1 400 |$)/);
  });
}

Deno.test("a client that hangs up in the middle of its body leaves nothing behind", async () => {
  const { hostname, port } = new URL(test.url);
  for (let i = 0; i < 20; i++) {
    const connection = await Deno.connect({ hostname, port: Number(port) });
    await connection.write(new TextEncoder().encode(head("content-length: 1000") + "{"));
    connection.close();
  }
  bodyOfSuccess(await ask(test, SMS));
});

Deno.test("after all these requests the service works", async () => {
  const { "tracking-id": id } = bodyOfSuccess(await ask(test, SMS));
  await test.receiver.untilCodes(id, ["N201", "N202"]);
});
