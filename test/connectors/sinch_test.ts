/** Connector to Sinch: what the tests that all providers share do not cover. */
import { verifierOf } from "../../src/connectors/http_carrier/callbacks.ts";
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { createHttpExchanges } from "../../src/connectors/http_carrier/exchanges.ts";
import { sinchProtocol, type SinchSettings } from "../../src/connectors/sinch/protocol.ts";
import { exchangeOf } from "../../src/core/exchange/exchange.ts";
import type { CallbackRequest } from "../../src/ports/mod.ts";
import { BASE_URL, textPart } from "./carrier.ts";
import { filePart, mms, sms, startProviderCarrier } from "./providers/carrier.ts";
import { callbackRequest, type FakeCallback } from "./providers/fake.ts";
import { type FakeSinch, sinchCase } from "./providers/sinch.ts";
import { COMMON_SETTINGS } from "../support/connector_settings.ts";

const TOKEN = "callback-token-0123456789";
const SECRET = "SMSWebhooksSecret";

const SETTINGS: SinchSettings = {
  kind: "sinch",
  ...COMMON_SETTINGS,
  servicePlanId: "plan4711",
  apiToken: "api-key-of-the-plan",
  callbackToken: TOKEN,
  webhookSecret: null,
  url: "https://us.sms.api.sinch.com",
  window: 1,
  rate: null,
  timeoutSeconds: 120,
};

// deno-lint-ignore no-explicit-any -- JSON of requests
type Json = any;

/** Starts a connector, and returns it with a reader of the batches that it has sent. */
async function start(changes: Partial<SinchSettings> = {}) {
  const carrier = await startProviderCarrier(sinchCase, changes);
  const batches = (): Json[] =>
    carrier.fake.server.calls.filter(({ method }) => method === "POST")
      .map(({ text }) => JSON.parse(text));
  return Object.assign(carrier, { fake: carrier.fake as unknown as FakeSinch, batches });
}

Deno.test("sinch: without a secret for callbacks, the settings are refused", () => {
  const settings = { ...SETTINGS, callbackToken: null, webhookSecret: null };
  assert.throws(() => sinchProtocol(settings), /callback-token or webhook-secret is required/);
});

Deno.test("sinch: callbacks have each of the secrets that are set", () => {
  const body = `{"type":"mo_text"}`;
  const signed = sign(body, SECRET);
  const cases: [Partial<SinchSettings>, FakeCallback, boolean][] = [];
  const both = { callbackToken: TOKEN, webhookSecret: SECRET };
  const byToken = { callbackToken: TOKEN, webhookSecret: null };
  const byHmac = { callbackToken: null, webhookSecret: SECRET };
  const at = (query: string, headers = {}) => ({
    method: "POST",
    path: `/inbound${query}`,
    headers,
    body,
  });
  cases.push(
    [byToken, at(`?token=${TOKEN}`), true],
    [byToken, at(""), false],
    [byToken, at("?token="), false],
    [byToken, at(`?token=${TOKEN}x`), false],
    [byToken, at(`?token=${TOKEN}&token=x`), false],
    [byToken, at("", signed), false],
    [byHmac, at("", signed), true],
    [byHmac, at(`?token=${TOKEN}`), false],
    [byHmac, at("", { ...signed, "x-sinch-webhook-signature-nonce": "other" }), false],
    [byHmac, at("", { ...signed, "x-sinch-webhook-signature-timestamp": "1" }), false],
    [byHmac, at("", { ...signed, "x-sinch-webhook-signature": "" }), false],
    [both, at(`?token=${TOKEN}`, signed), true],
    [both, at(`?token=${TOKEN}`), false],
    [both, at("", signed), false],
  );
  for (const [settings, callback, expected] of cases) {
    const { callbacks } = sinchProtocol({ ...SETTINGS, ...settings });
    const verdict = verifierOf(callbacks)(callbackRequest(callback), Date.now());
    assert.equal(verdict, expected, JSON.stringify([settings, callback]));
  }
});

