/** `getmessage` and the limit of all reads, through the JSON door. */
import assert from "node:assert/strict";
import { newCustomer } from "../support/customer.ts";
import { jsonOf, startService, type TestService } from "../support/service.ts";
import { sharing } from "../support/sharing.ts";
import { until } from "../support/until.ts";
import { createVasp } from "../support/vasp.ts";
import { type Body, NO_MMS, save, sendMms, sendSms } from "../spec/traffic.ts";
import { newKey } from "./keyed.ts";

const shared = sharing(() =>
  startService({
    senders: [
      { address: "111122", kind: "short-code", country: "US" },
      { address: "18005550199", kind: "toll-free", country: "US" },
    ],
  })
);

const read = async (test: TestService, fields: object, status = 200): Promise<Body> =>
  await jsonOf(await test.post({ action: "getmessage", ...fields }), status);

const wordsOf = ({ events }: Body) =>
  events.map(({ code, status, "status-details": details }: Body) => [code, status, details]);

shared("getmessage tells what has become of a text, and when", async (test) => {
  const { id } = await sendSms(test, {
    "client-reference": "order-1",
    "operator-id": "0001470",
    "campaign-ref": "spring",
  });
  const message = await read(test, { "tracking-id": id });
  const { events, ...fields } = message;
  const times = ["accepted-at", "submitted-at", "ended-at", "valid-until"];
  const at = times.map((name) => Date.parse(fields[name]));
  assert.deepEqual(at, at.toSorted((a, b) => a - b));
  for (const name of times) delete fields[name];
  assert.deepEqual(fields, {
    "status": "Success",
    "tracking-id": id,
    "from": "111122",
    "to": "16175550101",
    "state": "delivered",
    "sent-as": "SMS",
    "segments": 1,
    "client-reference": "order-1",
    "campaign-ref": "spring",
    "operator-id": "0001470",
    "status-details": "Message Delivered",
  });
  assert.deepEqual(wordsOf(message), [
    [undefined, "Accepted", undefined],
    ["N201", "Sent", "Message Sent"],
    [undefined, "Submitted", undefined],
    ["N202", "Delivered", "Message Delivered"],
  ]);
  const postbacks = test.receiver.received.map(({ body }) => body)
    .filter((body) => body["tracking-id"] === id);
  for (const { code, timestamp, ...postback } of postbacks) {
    assert.equal(events.find((event: Body) => event.code === code).timestamp, timestamp);
    assert.ok(!("client-reference" in postback));
  }
});

shared("getmessage tells of an MMS, of its fallback and of its failure", async (test) => {
  const { mmsId } = await save(test, { slide: [{ "message-text": "Hello" }] });
  const mms = await sendMms(test, mmsId, { "client-reference": "m" });
  const sent = await read(test, { "tracking-id": mms.id });
  assert.deepEqual([sent["mms-id"], sent["sent-as"], sent.segments], [mmsId, "MMS", undefined]);
  assert.deepEqual(wordsOf(sent).at(-1), ["N102", "Delivered", "Message Delivered"]);
  const fallback = await sendMms(test, mmsId, { to: NO_MMS });
  const text = await read(test, { "tracking-id": fallback.id });
  assert.deepEqual([text["sent-as"], text.segments], ["SMS", 1]);
  const quiet = await save(test, {
    "disable-fallback-sms": true,
    slide: [{ "message-text": "Hello" }],
  });
  const failed = await sendMms(test, quiet.mmsId, { to: NO_MMS }, ["N101", "E101"]);
  const end = await read(test, { "tracking-id": failed.id });
  assert.deepEqual(
    [end.state, end["status-details"], end["carrier-status"]],
    ["failed", "No way to send MMS or SMS", undefined],
  );
});

shared("getmessage shows a message over MM7 as any other", async (test) => {
  const id = await createVasp(test).submit();
  await test.receiver.untilCodes(id, ["N101", "N102"]);
  const message = await read(test, { "tracking-id": id });
  assert.deepEqual([message.state, message["mms-id"]], ["delivered", undefined]);
  assert.deepEqual(wordsOf(message).map(([code]: string[]) => code), [
    undefined,
    "N101",
    undefined,
    "N102",
  ]);
});

