/** Contract section 9: `getevents`, polled from a running service. */
import assert from "node:assert/strict";
import { addSender, createAccount } from "../../src/actions/provision.ts";
import { ask, bodyOfSuccess, faultOf } from "../http/door.ts";
import { type Body, FROM, save, sendSms, TO } from "../spec/traffic.ts";
import { adminBody, startService, type TestService } from "../support/service.ts";

let test: TestService;

Deno.test.beforeAll(async () => {
  test = await startService();
  await addSender(test.service.provision, "acme", {
    address: "222233",
    kind: "short-code",
    country: "US",
  });
});

Deno.test.afterAll(() => test.stop());

const poll = async (fields: object, key?: string): Promise<Body> =>
  bodyOfSuccess(
    await ask(test, { action: "getevents", ...fields }, key === undefined ? {} : { key }),
  );

const codesIn = ({ event }: Body) => event.map(({ body }: Body) => body.code);

/** Reads all events behind a cursor. */
async function rest(after: string, limit: number, key?: string): Promise<Body[]> {
  const all: Body[] = [];
  for (let cursor = after;;) {
    const { event, "next-cursor": next } = await poll({ after: cursor, limit }, key);
    if (event.length === 0) return all;
    assert.ok(event.length <= limit);
    all.push(...event);
    cursor = next;
  }
}

Deno.test("without after: no event, and the present end", async () => {
  await sendSms(test);
  const body = await poll({ wait: 55 });
  assert.deepEqual(Object.keys(body), ["status", "event", "next-cursor"]);
  assert.deepEqual(body.event, []);
  const { id } = await sendSms(test);
  const events = await rest(body["next-cursor"], 10);
  assert.deepEqual(events.map((event) => event.body["tracking-id"]), [id, id]);
});

Deno.test("each event once, in order, as the receiver gets it: webhook-id and body", async () => {
  const { "next-cursor": start } = await poll({});
  const sent = [];
  for (let n = 0; n < 5; n++) sent.push(await sendSms(test));
  const { mmsId } = await save(test, { slide: [{ "message-text": "Hi" }] });
  const events = await rest(start, 3);
  assert.equal(events.length, 11);
  const received = new Map(
    test.receiver.received.map(({ headers, body }) => [headers.get("webhook-id"), body]),
  );
  for (const event of events) {
    assert.deepEqual(Object.keys(event), ["cursor", "webhook-id", "body"]);
    assert.deepEqual(event.body, received.get(event["webhook-id"]));
  }
  assert.equal(new Set(events.map((event) => event["webhook-id"])).size, 11);
  assert.equal(events.filter(({ body }) => body["mms-id"] === mmsId).length, 1);
  // The cursor of an event continues behind it.
  const behind = await rest(events[8]!.cursor, 100);
  assert.deepEqual(behind, events.slice(9));
});

Deno.test('after "" begins with the oldest; reading marks nothing', async () => {
  const { event: [first] } = await poll({ after: "", limit: 1 });
  assert.equal(first.body.code, "N201");
  assert.deepEqual((await poll({ after: "", limit: 1 })).event, [first]);
});

Deno.test("wait: as soon as there is one, and no event after the time", async () => {
  const { "next-cursor": after } = await poll({});
  const waiting = poll({ after, wait: 55 });
  const { id } = await sendSms(test);
  const { event } = await waiting;
  assert.equal(event[0].body["tracking-id"], id);
  const { "next-cursor": end } = await poll({});
  assert.deepEqual((await poll({ after: end, wait: 1 })).event, []);
});

Deno.test("an account without a receiver has its events", async () => {
  const { apiKey } = await createAccount(test.service.provision, { id: "quiet", name: "Quiet" });
  await addSender(test.service.provision, "quiet", {
    address: "333344",
    kind: "short-code",
    country: "US",
  });
  const { "next-cursor": after } = await poll({}, apiKey);
  bodyOfSuccess(
    await ask(test, { action: "sendsms", from: "333344", to: TO, "message-text": "Hi" }, {
      key: apiKey,
    }),
  );
  assert.deepEqual(codesIn(await poll({ after, wait: 50, limit: 1 }, apiKey)), ["N201"]);
});

Deno.test("a key that is limited to senders sees only theirs, and goes on behind others", async () => {
  const { "api-key": key } = await adminBody(test, 201, "POST", "/accounts/acme/keys", {
    senders: "222233",
  });
  const { "next-cursor": after } = await poll({}, key);
  for (let n = 0; n < 3; n++) await sendSms(test);
  const { id } = await sendSms(test, { from: "222233" });
  const events = await rest(after, 2, key);
  assert.deepEqual(events.map((event) => event.body["tracking-id"]), [id, id]);
  assert.deepEqual(events.map((event) => event.body.from), ["222233", "222233"]);
});

Deno.test("a request of a limited key passes over so many events of others, and the next goes on", async () => {
  const { "api-key": key } = await adminBody(test, 201, "POST", "/accounts/acme/keys", {
    senders: "222233",
  });
  const { "next-cursor": after } = await poll({}, key);
  for (let n = 0; n < 11; n++) await sendSms(test);
  const { id } = await sendSms(test, { from: "222233" });
  const first = await poll({ after, limit: 1 }, key);
  assert.deepEqual(first.event, []);
  const second = await poll({ after: first["next-cursor"], limit: 1 }, key);
  assert.deepEqual(second.event.map(({ body }: Body) => body["tracking-id"]), [id]);
  const waiting = await poll({ after, limit: 1, wait: 50 }, key);
  assert.deepEqual(waiting.event.map(({ body }: Body) => body["tracking-id"]), [id]);
});

Deno.test("a bad cursor, limit or wait is E2002 by its name", async () => {
  const { apiKey } = await createAccount(test.service.provision, { id: "other", name: "Other" });
  const { "next-cursor": theirs } = await poll({}, apiKey);
  const cases: Record<string, unknown>[] = [
    { after: theirs },
    { after: "1" },
    { after: "x".repeat(300) },
    { limit: 0 },
    { limit: 1001 },
    { limit: "many" },
    { wait: 56 },
    { wait: -1 },
  ];
  for (const fields of cases) {
    const response = await ask(test, { action: "getevents", ...fields });
    assert.equal(faultOf(response), "E2002 400", JSON.stringify(fields));
    assert.match(response.body["error-info"], new RegExp(`^(${Object.keys(fields)[0]}|cursor) `));
  }
});

Deno.test("a client that leaves ends its wait; the service stops without it", async () => {
  await using own = await startService();
  const { "next-cursor": after } = bodyOfSuccess(await ask(own, { action: "getevents" }));
  const leaving = new AbortController();
  const request = (signal?: AbortSignal) =>
    fetch(`${own.url}/api/v2`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": own.apiKey },
      body: JSON.stringify({ action: "getevents", after, wait: 55 }),
      ...signal && { signal },
    });
  const left = request(leaving.signal);
  leaving.abort();
  await assert.rejects(left);
  const waiting = request();
  bodyOfSuccess(await ask(own, { action: "sendsms", from: FROM, to: TO, "message-text": "Hi" }));
  assert.equal((await (await waiting).json()).event.length > 0, true);
});
