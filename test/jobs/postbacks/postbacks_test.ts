/** Postbacks of a running service, at real receivers. One service; a customer for each test. */
import type { NewAccountFields } from "../../../src/actions/provision.ts";
import assert from "node:assert/strict";
import { Webhook } from "standardwebhooks";
import { type Customer, newCustomer } from "../../support/customer.ts";
import type { ReceivedPostback } from "../../support/receiver.ts";
import { startService, type TestService } from "../../support/service.ts";
import { refusingPort } from "../../support/refusing_port.ts";
import { until } from "../../support/until.ts";

const TRIES = 3;

interface Case {
  account?: Partial<NewAccountFields>;
  run(customer: Customer, test: TestService): Promise<void>;
}

Deno.test("postbacks", async (t) => {
  await using test = await startService({
    config: {
      POSTBACK_SCHEDULE: "0.2s, 0.3s",
      POSTBACK_TIMEOUT: "2m",
      DATABASE_QUEUE_TIMEOUT: "10m",
      DATABASE_STATEMENT_TIMEOUT: "10m",
      ACCOUNT_CACHE_TTL: "0s",
    },
  });
  // They mostly wait, so all run at once.
  await Promise.all(
    Object.entries(CASES).map(([name, { account, run }]) =>
      t.step({
        name,
        sanitizeOps: false,
        sanitizeResources: false,
        sanitizeExit: false,
        async fn() {
          await using customer = await newCustomer(test, account);
          await run(customer, test);
        },
      })
    ),
  );
});

Deno.test("postbacks give up on a receiver that does not respond in time, and retry", async () => {
  await using test = await startService({
    config: {
      // A second may be too short on a busy machine, more than once.
      POSTBACK_SCHEDULE: Array(100).fill("0.1s").join(),
      POSTBACK_TIMEOUT: "1s",
      POSTBACK_FAILURE_THRESHOLD: "1000",
    },
  });
  await using customer = await newCustomer(test);
  const { receiver } = customer;
  const released = Promise.withResolvers<void>();
  let requests = 0;
  receiver.respond = async () => {
    if (++requests === 1) await released.promise;
    return new Response(null, { status: 204 });
  };
  const id = await customer.send();
  await receiver.until(() => receiver.codes(id).includes("N202"));
  const [n201] = (await untilSettled(customer, id)).postbacks;
  released.resolve();
  assert.equal(n201.state, "sent");
  assert.ok(n201.attempts >= 1);
  assert.match(n201["last-error"], /did not respond completely in time/);
});

