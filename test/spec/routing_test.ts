/**
 * Choice of a message's connector, and lookup of its recipient's operator (spec 1.9, 4.4; contract
 * 2).
 */
import assert from "node:assert/strict";
import { createAccount } from "../../src/actions/provision.ts";
import { ask, bodyOfSuccess, faultOf, settledTemplate } from "../http/door.ts";
import { accepted as takenByMmsc, faulty, type Mmsc, startMmsc } from "../support/mmsc.ts";
import { migratedDatabase } from "../support/migrated.ts";
import { movableClock } from "../support/movable_clock.ts";
import { type LookupServer, startLookupServer } from "../support/provider.ts";
import {
  adminBody,
  shareShortCode,
  SHORT_CODE,
  startService,
  type TestService,
} from "../support/service.ts";
import { until } from "../support/until.ts";
import { basic, NAMESPACE } from "../support/vasp.ts";
import { type Body, FROM, sendMms, sendSms, TO } from "./traffic.ts";

const COOLDOWN_SECONDS = 30;
const ATT = "0001470";
const VERIZON = "0001890";

const clock = movableClock();
let test: TestService;
let firstMmsc: Mmsc;
let secondMmsc: Mmsc;
let provider: LookupServer;
let mmsId: string;

const spec = (rule: string, run: () => Promise<void>) =>
  Deno.test(`spec ${rule}`, async () => {
    await reset();
    await run();
  });

Deno.test.beforeAll(async () => {
  [firstMmsc, secondMmsc] = await Promise.all([startMmsc(), startMmsc()]);
  provider = startLookupServer();
  test = await startService({
    clock,
    senders: [SHORT_CODE, { ...SHORT_CODE, address: "222233" }],
    config: {
      DELIVER_RETRY: "0.1s",
      CONNECTOR_COOLDOWN: `${COOLDOWN_SECONDS}s`,
      OPERATOR_LOOKUP: "http",
      OPERATOR_LOOKUP_URL: provider.url,
      // Dozens of messages are asked for at once, perhaps on a busy machine.
      DATABASE_QUEUE_TIMEOUT: "1m",
    },
  });
  for (const [name, { url }] of Object.entries({ one: firstMmsc, two: secondMmsc })) {
    await expectStatus(201, "POST", "/connectors", { name, kind: "mmsc_mm7", url, vaspid: "us" });
  }
  const slide = [{ "message-text": "Hello" }];
  mmsId = await settledTemplate(test, { "fallback-sms-text": "See it", slide });
});

/** Removes the routes and the requests of the test before, and lets the carriers accept again. */
async function reset(): Promise<void> {
  for (const { route } of (await expectStatus(200, "GET", "/routes")).items) {
    await expectStatus(204, "DELETE", `/routes/${route}`);
  }
  for (const mmsc of [firstMmsc, secondMmsc]) {
    const name = mmsc === firstMmsc ? "one" : "two";
    mmsc.received.length = 0;
    mmsc.respond = (submitted) => takenByMmsc(submitted, `${name}-${crypto.randomUUID()}`);
  }
  provider.requests.length = 0;
  provider.respond = () => Response.json({ "operator-id": ATT });
  clock.advance(1000 * COOLDOWN_SECONDS); // closes the circuit breakers that the test before opened
}

Deno.test.afterAll(async () => {
  await test.stop();
  for (const part of [firstMmsc, secondMmsc, provider]) await part[Symbol.asyncDispose]();
});

/** Sends a request to the admin API, and returns the body of the response, which has this status. */
const expectStatus = (status: number, method: string, path: string, request?: unknown) =>
  adminBody(test, status, method, path, request);

const route = (connectors: string, fields: Record<string, unknown> = {}): Promise<Body> =>
  expectStatus(201, "POST", "/routes", { kind: "mms", connectors, ...fields });

const untilSubmitted = (id: string): Promise<Body> =>
  until(
    () => expectStatus(200, "GET", `/messages/${id}`),
    ({ state }) => state !== "accepted" && state !== "sent",
  );

/** Sends an MMS whose operator is known; returns it as operators see it once a carrier has it. */
const sent = async (fields: Record<string, unknown> = {}): Promise<Body> => {
  const { id } = await sendMms(test, mmsId, { "operator-id": ATT, ...fields }, ["N101"]);
  return await untilSubmitted(id);
};

