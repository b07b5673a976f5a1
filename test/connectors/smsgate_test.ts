/** Connector to SMS Gateway for Android: the rules that only it has. */
import assert from "node:assert/strict";
import { checksOf } from "../../src/connectors/smsgate/checks.ts";
import { readCallback } from "../../src/connectors/smsgate/callbacks.ts";
import { codeIn, CODES } from "../../src/connectors/smsgate/codes.ts";
import { smsgateProtocol, type SmsgateSettings } from "../../src/connectors/smsgate/protocol.ts";
import { CallbackFault } from "../../src/connectors/http_carrier/protocol.ts";
import { Refusal } from "../../src/core/errors.ts";
import { BASE_URL, NAME } from "./carrier.ts";
import { sms, startProviderCarrier } from "./providers/carrier.ts";
import { callbackRequest, type FakeCallback } from "./providers/fake.ts";
import { smsgateCase, startSmsgate, webhook } from "./providers/smsgate.ts";

const PHONE = "PyDmBQZZXYmyxMwED8Fzy";

const start = (isServer: boolean, changes: object = {}) =>
  startProviderCarrier({ ...smsgateCase, start: () => startSmsgate(isServer) }, changes);

Deno.test("smsgate: the app itself has paths of its own, and needs no device-id", async () => {
  await using carrier = await start(false);
  assert.equal((await carrier.connector.submit(sms())).status, "accepted");
  assert.deepEqual(await carrier.connector.check(), [
    { isOk: true, fact: "the credentials are right", advice: null },
    { isOk: true, fact: "all webhooks are set", advice: null },
  ]);
  assert.deepEqual(
    carrier.fake.server.calls.map(({ method, path }) => `${method} ${path}`),
    ["POST /messages", "GET /device", "GET /webhooks"],
  );
  const body = JSON.parse(carrier.fake.server.calls[0]!.text);
  assert.deepEqual("deviceId" in body || "simNumber" in body, false);
});

Deno.test("smsgate: a server needs a device-id", async () => {
  await using fake = await startSmsgate();
  const bind = (settings: Partial<SmsgateSettings>) =>
    smsgateProtocol({ ...fake.settings, ...settings });
  assert.throws(
    () => bind({ deviceId: null }),
    (error) => error instanceof Refusal && /^device-id: is required .*GET http/.test(error.message),
  );
  assert.ok(bind({ deviceId: null, url: "http://192.168.1.20:8080" }));
});

Deno.test("smsgate: a message names phone, SIM and lifetime", async () => {
  await using carrier = await start(true, { simNumber: 2 });
  const submission = sms({ to: "16175550111", expiresAt: Date.now() + 1500 });
  await carrier.connector.submit(submission);
  assert.deepEqual(JSON.parse(carrier.fake.server.calls[0]!.text), {
    id: submission.trackingId,
    textMessage: { text: submission.text },
    phoneNumbers: ["+16175550111"],
    // The server takes no less.
    ttl: 5,
    withDeliveryReport: true,
    deviceId: PHONE,
    simNumber: 2,
  });
  // A short code, which the phone's own check refuses.
  assert.equal((await carrier.connector.submit(sms({ to: "111122" }))).status, "accepted");
});

Deno.test("smsgate: a 409 is of the same message, whatever its words", async () => {
  await using carrier = await start(false);
  const submission = sms();
  carrier.fake.server.intercept = () => ({ status: 409, json: { message: "already there" } });
  assert.deepEqual(await carrier.connector.submit(submission), {
    status: "accepted",
    carrierId: submission.trackingId,
  });
});

Deno.test("smsgate: errors are told by their words", () => {
  assert.equal(codeIn("sendSMS: Invalid phone number type"), "invalid phone number");
  assert.equal(codeIn("TTL expired"), "ttl expired");
  assert.equal(codeIn("Send result: RESULT_ERROR_RADIO_OFF (…)"), null);
  for (const { code } of CODES) assert.equal(codeIn(code), code);
});

