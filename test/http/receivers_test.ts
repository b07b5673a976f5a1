/** Receivers of an account's postbacks (contract section 9): one service, a customer for each test. */
import assert from "node:assert/strict";
import { type Customer, newCustomer } from "../support/customer.ts";
import { migratedDatabase } from "../support/migrated.ts";
import { addReceiver, changeReceiver, isSignedBy } from "../support/named_receiver.ts";
import { startReceiver } from "../support/receiver.ts";
import { adminBody, jsonOf, startService, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";

type Case = (customer: Customer, test: TestService) => Promise<void>;

const SENT = ["N201", "N202"];

Deno.test("receivers", async (t) => {
  await using test = await startService({
    config: {
      POSTBACK_SCHEDULE: "0.1s, 1h",
      POSTBACK_TIMEOUT: "2m",
      RESCUE_INTERVAL: "1s",
      ACCOUNT_CACHE_TTL: "0s",
    },
  });
  await Promise.all(
    Object.entries(CASES).map(([name, run]) =>
      t.step({
        name,
        sanitizeOps: false,
        sanitizeResources: false,
        sanitizeExit: false,
        async fn() {
          await using customer = await newCustomer(test);
          await run(customer, test);
        },
      })
    ),
  );
});

/** Lists the postbacks of a message by receiver, as `code state`. */
async function statesOf(
  test: TestService,
  trackingId: string,
  receiver: string,
): Promise<string[]> {
  const path = `/postbacks?tracking-id=${trackingId}&receiver=${receiver}`;
  const { items } = await adminBody(test, 200, "GET", path);
  return items.map(({ code, state }: Record<string, string>) => `${code} ${state}`).reverse();
}

const untilStates = (test: TestService, trackingId: string, receiver: string, states: string[]) =>
  until(() => statesOf(test, trackingId, receiver), (found) => found.join() === states.join());

const CASES: Record<string, Case> = {
  async "each get every postback, under its own id and secret"(customer, test) {
    await using archive = await addReceiver(test, customer.account, "archive");
    const id = await customer.send();
    await customer.receiver.untilCodes(id, SENT);
    await archive.receiver.untilCodes(id, SENT);
    const ids = new Set<string>();
    for (
      const { receiver, secret } of [
        { receiver: customer.receiver, secret: customer.webhookSecret },
        archive,
      ]
    ) {
      for (const postback of receiver.received) {
        assert.ok(isSignedBy(secret, postback));
        ids.add(postback.headers.get("webhook-id")!);
      }
    }
    assert.equal(ids.size, 4);
    const bodies = (received: { raw: string }[]) => received.map(({ raw }) => raw);
    assert.deepEqual(bodies(archive.receiver.received), bodies(customer.receiver.received));
    // The history has each event once.
    const { history, postbacks } = await customer.message(id);
    assert.deepEqual(
      history.map(({ event }: { event: string }) => event),
      ["accepted", "begin", "taken", "delivered"],
    );
    assert.deepEqual(
      postbacks.map(({ code, receiver }: Record<string, string>) => `${code} ${receiver}`).sort(),
      ["N201 archive", "N201 default", "N202 archive", "N202 default"],
    );
  },

  async "get the codes, senders and campaigns that they ask for"(customer, test) {
    const { account, receiver } = customer;
    await test.admin("POST", `/accounts/${account}/senders`, {
      address: "18005550199",
      kind: "toll-free",
      country: "US",
      shared: true,
    });
    await using ends = await addReceiver(test, account, "ends", { codes: "N202, E201" });
    await using tollFree = await addReceiver(test, account, "toll-free", {
      senders: "18005550199",
    });
    await using spring = await addReceiver(test, account, "spring", {
      "campaign-refs": "spring,summer",
      codes: "N201",
    });
    const first = await customer.send("16175550100", { "campaign-ref": "spring" });
    const second = await customer.send("16175550100", { from: "18005550199" });
    for (const id of [first, second]) await receiver.untilCodes(id, SENT);
    await ends.receiver.until((received) => received.length === 2);
    await tollFree.receiver.untilCodes(second, SENT);
    await spring.receiver.untilCodes(first, ["N201"]);
    assert.deepEqual([first, second].map((id) => ends.receiver.codes(id)), [["N202"], ["N202"]]);
    assert.deepEqual(tollFree.receiver.codes(first), []);
    assert.deepEqual(spring.receiver.codes(second), []);
    for (const { name } of [tollFree, spring]) {
      const other = name === "spring" ? second : first;
      assert.deepEqual(await statesOf(test, other, name), []);
    }
  },

  async "leave default out where it is disabled, and getevents has each event once"(
    customer,
    test,
  ) {
    const { account } = customer;
    const { "next-cursor": after } = await jsonOf(await customer.post({ action: "getevents" }));
    await using archive = await addReceiver(test, account, "archive", { codes: "N202" });
    await changeReceiver(test, account, "default", { disabled: true });
    const id = await customer.send();
    await archive.receiver.untilCodes(id, ["N202"]);
    const [unwanted, wanted] = await until(
      async () => (await jsonOf(await customer.post({ action: "getevents", after }))).event,
      ({ length }) => length === 2,
    );
    assert.deepEqual([unwanted.body.code, wanted.body.code], SENT);
    assert.equal(
      wanted["webhook-id"],
      archive.receiver.received[0]!.headers.get("webhook-id"),
    );
    // A postback that no receiver wants is none to list, to read or to replay.
    assert.deepEqual(await statesOf(test, id, "default"), []);
    const path = `/postbacks/${unwanted["webhook-id"]}/replay`;
    assert.equal((await test.admin("POST", path)).status, 404);
    assert.deepEqual(customer.receiver.received, []);
    const { history, postbacks } = await customer.message(id);
    assert.deepEqual([history.length, postbacks.length], [4, 1]);
  },

  async "do not wait for one that is down, and each is replayed by itself"(customer, test) {
    const { account } = customer;
    await using down = await addReceiver(test, account, "down");
    down.receiver.respond = () => new Response(null, { status: 500 });
    const id = await customer.send();
    await customer.receiver.untilCodes(id, SENT);
    await down.receiver.until((received) => received.length === 2);
    await untilStates(test, id, "down", ["N201 pending", "N202 pending"]);
    const path = `/status/receivers?account=${account}`;
    const pending = await until(
      async () =>
        (await adminBody(test, 200, "GET", path)).items.map((
          { pending, receiver }: { pending: number; receiver: string },
        ) => `${receiver} ${pending}`),
      (counts) => counts.includes("down 2"),
    );
    assert.deepEqual(pending, ["default 0", "down 2"]);

    // Sent again to the one that is named.
    const before = customer.receiver.received.length;
    const selection = { account, receiver: "default", state: "sent" };
    const { replayed } = await adminBody(test, 200, "POST", "/postbacks/replay", selection);
    assert.equal(replayed, 2);
    await customer.receiver.until((received) => received.length === before + 2);
    assert.equal(down.receiver.received.length, 2);
  },

  async "are parked while disabled or without a URL, and follow in order"(customer, test) {
    const { account } = customer;
    await using crm = await addReceiver(test, account, "crm");
    crm.receiver.respond = () => new Response(null, { status: 410 });
    const first = await customer.send();
    await untilStates(test, first, "crm", ["N201 parked", "N202 parked"]);
    // The one that is gone lost its URL, and no other did.
    const listed = await adminBody(test, 200, "GET", `/accounts/${account}/receivers`);
    assert.deepEqual(
      listed.items.map(({ receiver, url }: Record<string, string>) => [receiver, url]),
      [["default", customer.receiver.url], ["crm", null]],
    );
    const second = await customer.send();
    await untilStates(test, second, "crm", ["N201 parked", "N202 parked"]);
    crm.receiver.respond = () => new Response(null, { status: 204 });
    await changeReceiver(test, account, "crm", { url: crm.receiver.url });
    await crm.receiver.untilCodes(second, SENT);
    await crm.receiver.untilCodes(first, ["N201", ...SENT]);
  },

  async "are changed field by field, also at once"(customer, test) {
    const { account } = customer;
    await using crm = await addReceiver(test, account, "crm");
    const changes = [
      { codes: "N202" },
      { senders: "111122" },
      { "campaign-refs": "spring" },
      { format: "xml" },
      { disabled: true },
      { url: "https://crm.example.com/" },
    ];
    await Promise.all(changes.map((change) => changeReceiver(test, account, crm.name, change)));
    const now = await changeReceiver(test, account, crm.name, {});
    for (const [field, value] of Object.entries(Object.assign({}, ...changes))) {
      assert.equal(now[field], value, field);
    }
    const all = await changeReceiver(test, account, crm.name, { codes: null, url: null });
    assert.deepEqual([all.codes, all.url, all.senders], [null, null, "111122"]);
  },

  async "that are removed get nothing more"(customer, test) {
    const { account } = customer;
    await using gone = await addReceiver(test, account, "gone");
    const removed = Promise.withResolvers<void>();
    gone.receiver.respond = async () => {
      await removed.promise;
      return new Response(null, { status: 503 });
    };
    const id = await customer.send();
    await customer.receiver.untilCodes(id, SENT);
    await test.admin("DELETE", `/accounts/${account}/receivers/gone`);
    removed.resolve();
    await untilStates(test, id, "gone", ["N201 dead", "N202 dead"]);
    const { items } = await adminBody(
      test,
      200,
      "GET",
      `/postbacks?tracking-id=${id}&receiver=gone`,
    );
    assert.equal(items[0]["last-error"], "the receiver was removed");
    const other = await customer.send();
    await customer.receiver.untilCodes(other, SENT);
    assert.deepEqual(await statesOf(test, other, "gone"), []);
  },

  async "verify with their own secrets, and sign with both while one is replaced"(customer, test) {
    const { account } = customer;
    await using crm = await addReceiver(test, account, "crm");
    const path = `/accounts/${account}/webhook-secret?receiver=crm`;
    const { "webhook-secret": next } = await adminBody(test, 201, "POST", path, { keep: 3600 });
    const id = await customer.send();
    await crm.receiver.untilCodes(id, SENT);
    await customer.receiver.untilCodes(id, SENT);
    for (const postback of crm.receiver.received) {
      for (const secret of [crm.secret, next]) {
        assert.ok(isSignedBy(secret, postback));
      }
    }
    for (const postback of customer.receiver.received) {
      assert.ok(isSignedBy(customer.webhookSecret, postback));
      assert.ok(!isSignedBy(next, postback));
    }
  },

  async "are tested one by one"(customer, test) {
    const { account } = customer;
    await using crm = await addReceiver(test, account, "crm", { format: "xml" });
    const pinged = await adminBody(test, 200, "POST", `/accounts/${account}/ping?receiver=crm`);
    assert.equal(pinged.taken, true);
    const [sample] = crm.receiver.received;
    assert.equal(sample!.body.code, "PING");
    assert.ok(isSignedBy(crm.secret, sample!));
    assert.equal(customer.receiver.received.length, 0);
    const unknown = await test.admin("POST", `/accounts/${account}/ping?receiver=none`);
    assert.deepEqual([unknown.status, unknown.body["error-code"]], [404, "E100"]);
  },
};

Deno.test("an account has 20 receivers at most, however many requests come at once", async () => {
  await using test = await startService();
  const body = (nth: number) => ({ receiver: `r-${nth}`, url: "https://crm.example.com/" });
  const responses = await Promise.all(
    Array.from(
      { length: 24 },
      (_, nth) => test.admin("POST", "/accounts/acme/receivers", body(nth)),
    ),
  );
  const statuses = responses.map(({ status }) => status).sort();
  assert.deepEqual(statuses, [...Array(19).fill(201), ...Array(5).fill(409)]);
  const refused = responses.find(({ status }) => status === 409)!;
  assert.equal(refused.body["error-info"], "an account has 20 receivers at most");
  const { items } = await adminBody(test, 200, "GET", "/accounts/acme/receivers");
  assert.equal(items.length, 20);
});

Deno.test("a receiver made at one machine gets what another one sends", async () => {
  const DATABASE_URL = await migratedDatabase();
  const config = { DATABASE_URL, ACCOUNT_CACHE_TTL: "0s", RESCUE_INTERVAL: "1s" };
  await using first = await startService({ config });
  await using second = await startService({ config, account: { id: "second" }, senders: [] });
  await using customer = await newCustomer(first);
  await using crm = await addReceiver(first, customer.account, "crm");
  const callback = await startReceiver();
  const body = { "action": "sendsms", "from": "111122", "to": "16175550100", "message-text": "Hi" };
  const headers = { "x-api-key": customer.apiKey };
  const send = async (fields = {}) =>
    (await jsonOf(await second.post({ ...body, ...fields }, headers)))["tracking-id"];
  const [plain, called] = [await send(), await send({ "status-callback": callback.url })];
  await crm.receiver.untilCodes(plain, SENT);
  await crm.receiver.untilCodes(called, SENT);
  await customer.receiver.untilCodes(plain, SENT);
  await callback.untilCodes(called, SENT);
  await callback.stop();
});
