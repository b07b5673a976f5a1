/** Callbacks of strangers: bodies within small limits, and the same refusal for every name. */
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { adminBody, startService, type TestService } from "../support/service.ts";

const TOKEN = "a-token-of-callbacks";
const AUTH_TOKEN = "0123456789abcdef0123456789abcdef";

let test: TestService;

Deno.test.beforeAll(async () => {
  test = await startService({ config: { CREDENTIAL_FAILURE_BURST: "1000" } });
  await adminBody(test, 201, "POST", "/connectors", {
    "name": "by-form",
    "kind": "twilio",
    "account-sid": `AC${"0".repeat(32)}`,
    "auth-token": AUTH_TOKEN,
    "url": "https://provider.example",
  });
  await adminBody(test, 201, "POST", "/connectors", {
    "name": "by-token",
    "kind": "http",
    "url": "https://provider.example/send",
    "body": '{"to": "{to}", "text": "{text}", "from": "{from}"}',
    "id-path": "id",
    "inbound-from-path": "from",
    "inbound-to-path": "to",
    "inbound-text-path": "text",
    "callback-token": TOKEN,
  });
});

Deno.test.afterAll(() => test.stop());

async function post(
  path: string,
  body: string,
  headers: Record<string, string> = {},
): Promise<string> {
  const response = await fetch(`${test.url}/carriers/${path}`, { method: "POST", body, headers });
  return `${response.status} ${await response.text()}`;
}

const form = (fields: number) =>
  Array.from({ length: fields }, (_, index) => `n${index}=1`).join("&");
const FORM = { "content-type": "application/x-www-form-urlencoded" };

/** Posts a form with the signature that Twilio would make. */
function signed(fields: Record<string, string>): Promise<string> {
  const path = "by-form/status/x";
  const text = Object.keys(fields).sort().map((name) => name + fields[name]).join("");
  const signature = createHmac("sha1", AUTH_TOKEN).update(`${test.url}/carriers/${path}${text}`)
    .digest("base64");
  const headers = { ...FORM, "x-twilio-signature": signature };
  return post(path, new URLSearchParams(fields).toString(), headers);
}

for (const name of ["by-form", "by-token", "unknown"]) {
  Deno.test(`${name}: a body over 64 KB is refused before it is parsed`, async () => {
    assert.match(await post(`${name}/status`, "x".repeat((64 << 10) + 1), FORM), /^413 /);
    assert.match(await post(`${name}/status`, "x".repeat(64 << 10), FORM), /^401 /);
  });

  Deno.test(`${name}: a form of more fields than any provider sends is refused`, async () => {
    const headers = { ...FORM, "x-twilio-signature": "x", "x-plivo-signature-v3": "x" };
    assert.match(await post(`${name}/status`, form(5000), headers), /^401 /);
  });
}

Deno.test("the longest form that is signed is taken", async () => {
  const fields = Object.fromEntries(
    Array.from({ length: 198 }, (_, index): [string, string] => [`n${index}`, "1"]),
  );
  const report = { MessageSid: "SM1", MessageStatus: "delivered" };
  assert.match(await signed({ ...fields, ...report }), /^200 /);
  // With a right signature, too.
  assert.match(await signed({ ...fields, ...report, more: "1" }), /^401 /);
});

Deno.test("a caller with the token in its URL may send more than a stranger, but no more fields", async () => {
  const text = "x".repeat(100_000);
  const message = JSON.stringify({ from: "15550001", to: "15550002", text });
  const json = { "content-type": "application/json" };
  assert.match(await post(`by-token/inbound?token=${TOKEN}`, message, json), /^200 /);
  assert.match(await post("by-token/inbound?token=wrong", message, json), /^413 /);
  assert.match(
    await post(`by-token/inbound?token=${TOKEN}`, form(201), FORM),
    /^400 the form has more than 200 fields/,
  );
});
