/** Connector to Infobip: what the tests that all providers share do not cover. */
import assert from "node:assert/strict";
import { infobipProtocol } from "../../src/connectors/infobip/protocol.ts";
import { BASE_URL, textPart } from "./carrier.ts";
import { filePart, mms, sms, startProviderCarrier } from "./providers/carrier.ts";
import { readDocument } from "./providers/documents.ts";
import { callbackRequest, type FakeCallback } from "./providers/fake.ts";
import { type FakeInfobip, forwardingTo, infobipCase, statusOf } from "./providers/infobip.ts";
import { COMMON_SETTINGS } from "../support/connector_settings.ts";

const TOKEN = "callback-token-0123456789";
const STATUS_URL = `${BASE_URL}/carriers/mmsc/status`;
const INBOUND_URL = `${BASE_URL}/carriers/mmsc/inbound`;

const { callbacks, mediaAuthorization } = infobipProtocol({
  kind: "infobip",
  ...COMMON_SETTINGS,
  url: "https://xxxxx.api.infobip.com",
  apiKey: "key",
  callbackToken: TOKEN,
  window: 1,
  rate: null,
  timeoutSeconds: 120,
});

// deno-lint-ignore no-explicit-any -- JSON of requests and callbacks
type Json = any;

/** Starts a connector, and returns it with a reader of the messages that it has sent. */
async function start() {
  const carrier = await startProviderCarrier(infobipCase);
  const fake = carrier.fake as unknown as FakeInfobip;
  const sent = (): Json[] =>
    fake.server.calls.filter(({ method }) => method === "POST")
      .map(({ text }) => JSON.parse(text).messages[0]);
  const ids = () => sent().map(({ destinations }) => destinations[0].messageId);
  return Object.assign(carrier, { fake, sent, ids });
}

function read(path: string, body: unknown): Json[] {
  const text = JSON.stringify(body);
  return [...callbacks.read(callbackRequest({ method: "POST", path, headers: {}, body: text }))];
}

Deno.test("infobip: a text is as the document has it", async () => {
  await using carrier = await start();
  const submission = sms({ from: "InfoSMS", text: "Grüße", expiresAt: Date.now() + 600_500 });
  await carrier.connector.submit(submission);
  const { to, trackingId } = submission;
  assert.deepEqual(carrier.sent(), [{
    sender: "InfoSMS",
    destinations: [{ to, messageId: trackingId }],
    content: { text: "Grüße" },
    options: { validityPeriod: { amount: 600, timeUnit: "SECONDS" } },
    webhooks: {
      delivery: { url: `${STATUS_URL}/${trackingId}?token=${TOKEN}`, intermediateReport: true },
      contentType: "application/json",
      callbackData: trackingId,
    },
  }]);
});

Deno.test("infobip: the files of an MMS have plain ids, and the text comes first", async () => {
  await using carrier = await start();
  await carrier.connector.submit(mms());
  const [{ content }] = carrier.sent();
  assert.equal(content.title, "Spring");
  const [text, ...links] = content.messageSegments;
  assert.deepEqual(text, { type: "TEXT", text: "Tulips\n\nDaffodils" });
  assert.deepEqual(
    links.map(({ type, contentId, contentType }: Json) => [type, contentId, contentType]),
    [["LINK", "file1.jpg", "image/jpeg"], ["LINK", "file2.gif", "image/gif"]],
  );
});

Deno.test("infobip: a subject that is too long for the title goes above the text", async () => {
  await using carrier = await start();
  const [longest, longer] = ["x".repeat(66), "x".repeat(67)];
  const parts = [filePart("photo", "image/jpeg"), textPart("t", "t.txt", "Tulips")];
  await carrier.connector.submit(mms({ subject: longest, parts }));
  await carrier.connector.submit(mms({ subject: longer, parts }));
  await carrier.connector.submit(mms({ subject: longer, parts: parts.slice(0, 1) }));
  await carrier.connector.submit(mms({ subject: null, parts: parts.slice(0, 1) }));
  assert.deepEqual(carrier.fake.received.map(({ subject, text }) => [subject, text]), [
    [longest, "Tulips"],
    [null, `${longer}\n\nTulips`],
    [null, longer],
    [null, ""],
  ]);
});

