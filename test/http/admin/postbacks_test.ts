/** Postbacks in the admin API: listing, replay, change of secrets, and pings of receivers. */
import type { NewAccountFields } from "../../../src/actions/provision.ts";
import assert from "node:assert/strict";
import { Webhook } from "standardwebhooks";
import { systemClock } from "../../../src/adapters/system/clock.ts";
import { newCustomer } from "../../support/customer.ts";
import { runProgram } from "../../support/program.ts";
import type { ReceivedPostback } from "../../support/receiver.ts";
import { ADMIN_TOKEN, adminBody, startService, type TestService } from "../../support/service.ts";
import { until } from "../../support/until.ts";

const DAY = 86_400_000;

let test: TestService;
/** Advance of the service's clock. */
let ahead = 0;

Deno.test.beforeAll(async () => {
  test = await startService({
    clock: { now: () => systemClock.now() + ahead },
    config: {
      POSTBACK_SCHEDULE: "0.1s",
      POSTBACK_TIMEOUT: "2m",
      ACCOUNT_CACHE_TTL: "0s",
      // Postbacks that arrive were sent at once, not found by a later poll.
      RESCUE_INTERVAL: "1h",
    },
  });
});

Deno.test.afterAll(() => test.stop());

/** Sends a request to the admin API, and returns the body of the response, which has this status. */
const expectStatus = (status: number, method: string, path: string, request?: unknown) =>
  adminBody(test, status, method, path, request);

// deno-lint-ignore no-explicit-any -- as above
async function listed(query: string): Promise<any[]> {
  return (await expectStatus(200, "GET", `/postbacks?${query}`)).items;
}

/** Lists the postbacks of an account in a state, once there are this many. */
const untilListed = (account: string, state: string, count: number) =>
  until(
    () => listed(`account=${account}&state=${state}&limit=200`),
    ({ length }) => length === count,
  );

const customerOf = (fields?: Partial<NewAccountFields>) => newCustomer(test, fields);

/** Responses that refuse all postbacks, then accept all. */
const REFUSE = () => new Response(null, { status: 500 });
const TAKE = () => new Response(null, { status: 204 });

const idsOf = (received: readonly ReceivedPostback[]) =>
  received.map(({ headers }) => headers.get("webhook-id"));

function verify({ headers, raw }: ReceivedPostback, secret: string): void {
  new Webhook(secret).verify(raw, Object.fromEntries(headers));
}

/** Lists the secrets that signed a postback, in the order of its signatures. */
function signersOf({ headers, raw }: ReceivedPostback, secrets: Record<string, string>): string[] {
  const at = new Date(Number(headers.get("webhook-timestamp")) * 1000);
  const names = Object.keys(secrets);
  return headers.get("webhook-signature")!.split(" ").map((signature) =>
    names.find((name) =>
      new Webhook(secrets[name]!).sign(headers.get("webhook-id")!, at, raw) === signature
    ) ?? signature
  );
}

Deno.test("postbacks that never arrived are listed, and arrive in order when replayed", async () => {
  await using customer = await customerOf();
  const { account, receiver } = customer;
  await using other = await customerOf();
  receiver.respond = other.receiver.respond = REFUSE;
  const sent = [await customer.send(), await customer.send()];
  await other.send();
  const dead = await untilListed(account, "dead", 4);
  await untilListed(other.account, "dead", 2);
  assert.deepEqual(
    dead.map((postback) => [postback["tracking-id"], postback.code]),
    sent.toReversed().flatMap((id) => [[id, "N202"], [id, "N201"]]),
  );
  const { "created-at": createdAt, "failed-attempts": attempts, body, ...first } = dead[3];
  assert.deepEqual(first, {
    receiver: "default",
    "id": dead[3].id,
    "account": account,
    "tracking-id": sent[0],
    "code": "N201",
    "state": "dead",
    "attempts": 2,
    "sent-at": null,
    "next-attempt-at": null,
    "replayed-at": null,
    "last-error": "HTTP 500",
  });
  assert.deepEqual(
    attempts.map((attempt: Record<string, unknown>) => [attempt["http-status"], attempt.response]),
    [[500, null], [500, null]],
  );
  assert.ok(createdAt <= new Date().toISOString());
  assert.equal(body["tracking-id"], sent[0]);

  receiver.respond = TAKE;
  const refused = receiver.received.length;
  const since = dead.map((postback) => postback["created-at"]).sort()[0];
  const filter = { account, state: "dead", since };
  assert.deepEqual(await expectStatus(200, "POST", "/postbacks/replay", filter), { replayed: 4 });
  await untilListed(account, "sent", 4);
  const arrived = receiver.received.slice(refused);
  assert.deepEqual(idsOf(arrived).toSorted(), dead.map(({ id }) => id).toSorted());
  for (const id of sent) {
    const codes = arrived.filter((postback) => postback.body["tracking-id"] === id).map((
      { body },
    ) => body.code);
    assert.deepEqual(codes, ["N201", "N202"]);
  }
  for (const postback of arrived) verify(postback, customer.webhookSecret);
  assert.equal((await untilListed(other.account, "dead", 2)).length, 2);
});

