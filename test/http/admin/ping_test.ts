/** `account ping`: a signed sample at real receivers. */
import assert from "node:assert/strict";
import { Webhook } from "standardwebhooks";
import { startService, type TestService } from "../../support/service.ts";

let test: TestService;
/** Service that waits for a receiver for a second only. */
let hasty: TestService;

Deno.test.beforeAll(async () => {
  const config = { ACCOUNT_CACHE_TTL: "0s" };
  test = await startService({ config: { ...config, POSTBACK_TIMEOUT: "2m" } });
  hasty = await startService({ config: { ...config, POSTBACK_TIMEOUT: "1s" } });
});

Deno.test.afterAll(async () => {
  await test.stop();
  await hasty.stop();
});

interface Sample {
  headers: Record<string, string>;
  raw: string;
}

/** Starts a receiver that records samples. */
function startSampled(respond: () => Response | Promise<Response>) {
  const samples: Sample[] = [];
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) => {
      samples.push({ headers: Object.fromEntries(request.headers), raw: await request.text() });
      return await respond();
    },
  );
  const url = `http://127.0.0.1:${server.addr.port}/postbacks`;
  return { samples, url, [Symbol.asyncDispose]: () => server.shutdown() };
}

/** Sets the account's URL, and pings it. */
async function ping(url: string | null, from: TestService = test) {
  await from.service.provision.accounts.change("acme", { postbackUrl: url });
  const { status, body } = await from.admin("POST", "/accounts/acme/ping");
  return { status, body };
}

Deno.test("a sample is signed as postbacks are, and distinguishable from them", async () => {
  await using receiver = startSampled(() => new Response(null, { status: 204 }));
  const { status, body } = await ping(receiver.url);
  assert.equal(status, 200, JSON.stringify(body));
  const [{ headers, raw }] = receiver.samples as [Sample];
  const { milliseconds, ...result } = body;
  assert.deepEqual(result, {
    "url": receiver.url,
    "webhook-id": headers["webhook-id"],
    "taken": true,
    "http-status": 204,
    "error": null,
  });
  assert.ok(Number.isInteger(milliseconds) && milliseconds >= 0);
  assert.equal(headers["content-type"], "application/json");
  const { timestamp, ...sample } = new Webhook(test.webhookSecret)
    .verify(raw, headers) as Record<string, string>;
  assert.match(timestamp!, /^\d{4}-\d\d-\d\dT/);
  assert.deepEqual(sample, { origin: "PING", code: "PING", account: "acme" });

  const again = await ping(receiver.url);
  assert.notEqual(again.body["webhook-id"], body["webhook-id"]);
});

Deno.test("a sample leaves nothing behind, even at a receiver that is gone", async () => {
  await using receiver = startSampled(() => new Response(null, { status: 410 }));
  const { body } = await ping(receiver.url);
  assert.deepEqual([body.taken, body["http-status"], body.error], [false, 410, null]);
  const account = await test.admin("GET", "/accounts/acme");
  assert.equal(account.body["postback-url"], receiver.url);
  assert.deepEqual((await test.admin("GET", "/postbacks")).body.items, []);
  assert.equal(receiver.samples.length, 1);
});

Deno.test("every outcome of a ping is reported", async () => {
  const responses: [Response, taken: boolean][] = [
    [new Response("x".repeat(200_000), { status: 200 }), true],
    [new Response(null, { status: 302, headers: { location: "/elsewhere" } }), false],
    [new Response(null, { status: 500 }), false],
  ];
  for (const [response, isAccepted] of responses) {
    await using receiver = startSampled(() => response);
    const { body } = await ping(receiver.url);
    assert.deepEqual([body.taken, body["http-status"]], [isAccepted, response.status]);
    assert.equal(receiver.samples.length, 1);
  }
  const silent = Promise.withResolvers<Response>();
  await using receiver = startSampled(() => silent.promise);
  const late = await ping(receiver.url, hasty);
  silent.resolve(new Response());
  assert.deepEqual([late.body.taken, late.body["http-status"]], [false, null]);
  assert.match(late.body.error, /in time/);
  assert.ok(late.body.milliseconds >= 1000);

  const closed = startSampled(() => new Response());
  await closed[Symbol.asyncDispose]();
  const nobody = await ping(closed.url);
  assert.deepEqual(
    [nobody.body.taken, nobody.body["http-status"], nobody.body.error],
    [false, null, "the server refused the connection"],
  );
  const guarded = await ping("http://10.0.0.1/postbacks");
  assert.equal(guarded.body.taken, false);
  assert.match(guarded.body.error, /address/);
});

Deno.test("an account without a URL cannot be pinged", async () => {
  const { status, body } = await ping(null);
  assert.equal(status, 409);
  assert.match(body["error-info"], /no postback-url/);
});