Deno.test("sinch: the signature of the SDK's own test is right", () => {
  const { callbacks } = sinchProtocol({ ...SETTINGS, callbackToken: null, webhookSecret: SECRET });
  const request = callbackRequest({
    method: "POST",
    path: "/status",
    headers: {
      "x-sinch-webhook-signature": "ZoHei66PPN/kZjw7hFVfGhJOnml3iGNCMWoyQVcE5o0=",
      "x-sinch-webhook-signature-algorithm": "HmacSHA256",
      "x-sinch-webhook-signature-nonce": "01JHFFHWYY7HSS4FWTMDTQEK8V",
      "x-sinch-webhook-signature-timestamp": "1736760161",
    },
    body:
      `{"at":"2025-01-13T09:22:40.914Z","batch_id":"01JHFFHQ0P99JPPNQPJDV7JTBP","client_reference":` +
      `"a client reference","code":0,"operator_status_at":"2025-01-13T09:22:00Z","recipient":` +
      `"33662162466","status":"Delivered","type":"recipient_delivery_report_sms"}`,
  });
  assert.equal(verifierOf(callbacks)(request, Date.now()), true);
  assert.deepEqual(callbacks.read(request), [{
    event: "report",
    carrierId: "01JHFFHQ0P99JPPNQPJDV7JTBP",
    // No reference of ours.
    trackingId: null,
    status: "Delivered",
    code: "0",
  }]);
});

Deno.test("sinch: the token goes with the callback URL of a batch, if there is one", async () => {
  for (
    const [callbackToken, query] of [[TOKEN, `?token=${TOKEN}`], [null, ""]] as const
  ) {
    await using carrier = await start({ callbackToken });
    const submission = sms();
    await carrier.connector.submit(submission);
    const [batch] = carrier.batches();
    assert.equal(
      batch.callback_url,
      `${BASE_URL}/carriers/mmsc/status/${submission.trackingId}${query}`,
    );
    assert.equal(batch.delivery_report, "per_recipient");
  }
});

Deno.test("sinch: recorded exchanges have no token", () => {
  const protocol = sinchProtocol({ ...SETTINGS, webhookSecret: SECRET });
  const { received, request: sent } = createHttpExchanges("sinch", protocol);
  const path = `/status/T-1?token=${TOKEN}`;
  const callback = callbackRequest({ method: "POST", path, headers: {}, body: TOKEN });
  const body = JSON.stringify({ callback_url: `${BASE_URL}${path}` });
  const wire = { method: "POST", url: `${SETTINGS.url}/x`, headers: {}, body } as const;
  const exchanges = [...received("T-1", callback), ...sent("T-1", wire)]
    .map((exchange) => exchangeOf(exchange, { maxBytes: 1000, now: 0 }));
  assert.equal(JSON.stringify(exchanges).includes(TOKEN), false);
  assert.ok(exchanges.some(({ title }) => title.includes("?token=•••")));
});

Deno.test("sinch: what it would read as a parameter arrives as it was written", async () => {
  await using carrier = await start();
  const texts = ["${", "${}", "$${name}", "${d}", "${${a}}", "a ${ b", "${x} and ${x}", "$5 {x}"];
  for (const text of texts) {
    await carrier.connector.submit(sms({ text }));
    assert.equal(carrier.fake.received.at(-1)?.text, text);
  }
  const plain = carrier.batches().filter(({ parameters }) => parameters === undefined);
  assert.deepEqual(plain.map(({ body }) => body), ["$5 {x}"]);
  for (const [subject, text] of [["Dear ${name}", "Hi"], ["Hi", "Dear ${name}"]] as const) {
    await carrier.connector.submit(mms({ subject, parts: [JPEG, textPart("t", "t.txt", text)] }));
    const { received } = carrier.fake;
    assert.deepEqual(
      [received.at(-1)!.subject, received.at(-1)!.text],
      subject === "Hi" ? ["Hi", text] : [null, `${subject}\n\n${text}`],
    );
  }
});

const JPEG = filePart("photo", "image/jpeg");