let last = 16175551000;
/** Returns a number of which no operator has been reported. */
const nobody = () => String(++last);

const failing = () => ({ status: 503, body: "down" });
const detours = ({ history }: Body): string[] =>
  history.filter(({ event }: Body) => event === "goes by another connector")
    .map(({ details }: Body) => details);

spec("6.1 N101 is sent when processing begins, before a slow carrier responds", async () => {
  await route("one");
  const responding = Promise.withResolvers<void>();
  firstMmsc.respond = async (submitted) => {
    await responding.promise;
    return takenByMmsc(submitted, "slow-1");
  };
  const { id } = await sendMms(test, mmsId, { "operator-id": ATT }, ["N101"]);
  await firstMmsc.until(1);
  assert.equal((await expectStatus(200, "GET", `/messages/${id}`)).state, "sent");
  responding.resolve();
  assert.equal((await untilSubmitted(id))["carrier-id"], "slow-1");
});

// ── failover ──

spec(
  "routing: the first fails, so messages go by the second; they return when it recovers",
  async () => {
    await route("one,two");
    firstMmsc.respond = failing;
    const first = await sent();
    assert.deepEqual([first.connector, first.state], ["two", "submitted"]);
    assert.match(first["carrier-id"], /^two-/);
    assert.deepEqual(detours(first), ["one returned temporary (HTTP 503); next: two"]);

    const others = await Promise.all(Array.from({ length: 20 }, () => sent()));
    assert.deepEqual(new Set(others.map(({ connector }) => connector)), new Set(["two"]));
    assert.deepEqual(others.flatMap(detours), []);
    assert.equal(firstMmsc.received.length, 1, "it rests");

    clock.advance(1000 * COOLDOWN_SECONDS);
    assert.equal((await sent()).connector, "two");
    assert.equal(firstMmsc.received.length, 2, "one message tries it");

    firstMmsc.respond = (submitted) => takenByMmsc(submitted, `one-${crypto.randomUUID()}`);
    assert.equal((await sent()).connector, "two");
    clock.advance(1000 * COOLDOWN_SECONDS);
    for (let message = 0; message < 3; message++) assert.equal((await sent()).connector, "one");
    assert.equal(secondMmsc.received.length, 23);
  },
);

spec(
  "routing: a report finds a message that went another way, and names its operator",
  async () => {
    const relay = { "relay-username": "two", "relay-password": "s3cret" };
    await expectStatus(200, "PATCH", "/connectors/two", relay);
    await route("one,two");
    firstMmsc.respond = failing;
    const to = nobody();
    const message = await sent({ to });
    const response = await fetch(`${test.url}/mm7/relay/two`, {
      method: "POST",
      headers: {
        "content-type": "text/xml",
        "authorization": basic("two", "s3cret"),
        "x-service-carrier-id": VERIZON,
      },
      body: deliveryReport(message["carrier-id"], to),
    });
    assert.match(await response.text(), /<StatusCode>1000</);
    await test.receiver.untilCodes(message["tracking-id"], ["N101", "N102"]);
    // An operator named by the customer counts for that message only; one reported by a carrier is
    // stored.
    const next = await sendMms(test, mmsId, { to }, ["N101"]);
    assert.equal((await untilSubmitted(next.id))["operator-id"], VERIZON);
    assert.deepEqual(provider.requests, []);
  },
);

spec(
  "routing: where a carrier throttles the next one is asked, but the next message is its",
  async () => {
    await route("one,two");
    let slow = true;
    firstMmsc.respond = (submitted) => {
      if (!slow) return takenByMmsc(submitted, `one-${crypto.randomUUID()}`);
      slow = false;
      return { status: 429, headers: { "retry-after": "3600" }, body: "slow down" };
    };
    assert.deepEqual([(await sent()).connector, (await sent()).connector], ["two", "one"]);
  },
);

spec("routing: a message that a carrier refuses for good is not sent by another", async () => {
  await route("one,two");
  firstMmsc.respond = (submitted) => faulty(submitted, 2004);
  const { id } = await sendMms(test, mmsId, { "operator-id": ATT }, ["N101", "E102"]);
  assert.equal((await expectStatus(200, "GET", `/messages/${id}`)).connector, "one");
  assert.deepEqual([firstMmsc.received.length, secondMmsc.received.length], [1, 0]);
});