Deno.test("infobip: a validity of more than two days is cut", async () => {
  await using carrier = await start();
  await carrier.connector.submit(sms({ expiresAt: Date.now() + 3 * 24 * 3_600_000 }));
  assert.equal(carrier.sent()[0].options.validityPeriod.amount, 48 * 3600);
});

Deno.test("infobip: the fake's callbacks are valid by the document", async () => {
  const document = await readDocument("infobip.json");
  await using carrier = await start();
  const { connector, fake } = carrier;
  await connector.submit(sms());
  await connector.submit(mms());
  const [text, media] = fake.received;
  const numbers = { from: "16175550111", to: "16175550100", text: "See" };
  const file = { type: "image/jpeg", name: "a.jpg", content: new Uint8Array(1) };
  const cases: [string, FakeCallback | null][] = [
    ["receive-outbound-sms-message-reports-v3", fake.status(text!, "EXPIRED", "EC_VP_EXPIRED")],
    ["receive-outbound-mms-message-delivery-reports", fake.status(media!, "PENDING", null)],
    ["receive-inbound-sms-messages", fake.inbound({ id: "1", ...numbers })],
    ["receive-inbound-mms-messages", fake.inbound({ id: "2", ...numbers, media: [file] })],
  ];
  for (const [name, callback] of cases) {
    const { body, headers } = callback!;
    document.assertValid({
      method: "POST",
      path: `/webhooks/${name}`,
      query: new URLSearchParams(),
      headers: new Headers(headers),
      text: body,
    });
  }
});

Deno.test("infobip: a message that was refused is sent again under a new id", async () => {
  await using carrier = await start();
  const { connector, fake } = carrier;
  const submission = sms();
  const { trackingId } = submission;
  fake.nextStatus = "REJECTED_NOT_ENOUGH_CREDITS";
  const refused = await connector.submit(submission);
  assert.equal(refused.status, "temporary");
  fake.nextStatus = "REJECTED_FLOODING_FILTER";
  const throttled = await connector.submit({ ...submission, attempt: 2 });
  assert.equal(throttled.status, "throttled");
  const accepted = await connector.submit({ ...submission, attempt: 3 });
  assert.deepEqual(accepted, { status: "accepted", carrierId: `${trackingId}.3` });
  assert.deepEqual(carrier.ids(), [trackingId, `${trackingId}.2`, `${trackingId}.3`]);
  // Its report names the message all the same.
  const [report] = read(
    "/status",
    JSON.parse(
      fake.status(fake.received[0]!, "DELIVERED_TO_HANDSET", null).body,
    ),
  );
  assert.deepEqual([report.carrierId, report.trackingId], [`${trackingId}.3`, trackingId]);
});

Deno.test("infobip: a look-up finds the attempt that had no response", async () => {
  await using carrier = await start();
  const { connector, fake, fake: { server } } = carrier;
  const submission = sms();
  const { trackingId } = submission;
  fake.nextStatus = "REJECTED_SYSTEM_ERROR";
  await connector.submit(submission);
  server.afterResponse = () => "drop";
  assert.equal((await connector.submit({ ...submission, attempt: 2 })).status, "unconfirmed");
  server.afterResponse = () => undefined;
  const again = { ...submission, attempt: 3, resubmitted: true };
  const found = { status: "accepted", carrierId: `${trackingId}.2` };
  assert.deepEqual(await connector.submit(again), found);
  assert.equal(fake.received.length, 1);
  // The log may be late: the id shows that Infobip has it.
  server.intercept = ({ method }) =>
    method === "GET" ? { status: 200, json: { results: [] } } : undefined;
  assert.deepEqual(await connector.submit(again), found);
  assert.equal(fake.received.length, 1);
});

