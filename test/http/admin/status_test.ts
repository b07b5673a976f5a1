/** State of the service in the admin API: connectors, routes of messages, receivers, traffic. */
import assert from "node:assert/strict";
import { newCustomer } from "../../support/customer.ts";
import { faulty, startMmsc } from "../../support/mmsc.ts";
import { startSmsc } from "../../support/smsc.ts";
import { adminBody, startService, type TestService } from "../../support/service.ts";
import { until } from "../../support/until.ts";

let test: TestService;

Deno.test.beforeAll(async () => {
  test = await startService({
    config: { ACCOUNT_CACHE_TTL: "0s", POSTBACK_SCHEDULE: "0.1s", DELIVER_RETRY: "0.1s" },
  });
});

Deno.test.afterAll(() => test.stop());

const expectStatus = (status: number, method: string, path: string, request?: unknown) =>
  adminBody(test, status, method, path, request);

/** Reads a path until the body is as it should be. */
// deno-lint-ignore no-explicit-any -- tests look into bodies field by field
const untilBody = (path: string, isSo: (body: any) => boolean): Promise<any> =>
  until(() => expectStatus(200, "GET", path), isSo);

const sendSms = (to: string) =>
  test.post({ action: "sendsms", from: "111122", to, "message-text": "Hello" });

const UNTOUCHED = {
  "sessions": [],
  "in-flight": 0,
  "waiting": 0,
  "circuit-breaker": "closed",
  "open-until": null,
  "unmatched-reports": [],
};

Deno.test("a connector to an SMSC is bound, is dropped, and has its circuit breaker opened", async () => {
  const smsc = await startSmsc();
  await using _ = smsc;
  await expectStatus(201, "POST", "/connectors", {
    name: "smsc-1",
    kind: "smsc_smpp",
    host: smsc.host,
    port: smsc.port,
    "system-id": "slidepost",
    "window": 5,
    "sessions": 2,
    "rate": 100,
  });
  const path = "/connectors/smsc-1/state";
  const bound = await untilBody(path, ({ sessions }) => sessions.length === 2);
  const { sessions, ...state } = bound;
  assert.ok(sessions.every(({ type }: { type: string }) => type === "transceiver"));
  assert.deepEqual({ ...state, sessions: [] }, {
    ...UNTOUCHED,
    "connector": "smsc-1",
    "kind": "smsc_smpp",
    "host": `${smsc.host}:${smsc.port}`,
    "state": "up",
    "sessions-max": 2,
    "window": 10,
    "rate": 100,
    "last-success-at": null,
    "last-error": null,
    "last-error-at": null,
  });

  const route = await expectStatus(201, "POST", "/routes", {
    kind: "sms",
    account: "acme",
    connectors: "smsc-1,loopback",
  });
  const held = Promise.withResolvers<object>();
  smsc.respond = () => held.promise;
  await sendSms("16175550101");
  assert.equal((await untilBody(path, (body) => body["in-flight"] === 1)).waiting, 0);
  held.resolve({ status: 8 });
  const failed = await untilBody(path, (body) => body["circuit-breaker"] === "open");
  assert.match(failed["last-error"], /RSYSERR/);
  assert.ok(Date.parse(failed["open-until"]) > Date.parse(failed["last-error-at"]));
  const explained = "/routes/explain?account=acme&from=111122&to=16175550101&kind=sms";
  assert.deepEqual((await expectStatus(200, "GET", explained)).connectors, [
    { "connector": "loopback", "set-up": true, "disabled": false, "circuit-breaker": "closed" },
    { "connector": "smsc-1", "set-up": true, "disabled": false, "circuit-breaker": "open" },
  ]);

  const receipt = { source_addr: "16175550101", destination_addr: "111122", esm_class: 4 };
  for (const text of ["id:7 stat:DELIVRD text:secret", "delivered, somehow"]) {
    assert.equal(await smsc.deliver({ ...receipt, short_message: text }), 0);
  }
  const { "unmatched-reports": unmatched } = await expectStatus(200, "GET", path);
  assert.deepEqual(
    unmatched.map(({ text, "carrier-id": id }: Record<string, unknown>) => [id, text]),
    [[null, "delivered, somehow"], ["7", "id:7 stat:DELIVRD text:"]],
  );

  await smsc[Symbol.asyncDispose]();
  const down = await untilBody(
    path,
    (body) => body.state === "down" && body["last-error"] !== null,
  );
  assert.deepEqual(down.sessions, []);
  await expectStatus(204, "DELETE", `/routes/${route.route}`);
  await expectStatus(204, "DELETE", "/connectors/smsc-1");
  await expectStatus(404, "GET", path);
});