Deno.test("a postback is replayed, even a delivered one, but not one that is being sent", async () => {
  await using customer = await customerOf();
  const { account, receiver } = customer;
  const id = await customer.send();
  const [n202, n201] = await untilListed(account, "sent", 2);
  const replayed = await expectStatus(200, "POST", `/postbacks/${n201.id}/replay`);
  assert.deepEqual([replayed.id, replayed.state, replayed.attempts], [n201.id, "pending", 0]);
  assert.ok(replayed["replayed-at"] > n201["sent-at"]);
  await receiver.untilCodes(id, ["N201", "N202", "N201"]);
  assert.deepEqual(idsOf(receiver.received), [n201.id, n202.id, n201.id]);
  assert.equal(receiver.received[0]!.raw, receiver.received[2]!.raw);

  const taking = Promise.withResolvers<Response>();
  const requested = Promise.withResolvers<void>();
  receiver.respond = () => {
    requested.resolve();
    return taking.promise;
  };
  await untilListed(account, "sent", 2);
  await expectStatus(200, "POST", `/postbacks/${n201.id}/replay`);
  await requested.promise;
  const { "error-info": info } = await expectStatus(409, "POST", `/postbacks/${n201.id}/replay`);
  assert.match(info, /^an attempt at the postback, or one before it, is under way$/);
  const filter = { account, state: "sent" };
  assert.deepEqual(await expectStatus(200, "POST", "/postbacks/replay", filter), { replayed: 1 });
  taking.resolve(TAKE());
  await untilListed(account, "sent", 2);
  await expectStatus(404, "POST", "/postbacks/nobody/replay");
});

Deno.test("a filter that is incomplete or invalid is refused", async () => {
  const bad: [body: unknown, info: RegExp][] = [
    [{}, /at least one field/],
    [{ state: "sent" }, /sent needs an account or a tracking-id/],
    [{ state: "sent", since: "2026-07-01" }, /sent needs/],
    [{ state: "pending" }, /state/],
    [{ account: "acme", since: "yesterday" }, /since is not ISO 8601/],
    [{ account: "acme", until: "2026-02-30" }, /until is not ISO 8601/],
    [{ account: "acme", colour: "red" }, /colour/],
  ];
  for (const [body, info] of bad) {
    const response = await expectStatus(400, "POST", "/postbacks/replay", body);
    assert.match(response["error-info"], info, JSON.stringify(body));
  }
  for (const query of ["since=soon", "state=lost", "cursor=7", "limit=0"]) {
    await expectStatus(400, "GET", `/postbacks?${query}`);
  }
});

Deno.test("the command line lists and replays", async () => {
  await using customer = await customerOf();
  const { account, receiver } = customer;
  receiver.respond = REFUSE;
  const id = await customer.send();
  await untilListed(account, "dead", 2);
  const admin = async (...args: string[]) => {
    const env = { SLIDEPOST_URL: test.url, ADMIN_TOKEN };
    const { code, stdout, stderr } = await runProgram({ args: ["admin", ...args, "--json"], env });
    assert.equal(code, 0, stdout + stderr);
    return JSON.parse(stdout);
  };
  const { items } = await admin("postback", "list", "--tracking-id", id, "--code", "N201");
  assert.deepEqual(items.map(({ state }: { state: string }) => state), ["dead"]);
  receiver.respond = TAKE;
  assert.deepEqual(
    await admin("postback", "replay-all", "--account", account, "--state", "dead"),
    { replayed: 2 },
  );
  await untilListed(account, "sent", 2);
  const { state } = await admin("postback", "replay", items[0].id);
  assert.equal(state, "pending");
});

