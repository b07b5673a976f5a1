/** Connector to Plivo: what is its own, beside the tests that all providers share. */
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { NewPlivo } from "../../src/generated/admin.ts";
import { verifiesCallback } from "../../src/connectors/plivo/callbacks.ts";
import type { PlivoSettings } from "../../src/connectors/plivo/protocol.ts";
import { BASE_URL, NAME, textPart } from "./carrier.ts";
import { mms, type ProviderCarrier, sms, startProviderCarrier } from "./providers/carrier.ts";
import { callbackRequest, type FakeCallback } from "./providers/fake.ts";
import { AUTH_ID, plivoCase, signed, signedForms, signedV2 } from "./providers/plivo.ts";

const start = (changes?: Partial<PlivoSettings>) => startProviderCarrier(plivoCase, changes);

const INBOUND_URL = `${BASE_URL}/carriers/${NAME}/inbound`;
const FROM_HANDSET = { MessageUUID: "id-1", From: "16175550111", To: "16175550100" };

Deno.test("plivo: a text and an MMS, as the documentation has them", async () => {
  await using carrier = await start();
  const submission = sms({ from: "111122", text: "Hello" });
  await carrier.connector.submit(submission);
  const { message_expiry, ...text } = lastBody(carrier);
  assert.deepEqual(text, {
    src: "111122",
    dst: `+${submission.to}`,
    type: "sms",
    text: "Hello",
    url: `${BASE_URL}/carriers/${NAME}/status/${submission.trackingId}`,
    method: "POST",
  });
  assert.ok(typeof message_expiry === "number");
  assert.equal(carrier.fake.server.calls[0]!.path, `/v1/Account/${AUTH_ID}/Message/`);
  await carrier.connector.submit(mms());
  assert.deepEqual([lastBody(carrier).type, carrier.fake.received.at(-1)!.media.length], [
    "mms",
    2,
  ]);
  await carrier.connector.submit(mms({ parts: [textPart("text", "text.txt", "Tulips")] }));
  assert.deepEqual([lastBody(carrier).type, lastBody(carrier).text], ["sms", "Spring\n\nTulips"]);
});

Deno.test("plivo: the expiry of a message is within the bounds of Plivo", async () => {
  await using carrier = await start();
  const now = Date.now();
  for (const [milliseconds, seconds] of [[2000, 5], [7 * 86_400_000, 10_799]] as const) {
    await carrier.connector.submit(sms({ expiresAt: now + milliseconds }));
    assert.equal(lastBody(carrier).message_expiry, seconds);
  }
});

Deno.test("plivo: errors count by a documented text, else by their HTTP status", async () => {
  await using carrier = await start();
  const { connector, fake: { server } } = carrier;
  const results: [status: number, error: string, result: string][] = [
    [400, "'1111111' is not a valid phone number.", "rejected"],
    [400, "src is invalid", "failed"],
    [400, "Insufficient Credit", "temporary"],
    [403, "Insufficient credit for this request", "temporary"],
    [401, "Authentication failed", "temporary"],
    [402, "Payment Required", "temporary"],
    [404, "not found", "failed"],
    [429, "too many requests", "throttled"],
    [500, "Internal error", "temporary"],
  ];
  for (const [status, error, expected] of results) {
    server.intercept = () => ({ status, json: { api_id: "1", error } });
    const result = await connector.submit(sms());
    const end = "outcome" in result ? result.outcome.outcome : result.status;
    assert.equal(end, expected, `${status} ${error}`);
  }
  assert.ok(!JSON.stringify(carrier.lines).includes("1111111"), "numbers are masked");
});

Deno.test("plivo: a recipient that is invalid beside success is refused", async () => {
  await using carrier = await start();
  const { connector, fake: { server } } = carrier;
  const success = { api_id: "1", message: "message(s) queued" };
  for (const status of [202, 207]) {
    const json = { ...success, message_uuid: [], invalid_number: ["1111111"] };
    server.intercept = () => ({ status, json });
    const result = await connector.submit(sms());
    assert.equal("outcome" in result && result.outcome.outcome, "rejected");
  }
  const json = { ...success, message_uuid: ["id-1"], invalid_number: [] };
  server.intercept = () => ({ status: 202, json });
  assert.deepEqual(await connector.submit(sms()), { status: "accepted", carrierId: "id-1" });
});

