/** Pools of senders (contract section 9): one service, a customer for each test. */
import assert from "node:assert/strict";
import { type Customer, newCustomer } from "../support/customer.ts";
import { migratedDatabase } from "../support/migrated.ts";
import { movableClock } from "../support/movable_clock.ts";
import { adminBody, startService, type TestService } from "../support/service.ts";
import { sharing } from "../support/sharing.ts";
import { until } from "../support/until.ts";
import { ask, bodyOfSuccess, type DoorResponse } from "./door.ts";

const DAY_MS = 86_400_000;
/** A number of Boston; senders of Boston, New York and Toronto, and a toll-free one. */
const TO = "16175550100";
const [BOSTON, NEW_YORK, TORONTO] = ["16175550198", "12125550198", "14165550198"];
const TOLL_FREE = "18005550197";

const clock = movableClock();
const shared = sharing(() => startService({ clock, config: { ACCOUNT_CACHE_TTL: "0s" } }));

interface Sender {
  address: string;
  [field: string]: unknown;
}

/** Creates a customer with these senders, which it shares with those of other tests. */
async function customerWith(test: TestService, ...senders: (string | Sender)[]): Promise<Customer> {
  const customer = await newCustomer(test);
  for (const sender of senders) {
    await adminBody(test, 201, "POST", `/accounts/${customer.account}/senders`, {
      kind: "10dlc",
      country: "US",
      shared: true,
      ...typeof sender === "string" ? { address: sender } : sender,
    });
  }
  return customer;
}

const createPool = (
  test: TestService,
  { account }: Customer,
  senders: string,
  fields: object = {},
) =>
  adminBody(test, 201, "POST", `/accounts/${account}/pools`, {
    pool: "winter",
    senders,
    ...fields,
  });

const changePool = (test: TestService, { account }: Customer, fields: object) =>
  adminBody(test, 200, "PATCH", `/accounts/${account}/pools/winter`, fields);

const SMS = { action: "sendsms", "from": "pool:winter", to: TO, "message-text": "Hello" };
const MMS = {
  "action": "sendmms",
  "from": "pool:winter",
  "to": TO,
  "disable-fallback-sms": true,
  "slide": [{ "message-text": "Hello" }],
};

const send = (
  test: TestService,
  { apiKey }: Customer,
  fields: object = {},
): Promise<DoorResponse> => ask(test, { ...SMS, ...fields }, { key: apiKey });

async function senderOf(test: TestService, customer: Customer, fields: object = {}) {
  return bodyOfSuccess(await send(test, customer, fields)).from;
}

/** Returns code and information of a refused send. */
async function refusalOf(test: TestService, customer: Customer, fields: object = {}) {
  const { status, body } = await send(test, customer, fields);
  return `${body["error-code"]} ${status}: ${body["error-info"]}`;
}

const CANADIAN = { address: TORONTO, country: "CA" };

shared("every send takes its sender from the pool, and says which everywhere", async (test) => {
  await using customer = await customerWith(test, NEW_YORK, BOSTON);
  await createPool(test, customer, `${NEW_YORK}:1000,${BOSTON}`);
  const saved = bodyOfSuccess(
    await ask(test, { ...MMS, action: "savemms", name: "Pool" }, { key: customer.apiKey }),
  );
  await customer.receiver.until((received) => received.some(({ body }) => body.code === "N003"));
  const template = { "action": "sendsavedmms", "mms-id": saved["mms-id"] };
  for (
    const [request, codes] of [
      [SMS, ["N201", "N202"]],
      [MMS, ["N101", "N102"]],
      [{ ...MMS, ...template }, ["N101", "N102"]],
    ] satisfies [{ action: string }, string[]][]
  ) {
    const response = bodyOfSuccess(await ask(test, request, { key: customer.apiKey }));
    assert.equal(response.from, BOSTON, request.action);
    const id = response["tracking-id"];
    await customer.receiver.untilCodes(id, codes);
    for (const { body } of customer.receiver.received) {
      if (body["tracking-id"] === id) assert.equal(body.from, BOSTON, `${body.code}`);
    }
    const status = { "action": "getmessage", "tracking-id": id };
    const found = bodyOfSuccess(await ask(test, status, { key: customer.apiKey }));
    assert.equal(found.from, BOSTON);
    assert.equal((await customer.message(id)).from, BOSTON);
  }
});