spec(
  "routing: while all fail a message waits, and goes by the first that works again",
  async () => {
    await route("one,two");
    firstMmsc.respond = secondMmsc.respond = failing;
    const { id } = await sendMms(test, mmsId, { "operator-id": ATT }, ["N101"]);
    await Promise.all([firstMmsc.until(2), secondMmsc.until(2)]);
    assert.equal((await expectStatus(200, "GET", `/messages/${id}`)).state, "sent");
    secondMmsc.respond = (submitted) => takenByMmsc(submitted, `two-${crypto.randomUUID()}`);
    assert.equal((await untilSubmitted(id)).connector, "two");
  },
);

spec("routing: a removed connector is skipped", async () => {
  const { url } = firstMmsc;
  const gone = { name: "gone", kind: "mmsc_mm7", url, vaspid: "us" };
  await expectStatus(201, "POST", "/connectors", gone);
  await route("gone,two");
  await expectStatus(204, "DELETE", "/connectors/gone?force=true");
  assert.equal((await sent()).connector, "two");
  assert.equal(firstMmsc.received.length, 0);
});

spec("6.2 Internal Routing Error: no connector of the route exists", async () => {
  await expectStatus(201, "POST", "/connectors", {
    name: "gone",
    kind: "mmsc_mm7",
    url: firstMmsc.url,
    vaspid: "us",
  });
  await route("gone", { kind: "sms" });
  await expectStatus(204, "DELETE", "/connectors/gone?force=true");
  const { postbacks } = await sendSms(test, {}, ["N201", "E201"]);
  assert.equal(postbacks.at(-1).status, "Failed");
});

// ── the table ──

spec("routing: the most specific row decides, for each message anew", async () => {
  const whose = { account: "acme", sender: FROM };
  const rows = [
    [{}, "loopback"],
    [{ operator: ATT }, "one"],
    [{ account: "acme" }, "two"],
    [{ account: "acme", operator: ATT }, "one"],
    [whose, "two"],
    [{ ...whose, operator: ATT }, "one"],
  ] as const;
  const other = { "operator-id": VERIZON };
  for (const [fields, connector] of rows) {
    await route(connector, fields);
    assert.equal((await sent()).connector, connector, JSON.stringify(fields));
  }
  assert.equal((await sent(other)).connector, "two");
  assert.equal((await sent({ from: "222233" })).connector, "one");
  assert.equal((await sent({ from: "222233", ...other })).connector, "two");
});

spec(
  "routing: without a row the sender's own connector is taken, then the default one",
  async () => {
    assert.equal((await sent()).connector, "loopback");
    await expectStatus(201, "POST", "/accounts/acme/senders", {
      ...SHORT_CODE,
      "address": "444455",
      "mms-connector": "one",
    });
    assert.equal((await sent({ from: "444455" })).connector, "one");
    await route("two");
    assert.equal((await sent({ from: "444455" })).connector, "two");
  },
);

spec("routing: changes of operators do not delay messages", async () => {
  await route("one");
  let editing = true;
  const edits = (async () => {
    for (let mms = false; editing; mms = !mms) {
      await expectStatus(200, "PATCH", `/operators/${ATT}`, { mms });
    }
  })();
  const submissions = Array.from({ length: 40 }, async () => {
    const send = { action: "sendsavedmms", from: FROM, to: TO, "mms-id": mmsId };
    const accepted = bodyOfSuccess(await ask(test, { ...send, "operator-id": ATT }));
    return await untilSubmitted(accepted["tracking-id"] as string);
  });
  // The edits end with the test, also where it fails.
  const messages = await Promise.all(submissions).finally(() => editing = false);
  await edits;
  for (const message of messages) {
    // As MMS by the one, as fallback SMS by the default, and by no other.
    const route = [message["sent-as"], message.connector].join(" by ");
    assert.ok(["MMS by one", "SMS by loopback"].includes(route), route);
  }
  await expectStatus(200, "PATCH", `/operators/${ATT}`, { mms: false });
  assert.equal((await sent())["sent-as"], "SMS");
  await expectStatus(204, "DELETE", `/operators/${ATT}`);
  assert.equal((await sent())["sent-as"], "MMS");
});