const CASES: Record<string, Case> = {
  "are signed as Standard Webhooks, each with an id of its own": {
    async run(customer) {
      const id = await customer.send();
      await customer.receiver.untilCodes(id, ["N201", "N202"]);
      for (const postback of customer.receiver.received) verify(postback, customer.webhookSecret);
      assert.equal(webhookIds(customer).size, 2);
      const other = `whsec_${btoa("another secret of 24 byt")}`;
      assert.throws(() => verify(customer.receiver.received[0]!, other));
    },
  },

  "are signed with each of two secrets": {
    async run(customer, { service }) {
      const secrets = [`whsec_${btoa("the newer of two secrets")}`, customer.webhookSecret];
      const times = { now: Date.now(), overlapUntil: Date.now() + 3_600_000 };
      await service.provision.accounts.rotateSecret(
        customer.account,
        "default",
        secrets[0]!,
        times,
      );
      await customer.receiver.untilCodes(await customer.send(), ["N201", "N202"]);
      for (const postback of customer.receiver.received) {
        assert.equal(postback.headers.get("webhook-signature")!.split(" ").length, 2);
        for (const secret of secrets) verify(postback, secret);
      }
    },
  },

  "are the spec's bytes, as JSON": {
    async run(customer) {
      const id = await customer.send("16175550100");
      await customer.receiver.untilCodes(id, ["N201", "N202"]);
      const [{ headers, body }] = customer.receiver.received as [ReceivedPostback];
      assert.equal(headers.get("content-type"), "application/json");
      const { timestamp, ...fixed } = body;
      assert.match(timestamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00$/);
      assert.deepEqual(fixed, {
        "origin": "SMS_MT",
        "code": "N201",
        "sent-as": "SMS",
        "status": "Sent",
        "from": "111122",
        "to": "16175550100",
        "tracking-id": id,
      });
    },
  },

  "name the operator in a header if the request did": {
    async run(customer) {
      const withOperator = await customer.send("16175550100", { "operator-id": "0001470" });
      const unknown = await customer.send("16175550100");
      for (const id of [withOperator, unknown]) {
        await customer.receiver.untilCodes(id, ["N201", "N202"]);
      }
      for (const { headers, body } of customer.receiver.received) {
        const expected = body["tracking-id"] === withOperator ? "0001470" : null;
        assert.equal(headers.get("x-service-carrier-id"), expected);
      }
    },
  },

  "are retried under the same id until a 2xx": {
    async run(customer) {
      const statuses = [500, 404, 204];
      customer.receiver.respond = () => new Response(null, { status: statuses.shift() ?? 200 });
      const id = await customer.send();
      await customer.receiver.untilCodes(id, ["N201", "N201", "N201", "N202"]);
      const { received } = customer.receiver;
      assert.equal(webhookIds(customer).size, 2);
      for (const postback of received) verify(postback, customer.webhookSecret);
      assert.ok(received[1]!.at - received[0]!.at >= 200 * 0.9 - 1, "the first wait");
      assert.ok(received[2]!.at - received[1]!.at >= 300 * 0.9 - 1, "the second wait");
      const [n201] = (await untilSettled(customer, id)).postbacks;
      assert.deepEqual([n201.state, n201.attempts], ["sent", 2]);
    },
  },

  "are taken by any 2xx": {
    async run(customer) {
      const responses = [
        new Response("yes", { status: 200 }),
        new Response("{}", { status: 201 }),
        new Response(null, { status: 202 }),
        new Response("x".repeat(200_000), { status: 299 }),
      ];
      customer.receiver.respond = () => responses.shift()!;
      for (const id of [await customer.send(), await customer.send()]) {
        await customer.receiver.untilCodes(id, ["N201", "N202"]);
        await untilSettled(customer, id);
      }
    },
  },

  "are dead letters after the last attempt, stored with the reason, and release the next": {
    async run(customer) {
      customer.receiver.respond = ({ body }) =>
        new Response(null, { status: body.code === "N201" ? 503 : 200 });
      const id = await customer.send();
      await customer.receiver.untilCodes(id, [...Array(TRIES).fill("N201"), "N202"]);
      const [n201, n202] = (await untilSettled(customer, id)).postbacks;
      assert.deepEqual(
        [n201.state, n201.attempts, n201["last-error"], n201["next-attempt-at"]],
        ["dead", TRIES, "HTTP 503", null],
      );
      assert.equal(n202.state, "sent");
    },
  },

  "wait as long as Retry-After says": {
    async run(customer) {
      const statuses = [429, 503];
      customer.receiver.respond = () => {
        const status = statuses.shift() ?? 204;
        const headers = { "retry-after": status === 429 ? "1" : httpDateIn(2000) };
        return new Response(null, { status, ...(status === 204 ? {} : { headers }) });
      };
      const id = await customer.send();
      await customer.receiver.untilCodes(id, ["N201", "N201", "N201", "N202"]);
      const [first, second, third] = customer.receiver.received.map(({ at }) => at);
      assert.ok(second! - first! >= 999, "seconds");
      assert.ok(third! - second! >= 900, "a date, in whole seconds");
    },
  },

  "do not follow a redirect": {
    async run(customer) {
      const elsewhere = customer.receiver.url;
      let redirect = true;
      customer.receiver.respond = () => {
        if (!redirect) return new Response(null, { status: 204 });
        redirect = false;
        return new Response(null, { status: 307, headers: { location: elsewhere } });
      };
      const id = await customer.send();
      await customer.receiver.untilCodes(id, ["N201", "N201", "N202"]);
      const [n201] = (await untilSettled(customer, id)).postbacks;
      assert.deepEqual([n201.attempts, n201["last-error"]], [1, "HTTP 307"]);
    },
  },

  "name the reason if nothing listens": {
    async run(customer, { admin }) {
      using refusing = await refusingPort();
      const change = { "postback-url": `http://127.0.0.1:${refusing.port}/` };
      await admin("PATCH", `/accounts/${customer.account}`, change);
      const id = await customer.send();
      const [n201, n202] = (await untilSettled(customer, id)).postbacks;
      for (const { state, attempts, "last-error": error } of [n201, n202]) {
        assert.deepEqual([state, attempts], ["dead", TRIES]);
        assert.match(error, /refused the connection/);
      }
    },
  },

  "are sent in order within a message, without delaying other messages": {
    async run({ receiver, send }) {
      const released = Promise.withResolvers<void>();
      let stuck: string | undefined;
      let refusals = 2;
      receiver.respond = async ({ body }) => {
        stuck ??= body["tracking-id"];
        if (body["tracking-id"] !== stuck) return new Response(null, { status: 200 });
        await released.promise;
        return new Response(null, { status: refusals-- > 0 ? 500 : 200 });
      };
      const first = await send();
      await until(() => stuck, (id) => id === first);
      const free = await send();
      await receiver.untilCodes(free, ["N201", "N202"]);
      assert.deepEqual(receiver.codes(first), []);
      released.resolve();
      await receiver.untilCodes(first, ["N201", "N201", "N201", "N202"]);
    },
  },

  "are parked for an account without a URL": {
    account: { postbackUrl: null },
    async run(customer) {
      const id = await customer.send();
      const { postbacks } = await untilSettled(customer, id);
      assert.deepEqual(
        postbacks.map(({ code, state }: Record<string, string>) => [code, state]),
        [["N201", "parked"], ["N202", "parked"]],
      );
      assert.deepEqual(customer.receiver.received, []);
    },
  },

  "remove the URL of a receiver that responds with 410, and are parked": {
    async run(customer, test) {
      customer.receiver.respond = () => new Response(null, { status: 410 });
      const id = await customer.send();
      const { postbacks } = await untilSettled(customer, id);
      assert.deepEqual(
        postbacks.map(({ code, state }: Record<string, string>) => [code, state]),
        [["N201", "parked"], ["N202", "parked"]],
      );
      assert.match(postbacks[0]["last-error"], /410/);
      assert.equal(customer.receiver.received.length, 1);
      const { body } = await test.admin("GET", `/accounts/${customer.account}`);
      assert.equal(body["postback-url"], null);
    },
  },

  "go to the new URL if it was set before the old one responded with 410": {
    async run(customer, { service }) {
      customer.receiver.respond = async () => {
        const postbackUrl = `${customer.receiver.url}?moved`;
        await service.provision.accounts.change(customer.account, { postbackUrl });
        customer.receiver.respond = () => new Response(null, { status: 204 });
        return new Response(null, { status: 410 });
      };
      const id = await customer.send();
      await customer.receiver.untilCodes(id, ["N201", "N201", "N202"]);
      const { postbacks } = await untilSettled(customer, id);
      assert.deepEqual(
        postbacks.map(({ state }: Record<string, string>) => state),
        ["sent", "sent"],
      );
    },
  },

  "are not sent for reports that the account does not want": {
    account: { deliveryReports: false },
    async run(customer) {
      const delivered = await customer.send("16175550100");
      const refused = await customer.send("16175550104");
      // A failure of our own is no delivery report.
      await customer.receiver.untilCodes(refused, ["N201", "E201"]);
      const { postbacks, state } = await untilSettled(customer, delivered, 1);
      assert.equal(state, "delivered");
      assert.deepEqual(postbacks.map(({ code }: { code: string }) => code), ["N201"]);
    },
  },
};

function verify({ headers, raw }: ReceivedPostback, secret: string): void {
  new Webhook(secret).verify(raw, Object.fromEntries(headers));
}

function webhookIds({ receiver }: Customer): Set<string> {
  return new Set(receiver.received.map(({ headers }) => headers.get("webhook-id")!));
}

function httpDateIn(ms: number): string {
  return new Date(Date.now() + ms).toUTCString();
}

/**
 * Waits until a message is final and this number of its postbacks is no longer pending; returns the
 * message.
 */
// deno-lint-ignore no-explicit-any -- tests look into bodies field by field
async function untilSettled(customer: Customer, id: string, count = 2): Promise<any> {
  return await until(() => customer.message(id), ({ postbacks, state }) => {
    const open = postbacks.some(({ state }: { state: string }) => state === "pending");
    return postbacks.length === count && !open && !/accepted|sent|submitted/.test(state);
  });
}