Deno.test("parked postbacks go out in order once the account has a URL", async () => {
  await using customer = await customerOf({ postbackUrl: null });
  const { account, receiver } = customer;
  const id = await customer.send();
  await untilListed(account, "parked", 2);
  await expectStatus(200, "PATCH", `/accounts/${account}`, { name: "Still without" });
  assert.deepEqual(receiver.received, []);
  await expectStatus(200, "PATCH", `/accounts/${account}`, { "postback-url": receiver.url });
  await receiver.untilCodes(id, ["N201", "N202"]);
});

Deno.test("new postbacks do not overtake parked ones", async () => {
  await using customer = await customerOf({ postbackUrl: null });
  const { account, receiver } = customer;
  const id = await customer.send("16175550102");
  await untilListed(account, "parked", 1);
  // No notification follows, so parked postbacks stay parked.
  await test.service.provision.accounts.change(account, { postbackUrl: receiver.url });
  const report = { "tracking-id": id, outcome: "delivered" };
  await expectStatus(200, "POST", "/loopback/reports", report);
  await untilListed(account, "parked", 2);
  assert.deepEqual(receiver.received, []);
  await expectStatus(200, "PATCH", `/accounts/${account}`, { "postback-url": receiver.url });
  await receiver.untilCodes(id, ["N201", "N202"]);
});

Deno.test("postbacks parked since a 410 go to the next URL", async () => {
  await using customer = await customerOf();
  const { account, receiver } = customer;
  receiver.respond = () => new Response(null, { status: 410 });
  const id = await customer.send();
  await untilListed(account, "parked", 2);
  receiver.respond = TAKE;
  const url = `${receiver.url}?again`;
  await expectStatus(200, "PATCH", `/accounts/${account}`, { "postback-url": url });
  await receiver.untilCodes(id, ["N201", "N201", "N202"]);
});

Deno.test("a replaced secret signs beside the new one until it expires, and no longer", async () => {
  await using customer = await customerOf();
  const { account, receiver } = customer;
  const secrets: Record<string, string> = { first: customer.webhookSecret };
  const rotate = async (name: string, body?: unknown): Promise<string | null> => {
    const response = await expectStatus(201, "POST", `/accounts/${account}/webhook-secret`, body);
    assert.match(response["webhook-secret"], /^whsec_/);
    secrets[name] = response["webhook-secret"];
    return response["former-until"];
  };
  /** Lists the secrets that sign now. */
  const signers = async () => {
    const from = receiver.received.length;
    await customer.send("16175550102");
    const received = await receiver.until(({ length }) => length > from);
    return signersOf(received[from]!, secrets);
  };
  assert.deepEqual(await signers(), ["first"]);

  const before = systemClock.now();
  const overlap = Date.parse((await rotate("second"))!) - before;
  const most = DAY + systemClock.now() - before;
  assert.ok(DAY - 1 <= overlap && overlap <= most, "WEBHOOK_SECRET_OVERLAP");
  assert.deepEqual(await signers(), ["second", "first"]);
  for (const secret of Object.values(secrets)) verify(receiver.received.at(-1)!, secret);

  await rotate("third", { keep: 3600 });
  assert.deepEqual(await signers(), ["third", "second"]);
  ahead += 3_601_000;
  assert.deepEqual(await signers(), ["third"]);
  ahead = 0;

  assert.equal(await rotate("fourth", { keep: 0 }), null);
  assert.deepEqual(await signers(), ["fourth"]);
  assert.equal(new Set(Object.values(secrets)).size, 4);

  for (const seconds of [-1, 2_592_001, 1.5, "1"]) {
    await expectStatus(400, "POST", `/accounts/${account}/webhook-secret`, { keep: seconds });
  }
  await expectStatus(404, "POST", "/accounts/nobody/webhook-secret", {});
});