Deno.test("a connector to an MMSC is up or down by its last response", async () => {
  await using mmsc = await startMmsc();
  await expectStatus(201, "POST", "/connectors", {
    name: "mmsc-1",
    kind: "mmsc_mm7",
    url: mmsc.url,
    vaspid: "slidepost",
  });
  const { items } = await expectStatus(200, "GET", "/status/connectors");
  assert.deepEqual(
    items.map(({ connector, state }: { connector: string; state: string }) => [
      connector,
      state,
    ]),
    [["loopback", "up"], ["mmsc-1", "unknown"]],
  );
  await expectStatus(201, "POST", "/routes", { kind: "mms", connectors: "mmsc-1" });
  const saved = await (await test.post({
    action: "savemms",
    name: "Sale",
    "fallback-sms-text": "See it",
    slide: [{ "message-text": "Hello" }],
  })).json();
  await untilBody(`/templates/${saved["mms-id"]}`, ({ state }) => state === "ready");
  const send = () =>
    test.post({
      action: "sendsavedmms",
      "mms-id": saved["mms-id"],
      from: "111122",
      to: "16175550101",
    });
  await send();
  const path = "/connectors/mmsc-1/state";
  const up = await untilBody(path, ({ state }) => state === "up");
  assert.notEqual(up["last-success-at"], null);
  mmsc.respond = (submitted) => faulty(submitted, 3000);
  await send();
  const down = await untilBody(path, ({ state }) => state === "down");
  assert.equal(down["last-success-at"], up["last-success-at"]);
  assert.match(down["last-error"], /3000/);
});

Deno.test("the route of a message is the most specific one", async () => {
  const scopes: [scope: Record<string, string>, rank: number][] = [
    [{}, 6],
    [{ operator: "0001890" }, 5],
    [{ account: "acme" }, 4],
    [{ account: "acme", operator: "0001890" }, 3],
    [{ account: "acme", sender: "111122" }, 2],
    [{ account: "acme", sender: "111122", operator: "0001890" }, 1],
  ];
  const explained = "/routes/explain?account=acme&from=111122&to=%2B1%20617%20555%200199&kind=sms";
  const before = await expectStatus(200, "GET", explained);
  assert.equal(before["decided-by"], "default");
  assert.equal(before.to, "16175550199");
  assert.equal(before["operator-source"], "unknown");
  for (const [scope, rank] of scopes) {
    const added = await expectStatus(201, "POST", "/routes", {
      kind: "sms",
      connectors: "loopback",
      ...scope,
    });
    const explanation = await expectStatus(200, "GET", `${explained}&operator=0001890`);
    assert.equal(explanation.route, added.route);
    assert.equal(explanation["route-precedence"], rank);
    assert.equal(explanation["operator-name"], "Verizon");
    assert.equal(explanation["operator-source"], "given");
  }
  assert.equal((await expectStatus(200, "GET", explained))["route-precedence"], 2);
  assert.equal((await expectStatus(200, "GET", explained))["operator-needed"], true);
});

Deno.test("a message without a route has an explanation of what is missing", async () => {
  await using customer = await newCustomer(test);
  const none = await expectStatus(
    200,
    "GET",
    `/routes/explain?account=${customer.account}&from=333344&to=16175550199&kind=mms`,
  );
  assert.equal(none.missing, "its sender is not the account's any more");
  assert.deepEqual(none.connectors, []);
  for (const query of ["account=nobody&from=111122&to=16175550199", "account=acme&from=1&to=x"]) {
    const path = `/routes/explain?${query}&kind=sms`;
    const { status } = await test.admin("GET", path);
    assert.equal(status, query.includes("nobody") ? 404 : 400);
  }
});

Deno.test("receivers have their backlog, and what they did not take", async () => {
  await using customer = await newCustomer(test);
  const { account, receiver } = customer;
  const path = `/status/receivers?account=${account}`;
  receiver.respond = () => new Response(null, { status: 500 });
  await customer.send();
  const { items: [failing] } = await untilBody(path, ({ items }) => items[0].dead > 0);
  assert.equal(failing.url, receiver.url);
  assert.equal(failing["last-error"], "HTTP 500");
  assert.equal(failing["last-success-at"], null);
  const query = `account=${account}&state=dead`;
  const counted = await expectStatus(200, "GET", `/postbacks/count?${query}`);
  assert.deepEqual(counted, { count: failing.dead, complete: true });
  const other = await expectStatus(200, "GET", `/postbacks/count?${query}&code=E201`);
  assert.equal(other.count, 0);

  receiver.respond = () => new Response(null, { status: 503, headers: { "retry-after": "30" } });
  await customer.send();
  const { items: [open] } = await untilBody(
    path,
    // The count is read before the circuit breaker, which may open in between.
    ({ items }) => items[0]["circuit-breaker"] === "open" && items[0].pending > 0,
  );
  assert.ok(Date.parse(open["oldest-pending-at"]) <= Date.now());
  assert.ok(Date.parse(open["open-until"]) > Date.parse(open["last-error-at"]));

  await expectStatus(200, "PATCH", `/accounts/${account}`, { "postback-url": null });
  const { items: [parked] } = await expectStatus(200, "GET", path);
  assert.equal(parked.url, null);
});

Deno.test("traffic is counted by the minute", async () => {
  await sendSms("16175550101");
  await sendSms("16175550103");
  // deno-lint-ignore no-explicit-any -- as above
  const sum = (minutes: any[], name: string) =>
    minutes.reduce((total, minute) => total + minute[name], 0);
  const { minutes } = await untilBody(
    "/stats",
    ({ minutes }) => sum(minutes, "delivered") > 0 && sum(minutes, "failed") > 0,
  );
  assert.equal(minutes.length, 60);
  assert.ok(sum(minutes, "accepted") >= 2);
  assert.ok(sum(minutes, "submitted") >= 2);
  assert.ok(
    minutes.some((minute: Record<string, number>) =>
      minute["latency-p95-ms"]! >= minute["latency-p50-ms"]! && minute["latency-p50-ms"]! > 0
    ),
  );
});
