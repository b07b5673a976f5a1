/** Connector to Bandwidth: access tokens, and credentials of callbacks. */
import assert from "node:assert/strict";
import { writeBasic } from "../../src/core/account/basic_credentials.ts";
import { Refusal } from "../../src/core/errors.ts";
import { bandwidth } from "../../src/connectors/bandwidth/mod.ts";
import { readCallback } from "../../src/connectors/bandwidth/callbacks.ts";
import { BANDWIDTH } from "../../src/connectors/bandwidth/provider.ts";
import { type FakeBandwidth, startBandwidth } from "./providers/bandwidth.ts";
import { PROVIDERS } from "./providers/cases.ts";
import { mms, type ProviderCarrier, sms, startProviderCarrier } from "./providers/carrier.ts";
import { readDocument } from "./providers/documents.ts";
import { callbackRequest } from "./providers/fake.ts";
import { type Reply, startProviderServer } from "./providers/server.ts";

type BandwidthCarrier = Omit<ProviderCarrier, "fake"> & {
  fake: FakeBandwidth;
  /** Lets time pass. */
  wait(ms: number): void;
};

async function start(changes: object = {}): Promise<BandwidthCarrier> {
  let lead = 0;
  const clock = { now: () => Date.now() + lead };
  const carrier = await startProviderCarrier(PROVIDERS.bandwidth, changes, clock);
  const fake = carrier.fake as unknown as FakeBandwidth;
  return { ...carrier, fake, wait: (ms) => void (lead += ms) };
}

const HOUR_MS = 3_600_000;

/** Submission that outlives the waits of these tests. */
const lasting = () => sms({ expiresAt: Date.now() + 24 * HOUR_MS });

Deno.test("bandwidth: a message expires when ours does", async () => {
  await using carrier = await start();
  const submission = lasting();
  await carrier.connector.submit(submission);
  const { expiration } = JSON.parse(carrier.fake.server.calls[0]!.text);
  assert.equal(Date.parse(expiration), submission.expiresAt);
});

Deno.test("bandwidth: callbacks of the fake are valid by the document", async () => {
  await using carrier = await start();
  const document = await readDocument("bandwidth.json");
  await carrier.connector.submit(mms());
  const [received] = carrier.fake.received;
  for (const { status } of BANDWIDTH.statuses) {
    const [event] = JSON.parse(carrier.fake.status(received!, status, "4405").body);
    document.assertCallback("statusCallback", event);
  }
  const media = [{ type: "image/png", name: "bw.png", content: new Uint8Array([1]) }];
  const message = { id: "1", from: "16175550111", to: "16175550100", text: "Hello", media };
  const [event] = JSON.parse(carrier.fake.inbound(message)!.body);
  document.assertCallback("inboundCallback", event);
});

Deno.test("bandwidth: a message to a group has an id for each number of ours", async () => {
  await using carrier = await start();
  const group = ["+16175550100", "+16175550199"];
  const events = group.flatMap((to) => {
    const message = { id: "1", from: "16175550111", to: to.slice(1), text: "Hello" };
    const [event] = JSON.parse(carrier.fake.inbound(message)!.body);
    event.message.to = group;
    return readCallback({ body: new TextEncoder().encode(JSON.stringify([event])) });
  });
  assert.deepEqual(
    events.map((event) => event.event === "message" && [event.id, event.to]),
    group.map((to) => [`1:${to}`, to]),
  );
});

Deno.test("bandwidth: requests share an access token until it nearly expires", async () => {
  await using carrier = await start();
  const { connector, fake } = carrier;
  const all = await Promise.all(Array.from({ length: 20 }, () => connector.submit(lasting())));
  assert.ok(all.every(({ status }) => status === "accepted"));
  assert.equal(fake.tokens.calls.length, 1);
  carrier.wait(HOUR_MS - 70_000);
  await connector.submit(lasting());
  assert.equal(fake.tokens.calls.length, 1);
  carrier.wait(20_000);
  assert.equal((await connector.submit(lasting())).status, "accepted");
  assert.equal(fake.tokens.calls.length, 2);
});