spec("routing: an added operator may be named, and decides", async () => {
  await expectStatus(200, "PATCH", "/operators/0003100", { name: "Tulip", country: "US" });
  await route("two", { operator: "0003100" });
  assert.equal((await sent({ "operator-id": "0003100" })).connector, "two");
  await expectStatus(204, "DELETE", "/operators/0003100");
  const refused = await ask(test, {
    action: "sendsms",
    from: FROM,
    to: TO,
    "message-text": "Hello",
    "operator-id": "0003100",
  });
  assert.equal(faultOf(refused), "E651 400");
});

// ── lookup of the recipient's operator ──

const sms = (fields: Record<string, unknown> = {}) =>
  ask(test, { action: "sendsms", from: FROM, to: nobody(), "message-text": "Hello", ...fields });

spec(
  "1.9 without an operator-id the operator is looked up, once; with one it is not",
  async () => {
    await route("loopback", { kind: "sms", operator: ATT });
    const to = nobody();
    const { id } = await sendSms(test, { to });
    assert.equal((await expectStatus(200, "GET", `/messages/${id}`))["operator-id"], ATT);
    await sendSms(test, { to });
    await sendSms(test, { to: nobody(), "operator-id": VERIZON });
    assert.deepEqual(provider.requests.map(({ number }) => number), [to]);
    // A result counts for OPERATOR_TTL.
    clock.advance(31 * 86_400_000);
    await sendSms(test, { to });
    assert.equal(provider.requests.length, 2);
  },
);

spec("1.9 an operator named by a customer counts for that message only", async () => {
  await route("loopback", { kind: "sms", operator: ATT });
  const to = nobody();
  await sendSms(test, { to, "operator-id": VERIZON });
  const { id } = await sendSms(test, { to });
  assert.equal((await expectStatus(200, "GET", `/messages/${id}`))["operator-id"], ATT);
});

spec("1.9 lookups are counted by account and day", async () => {
  const count = async () => {
    const { items } = await expectStatus(200, "GET", "/lookups?account=acme");
    return items.reduce((sum: number, { lookups }: Body) => sum + lookups, 0);
  };
  await route("loopback", { kind: "sms", operator: ATT });
  const before = await count();
  const to = nobody();
  // A hundred at once to one number.
  const held = Promise.withResolvers<void>();
  provider.respond = async () => {
    await held.promise;
    return Response.json({ "operator-id": ATT });
  };
  const sends = Array.from({ length: 100 }, () => sms({ to }));
  await provider.until(1);
  held.resolve();
  assert.ok((await Promise.all(sends)).every(({ status }) => status === 200));
  assert.deepEqual([provider.requests.length, await count() - before], [1, 1]);
  provider.respond = () => Response.json({ "operator-id": null });
  assert.equal((await sms()).status, 200);
  assert.equal(await count() - before, 2, "a response that the number is unknown is a result");
  provider.respond = () => new Response(null, { status: 500 });
  assert.equal(faultOf(await sms()), "E618 503");
  assert.equal(await count() - before, 2, "a failure is none");
});

spec("1.9 a lookup without effect on the route is not made", async () => {
  await route("loopback", { kind: "sms" });
  await route("loopback", { kind: "sms", account: "acme", sender: "222233", operator: ATT });
  await sendSms(test, { to: nobody() });
  assert.deepEqual(provider.requests, []);
  await sendSms(test, { to: nobody(), from: "222233" });
  assert.equal(provider.requests.length, 1);
});

spec("4.4 force-send-as-sms: without an operator-id the lookup is bypassed", async () => {
  provider.respond = () => new Response(null, { status: 500 });
  await route("loopback", { kind: "sms", operator: ATT });
  const forced = { "force-send-as-sms": true, to: nobody() };
  const { postbacks } = await sendMms(test, mmsId, forced);
  assert.deepEqual(postbacks.map((postback) => postback["sent-as"]), ["SMS", "SMS"]);
  assert.deepEqual(provider.requests, []);
});

spec("E618 only where the route needs the operator, with Retry-After", async () => {
  provider.respond = () => new Response(null, { status: 500 });
  assert.equal((await sms()).status, 200, "no row names an operator");
  const { id } = await sendMms(test, mmsId, { to: nobody() }, ["N101", "N102"]);
  assert.equal((await expectStatus(200, "GET", `/messages/${id}`))["operator-id"], null);

  await route("loopback", { kind: "sms", operator: ATT });
  const to = nobody();
  const refused = await sms({ to });
  assert.equal(faultOf(refused), "E618 503");
  assert.equal(refused.headers.get("retry-after"), "5");
  // It is asked again only after these seconds.
  provider.respond = () => Response.json({ "operator-id": ATT });
  assert.equal(faultOf(await sms({ to })), "E618 503");
  clock.advance(5_000);
  assert.equal((await sms({ to })).status, 200);
});

