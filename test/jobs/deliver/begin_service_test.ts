/** Messages whose deliveries begin with their acceptance, as customers see them. */
import assert from "node:assert/strict";
import { newCustomer } from "../../support/customer.ts";
import { startServe } from "../../support/program.ts";
import { startReceiver } from "../../support/receiver.ts";
import { ADMIN_TOKEN, jsonOf, startService } from "../../support/service.ts";
import { migratedDatabase } from "../../support/migrated.ts";
import { pause, until } from "../../support/until.ts";

Deno.test("messages of many callers at once have both postbacks in order, and their history", async () => {
  await using test = await startService();
  await using customer = await newCustomer(test);
  const ids = (await Promise.all(Array.from({ length: 30 }, async () => {
    const sent: string[] = [];
    for (let i = 0; i < 10; i++) sent.push(await customer.send());
    return sent;
  }))).flat();
  for (const id of ids) await customer.receiver.untilCodes(id, ["N201", "N202"]);
  for (const id of ids.slice(0, 50)) {
    const { history, state } = await customer.message(id);
    const events = history.map(({ event }: { event: string }) => event);
    assert.deepEqual([state, ...events], ["delivered", "accepted", "begin", "taken", "delivered"]);
  }
});

Deno.test("a request repeated under its Idempotency-Key is one message with one N201", async () => {
  await using test = await startService();
  await using customer = await newCustomer(test);
  const body = { action: "sendsms", from: "111122", to: "16175550100", "message-text": "Hello" };
  const keys = Array.from({ length: 10 }, () => crypto.randomUUID());
  const send = async (key: string) => {
    const response = await customer.post(body, { "idempotency-key": key });
    return response.status === 200 ? (await jsonOf(response))["tracking-id"] : response.status;
  };
  for (const key of keys) {
    const first = await send(key);
    const again = await Promise.all([send(key), send(key)]);
    assert.deepEqual(again, [first, first]);
    await customer.receiver.untilCodes(first, ["N201", "N202"]);
  }
  // At the same moment: others are told to wait, or get the first response.
  const raced = await Promise.all(Array.from({ length: 8 }, () => send("raced")));
  const ids = new Set(raced.filter((result) => typeof result === "string"));
  assert.equal(ids.size, 1);
  await customer.receiver.untilCodes([...ids][0]!, ["N201", "N202"]);
  assert.equal(customer.receiver.received.length, 2 * (keys.length + 1));
});

Deno.test("links of a message with click-tracking are there when its carrier has it", async () => {
  await using test = await startService();
  await using customer = await newCustomer(test);
  const fields = { "message-text": "See https://shop.example/a", "click-tracking": true };
  const ids = await Promise.all(
    Array.from({ length: 20 }, () => customer.send("16175550100", fields)),
  );
  for (const id of ids) {
    await customer.receiver.untilCodes(id, ["N201", "N202"]);
    const { body } = await test.admin("GET", `/links?tracking-id=${id}`);
    assert.deepEqual(
      body.items.map(({ target }: { target: string }) => target),
      ["https://shop.example/a"],
    );
    const sent = (await test.admin("GET", `/loopback/messages?tracking-id=${id}`)).body.items;
    assert.equal(sent.length, 1);
    assert.match(sent[0].text, new RegExp(RegExp.escape(body.items[0].url)));
  }
});

Deno.test("an account without a postback URL has both of its postbacks parked, in order", async () => {
  await using test = await startService({ config: { ACCOUNT_CACHE_TTL: "0s" } });
  await using customer = await newCustomer(test, { postbackUrl: null });
  const ids = await Promise.all(Array.from({ length: 20 }, () => customer.send()));
  for (const id of ids) {
    await until(async () => {
      const { postbacks } = await customer.message(id);
      return postbacks.map(({ code, state }: Record<string, string>) => `${code} ${state}`).join();
    }, (states) => states === "N201 parked,N202 parked");
  }
});

Deno.test("a first postback that is dead lets the second go", async () => {
  await using test = await startService({
    config: { POSTBACK_SCHEDULE: "0.05s", POSTBACK_FAILURE_THRESHOLD: "1000" },
  });
  await using customer = await newCustomer(test);
  customer.receiver.respond = ({ body }) =>
    new Response(null, { status: body.code === "N201" ? 500 : 204 });
  const ids = await Promise.all(Array.from({ length: 20 }, () => customer.send()));
  for (const id of ids) await customer.receiver.untilCodes(id, ["N201", "N201", "N202"]);
});