shared("a repeated request with its Idempotency-Key has the first sender", async (test) => {
  await using customer = await customerWith(test, NEW_YORK, BOSTON);
  await createPool(test, customer, BOSTON);
  const headers = { "idempotency-key": "pool-1" };
  const once = () => ask(test, SMS, { key: customer.apiKey, headers });
  const { body: first } = await once();
  await changePool(test, customer, { senders: NEW_YORK });
  assert.deepEqual((await once()).body, first);
  assert.equal(first.from, BOSTON);
});

shared("the nearest sender comes first: area, country, served country", async (test) => {
  await using customer = await customerWith(test, BOSTON, NEW_YORK, CANADIAN);
  await createPool(test, customer, `${CANADIAN.address}:9,${NEW_YORK}:9,${BOSTON}`);
  assert.equal(await senderOf(test, customer), BOSTON);
  assert.equal(await senderOf(test, customer, { to: "12125550100" }), NEW_YORK);
  assert.equal(await senderOf(test, customer, { to: "16045550100" }), TORONTO);
});

shared("a recipient keeps its sender while the pool changes, for sticky-days", async (test) => {
  await using customer = await customerWith(test, BOSTON, NEW_YORK, TOLL_FREE);
  await createPool(test, customer, NEW_YORK);
  assert.equal(await senderOf(test, customer), NEW_YORK);
  // A nearer one would be chosen, and the sender that it has is to run out.
  await changePool(test, customer, { senders: `${NEW_YORK}:0,${BOSTON},${TOLL_FREE}` });
  assert.equal(await senderOf(test, customer), NEW_YORK);
  assert.equal(await senderOf(test, customer, { to: "12125550123" }) === NEW_YORK, false);
  clock.advance(7 * DAY_MS);
  assert.equal(await senderOf(test, customer), NEW_YORK, "each message renews it");
  clock.advance(8 * DAY_MS + 1000);
  assert.equal(await senderOf(test, customer), BOSTON);
  await changePool(test, customer, { "senders": `${NEW_YORK},${TOLL_FREE}`, "sticky-days": 0 });
  const chosen = await senderOf(test, customer);
  await send(test, customer, { from: TOLL_FREE });
  assert.equal(await senderOf(test, customer), chosen, "without sticky-days by the pool alone");
  // Ids are of the system's time, from which the clock has gone.
  await changePool(test, customer, { "sticky-days": 365 });
  await send(test, customer, { from: TOLL_FREE });
  assert.equal(await senderOf(test, customer), TOLL_FREE, "a plain from counts, too");
});

Deno.test("a recipient keeps its sender over a restart", async () => {
  const config = { DATABASE_URL: await migratedDatabase() };
  await using first = await startService({ config });
  await using customer = await customerWith(first, BOSTON, NEW_YORK);
  await createPool(first, customer, NEW_YORK);
  assert.equal(await senderOf(first, customer), NEW_YORK);
  await changePool(first, customer, { senders: `${NEW_YORK},${BOSTON}` });
  await first.stop();
  await using second = await startService({ config, account: { id: "later" }, senders: [] });
  assert.equal(await senderOf(second, customer), NEW_YORK);
  assert.equal(await senderOf(second, customer, { to: "16175550101" }), BOSTON);
});