Deno.test("bandwidth: a token that lives shorter than a minute is used, too", async () => {
  await using carrier = await start();
  carrier.fake.lifetimeSeconds = 30;
  await carrier.connector.submit(lasting());
  await carrier.connector.submit(lasting());
  assert.equal(carrier.fake.tokens.calls.length, 1);
  carrier.wait(16_000);
  await carrier.connector.submit(lasting());
  assert.equal(carrier.fake.tokens.calls.length, 2);
});

Deno.test("bandwidth: requests with a refused token are sent again with one new token", async () => {
  await using carrier = await start();
  const { connector, fake } = carrier;
  await connector.submit(lasting());
  carrier.wait(120_000);
  fake.revoke();
  const all = await Promise.all(Array.from({ length: 20 }, () => connector.submit(lasting())));
  assert.deepEqual(all.filter(({ status }) => status !== "accepted"), []);
  assert.equal(fake.received.length, 21);
  assert.equal(fake.tokens.calls.length, 2);
});

Deno.test("bandwidth: where new tokens are refused, no loop comes of it", async () => {
  await using carrier = await start();
  const { connector, fake } = carrier;
  fake.server.intercept = () => fake.errorWith("unauthorized");
  for (let count = 1; count <= 3; count++) {
    assert.equal((await connector.submit(lasting())).status, "temporary");
    assert.deepEqual([fake.server.calls.length, fake.tokens.calls.length], [count, 1]);
  }
  // A minute later once more, for a role that was added meanwhile.
  carrier.wait(61_000);
  assert.equal((await connector.submit(lasting())).status, "temporary");
  assert.deepEqual([fake.server.calls.length, fake.tokens.calls.length], [5, 2]);
  assert.equal((await connector.submit(lasting())).status, "temporary");
  assert.deepEqual([fake.server.calls.length, fake.tokens.calls.length], [6, 2]);
  fake.server.intercept = () => undefined;
  assert.equal((await connector.submit(lasting())).status, "accepted");
});

Deno.test("bandwidth: without an access token, messages are retried and nothing is sent", async () => {
  await using carrier = await start();
  const { connector, fake } = carrier;
  const replies: Reply[] = [
    { status: 401, body: "no" },
    { status: 500, body: "" },
    "drop",
    { status: 200, json: {} },
    { status: 200, json: [] },
    { status: 200, json: { access_token: 4 } },
    { status: 200, json: { access_token: "" } },
    { status: 200, json: { access_token: "a\r\nx-evil: 1" } },
    { status: 200, body: "<html>" },
    { status: 302, headers: { location: fake.tokens.url } },
  ];
  for (const reply of replies) {
    fake.tokens.intercept = () => reply;
    const result = await connector.submit(lasting());
    assert.equal(result.status, "temporary", JSON.stringify(reply));
    assert.match("reason" in result ? result.reason : "", /^no access token: /);
    const advice = "advice" in result ? result.advice! : "";
    assert.match(advice, reply === replies[0] ? /credentials/ : /reached/);
  }
  assert.equal(fake.server.calls.length, 0);
  assert.equal(fake.tokens.calls.length, replies.length);
  fake.tokens.intercept = () => undefined;
  assert.equal((await connector.submit(lasting())).status, "accepted");
});

Deno.test("bandwidth: faults of other forms", async () => {
  await using carrier = await start({ accountId: "nobody" });
  const { connector, fake } = carrier;
  const result = await connector.submit(sms());
  assert.equal(result.status, "permanent");
  assert.match("outcome" in result ? JSON.stringify(result.outcome) : "", /No message available/);
  const forms: [Reply, string][] = [
    [{ status: 402, json: { type: "x", description: "Insufficient credits" } }, "temporary"],
    [{ status: 400, json: { type: 4, description: [] } }, "temporary"],
    [{ status: 400, json: { type: "request-validation", description: "x" } }, "permanent"],
    [
      { status: 400, json: { type: "request-validation", description: "x", fieldErrors: [null] } },
      "permanent",
    ],
    [{ status: 500, json: { type: "x", description: "y" } }, "temporary"],
    [{ status: 202, json: { id: "" } }, "unconfirmed"],
    [{ status: 202, json: { id: { a: 1 } } }, "unconfirmed"],
  ];
  for (const [reply, expected] of forms) {
    fake.server.intercept = () => reply;
    assert.equal((await connector.submit(sms())).status, expected, JSON.stringify(reply));
  }
});