Deno.test("sinch: an MMS without a file goes as text, with the subject above it", async () => {
  await using carrier = await start();
  const parts = [textPart("t", "t.txt", "Tulips")];
  await carrier.connector.submit(mms({ parts }));
  await carrier.connector.submit(mms({ parts, subject: null }));
  assert.deepEqual(
    carrier.batches().map(({ type, body }) => [type, body]),
    [["mt_text", "Spring\n\nTulips"], ["mt_text", "Tulips"]],
  );
});

Deno.test("sinch: an MMS without a text has its file alone", async () => {
  await using carrier = await start();
  await carrier.connector.submit(mms({ parts: [JPEG], subject: null }));
  const [{ type, body }] = carrier.batches();
  assert.equal(type, "mt_media");
  assert.deepEqual(Object.keys(body), ["url"]);
});

Deno.test("sinch: a validity of three days is its default, and is not sent", async () => {
  await using carrier = await start();
  const days = 24 * 3_600_000;
  for (const expiresAt of [Date.now() + 3 * days, Date.now() + 30 * days]) {
    await carrier.connector.submit(sms({ expiresAt }));
    assert.equal(carrier.batches().at(-1).expire_at, undefined);
  }
  await carrier.connector.submit(sms({ expiresAt: Date.now() + 2 * days }));
  assert.match(carrier.batches().at(-1).expire_at, /^20\d\d-/);
});

Deno.test("sinch: a look-up covers messages that are older than a day", async () => {
  await using carrier = await start();
  const acceptedAt = Date.now() - 2 * 24 * 3_600_000;
  const submission = sms({ acceptedAt, resubmitted: true, attempt: 2 });
  await carrier.connector.submit(submission);
  const [{ query }] = carrier.fake.server.calls as [Json];
  assert.equal(query.get("client_reference"), submission.trackingId);
  assert.ok(Date.parse(query.get("start_date")) < acceptedAt);
});

Deno.test("sinch: a look-up whose response does not tell is no reason to send", async () => {
  await using carrier = await start();
  const { connector, fake: { server } } = carrier;
  const submission = sms({ resubmitted: true, attempt: 2 });
  const { trackingId } = submission;
  const own = { client_reference: trackingId };
  for (
    const json of [{}, [], null, { batches: {} }, { batches: [own] }, {
      batches: [{ ...own, id: {} }],
    }]
  ) {
    server.intercept = () => ({ status: 200, json });
    assert.equal((await connector.submit(submission)).status, "unconfirmed", JSON.stringify(json));
  }
  server.intercept = ({ method }) =>
    method === "GET"
      ? { status: 200, json: { batches: [null, 1, { client_reference: "other", id: "x" }] } }
      : undefined;
  assert.equal((await connector.submit(submission)).status, "accepted");
});

Deno.test("sinch: errors in any of their forms", async () => {
  await using carrier = await start();
  const format = (parameter: string) => ({
    code: "syntax_invalid_parameter_format",
    text: `The format of parameter '${parameter}' is invalid; value '+1' is not a valid MSISDN.`,
  });
  const cases: [number, unknown, string][] = [
    [400, format("to[0]"), "rejected"],
    [400, format("to"), "rejected"],
    [400, format("from"), "failed"],
    [400, format("expire_at"), "failed"],
    [400, { ...format("to"), code: "syntax_constraint_violation" }, "failed"],
    [400, { error: { code: 403, message: "parsing field" } }, "failed"],
    [403, { code: "code_of_tomorrow", text: "…" }, "temporary"],
    [403, { error: { code: 403, message: "no" } }, "temporary"],
    // A number is no code of Sinch's, but may be one of a proxy.
    [500, { code: 403, text: "…" }, "unconfirmed"],
    [400, { code: {}, text: [] }, "temporary"],
    [401, "", "temporary"],
    [404, "", "temporary"],
    [201, { id: "" }, "unconfirmed"],
    [201, { id: ["x"] }, "unconfirmed"],
    [201, { id: "x".repeat(501) }, "unconfirmed"],
  ];
  for (const [status, json, expected] of cases) {
    carrier.fake.server.intercept = () => ({ status, json });
    const result = await carrier.connector.submit(sms());
    const what = "outcome" in result ? result.outcome.outcome : result.status;
    assert.equal(what, expected, JSON.stringify([status, json]));
  }
});