Deno.test("getmessage tells until when a message waits, and how long it is tried", async () => {
  await using test = await startService({ config: { DELIVER_RETRY: "1h" } });
  const { id } = await sendSms(test, { to: "16175550109" }, ["N201"]);
  const message = await until(
    () => read(test, { "tracking-id": id }),
    (message) => "due-at" in message,
  );
  assert.equal(message.state, "sent");
  const wait = Date.parse(message["due-at"]) - Date.parse(message["accepted-at"]);
  assert.ok(wait > 3_000_000 && wait < 4_200_000, `${wait}`);
  assert.ok(message["valid-until"] > message["due-at"]);
  assert.deepEqual(message.events.length, 2);
});

shared("getmessage finds the newest message of a client-reference", async (test) => {
  const ids: string[] = [];
  for (let n = 0; n < 3; n++) {
    ids.push((await sendSms(test, { "client-reference": "twice" })).id);
    assert.equal((await read(test, { "client-reference": "twice" }))["tracking-id"], ids[n]);
  }
  const both = { "tracking-id": ids[0], "client-reference": "twice" };
  assert.equal((await read(test, both))["tracking-id"], ids[0]);
  for (const reference of ["twic", "twice ", "Twice", "none"]) {
    const { "error-code": code } = await read(test, { "client-reference": reference }, 404);
    assert.equal(code, "E2001");
  }
});

shared(
  "getmessage knows only the account's messages, and those of the key's senders",
  async (test) => {
    const { id } = await sendSms(test, { "client-reference": "mine" });
    await using neighbour = await newCustomer(test);
    const limited = await test.admin("POST", "/accounts/acme/keys", { senders: "18005550199" });
    const own = await sendSms(test, { from: "18005550199", "client-reference": "theirs" });
    const key = { "x-api-key": limited.body["api-key"] };
    for (const fields of [{ "tracking-id": id }, { "client-reference": "mine" }]) {
      const body = { action: "getmessage", ...fields };
      const unknown = await jsonOf(await neighbour.post(body), 404);
      assert.deepEqual(await jsonOf(await test.post(body, key), 404), unknown);
      assert.equal(unknown["error-code"], "E2001");
    }
    for (const fields of [{ "tracking-id": own.id }, { "client-reference": "theirs" }]) {
      const body = await jsonOf(await test.post({ action: "getmessage", ...fields }, key));
      assert.equal(body["tracking-id"], own.id);
    }
  },
);

shared("getmessage with an Idempotency-Key tells the same again", async (test) => {
  const { id } = await sendSms(test, {});
  const headers = { "idempotency-key": newKey() };
  const body = { action: "getmessage", "tracking-id": id };
  const first = await (await test.post(body, headers)).text();
  const again = await test.post(body, headers);
  assert.equal(again.headers.get("idempotent-replayed"), "true");
  assert.equal(await again.text(), first);
});

Deno.test("reads are not among the exchanges of a message, and keep to no rate but their own", async () => {
  await using test = await startService({
    account: { rate: 1 },
    config: { READ_RATE: "5", EXCHANGE_LOG: "on" },
    clock: { now: () => NOON },
  });
  const sent = await jsonOf(
    await test.post({
      action: "sendsms",
      from: "111122",
      to: "16175550101",
      "message-text": "Hello",
    }),
  );
  const id: string = sent["tracking-id"];
  const exchanges = async () =>
    (await test.admin("GET", `/messages/${id}/exchanges`)).body.items
      .filter(({ peer }: Body) => peer === "client").length;
  await until(exchanges, (count) => count === 2);
  const ask = () => test.post({ action: "getmessage", "tracking-id": id });
  const all = await Promise.all(Array.from({ length: 12 }, ask));
  const refused = all.filter(({ status }) => status === 429);
  assert.equal(refused.length, 7);
  assert.match(refused[0]!.headers.get("retry-after")!, /^[1-2]$/);
  const { "error-code": code, "error-info": info } = await jsonOf(refused[0]!, 429);
  assert.deepEqual([code, info], ["E113", "throughput of 5 requests a second is exceeded"]);
  for (const response of all) if (!response.bodyUsed) await response.body?.cancel();
  assert.equal(await exchanges(), 2);
  for (const body of [{ action: "getmessages" }, { action: "getblocks" }]) {
    assert.equal((await jsonOf(await test.post(body), 429))["error-code"], "E113");
  }
});

const NOON = Date.parse("2026-07-01T12:00:00Z");