const settings = { deviceId: null, number: null, simNumber: null };
const bodyOf = ({ body }: FakeCallback) => ({ body: new TextEncoder().encode(body) });

Deno.test("smsgate: the reason of a failure is passed on", () => {
  const reason = "Send result: RESULT_ERROR_RADIO_OFF (Failed because radio was turned off)";
  const callback = webhook("sms:failed", { messageId: "msg-456", reason });
  assert.deepEqual(readCallback(bodyOf(callback), settings), [{
    event: "report",
    carrierId: "msg-456",
    trackingId: "msg-456",
    status: "sms:failed",
    code: null,
    text: reason,
  }]);
});

const MESSAGE = {
  messageId: "abc123",
  message: "Hello",
  sender: "6505551212",
  recipient: "+16175550100",
  simNumber: 1,
  receivedAt: "2026-06-22T15:46:11.000+07:00",
};

const read = (payload: object, changes: object = {}, event = "sms:received") =>
  readCallback(bodyOf(webhook(event, payload)), { ...settings, ...changes });

Deno.test("smsgate: a message is the same in any webhook, and another at another time", () => {
  const keyOf = (changes: object = {}) => {
    const [event] = read({ ...MESSAGE, ...changes });
    return event!.event === "message" ? event!.id : assert.fail();
  };
  assert.equal(keyOf(), keyOf({ receivedAt: "2026-06-22T08:46:11Z" }), "in another time zone");
  assert.notEqual(keyOf(), keyOf({ messageId: "abc124" }));
  assert.notEqual(keyOf(), keyOf({ receivedAt: "2026-06-23T15:46:11.000+07:00" }));
  assert.equal(keyOf({ receivedAt: undefined }), `${PHONE}:abc123`);
});

Deno.test("smsgate: a recipient that the phone does not know is the number of the settings", () => {
  const { recipient: _, ...payload } = MESSAGE;
  assert.throws(
    () => read(payload),
    (error) => error instanceof CallbackFault && /set the connector's --number/.test(error.message),
  );
  const [event] = read(payload, { number: "16175550199" });
  assert.equal(event!.event === "message" && event!.to, "16175550199");
  const [named] = read(MESSAGE, { number: "16175550199" });
  assert.equal(named!.event === "message" && named!.to, "+16175550100");
  assert.deepEqual(read(payload, { number: "16175550199", simNumber: 2 }), [
    { event: "ignored", name: "message to SIM 1" },
  ]);
});

Deno.test("smsgate: events of other phones and of no interest are ignored", async () => {
  assert.deepEqual(read(MESSAGE, { deviceId: "another" }), [
    { event: "ignored", name: "sms:received of another phone" },
  ]);
  for (const event of ["mms:received", "sms:data-received", "system:ping", "app:started", "new"]) {
    assert.deepEqual(read({}, {}, event), [{ event: "ignored", name: event }]);
  }
  await using carrier = await start(true);
  const ping = callbackRequest(webhook("system:ping", { health: {} }));
  assert.equal((await carrier.connector.callbacks.receive(ping)).status, 200);
});

Deno.test("smsgate: an MMS comes whole, without the files that the phone cannot read", () => {
  const { message: _, ...common } = MESSAGE;
  const payload = {
    ...common,
    messageId: 52,
    body: null,
    subject: "Photo",
    attachments: [
      { partId: 1, contentType: "image/jpeg; name=a.jpg", name: "a.jpg", data: "/9j/4AAQ" },
      { partId: 2, contentType: "image/png", name: null, data: null },
      { partId: 3, contentType: "text/x-vcard", data: "QkVHSU4=" },
    ],
  };
  const [event] = read(payload, {}, "mms:downloaded");
  if (event?.event !== "message") assert.fail();
  assert.deepEqual([event.text, event.subject, event.isMms], ["", "Photo", true]);
  assert.deepEqual(
    event.media.map((each) => "content" in each && [each.type, each.name, each.content.length]),
    [["image/jpeg; name=a.jpg", "a.jpg", 6], ["text/x-vcard", null, 5]],
  );
  const spoilt = { ...payload, attachments: [{ partId: 1, contentType: "a/b", data: "%%" }] };
  assert.throws(() => read(spoilt, {}, "mms:downloaded"), CallbackFault);
  const [plain] = read({ ...payload, attachments: "none" }, {}, "mms:downloaded");
  assert.ok(plain!.event === "message" && plain!.isMms, "an MMS without files");
});