Deno.test("plivo: a response of another form confirms nothing", async () => {
  await using carrier = await start();
  const { connector, fake: { server } } = carrier;
  const bodies = [
    null,
    [],
    "id",
    {},
    { message_uuid: null },
    { message_uuid: "id" },
    { message_uuid: [] },
    { message_uuid: [""] },
    { message_uuid: [{}] },
    { message_uuid: ["x".repeat(501)] },
    { error: null, invalid_number: "x" },
    { error: {} },
  ];
  for (const json of bodies) {
    server.intercept = () => ({ status: 202, json });
    assert.equal((await connector.submit(sms())).status, "unconfirmed", JSON.stringify(json));
  }
});

Deno.test("plivo: signatures that the SDK verifies", () => {
  const request = { method: "POST", path: "", headers: new Headers(), body: new Uint8Array() };
  const settings = { authToken: "tok", acceptV2Signatures: true };
  const form = "From=14155550100&Text=hi+there+%2B+%C3%BC&To=14155550101";
  const vectors: [url: string, version: string, signature: string][] = [
    ["https://gw.example.com/cb", "v2", "W3SOj7T2/2/e+0q/jdI0jsXFwlj+N1DvrCos028iXyE="],
    ["https://gw.example.com/cb", "v3", "159nr/ayuee6ARcPE5QvF81BKZH6eDaiDxKRfV+bqnM="],
    ["https://gw.example.com/cb?x=1&a=b", "v3", "HLtcuzdbQO2/aENtqeAupgpFecR/nUjQEdtsXViqeeE="],
  ];
  for (const [url, version, signature] of vectors) {
    const headers = new Headers({
      [`X-Plivo-Signature-${version}`]: signature,
      [`X-Plivo-Signature-${version}-Nonce`]: "12345",
    });
    const body = new TextEncoder().encode(form);
    const signedRequest = { ...request, url: new URL(url), headers, body };
    assert.equal(verifiesCallback(signedRequest, settings), true, url);
    assert.equal(verifiesCallback(signedRequest, { ...settings, authToken: "tok2" }), false, url);
    const other = new TextEncoder().encode(`${form}&a=`);
    // Version 2 signs no body.
    assert.equal(
      verifiesCallback({ ...signedRequest, body: other }, settings),
      version === "v2",
      url,
    );
  }
});

Deno.test("plivo: forms with empty, repeated and foreign fields are verified", async () => {
  await using carrier = await start();
  const { authToken } = carrier.fake.settings as PlivoSettings;
  for (const form of signedForms(authToken)) assert.equal(verifies(carrier, form), true, form.body);
});

const fakeInbound = ({ fake }: ProviderCarrier) =>
  fake.inbound({ id: "1", from: "16175550111", to: "16175550100", text: "Hi" })!;

Deno.test("plivo: any of several signatures of version 3 counts, and then none of version 2", async () => {
  await using carrier = await start({ acceptV2Signatures: true });
  const callback = fakeInbound(carrier);
  const { headers } = callback;
  const right = headers["x-plivo-signature-v3"]!;
  const wrong = createHmac("sha256", "another").update("x").digest("base64");
  const v2 = signedV2(callback).headers;
  const cases: [changes: Record<string, string>, isRight: boolean][] = [
    [{ "x-plivo-signature-v3": wrong }, true],
    [{ "x-plivo-signature-ma-v3": wrong }, true],
    [{ "x-plivo-signature-v3": `${wrong},${right}`, "x-plivo-signature-ma-v3": "" }, true],
    [{ "x-plivo-signature-v3": `${right}, ${wrong}`, "x-plivo-signature-ma-v3": "" }, true],
    [{ "x-plivo-signature-v3": wrong, "x-plivo-signature-ma-v3": wrong, ...v2 }, false],
    [{ "x-plivo-signature-v3": "", "x-plivo-signature-ma-v3": ",", ...v2 }, false],
    [{ "x-plivo-signature-v3-nonce": "", ...v2 }, false],
  ];
  for (const [changes, isRight] of cases) {
    const changed = { ...callback, headers: { ...headers, ...changes } };
    assert.equal(verifies(carrier, changed), isRight, JSON.stringify(changes));
  }
});

Deno.test("plivo: callbacks with version 2 alone are refused unless the connector accepts them", async () => {
  await using carrier = await start();
  const callback = fakeInbound(carrier);
  assert.equal(verifies(carrier, callback), true);
  assert.equal(verifies(carrier, signedV2(callback)), false);
  // A row from before the setting has none.
  await using earlier = await start({ acceptV2Signatures: undefined });
  assert.equal(verifies(earlier, signedV2(callback)), false);
});

