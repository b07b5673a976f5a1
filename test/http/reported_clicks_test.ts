/** Contract section 9, N311: clicks on the short links of texts, as receivers and pollers hear of them. */
import assert from "node:assert/strict";
import postgres from "postgres";
import { addSender } from "../../src/actions/provision.ts";
import { type Customer, newCustomer } from "../support/customer.ts";
import { migratedDatabase } from "../support/migrated.ts";
import { type MovableClock, movableClock } from "../support/movable_clock.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";
import { adminBody, jsonOf, startService, type TestService } from "../support/service.ts";
import { type Body, carriedOnce, sendSms } from "../spec/traffic.ts";

const URL_IN_TEXT = "https://tulip.example/spring?a=1&b=ü";
const TRACKED = { "message-text": `See ${URL_IN_TEXT}`, "click-tracking": true };

let databaseUrl: string;
let sql: postgres.Sql;
let clock: MovableClock;
let test: TestService;
/** Receives N311 of all senders. */
let clicks: Receiver;

Deno.test.beforeAll(async () => {
  databaseUrl = await migratedDatabase();
  sql = postgres(databaseUrl, { max: 1 });
  clock = movableClock();
  test = await startService({
    clock,
    config: { DATABASE_URL: databaseUrl, ACCOUNT_CACHE_TTL: "0s" },
  });
  await addSender(test.service.provision, "acme", {
    address: "222233",
    kind: "short-code",
    country: "US",
  });
  clicks = await startReceiver();
  await receiverOf("clicks", clicks, { codes: "N311" });
});

Deno.test.afterAll(async () => {
  await test.stop();
  await clicks.stop();
  await sql.end();
});

const receiverOf = (name: string, { url }: Receiver, fields: object) =>
  adminBody(test, 201, "POST", "/accounts/acme/receivers", { receiver: name, url, ...fields });

/** Sends a text with a short link, and returns its tracking-id and the link. */
async function sendLink(fields: Record<string, unknown> = {}) {
  const sent = await sendSms(test, { ...TRACKED, ...fields });
  const { text } = await carriedOnce(test, sent);
  return { id: sent.id, link: /http:\S+/.exec(text!)![0] };
}

async function open(link: string, init: RequestInit = {}): Promise<void> {
  const response = await fetch(link, { redirect: "manual", ...init });
  assert.equal(response.status, 302);
  await response.body?.cancel();
}

const countsOf = ({ received }: Receiver, id: string): number[] =>
  received.filter(({ body }) => body["tracking-id"] === id).map(({ body }) => body.clicks);

const untilCounts = (receiver: Receiver, id: string, counts: number[]) =>
  receiver.until(() => countsOf(receiver, id).join() === counts.join());

async function historyOf(id: string): Promise<string[]> {
  const { history } = await adminBody(test, 200, "GET", `/messages/${id}`);
  return history.map(({ event }: Body) => event);
}

const poll = async (fields: object, { post }: Pick<Customer, "post"> = test): Promise<Body> =>
  await jsonOf(await post({ action: "getevents", ...fields }));

Deno.test("the first click is reported, and then one a minute, with the clicks so far", async () => {
  const { "next-cursor": after } = await poll({});
  const { id, link } = await sendLink({ "client-reference": "order 7", "operator-id": "0001470" });
  await open(link);
  await untilCounts(clicks, id, [1]);
  const { body, headers } = clicks.received.find(({ body }) => body["tracking-id"] === id)!;
  const { timestamp, ...fields } = body;
  assert.deepEqual(Object.entries(fields), [
    ["origin", "LINK"],
    ["code", "N311"],
    ["from", "111122"],
    ["to", "16175550101"],
    ["tracking-id", id],
    ["client-reference", "order 7"],
    ["url", URL_IN_TEXT],
    ["clicks", 1],
  ]);
  assert.match(timestamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00$/);
  assert.equal(headers.get("x-service-carrier-id"), "0001470");

  await open(link);
  clock.advance(50_000);
  await open(link);
  clock.advance(11_000);
  await open(link);
  await open(link);
  await untilCounts(clicks, id, [1, 4]);
  assert.deepEqual((await historyOf(id)).filter((event) => event === "link opened").length, 2);
  const { event } = await poll({ after, limit: 100 });
  assert.deepEqual(
    event.map(({ body }: Body) => [body.code, body.clicks]),
    [["N201", undefined], ["N202", undefined], ["N311", 1], ["N311", 4]],
  );
  assert.deepEqual(event[2].body, body);
  const { link: [listed] } = await jsonOf(
    await test.post({ action: "getlinks", "tracking-id": id }),
  );
  assert.equal(listed.clicks, 5);
});

Deno.test("a click is no step of the message's status, and no change of its state", async () => {
  const { id, link } = await sendLink();
  const read = async () =>
    await jsonOf(await test.post({ action: "getmessage", "tracking-id": id }));
  const before = await read();
  await open(link);
  await untilCounts(clicks, id, [1]);
  assert.deepEqual(await read(), before);
});