spec("E618 of an MMS where some operator takes none", async () => {
  const send = () => ({ action: "sendsavedmms", from: FROM, to: nobody(), "mms-id": mmsId });
  await expectStatus(200, "PATCH", "/operators/0003100", {
    name: "Old",
    country: "US",
    mms: false,
  });
  try {
    provider.respond = () => new Response(null, { status: 500 });
    assert.equal(faultOf(await ask(test, send())), "E618 503");
    assert.equal((await ask(test, { ...send(), "operator-id": ATT })).status, 200);
    provider.respond = () => Response.json({ "operator-id": "0003100" });
    const { postbacks } = await sendMms(test, mmsId, { to: nobody() });
    assert.equal(postbacks[0]["sent-as"], "SMS");
  } finally {
    await expectStatus(204, "DELETE", "/operators/0003100");
  }
});

spec("E619 where only listed operators are served, and this one is not listed", async () => {
  await route("", { kind: "sms" });
  await route("loopback", { kind: "sms", operator: ATT });
  assert.equal(faultOf(await sms({ "operator-id": VERIZON })), "E619 403");
  assert.equal((await sms({ "operator-id": ATT })).status, 200);
  provider.respond = (number) =>
    Response.json({ "operator-id": number.endsWith("1") ? ATT : VERIZON });
  last = 16175552000;
  const [listed, other] = [await sms(), await sms()];
  assert.deepEqual([listed.status, faultOf(other)], [200, "E619 403"]);
  provider.respond = () => Response.json({ "operator-id": null });
  assert.equal(faultOf(await sms()), "E619 403", "of no operator that is known");
});

spec("E619 of an MMS where neither kind is served; else it falls back", async () => {
  await route("", { kind: "mms" });
  const { postbacks } = await sendMms(test, mmsId, { "operator-id": ATT });
  assert.equal(postbacks[0]["sent-as"], "SMS");
  await route("", { kind: "sms" });
  const send = { action: "sendsavedmms", from: FROM, to: TO, "mms-id": mmsId };
  assert.equal(faultOf(await ask(test, send)), "E619 403");
});

/** Builds the MMSC's report of a message that was retrieved. */
function deliveryReport(messageId: string, to: string): string {
  return `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Header>` +
    `<TransactionID xmlns="${NAMESPACE}" s:mustUnderstand="1">tx-1</TransactionID></s:Header>` +
    `<s:Body><DeliveryReportReq xmlns="${NAMESPACE}"><MM7Version>6.8.0</MM7Version>` +
    `<MessageID>${messageId}</MessageID><Recipient><Number>${to}</Number></Recipient>` +
    `<Sender><ShortCode>${FROM}</ShortCode></Sender><Date>2026-11-20T21:13:52Z</Date>` +
    `<MMStatus>Retrieved</MMStatus></DeliveryReportReq></s:Body></s:Envelope>`;
}

Deno.test("of two services on one database each uses the routes that were set on the other", async () => {
  await reset();
  const DATABASE_URL = await migratedDatabase();
  const clock = movableClock();
  await using here = await startService({ config: { DATABASE_URL } });
  await using there = await startService({
    clock,
    config: { DATABASE_URL, ACCOUNT_CACHE_TTL: "5s" },
    account: { id: "second" },
    senders: [],
  });
  const { apiKey } = await createAccount(here.service.provision, { id: "both", name: "Both" });
  await shareShortCode(here, "both");
  const send = async () => {
    const body = { action: "sendsms", from: FROM, to: TO, "message-text": "x" };
    const response = await ask(there, { ...body, "operator-id": "0003100" }, { key: apiKey });
    return response.status === 200 ? "taken" : faultOf(response);
  };
  assert.equal(await send(), "E651 400");
  await here.admin("PATCH", "/operators/0003100", { name: "Tulip", country: "US" });
  clock.advance(5_000);
  assert.equal(await send(), "taken");
  await here.admin("POST", "/routes", { kind: "sms", operator: "0003100", connectors: "" });
  assert.equal(await send(), "taken", "within ACCOUNT_CACHE_TTL");
  clock.advance(5_000);
  assert.equal(await send(), "E619 403");
});