const inbound = (fake: FakeBandwidth) =>
  fake.inbound({
    id: "1",
    from: "16175550111",
    to: "16175550100",
    text: "",
    media: [{ type: "image/png", name: "bw.png", content: new Uint8Array([1, 2]) }],
  })!;

Deno.test("bandwidth: media have the type of their name, and need an access token", async () => {
  await using carrier = await start();
  const { connector: { callbacks }, fake } = carrier;
  const request = () => callbackRequest(inbound(fake));
  assert.equal((await callbacks.receive(request())).status, 200);
  const [file] = carrier.inbound[0]!.files;
  assert.deepEqual([file!.type, file!.name], ["image/png", "bw.png"]);
  carrier.wait(120_000);
  fake.revoke();
  assert.equal((await callbacks.receive(request())).status, 200, "renewed");
  fake.revoke();
  assert.equal((await callbacks.receive(request())).status, 503, "renewed just now");
  assert.equal(fake.tokens.calls.length, 2);
  carrier.wait(120_000);
  fake.tokens.intercept = () => "drop";
  assert.equal((await callbacks.receive(request())).status, 503, "no token");
  assert.equal(carrier.inbound.length, 2);
});

Deno.test("bandwidth: the access token goes to no other server", async () => {
  await using carrier = await start();
  await using other = await startProviderServer(() => ({ status: 200, body: "x" }));
  const callback = inbound(carrier.fake);
  const body = callback.body.replace(carrier.fake.server.url, other.url);
  await carrier.connector.callbacks.receive(callbackRequest({ ...callback, body }));
  assert.equal(other.calls.length, 1);
  assert.equal(other.calls[0]!.headers.get("authorization"), null);
});

Deno.test("bandwidth: a callback without credentials is challenged", async () => {
  await using carrier = await start();
  const { connector: { callbacks }, fake } = carrier;
  assert.equal(callbacks.challenge, 'Basic realm="slidepost"');
  const callback = inbound(fake);
  const { callbackPassword: password, callbackUsername: user } = fake.settings;
  const wrong = [
    writeBasic({ user, password: "" }),
    writeBasic({ user: "", password }),
    writeBasic({ user: `${user}:`, password }),
    writeBasic({ user: password, password: user }),
    `Basic ${btoa(user)}`,
    `Bearer ${btoa(`${user}:${password}`)}`,
    "Basic",
    "Basic undefined",
    "",
  ];
  for (const authorization of wrong) {
    const headers = { ...callback.headers, authorization };
    assert.equal(callbacks.verifies(callbackRequest({ ...callback, headers })), false);
  }
  assert.equal(callbacks.verifies(callbackRequest(callback)), true);
});

Deno.test("bandwidth: no credentials do not pass for credentials that say so", async () => {
  const names = { callbackUsername: "undefined", callbackPassword: "undefined" };
  await using carrier = await start(names);
  const callback = { ...inbound(carrier.fake), headers: {} };
  assert.equal(carrier.connector.callbacks.verifies(callbackRequest(callback)), false);
});

Deno.test("bandwidth: events come alone and in lists, at either URL", async () => {
  await using carrier = await start();
  const { connector, fake, reports } = carrier;
  await connector.submit(sms());
  const [received] = fake.received;
  const [delivered] = JSON.parse(fake.status(received!, "message-delivered", null).body);
  const [failed] = JSON.parse(fake.status(received!, "message-failed", "9902").body);
  const location = { ...delivered, type: "requested-location-response" };
  const callback = fake.status(received!, "message-sent", null);
  for (const path of ["/status", "/inbound"]) {
    for (const body of [delivered, [delivered, location, failed]]) {
      const request = callbackRequest({ ...callback, path, body: JSON.stringify(body) });
      assert.equal((await connector.callbacks.receive(request)).status, 200);
    }
  }
  const outcomes = reports.map(({ outcome }) => outcome.outcome);
  const once = ["delivered", "delivered", "noted"];
  assert.deepEqual(outcomes, [...once, ...once]);
  const { outcome } = reports[2]!;
  assert.match("details" in outcome ? `${outcome.details}` : "", /Bandwidth message-failed: 9902/);
});