shared("a pool is found by its name alone, and only while it has a sender", async (test) => {
  await using customer = await customerWith(test, BOSTON, NEW_YORK);
  assert.equal(
    await refusalOf(test, customer),
    "E2201 403: from names no pool of this account",
  );
  await createPool(test, customer, BOSTON);
  for (const from of ["pool:Winter", "pool: winter", "pool:", "pool:winter ", "pool:summer"]) {
    assert.match(await refusalOf(test, customer, { from }), /^E2201 403: /, from);
  }
  assert.match(await refusalOf(test, customer, { from: "POOL:winter" }), /^E111 400: /);
  await adminBody(test, 204, "DELETE", `/accounts/${customer.account}/senders/${BOSTON}`);
  assert.equal(
    await refusalOf(test, customer),
    "E2201 403: from names a pool without a sender of this account",
  );
  await changePool(test, customer, { senders: `${NEW_YORK}:0` });
  assert.equal(
    await refusalOf(test, customer),
    "E2201 403: from names a pool whose senders for to have the weight 0",
  );
  await adminBody(test, 204, "DELETE", `/accounts/${customer.account}/pools/winter`);
  assert.match(await refusalOf(test, customer, MMS), /^E2201 403: from names no pool/);
});

shared("senders that do not reach the recipient are no candidates", async (test) => {
  const alphanumeric = { address: "ACME", kind: "alphanumeric", country: "GB" };
  await using customer = await customerWith(test, BOSTON, CANADIAN, alphanumeric);
  await createPool(test, customer, `ACME:1000,${TORONTO}:1000,${BOSTON}`);
  assert.equal(await senderOf(test, customer, MMS), BOSTON);
  assert.equal(await senderOf(test, customer, { ...MMS, to: "447700900123" }), "ACME");
  assert.equal(await senderOf(test, customer, { to: "447700900123" }), "ACME");
  // As of a plain from.
  const german = { to: "4915112345678" };
  assert.equal(
    await refusalOf(test, customer, { ...MMS, ...german }),
    "E110 400: to is not in a country of from",
  );
  assert.notEqual(await senderOf(test, customer, german), undefined, "texts go anywhere");
  await changePool(test, customer, { senders: "ACME" });
  assert.match(await refusalOf(test, customer), /^E111 400: from is alphanumeric/);
  assert.match(await refusalOf(test, customer, { to: "0" }), /^E110 400: /);
});

shared("a block for a sender of a pool holds for the pool, and for no other", async (test) => {
  await using customer = await customerWith(test, BOSTON, NEW_YORK);
  const { account } = customer;
  await createPool(test, customer, BOSTON);
  assert.equal(await senderOf(test, customer), BOSTON);
  const block = (originator?: string) =>
    adminBody(test, 201, "POST", `/accounts/${account}/blocks`, { number: TO, originator });
  const refusal = "E114 403: to is blocked for this sender (opted out)";
  await block(NEW_YORK);
  assert.equal(await senderOf(test, customer), BOSTON);
  await changePool(test, customer, { senders: `${NEW_YORK},${BOSTON}` });
  assert.equal(await refusalOf(test, customer), refusal);
  assert.equal(await senderOf(test, customer, { to: "16175550101" }), BOSTON);
  await changePool(test, customer, { senders: BOSTON });
  await block();
  assert.equal(await refusalOf(test, customer), refusal);
});