Deno.test("smsgate: a delivery that is reported for each segment", async () => {
  await using carrier = await start(true);
  await carrier.connector.submit(sms());
  const [message] = carrier.fake.received;
  for (let segment = 0; segment < 2; segment++) {
    const request = callbackRequest(carrier.fake.status(message!, "sms:delivered", null));
    assert.ok(carrier.connector.callbacks.verifies(request));
    assert.equal((await carrier.connector.callbacks.receive(request)).status, 200);
  }
  assert.deepEqual(carrier.reports.map(({ outcome }) => outcome.outcome), [
    "delivered",
    "delivered",
  ]);
});

Deno.test("smsgate: a signature without a recent time is refused", async () => {
  await using carrier = await start(true);
  const callback = webhook("sms:sent", { messageId: "x" });
  for (const timestamp of ["", "now", "1e9", `${Date.now()}`]) {
    const headers = { ...callback.headers, "x-timestamp": timestamp };
    const request = callbackRequest({ ...callback, headers });
    assert.equal(carrier.connector.callbacks.verifies(request), false, timestamp);
  }
});

Deno.test("smsgate: the check names webhooks that are missing, and how to set them", async () => {
  await using fake = await startSmsgate();
  await using carrier = await startProviderCarrier({
    ...smsgateCase,
    start: () => Promise.resolve(fake),
  });
  // Of another phone, and of another address.
  fake.webhooks[0]!.deviceId = "another";
  fake.webhooks[3]!.url = `${BASE_URL}/carriers/other/inbound`;
  // For all phones of the account.
  delete fake.webhooks[1]!.deviceId;
  const [, sent, received, ...others] = await carrier.connector.check();
  assert.deepEqual(others, []);
  const status = `${BASE_URL}/carriers/${NAME}/status`;
  assert.deepEqual(sent, {
    isOk: false,
    fact: `there is no webhook for sms:sent to ${status}`,
    advice: `POST ${fake.settings.url}/webhooks with ` +
      `{"event":"sms:sent","url":"${status}","deviceId":"${PHONE}"}`,
  });
  assert.match(received!.fact, /^there is no webhook for sms:received to /);
});

Deno.test("smsgate: the check names phones of the account, and an address that is refused", () => {
  const url = "https://api.sms-gate.app/3rdparty/v1";
  const [phones, webhooks] = checksOf({ url, deviceId: "mine" }, true);
  const responseOf = (json: unknown) => ({ status: 200, headers: {}, text: "", json });
  const context = "http://slidepost.example.net/carriers/phone";
  const factsOf = (json: unknown) =>
    phones!.read(responseOf(json), context).filter(({ isOk }) => !isOk).map(({ fact }) => fact);
  assert.deepEqual(factsOf([{ id: "other" }, { id: "mine" }]), []);
  assert.deepEqual(factsOf([{ id: "a" }, { id: "b" }]), [
    "there is no phone mine; there are: a, b",
  ]);
  for (const none of [[], null, { items: [] }, "text", [1, null]]) {
    assert.deepEqual(factsOf(none), ["there is no phone mine; there are: none"]);
  }
  const findings = webhooks!.read(responseOf(null), context);
  assert.equal(findings.length, 6);
  assert.match(findings[0]!.fact, /^the app refuses webhooks to http:/);
});