Deno.test("infobip: after a crash, the id of the interrupted attempt is looked up", async () => {
  await using carrier = await start();
  const { connector, fake } = carrier;
  const submission = sms({ attempt: 2 });
  const first = await connector.submit(submission);
  const again = await connector.submit({ ...submission, resubmitted: true });
  assert.deepEqual(again, first);
  assert.equal(fake.received.length, 1);
});

Deno.test("infobip: a look-up names no more ids than it may", async () => {
  await using carrier = await start();
  const { connector, fake: { server } } = carrier;
  const trackingId = "0193563e-0000-7000-8000-000000000000";
  const lookUp = async (attempt: number) => {
    await connector.submit(sms({ trackingId, attempt, resubmitted: true }));
    return server.calls.findLast(({ method }) => method === "GET")!.query.get("messageId")!;
  };
  assert.equal(await lookUp(1), trackingId);
  assert.equal(await lookUp(3), [trackingId, `${trackingId}.2`, `${trackingId}.3`].join(","));
  for (const [attempt, last] of [[40, ".2"], [41, ".3"], [5000, ".4962"]] as const) {
    const ids = await lookUp(attempt);
    assert.equal(ids.split(",").length, 40);
    assert.ok(ids.startsWith(`${trackingId},${trackingId}${last},`), ids);
    assert.ok(ids.endsWith(`.${attempt}`) && ids.length < 2048);
  }
});

Deno.test("infobip: an MMS is looked up in the log of MMS", async () => {
  await using carrier = await start();
  const submission = mms();
  const first = await carrier.connector.submit(submission);
  const again = { ...submission, attempt: 2, resubmitted: true };
  assert.deepEqual(await carrier.connector.submit(again), first);
  assert.equal(carrier.fake.server.calls.at(-1)!.path, "/mms/2/logs");
});

Deno.test("infobip: a look-up whose response does not tell is no reason to send", async () => {
  await using carrier = await start();
  const { connector, fake: { server } } = carrier;
  const submission = sms({ attempt: 2, resubmitted: true });
  const { trackingId: messageId } = submission;
  for (const json of [{}, [], null, { results: {} }, { results: null }]) {
    server.intercept = () => ({ status: 200, json });
    assert.equal((await connector.submit(submission)).status, "unconfirmed", JSON.stringify(json));
  }
  const results = [
    null,
    1,
    [],
    {},
    { messageId: [messageId] },
    { messageId: "other" },
    { messageId, status: statusOf("REJECTED_SYSTEM_ERROR") },
    { messageId, status: { groupName: "REJECTED" } },
    { messageId, status: { id: 23 } },
  ];
  server.intercept = ({ method }) =>
    method === "GET" ? { status: 200, json: { results } } : undefined;
  await connector.submit(submission);
  assert.equal(carrier.fake.received.length, 1);
  for (const status of [undefined, null, {}, { id: 26 }, statusOf("UNDELIVERABLE")]) {
    server.intercept = () => ({ status: 200, json: { results: [{ messageId, status }] } });
    assert.deepEqual(await connector.submit(submission), {
      status: "accepted",
      carrierId: messageId,
    });
  }
});

