/** `send-at`, `delivery-window`, `valid-until` and `cancelmessage` (contract section 9). */
import assert from "node:assert/strict";
import { newCustomer } from "../support/customer.ts";
import { movableClock } from "../support/movable_clock.ts";
import { adminBody, jsonOf, startService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { ask, bodyOfSuccess } from "./door.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const clock = movableClock();
const test = await startService({
  clock,
  config: { RESCUE_INTERVAL: "1s", POSTBACK_SCHEDULE: "0.1s, 1h", ACCOUNT_CACHE_TTL: "0s" },
});
Deno.test.afterAll(() => test.stop());

const SMS = { action: "sendsms", from: "111122", to: "16175550101", "message-text": "Hello" };
const inMs = (ms: number) => new Date(clock.now() + ms).toISOString();

/** Window of the recipient that opens some hours from now, and closes after as many. */
function windowFromNow(hours: number, length: number, timeZone = "UTC") {
  const time = (hour: number) => new Date(clock.now() + hour * HOUR_MS).toISOString().slice(11, 16);
  return { "from": time(hours), "to": time(hours + length), "time-zone": timeZone };
}

async function sendWith(customer: { apiKey: string }, fields: object) {
  return bodyOfSuccess(await ask(test, { ...SMS, ...fields }, { key: customer.apiKey }));
}

async function statusOf(customer: { apiKey: string }, id: string) {
  const request = { "action": "getmessage", "tracking-id": id };
  return bodyOfSuccess(await ask(test, request, { key: customer.apiKey }));
}

const cancel = (customer: { apiKey: string }, id: string) =>
  ask(test, { "action": "cancelmessage", "tracking-id": id }, { key: customer.apiKey });

Deno.test("a message with send-at waits for it, and its postbacks come after", async () => {
  await using customer = await newCustomer(test);
  const sendAt = clock.now() + 2 * HOUR_MS;
  const response = await sendWith(customer, { "send-at": new Date(sendAt).toISOString() });
  assert.equal(response.state, "scheduled");
  const id = response["tracking-id"];
  const waiting = await statusOf(customer, id);
  assert.deepEqual(
    [waiting.state, Date.parse(waiting["due-at"]), waiting["status-details"]],
    ["scheduled", sendAt, "Message Scheduled"],
  );
  assert.ok(Math.abs(Date.parse(waiting["valid-until"]) - sendAt - 3 * DAY_MS) < 1000);
  assert.deepEqual(customer.receiver.codes(id), []);
  clock.advance(2 * HOUR_MS);
  await customer.receiver.untilCodes(id, ["N201", "N202"]);
  const { events } = await statusOf(customer, id);
  const sent = events.find(({ code }: { code: string }) => code === "N201");
  assert.ok(Date.parse(sent.timestamp) >= sendAt);
});

Deno.test("a message is sent when its time comes, not when somebody looks for it", async () => {
  await using slow = await startService({ config: { RESCUE_INTERVAL: "1h" } });
  const sendAt = Date.now() + 1500;
  const response = await slow.post({ ...SMS, "send-at": new Date(sendAt).toISOString() });
  const { "tracking-id": id } = await jsonOf(response);
  await slow.receiver.untilCodes(id, ["N201", "N202"]);
  const first = slow.receiver.received.find(({ body }) => body["tracking-id"] === id);
  assert.ok(Date.parse(first!.body.timestamp as string) >= sendAt);
});

Deno.test("a send-at up to a minute past is now", async () => {
  await using customer = await newCustomer(test);
  const response = await sendWith(customer, { "send-at": inMs(-59_000) });
  assert.equal(response.state, undefined);
  await customer.receiver.untilCodes(response["tracking-id"], ["N201", "N202"]);
});

Deno.test("a message waits for its window, and again where it has closed meanwhile", async () => {
  await using customer = await newCustomer(test);
  const { state, "tracking-id": id } = await sendWith(customer, {
    "delivery-window": windowFromNow(2, 2),
  });
  assert.equal(state, "scheduled");
  const { "due-at": dueAt } = await statusOf(customer, id);
  const waitMs = Date.parse(dueAt) - clock.now();
  assert.ok(waitMs > HOUR_MS && waitMs <= 2 * HOUR_MS, String(waitMs));
  // Nothing was at work while it was open.
  clock.advance(5 * HOUR_MS);
  const later = await until(
    () => statusOf(customer, id),
    (body) => Date.parse(body["due-at"]) > clock.now() + HOUR_MS,
  );
  assert.equal(later.state, "scheduled");
  assert.equal(Date.parse(later["due-at"]), Date.parse(dueAt) + DAY_MS);
  assert.deepEqual(later.events.map(({ status }: { status: string }) => status), [
    "Accepted",
    "Scheduled",
  ]);
  clock.advance(Date.parse(later["due-at"]) - clock.now());
  await customer.receiver.untilCodes(id, ["N201", "N202"]);
});

Deno.test("a message goes at once while its window is open", async () => {
  await using customer = await newCustomer(test);
  const response = await sendWith(customer, { "delivery-window": windowFromNow(-1, 2) });
  assert.equal(response.state, undefined);
  await customer.receiver.untilCodes(response["tracking-id"], ["N201", "N202"]);
});

Deno.test("the window of the account is the default, and null of a request lifts it", async () => {
  await using customer = await newCustomer(test);
  const { from, to } = windowFromNow(3, 2);
  const window = `${from}-${to} UTC`;
  const path = `/accounts/${customer.account}`;
  const changed = await adminBody(test, 200, "PATCH", path, { "delivery-window": window });
  assert.equal(changed["delivery-window"], window);
  const scheduled = await sendWith(customer, {});
  assert.equal(scheduled.state, "scheduled");
  const message = { account: customer.account, from: "111122", to: "16175550101", kind: "sms" };
  const query = new URLSearchParams(message);
  const explained = await adminBody(test, 200, "GET", `/routes/explain?${query}`);
  const { "due-at": dueAt } = await statusOf(customer, scheduled["tracking-id"]);
  assert.equal(Date.parse(explained["opens-at"]), Date.parse(dueAt));
  // Another field that is null makes no difference.
  const lifted = await sendWith(customer, { "delivery-window": null, "campaign-ref": null });
  assert.equal(lifted.state, undefined);
  await customer.receiver.untilCodes(lifted["tracking-id"], ["N201", "N202"]);
});

Deno.test("the account's time-zone decides for a number that has too many, and getmessage says so", async () => {
  await using customer = await newCustomer(test);
  const path = `/accounts/${customer.account}`;
  await adminBody(test, 200, "PATCH", path, { "time-zone": "Asia/Tokyo" });
  const { "time-zone": _, ...window } = windowFromNow(9 + 2, 1);
  const { "tracking-id": id } = await sendWith(customer, {
    "to": "18005550123",
    "delivery-window": window,
  });
  const status = await statusOf(customer, id);
  assert.match(status["status-details"], /^Message Scheduled, in the time-zone of the account$/);
  const waitMs = Date.parse(status["due-at"]) - clock.now();
  assert.ok(waitMs > HOUR_MS && waitMs <= 2 * HOUR_MS, String(waitMs));
});

Deno.test("windows and zones of accounts are checked", async () => {
  await using customer = await newCustomer(test);
  const path = `/accounts/${customer.account}`;
  const refused: [object, RegExp][] = [
    [{ "delivery-window": "always" }, /^delivery-window must be days, hours and a time zone/],
    [{ "delivery-window": "09:00-09:00" }, /^delivery-window opens and closes at the same time/],
    [{ "delivery-window": "09:00-20:00 Mars/Base" }, /^delivery-window has a time-zone/],
    [{ "time-zone": "Mars/Base" }, /^time-zone is not a name of the tz database/],
    [{ "time-zone": "recipient" }, /^time-zone is not a name/],
  ];
  for (const [change, expected] of refused) {
    const { body, status } = await test.admin("PATCH", path, change);
    assert.equal(status, 400, JSON.stringify(change));
    assert.match(body["error-info"], expected);
  }
});

Deno.test("a text is valid for up to seven days from when it may be sent", async () => {
  await using customer = await newCustomer(test);
  const validity = async (fields: object) => {
    const start = clock.now();
    const { "tracking-id": id } = await sendWith(customer, fields);
    const { "valid-until": at } = await statusOf(customer, id);
    return Math.round((Date.parse(at) - start) / HOUR_MS);
  };
  assert.equal(await validity({}), 72);
  assert.equal(await validity({ "valid-until": inMs(100 * HOUR_MS) }), 100);
  assert.equal(await validity({ "valid-until": inMs(1000 * HOUR_MS) }), 168);
  const scheduled = { "send-at": inMs(48 * HOUR_MS), "valid-until": inMs(1000 * HOUR_MS) };
  assert.equal(await validity(scheduled), 216);
});

Deno.test("a text that could not be sent in time is failed", async () => {
  await using customer = await newCustomer(test);
  const { "tracking-id": id } = await sendWith(customer, {
    "send-at": inMs(HOUR_MS),
    "valid-until": inMs(2 * HOUR_MS),
  });
  clock.advance(3 * HOUR_MS);
  await customer.receiver.untilCodes(id, ["N201", "E201"]);
});

Deno.test("who has opted out, or is disabled, when the time comes gets and sends nothing", async () => {
  await using customer = await newCustomer(test);
  const sendAt = { "send-at": inMs(HOUR_MS) };
  const { "tracking-id": blocked } = await sendWith(customer, { ...sendAt, to: "16175550170" });
  const block = { action: "block", mobile: "16175550170" };
  bodyOfSuccess(await ask(test, block, { key: customer.apiKey }));
  clock.advance(HOUR_MS);
  await customer.receiver.untilCodes(blocked, ["N201", "E202"]);
  const { "tracking-id": id } = await sendWith(customer, { "send-at": inMs(HOUR_MS) });
  await adminBody(test, 200, "PATCH", `/accounts/${customer.account}`, { disabled: true });
  clock.advance(HOUR_MS);
  await customer.receiver.untilCodes(id, ["N201", "E202"]);
  const { "status-reason": reason } = await customer.message(id);
  assert.equal(reason, "the account is disabled");
});

Deno.test("a scheduled message is canceled once, without postbacks, and never sent", async () => {
  await using customer = await newCustomer(test);
  const { "tracking-id": id } = await sendWith(customer, { "send-at": inMs(HOUR_MS) });
  for (let times = 0; times < 2; times++) {
    const { status, body } = await cancel(customer, id);
    assert.deepEqual([status, body], [200, {
      "status": "Success",
      "tracking-id": id,
      "state": "canceled",
    }]);
  }
  clock.advance(2 * HOUR_MS);
  const next = await sendWith(customer, {});
  await customer.receiver.untilCodes(next["tracking-id"], ["N201", "N202"]);
  const status = await statusOf(customer, id);
  assert.equal(status.state, "canceled");
  assert.ok("ended-at" in status && !("due-at" in status));
  assert.deepEqual(status.events.map(({ status }: { status: string }) => status), [
    "Accepted",
    "Canceled",
  ]);
  assert.deepEqual(customer.receiver.codes(id), []);
});

Deno.test("another account's message is not canceled", async () => {
  await using customer = await newCustomer(test);
  await using other = await newCustomer(test);
  const { "tracking-id": id } = await sendWith(customer, { "send-at": inMs(HOUR_MS) });
  const { status, body } = await cancel(other, id);
  assert.deepEqual([status, body["error-code"]], [404, "E2001"]);
  assert.equal((await statusOf(customer, id)).state, "scheduled");
});

Deno.test("of a message that is canceled while it is sent, exactly one of both is true", async () => {
  await using customer = await newCustomer(test);
  const outcomes = new Set<string>();
  for (let round = 0; round < 60; round++) {
    const sendAt = clock.now() + 10 + round;
    const { "tracking-id": id } = await sendWith(customer, {
      "send-at": new Date(sendAt).toISOString(),
    });
    const { status, body } = await cancel(customer, id);
    if (status === 200) {
      outcomes.add("canceled");
      assert.equal((await statusOf(customer, id)).state, "canceled");
    } else {
      outcomes.add(body["error-code"]);
      assert.deepEqual([status, body["error-code"]], [409, "E1904"]);
      await customer.receiver.untilCodes(id, ["N201", "N202"]);
    }
  }
  assert.ok(outcomes.has("canceled"));
});

Deno.test("each send takes a time, and getmessages finds what waits", async () => {
  await using customer = await newCustomer(test);
  const slide = [{ "message-text": "Hello" }];
  const quiet = { "disable-fallback-sms": true };
  const saved = bodyOfSuccess(
    await ask(test, { action: "savemms", name: "One", slide, ...quiet }, { key: customer.apiKey }),
  );
  const times = { "send-at": inMs(HOUR_MS), "valid-until": inMs(90 * HOUR_MS) };
  const mms = { from: "111122", to: "16175550101", ...quiet, ...times };
  const send = (body: object) => ask(test, { ...mms, ...body }, { key: customer.apiKey });
  const sent = await until(
    () => send({ "action": "sendsavedmms", "mms-id": saved["mms-id"] }),
    ({ body }) => body["error-code"] !== "E626",
  );
  const inOneCall = bodyOfSuccess(await send({ action: "sendmms", slide }));
  assert.deepEqual([sent.body.state, inOneCall.state], ["scheduled", "scheduled"]);
  const list = { action: "getmessages", state: "scheduled" };
  const { message } = bodyOfSuccess(await ask(test, list, { key: customer.apiKey }));
  const ids = message.map((each: Record<string, unknown>) => each["tracking-id"]);
  assert.deepEqual(ids, [inOneCall["tracking-id"], sent.body["tracking-id"]]);
  // An MMS is valid for three days from when it may be sent.
  const until3d = Date.parse(message[0]["valid-until"]) - clock.now();
  assert.equal(Math.round(until3d / HOUR_MS), 73);
  clock.advance(HOUR_MS);
  await customer.receiver.untilCodes(inOneCall["tracking-id"], ["N101", "N102"]);
  await customer.receiver.untilCodes(sent.body["tracking-id"], ["N101", "N102"]);
});