Deno.test("a message without client-reference has none in its report", async () => {
  const { id, link } = await sendLink();
  await open(link);
  await untilCounts(clicks, id, [1]);
  const { body } = clicks.received.find(({ body }) => body["tracking-id"] === id)!;
  assert.ok(!("client-reference" in body));
});

Deno.test("each link has its minute of its own", async () => {
  const sent = await sendSms(test, {
    "message-text": "https://one.example/ or https://two.example/",
    "click-tracking": true,
  });
  const { text } = await carriedOnce(test, sent);
  for (const link of text!.match(/http:\S+/g)!) await open(link);
  await clicks.until(() => countsOf(clicks, sent.id).length === 2);
  assert.deepEqual(countsOf(clicks, sent.id), [1, 1]);
});

Deno.test("a receiver with senders hears of theirs, and one without the code of none", async () => {
  await using receivers = new AsyncDisposableStack();
  const started = async () => {
    const receiver = await startReceiver();
    receivers.defer(() => receiver.stop());
    return receiver;
  };
  const [mine, all, none] = [await started(), await started(), await started()];
  await receiverOf("mine", mine, { codes: "N311", senders: "222233" });
  await receiverOf("all", all, { codes: "N311,N202" });
  await receiverOf("none", none, {});
  receivers.defer(async () => {
    for (const name of ["mine", "all", "none"]) {
      await test.admin("DELETE", `/accounts/acme/receivers/${name}`);
    }
  });
  const [own, other] = [await sendLink({ from: "222233" }), await sendLink()];
  await open(own.link);
  await open(other.link);
  await clicks.untilCodes(other.id, ["N311"]);
  await all.untilCodes(own.id, ["N202", "N311"]);
  await all.untilCodes(other.id, ["N202", "N311"]);
  await mine.untilCodes(own.id, ["N311"]);
  assert.deepEqual(mine.codes(other.id), []);
  for (const receiver of [none, test.receiver]) {
    await receiver.untilCodes(own.id, ["N201", "N202"]);
    await receiver.untilCodes(other.id, ["N201", "N202"]);
  }
});

Deno.test("without a receiver that wants it, getevents has it all the same", async () => {
  await using customer = await newCustomer(test);
  const { "next-cursor": after } = await poll({}, customer);
  const id = await customer.send("16175550101", TRACKED);
  await customer.receiver.untilCodes(id, ["N201", "N202"]);
  const { text } = await carriedOnce(test, { id });
  await open(/http:\S+/.exec(text!)![0]);
  const { event } = await poll({ after, limit: 10 }, customer);
  assert.deepEqual(event.map(({ body }: Body) => body.code), ["N201", "N202", "N311"]);
  const { postbacks } = await customer.message(id);
  assert.deepEqual(postbacks.map(({ code }: Body) => code), ["N201", "N202"]);
});

Deno.test("previews of robots, prefetches and HEAD are no clicks", async () => {
  const { id, link } = await sendLink();
  await open(link, { headers: { "user-agent": "WhatsApp/2.23.20.0" } });
  await open(link, { headers: { "sec-purpose": "prefetch" } });
  await open(link, { method: "HEAD" });
  await open(link);
  await untilCounts(clicks, id, [1]);
  assert.deepEqual((await historyOf(id)).filter((event) => event === "link opened").length, 1);
});

Deno.test("of clicks at once on two services one is reported", async () => {
  await using second = await startService({
    clock,
    config: { DATABASE_URL: databaseUrl },
    account: { id: "second" },
    senders: [],
  });
  const { id, link } = await sendLink();
  const { pathname } = new URL(link);
  const opened = Array.from(
    { length: 40 },
    (_, i) => open((i % 2 ? test.url : second.url) + pathname),
  );
  await Promise.all(opened);
  await clicks.until(() => countsOf(clicks, id).length > 0);
  assert.deepEqual((await historyOf(id)).filter((event) => event === "link opened").length, 1);
  const { items } = await adminBody(test, 200, "GET", `/links?tracking-id=${id}`);
  assert.equal(items[0].clicks, 40);
});

Deno.test("a link that outlives its message leads on, without a report", async () => {
  const { id, link } = await sendLink();
  await sql`delete from message where tracking_id = ${id}`;
  await open(link);
  await open(link);
  assert.deepEqual([
    ...await sql`select code from event where tracking_id = ${id} and code = 'N311'`,
  ], []);
  const { items } = await adminBody(test, 200, "GET", `/links?tracking-id=${id}`);
  assert.equal(items[0].clicks, 2);
});

Deno.test("after an erasure a link is gone, and nothing is reported", async () => {
  const to = "16175550199";
  const { id, link } = await sendLink({ to });
  await open(link);
  await untilCounts(clicks, id, [1]);
  clock.advance(61_000);
  await adminBody(test, 200, "POST", "/people/erase", { number: to, confirm: true });
  const response = await fetch(link, { redirect: "manual" });
  await response.body?.cancel();
  assert.notEqual(response.status, 302);
  assert.deepEqual([...await sql`select code from event where tracking_id = ${id}`], []);
});