Deno.test("plivo: callbacks with version 2 alone are verified by it where they are accepted", async () => {
  await using carrier = await start({ acceptV2Signatures: true });
  await carrier.connector.submit(sms());
  const [received] = carrier.fake.received;
  const callback = signedV2(carrier.fake.status(received!, "delivered", null));
  assert.equal((await deliver(carrier, callback)).status, 200);
  assert.equal(carrier.reports[0]!.trackingId, received!.reference);
  assert.equal(verifies(carrier, { ...callback, path: "/status/another-message" }), false);
  assert.equal(verifies(carrier, signedV2(callback, "another token")), false);
  for (const name of ["x-plivo-signature-v2", "x-plivo-signature-v2-nonce"]) {
    const { [name]: value, ...headers } = callback.headers;
    assert.equal(verifies(carrier, { ...callback, headers }), false, name);
    // A header of version 3 makes it one of version 3.
    const downgraded = { ...callback.headers, [name.replace("v2", "v3")]: value! };
    assert.equal(verifies(carrier, { ...callback, headers: downgraded }), false, name);
  }
  const main = {
    "x-plivo-signature-v2-nonce": callback.headers["x-plivo-signature-v2-nonce"]!,
    "x-plivo-signature-ma-v2": callback.headers["x-plivo-signature-v2"]!,
  };
  assert.equal(verifies(carrier, { ...callback, headers: main }), true);
});

Deno.test("plivo: a code of zeros is none", async () => {
  await using carrier = await start();
  const report = { MessageUUID: "id-1", Status: "failed" };
  const reasons = [];
  const codes: Record<string, string>[] = ["", "000", "30"].map((ErrorCode) => ({ ErrorCode }));
  for (const fields of [{}, ...codes]) {
    await deliver(carrier, signed("/status/t-1", { ...report, ...fields }));
    const { outcome } = carrier.reports.at(-1)!;
    reasons.push("reason" in outcome ? outcome.reason : null);
  }
  const none = "Plivo failed";
  assert.deepEqual(reasons, [none, none, none, "Plivo failed: 30"]);
});

Deno.test("plivo: messages of handsets in all forms, and a response that sends no reply", async () => {
  await using carrier = await start();
  const texts: unknown[] = [];
  carrier.parts.host.inboundSms = ({ from, to, text }) =>
    Promise.resolve(texts.push([from, to, text]) > 0);
  const response = await deliver(carrier, signed("/inbound", { ...FROM_HANDSET, Text: "Hello" }));
  assert.equal(response.headers.get("content-type"), "application/xml");
  assert.equal(await response.text(), "<Response/>");
  const plus = { From: "+16175550111", To: "+16175550100", Type: "sms" };
  await deliver(carrier, signed("/inbound", { ...FROM_HANDSET, ...plus }));
  assert.deepEqual(texts, [
    ["16175550111", "16175550100", "Hello"],
    ["16175550111", "16175550100", ""],
  ]);
  await deliver(carrier, signed("/inbound", { ...FROM_HANDSET, Type: "mms", Text: "See" }));
  assert.equal(carrier.inbound.length, 1);
  const other = signed("/inbound", { ...FROM_HANDSET, Type: "whatsapp" });
  assert.equal((await deliver(carrier, other)).status, 200);
  assert.deepEqual([texts.length, carrier.inbound.length], [2, 1]);
});

Deno.test("plivo: callbacks that lack a field are refused", async () => {
  await using carrier = await start();
  const complete = {
    "/inbound": FROM_HANDSET,
    "/status/t-1": { MessageUUID: "id-1", Status: "sent" },
  };
  for (const [path, fields] of Object.entries(complete)) {
    for (const name of Object.keys(fields)) {
      const callback = signed(path, { ...fields, [name]: "" });
      assert.equal((await deliver(carrier, callback)).status, 400, `${path} ${name}`);
    }
  }
  assert.deepEqual([carrier.reports, carrier.inbound], [[], []]);
});