/** Service in a process of its own, on a database and a directory that outlive it. */
async function startFixture() {
  await using parts = new AsyncDisposableStack();
  const DATA_DIR = await Deno.makeTempDir({ prefix: "slidepost-test-" });
  parts.defer(() => Deno.remove(DATA_DIR, { recursive: true }));
  const receiver = await startReceiver();
  parts.defer(() => receiver.stop());
  const env = {
    DATABASE_URL: await migratedDatabase(),
    DATA_DIR,
    ADMIN_TOKEN,
    OUTBOUND_ALLOW: "127.0.0.0/8",
    DATABASE_CONNECTIONS: "4",
    RESCUE_INTERVAL: "1s",
    DEFAULT_CONNECTOR: "loopback",
  };
  let apiKey = "";
  const running = parts.move();

  async function create(url: string, path: string, body: unknown) {
    const response = await fetch(`${url}/admin/v1${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${ADMIN_TOKEN}` },
      body: JSON.stringify(body),
    });
    return await jsonOf(response, 201);
  }

  return {
    receiver,
    start: () => startServe(env),
    /** Creates an account with a sender. */
    async provision(url: string) {
      const account = { account: "acme", name: "Acme", "postback-url": receiver.url };
      apiKey = (await create(url, "/accounts", account))["api-key"];
      const sender = { address: "111122", kind: "short-code", country: "US" };
      await create(url, "/accounts/acme/senders", sender);
    },
    requestOf: (text: string) => ({
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": apiKey },
      body: JSON.stringify({
        action: "sendsms",
        from: "111122",
        to: "16175550100",
        "message-text": text,
      }),
    }),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

Deno.test("the response to a request is sent before the first postback", async () => {
  await using fixture = await startFixture();
  const { program, url } = await fixture.start();
  await using _ = program;
  await fixture.provision(url);
  const { hostname, port } = new URL(url);
  using connection = await Deno.connect({ hostname, port: Number(port) });
  const { method, headers, body } = fixture.requestOf("Hello");
  const lines = [
    `${method} /api/v2 HTTP/1.1`,
    "host: localhost",
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `content-length: ${body.length}`,
    "",
    body,
  ];
  const request = new TextEncoder().encode(lines.join("\r\n"));
  let response: Promise<number | null>;
  let early = 0;
  fixture.receiver.respond = async (postback) => {
    if (postback.body.code === "N201") {
      // What it has not sent by now it sends later.
      program.kill("SIGSTOP");
      let isSent = false;
      void response.then(() => isSent = true);
      // It is in the kernel: a few turns of the event loop read it, however long they take.
      for (let turn = 0; turn < 200 && !isSent; turn++) await pause(1);
      if (!isSent) early++;
      program.kill("SIGCONT");
    }
    return new Response(null, { status: 204 });
  };
  for (let i = 1; i <= 200; i++) {
    await connection.write(request);
    const bytes = new Uint8Array(4096);
    response = connection.read(bytes);
    const end = await response;
    assert.match(new TextDecoder().decode(bytes.subarray(0, end!)), /^HTTP\/1.1 200 /);
    await fixture.receiver.until((all) =>
      all.filter(({ body }) => body.code === "N201").length >= i
    );
  }
  await fixture.receiver.until(({ length }) => length === 400);
  assert.equal(early, 0);
});

Deno.test("a service that is killed at any moment loses no message that it has accepted", async () => {
  await using fixture = await startFixture();
  const { receiver } = fixture;
  const accepted: string[] = [];
  for (let life = 0; life < 3; life++) {
    const { program, url } = await fixture.start();
    await using _ = program;
    if (life === 0) await fixture.provision(url);
    const before = accepted.length;
    const caller = async () => {
      for (let n = 0;; n++) {
        const response = await fetch(`${url}/api/v2`, fixture.requestOf(`Hello ${life} ${n}`))
          .then((response) => jsonOf(response)).catch(() => null);
        if (response === null) return;
        accepted.push(response["tracking-id"]);
        if (accepted.length - before === 60) program.kill("SIGKILL");
      }
    };
    await Promise.all(Array.from({ length: 8 }, caller));
    await program.ending;
    assert.ok(accepted.length - before >= 60, "it accepted messages before its end");
  }
  const { program } = await fixture.start();
  await using _ = program;
  for (const id of accepted) {
    const codes = () => receiver.codes(id).join();
    await receiver.until(() => codes().includes("N202"));
    // A postback whose result was not stored is repeated.
    assert.match(codes(), /^(N201,)+N202(,N202)*$/);
  }
});