Deno.test("sinch: reports and messages are told apart by their type, at any address", () => {
  const { callbacks } = sinchProtocol(SETTINGS);
  const read = (path: string, event: unknown) =>
    callbacks.read(request(path, JSON.stringify(event)));
  const report = { batch_id: "B", status: "Delivered", type: "recipient_delivery_report_mms" };
  const common = { event: "report", carrierId: "B", status: "Delivered", code: null };
  assert.deepEqual(read("/inbound", report), [{ ...common, trackingId: null }]);
  assert.deepEqual(read("/status/T-1", report), [{ ...common, trackingId: "T-1" }]);
  const other = { ...report, client_reference: "T-2" };
  assert.deepEqual(read("/status/T-1", other), [{ ...common, trackingId: "T-2" }]);
  for (const client_reference of ["../x", "\0", "x".repeat(65), 7.5, {}, null]) {
    assert.deepEqual(read("/inbound", { ...report, client_reference }), [
      { ...common, trackingId: null },
    ]);
  }
  for (const type of ["delivery_report_sms", "mo_binary", "of_tomorrow"]) {
    assert.deepEqual(read("/status/T-1", { type }), [{ event: "ignored", name: type }]);
  }
  const text = { type: "mo_text", id: "I", from: "+1617 555", to: 1617, body: { message: "x" } };
  const [message] = read("/status", text) as Json[];
  assert.deepEqual([message.to, message.text, message.isMms], ["1617", "", false]);
});

Deno.test("sinch: media that failed are left out, the rest of the message comes", () => {
  const { callbacks } = sinchProtocol(SETTINGS);
  const media = [
    { url: "https://s3.example.com/a", code: 0, content_type: "image/png", status: "Uploaded" },
    { code: 1, content_type: "image/png", status: "Failed" },
    { url: "https://s3.example.com/b", code: 2, content_type: "image/png", status: "Failed" },
    { url: 7, status: "Uploaded" },
    null,
    "x",
  ];
  const event = { type: "mo_media", id: "I", from: "1", to: "2", body: { subject: "S", media } };
  const [message] = callbacks.read(request("/inbound", JSON.stringify(event))) as Json[];
  assert.deepEqual(
    [message.subject, message.text, message.isMms, message.media.length],
    ["S", "", true, 1],
  );
  assert.deepEqual(message.media[0], {
    url: "https://s3.example.com/a",
    type: "image/png",
    name: null,
  });
  const empty = callbacks.read(request("/inbound", JSON.stringify({ ...event, body: "text" })));
  assert.deepEqual((empty[0] as Json).media, []);
});

Deno.test("sinch: callbacks that lack a field, or have it in another type, cannot be read", () => {
  const { callbacks } = sinchProtocol(SETTINGS);
  const report = { type: "recipient_delivery_report_sms", batch_id: "B", status: "Failed" };
  const message = { type: "mo_text", id: "I", from: "1", to: "2", body: "" };
  for (const event of [report, message]) {
    assert.equal(callbacks.read(request("/status", JSON.stringify(event))).length, 1);
    for (const name of Object.keys(event).filter((name) => name !== "body")) {
      for (const value of [undefined, null, "", {}, [], true]) {
        const body = JSON.stringify({ ...event, [name]: value });
        assert.throws(() => callbacks.read(request("/status", body)), /is missing/, body);
      }
    }
  }
});

function request(path: string, body: string): CallbackRequest {
  return callbackRequest({ method: "POST", path, headers: {}, body });
}

function sign(body: string, secret: string): Record<string, string> {
  const [nonce, timestamp] = ["01JHFFHWYY7HSS4FWTMDTQEK8V", "1736760161"];
  const data = `${body}.${nonce}.${timestamp}`;
  return {
    "x-sinch-webhook-signature": createHmac("sha256", secret).update(data).digest("base64"),
    "x-sinch-webhook-signature-nonce": nonce,
    "x-sinch-webhook-signature-timestamp": timestamp,
  };
}