Deno.test("bandwidth: a tag of other software is no tracking-id", async () => {
  await using carrier = await start();
  const { connector, fake, reports } = carrier;
  await connector.submit(sms());
  const [received] = fake.received;
  for (const reference of ["", "order 4711", "a/b", "x".repeat(65), "ä"]) {
    const callback = fake.status({ ...received!, reference }, "message-delivered", null);
    await connector.callbacks.receive(callbackRequest(callback));
    assert.equal(reports.at(-1)!.trackingId, null);
  }
});

Deno.test("bandwidth: a list with an event without sense is refused as a whole", async () => {
  await using carrier = await start();
  const { connector, fake } = carrier;
  await connector.submit(sms());
  const callback = fake.status(fake.received[0]!, "message-delivered", null);
  const [event] = JSON.parse(callback.body);
  const message = { ...event, type: "message-received" };
  const senseless: unknown[] = [
    null,
    1,
    "x",
    [],
    {},
    { type: 4 },
    { ...event, message: null },
    { ...event, message: { ...event.message, id: {} } },
    { ...message, to: null },
    { ...message, message: { ...message.message, from: [] } },
    { ...message, message: { ...message.message, media: "x" } },
    { ...message, message: { ...message.message, media: [{}] } },
  ];
  for (const each of senseless) {
    const body = JSON.stringify([event, each]);
    const response = await connector.callbacks.receive(callbackRequest({ ...callback, body }));
    const isIgnored = (each as { type?: unknown } | null)?.type === 4;
    assert.equal(response.status, isIgnored ? 200 : 400, body);
  }
  assert.equal(carrier.reports.length, 1);
  assert.deepEqual(carrier.inbound, []);
});

Deno.test("bandwidth: credentials are checked before they are stored", async () => {
  await using carrier = await start();
  const { fake, parts } = carrier;
  const check = (changes: object, before: object | null = null) =>
    bandwidth.check(
      { ...fake.settings, ...changes },
      before === null ? null : { ...fake.settings, ...before },
      { clock: parts.host.clock, endpoint: parts.endpoint },
    );
  const isRefusal = (words: RegExp) => (error: unknown) =>
    error instanceof Refusal && words.test(error.message);
  await check({});
  const calls = fake.tokens.calls.length;
  await check({ applicationId: "another" }, {});
  assert.equal(fake.tokens.calls.length, calls, "nothing that decides about access has changed");
  await assert.rejects(check({ clientId: "x" }, {}), isRefusal(/client-id.*no access token/));
  await assert.rejects(check({ clientSecret: "x" }), isRefusal(/client-secret.*no access token/));
  await assert.rejects(check({ tokenUrl: "http://user@127.0.0.1/" }), isRefusal(/^.*token-url: /));
  fake.server.intercept = () => fake.errorWith("forbidden");
  await assert.rejects(check({ accountId: "x" }, {}), isRefusal(/account-id.*forbidden/));
  // Providers that are away refuse nothing.
  await check({ tokenUrl: "http://127.0.0.1:1/token" });
  await check({ url: "http://127.0.0.1:1" });
});

Deno.test("bandwidth: the check names the callback URLs, and what to do", async () => {
  await using carrier = await start();
  const findings = await carrier.connector.check();
  assert.match(findings[1]!.fact, /\/carriers\/mmsc\/status and .*\/carriers\/mmsc\/inbound/);
  carrier.wait(2 * HOUR_MS);
  carrier.fake.tokens.intercept = () => ({ status: 401, body: "" });
  const [refused] = await carrier.connector.check();
  assert.match(refused!.advice!, /client-secret/);
  carrier.fake.tokens.intercept = () => "drop";
  const [away] = await carrier.connector.check();
  assert.equal(away!.advice, "check token-url");
});

Deno.test("bandwidth: the fake refuses what the token endpoint does", async () => {
  await using fake = await startBandwidth();
  const { tokenUrl } = fake.settings;
  const right = writeBasic({ user: fake.settings.clientId, password: fake.settings.clientSecret });
  const type = "application/x-www-form-urlencoded";
  for (
    const [authorization, contentType, body, status] of [
      [right, type, "grant_type=client_credentials", 200],
      ["Basic eA==", type, "grant_type=client_credentials", 401],
      [right, "application/json", "{}", 415],
      [right, type, "grant_type=password", 400],
    ] as const
  ) {
    const headers = { authorization, "content-type": contentType };
    const response = await fetch(tokenUrl, { method: "POST", headers, body });
    await response.body?.cancel();
    assert.equal(response.status, status);
  }
});