Deno.test("plivo: files at other servers are fetched without the credentials", async () => {
  await using carrier = await start();
  const requests: [host: string, authorization: string | undefined][] = [];
  carrier.parts.fetch.read = (url, { authorization }) => {
    requests.push([new URL(url).host, authorization]);
    const type = "image/jpeg";
    return Promise.resolve({ status: "fresh", bytes: new Uint8Array(3), type, url, headers: {} });
  };
  const { host } = new URL(carrier.fake.server.url);
  const [media, own] = ["https://media.example.com/1", `${carrier.fake.server.url}/2`];
  const fields = { ...FROM_HANDSET, Type: "mms", Media0: media, Media2: own };
  assert.equal((await deliver(carrier, signed("/inbound", fields))).status, 200);
  assert.deepEqual(requests.map(([each]) => each), ["media.example.com", host]);
  assert.deepEqual(requests.map(([, authorization]) => authorization !== undefined), [false, true]);
});

Deno.test("plivo: the checks tell what is missing, and where", async () => {
  const account = { account_type: "standard", billing_mode: "prepaid" };
  const here = { app_name: "Flowers", message_url: INBOUND_URL };
  const objects = (...each: unknown[]) => ({ objects: each });
  const cases: [path: string, json: unknown, fact: RegExp, advice: RegExp][] = [
    ["/", { ...account, cash_credits: "0.00000" }, /credit is 0/, /add credit/],
    ["/Application/", objects(), /none of 0 applications/, new RegExp(INBOUND_URL)],
    ["/Application/", objects({ message_url: "https://example.com" }), /none of 1/, /POST/],
    ["/Application/", objects({ ...here, message_method: "GET" }), /Flowers uses GET/, /to POST/],
    ["/Number/", objects({}, { application: "/v1/x/" }), /1 of 2 .* no application/, /assign/],
  ];
  for (const [path, json, fact, advice] of cases) {
    await using carrier = await start();
    carrier.fake.server.intercept = (call) =>
      call.path === `/v1/Account/${AUTH_ID}${path}` ? { status: 200, json } : undefined;
    const failed = (await carrier.connector.check()).filter(({ isOk }) => !isOk);
    assert.equal(failed.length, 1, `${path} ${JSON.stringify(json)}`);
    assert.match(failed[0]!.fact, fact);
    assert.match(failed[0]!.advice!, advice);
  }
});

Deno.test("plivo: the checks bear any response, and know that a page is not all", async () => {
  await using carrier = await start();
  const { connector, fake: { server } } = carrier;
  for (const json of [null, [], "x", { objects: null }, { objects: [null, 1] }, { meta: [] }]) {
    server.intercept = () => ({ status: 200, json });
    assert.ok((await connector.check()).length > 0);
  }
  const next = `/v1/Account/${AUTH_ID}/Application/?limit=20&offset=20`;
  server.intercept = ({ path }) =>
    path.endsWith("/Application/")
      ? { status: 200, json: { meta: { next }, objects: [{}] } }
      : path.endsWith(`${AUTH_ID}/`)
      ? { status: 200, json: { account_type: "developer" } }
      : undefined;
  const findings = await connector.check();
  assert.deepEqual(findings.map(({ isOk }) => isOk), [true, true, true, true]);
  assert.match(findings[1]!.fact, /trial/);
  assert.match(findings[2]!.fact, /none of the first 1 applications/);
});

Deno.test("plivo: settings that cannot be right are refused", () => {
  const least = { name: "plivo", kind: "plivo", ...plivoCase.least };
  assert.equal(NewPlivo.parse(least).unconfirmed, "wait");
  const faulty = [
    { "auth-id": "MA1" },
    { "auth-id": AUTH_ID.toLowerCase() },
    { "auth-id": `AC${AUTH_ID.slice(2)}` },
    { "auth-token": "" },
    { "url": "https://api.plivo.com/" },
  ];
  for (const setting of faulty) {
    const fields = { ...least, ...setting };
    assert.equal(NewPlivo.safeParse(fields).success, false, JSON.stringify(setting));
  }
});

function lastBody({ fake: { server } }: ProviderCarrier): Record<string, unknown> {
  return JSON.parse(server.calls.at(-1)!.text);
}

function verifies({ connector: { callbacks } }: ProviderCarrier, callback: FakeCallback): boolean {
  return callbacks.verifies(callbackRequest(callback));
}

async function deliver(carrier: ProviderCarrier, callback: FakeCallback): Promise<Response> {
  assert.equal(verifies(carrier, callback), true);
  return await carrier.connector.callbacks.receive(callbackRequest(callback));
}