Deno.test("infobip: a status in a response counts by its name, its id or its group", async () => {
  await using carrier = await start();
  const cases: [unknown, string][] = [
    [statusOf("PENDING_ENROUTE"), "accepted"],
    [{ name: "NEW", groupName: "PENDING" }, "accepted"],
    [{ name: "NEW", groupName: "ACCEPTED" }, "accepted"],
    [{ name: "NEW" }, "accepted"],
    [{}, "accepted"],
    ["PENDING", "accepted"],
    [{ name: "NEW", id: 52, groupName: "REJECTED" }, "rejected"],
    [{ name: "NEW", id: 999, groupName: "REJECTED" }, "rejected"],
    [{ id: 12 }, "temporary"],
    [{ id: "12" }, "temporary"],
    [{ name: "NEW", groupName: "UNDELIVERABLE" }, "failed"],
    [{ name: "NEW", groupName: "EXPIRED" }, "expired"],
  ];
  for (const [status, expected] of cases) {
    const json = { messages: [{ messageId: "id", status }] };
    carrier.fake.server.intercept = () => ({ status: 200, json });
    const result = await carrier.connector.submit(sms());
    const what = "outcome" in result ? result.outcome.outcome : result.status;
    assert.equal(what, expected, JSON.stringify(status));
  }
});

Deno.test("infobip: responses in wrong forms", async () => {
  await using carrier = await start();
  const cases: [number, unknown, string][] = [
    [200, {}, "unconfirmed"],
    [200, { messages: [] }, "unconfirmed"],
    [200, { messages: {} }, "unconfirmed"],
    [200, { messages: [{ messageId: {} }] }, "unconfirmed"],
    [200, { messages: [{ messageId: "x".repeat(501) }] }, "unconfirmed"],
    [500, { errorCode: "E500", description: "Something went wrong." }, "unconfirmed"],
    [502, { errorCode: {}, requestError: [] }, "unconfirmed"],
    [503, { errorCode: "E503", description: "…" }, "temporary"],
    [403, { requestError: { serviceException: {} } }, "temporary"],
    [400, { errorCode: "E400", violations: "none" }, "permanent"],
  ];
  for (const [status, json, expected] of cases) {
    carrier.fake.server.intercept = () => ({ status, json });
    const result = await carrier.connector.submit(sms());
    assert.equal(result.status, expected, JSON.stringify([status, json]));
  }
  const violations = [{ property: "messages[0].sender", violation: "must not be blank" }];
  const json = { errorCode: "E400", description: "No.", violations };
  carrier.fake.server.intercept = () => ({ status: 400, json });
  const result = await carrier.connector.submit(sms());
  assert.match(JSON.stringify(result), /No\.: messages\[0\]\.sender: must not be blank/);
});

Deno.test("infobip: a callback has several results, and one that is unreadable spoils none", () => {
  const status = statusOf("DELIVERED_TO_HANDSET");
  const report = { messageId: "T-1.2", callbackData: "T-1", status };
  const results = [
    report,
    null,
    "x",
    { ...report, messageId: {} },
    { ...report, messageId: "T-2", status: {} },
    { ...report, messageId: "T-3", callbackData: "../x", error: { name: "EC_TIME_OUT" } },
    { messageId: "M-1", from: "1", to: 25256, text: "Hi" },
    { messageId: "M-2", from: "1", text: "Hi" },
  ];
  const events = read("/status/T-9", { results });
  assert.deepEqual(events.map(({ event }) => event), [
    "report",
    "ignored",
    "ignored",
    "ignored",
    "ignored",
    "report",
    "message",
    "ignored",
  ]);
  assert.deepEqual(events[0], {
    event: "report",
    carrierId: "T-1.2",
    trackingId: "T-1",
    status: "DELIVERED_TO_HANDSET",
    code: null,
    text: null,
  });
  assert.deepEqual(
    [events[5].trackingId, events[5].code, events[6].to],
    ["T-9", "EC_TIME_OUT", "25256"],
  );
  assert.throws(() => read("/status", { results: [null, {}] }), /no result can be read/);
  assert.throws(() => read("/status", { results: {} }), /results are missing/);
  assert.deepEqual(read("/status", { results: [] }), []);
});