shared("a sender whose connectors are down is left out, and comes back", async (test) => {
  const name = `mmsc-${crypto.randomUUID().slice(0, 8)}`;
  const connector = { name, kind: "mmsc_mm7", url: "http://127.0.0.1:9/", vaspid: "us" };
  await adminBody(test, 201, "POST", "/connectors", { ...connector, disabled: true });
  const carried = { "address": BOSTON, "mms-connector": name };
  await using customer = await customerWith(test, carried, NEW_YORK);
  await createPool(test, customer, `${BOSTON},${NEW_YORK}`);
  const to = (last: number) => ({ to: `161755501${last}` });
  assert.equal(await senderOf(test, customer, { ...MMS, ...to(10) }), NEW_YORK);
  assert.equal(await senderOf(test, customer, to(11)), BOSTON, "its texts go elsewhere");
  const forced = { "force-send-as-sms": true, "fallback-sms-text": "Hello" };
  assert.equal(await senderOf(test, customer, { ...MMS, ...forced, ...to(12) }), BOSTON);
  // A recipient does not wait for the sender that it has, either.
  assert.equal(await senderOf(test, customer, { ...MMS, ...to(11) }), NEW_YORK);
  await adminBody(test, 200, "PATCH", `/connectors/${name}`, { disabled: false });
  assert.equal(await senderOf(test, customer, { ...MMS, ...to(13) }), BOSTON);
  // Nothing listens there: the submission has failed, and the circuit breaker is open.
  const state = await until(
    () => adminBody(test, 200, "GET", `/connectors/${name}/state`),
    (state) => state["circuit-breaker"] === "open",
  );
  assert.equal(state["circuit-breaker"], "open");
  assert.equal(await senderOf(test, customer, { ...MMS, ...to(14) }), NEW_YORK);
  await changePool(test, customer, { senders: BOSTON });
  assert.equal(await senderOf(test, customer, { ...MMS, ...to(15) }), BOSTON, "there is no other");
});

shared("a key that is limited to senders needs all of a pool's", async (test) => {
  await using customer = await customerWith(test, BOSTON, NEW_YORK);
  const { account } = customer;
  await createPool(test, customer, `${BOSTON},${NEW_YORK}`);
  const issue = async (senders: string) => {
    const issued = await adminBody(test, 201, "POST", `/accounts/${account}/keys`, { senders });
    return { ...customer, apiKey: issued["api-key"] as string };
  };
  const limited = await issue(BOSTON);
  assert.equal(await refusalOf(test, limited), "E2201 403: from names no pool of this account");
  assert.equal(await senderOf(test, limited, { from: BOSTON }), BOSTON);
  assert.equal(await senderOf(test, await issue(`${BOSTON},${NEW_YORK}`)), BOSTON);
  await changePool(test, customer, { senders: BOSTON });
  assert.equal(await senderOf(test, limited), BOSTON);
});

shared("senders are separated by commas or line breaks, in any spelling", async (test) => {
  await using customer = await customerWith(test, BOSTON, NEW_YORK, TOLL_FREE);
  const senders = ` +1 (617) 555-0198 : 3\r\n${NEW_YORK}:1,,${TOLL_FREE}:000\n`;
  const created = await createPool(test, customer, senders);
  assert.equal(created.senders, `${BOSTON}:3, ${NEW_YORK}, ${TOLL_FREE}:0`);
  assert.equal(
    (await changePool(test, customer, { senders: created.senders })).senders,
    created.senders,
  );
});

shared("two accounts have pools of the same name, each with its own senders", async (test) => {
  await using first = await customerWith(test, BOSTON);
  await using second = await customerWith(test, NEW_YORK);
  await createPool(test, first, BOSTON);
  assert.match(await refusalOf(test, second), /^E2201 403: /);
  await createPool(test, second, NEW_YORK);
  assert.equal(await senderOf(test, first), BOSTON);
  assert.equal(await senderOf(test, second), NEW_YORK);
  const list = await adminBody(test, 200, "GET", `/accounts/${second.account}/pools`);
  assert.deepEqual(list.items.map(({ senders }: { senders: string }) => senders), [NEW_YORK]);
});

shared("an account has 100 pools at most", async (test) => {
  await using customer = await customerWith(test, BOSTON);
  const path = `/accounts/${customer.account}/pools`;
  const create = (pool: string) => test.admin("POST", path, { pool, senders: BOSTON });
  const created = await Promise.all(
    Array.from({ length: 100 }, (_, at) => create(`pool-${at}`)),
  );
  assert.deepEqual([...new Set(created.map(({ status }) => status))], [201]);
  const refused = await create("one-too-many");
  assert.equal(refused.status, 409);
  assert.equal(refused.body["error-info"], "an account has 100 pools at most");
  assert.equal(await senderOf(test, customer, { from: "pool:pool-99" }), BOSTON);
});