Deno.test("infobip: statuses without a row count by id or group, or are noted", () => {
  const cases: [unknown, string][] = [
    [{ name: "NEW", id: 5 }, "DELIVERED_TO_HANDSET"],
    [{ name: "NEW", id: 999, groupName: "DELIVERED" }, "DELIVERED"],
    [{ id: 999, groupName: "REJECTED" }, "REJECTED"],
    [{ name: "NEW", groupName: "NEW" }, "NEW"],
    [{ name: "DELIVERED_TO_OPERATOR", groupName: "DELIVERED" }, "DELIVERED_TO_OPERATOR"],
  ];
  for (const [status, expected] of cases) {
    const [report] = read("/status/T-1", { results: [{ messageId: "T-1", status }] });
    assert.equal(report.status, expected);
  }
});

Deno.test("infobip: the parts of an MMS of a handset", () => {
  const message = [
    { contentType: "text/plain; charset=utf-8", value: "One" },
    { contentType: "image/jpeg", url: "https://media.example.com/1" },
    { contentType: "text/plain", value: "Two" },
    { contentType: "text/x-vcard", value: "BEGIN:VCARD" },
    { contentType: "text/plain", url: "https://media.example.com/2" },
    { contentType: 7, url: "" },
    { value: "of no type" },
    null,
  ];
  const result = { messageId: "M-1", from: "1", to: "2", message };
  const [event] = read("/inbound", { results: [result] });
  assert.deepEqual([event.text, event.isMms, event.subject], ["One\n\nTwo", true, null]);
  assert.deepEqual(event.media, [
    { url: "https://media.example.com/1", type: "image/jpeg", name: null },
    { content: new TextEncoder().encode("BEGIN:VCARD"), type: "text/x-vcard", name: null },
    { url: "https://media.example.com/2", type: "text/plain", name: null },
  ]);
  const [empty] = read("/inbound", { results: [{ ...result, message: [] }] });
  assert.deepEqual([empty.text, empty.isMms, empty.media], ["", true, []]);
});

Deno.test("infobip: media of other servers never get the API key", () => {
  const credentialsFor = (url: string) => mediaAuthorization!(new URL(url), {});
  assert.equal(credentialsFor("https://xxxxx.api.infobip.com/mms/1"), "App key");
  for (const host of ["http://xxxxx.api.infobip.com", "https://infobip.com", "https://x.test"]) {
    assert.equal(credentialsFor(`${host}/mms/1`), null);
  }
});

Deno.test("infobip: the check shows where numbers forward the messages of handsets", async () => {
  await using carrier = await start();
  const { connector, fake } = carrier;
  const sms = async () => (await connector.check()).find(({ fact }) => /SMS/.test(fact))!;
  assert.deepEqual(await sms(), {
    isOk: true,
    fact: "numbers forward their SMS here: 1",
    advice: null,
  });
  const cases: [unknown[], boolean, RegExp][] = [
    [[], true, /no number forwards its SMS here/],
    [[null, {}, { forwarding: { type: "PULL" } }], true, /no number forwards/],
    [[forwardingTo("?token=other", "MO_JSON_2")], false, /not with the callback-token/],
    [[forwardingTo("", "MO_JSON_2")], false, /not with the callback-token/],
    [[forwardingTo(`?token=${TOKEN}`, "MO_MMS_2")], false, /in another format than MO_JSON_2/],
  ];
  for (const [list, isOk, fact] of cases) {
    fake.forwarding = { SMS: list };
    const finding = await sms();
    assert.equal(finding.isOk, isOk);
    assert.match(finding.fact, fact);
    assert.ok(!JSON.stringify(finding).includes(TOKEN));
  }
  assert.match((await sms()).advice!, /MO_JSON_2/);
  fake.forwarding = { SMS: [] };
  assert.ok((await sms()).advice!.includes(INBOUND_URL));
  fake.forwarding = null;
  const findings = await connector.check();
  assert.deepEqual(findings.map(({ isOk }) => isOk), [true, true, true]);
  assert.match(findings[2]!.advice!, /numbers:manage/);
});
