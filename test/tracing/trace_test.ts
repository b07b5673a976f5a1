/** Traces as a collector gets them from a running program. */
import assert from "node:assert/strict";
import { reportReq } from "../connectors/mmsc_posts.ts";
import { EVERY_DOOR, useEveryDoor } from "../program/every_door.ts";
import { type Collector, type ExportedSpan, startCollector, treeOf } from "../support/collector.ts";
import { startFiles } from "../support/files.ts";
import { image } from "../support/media.ts";
import { migratedDatabase } from "../support/migrated.ts";
import { startMmsc } from "../support/mmsc.ts";
import { newAccount, operatorOf, postTo, SMS } from "../support/outside.ts";
import { type Program, runProgram, startServe } from "../support/program.ts";
import { type ReceivedPostback, startReceiver } from "../support/receiver.ts";
import { ADMIN_TOKEN } from "../support/service.ts";
import { startSandbox } from "../support/sandbox.ts";
import { newDirectory } from "../support/scratch.ts";
import { basic } from "../support/vasp.ts";

/** Trace that a customer's request is part of. */
const CALLER = "0af7651916cd43dd8448eb211c80319c";
const TRACEPARENT = `00-${CALLER}-b7ad6b7169203331-01`;

async function startTraced(
  collector: Pick<Collector, "environment">,
  env: Record<string, string> = {},
): Promise<{ program: Program; url: string }> {
  return await startServe({
    ...EVERY_DOOR,
    DATA_DIR: await newDirectory(),
    DATABASE_URL: await migratedDatabase(),
    ...collector.environment,
    ...env,
  });
}

const STAY: RequestInit = { redirect: "manual" };

const isNamed = (name: string) => (span: ExportedSpan) => span.name === name;

Deno.test("one trace leads from the request for an MMS through the carrier to N102", async () => {
  await using collector = startCollector();
  await using files = startFiles();
  await using mmsc = await startMmsc();
  const receiver = await startReceiver();
  const { program, url } = await startTraced(collector);
  await using _ = program;
  const operator = operatorOf(url);
  await operator("/connectors", {
    name: "mmsc",
    kind: "mmsc_mm7",
    url: mmsc.url,
    vaspid: "tulip",
    "relay-username": "relay",
    "relay-password": "relay-password",
  });
  await operator("/routes", { kind: "mms", connectors: "mmsc" });
  const { apiKey } = await newAccount(url, { "postback-url": receiver.url });
  const post = async (body: object) =>
    await (await postTo(url, apiKey, body, { traceparent: TRACEPARENT })).json();
  const saved = await post({
    action: "savemms",
    name: "Tulips",
    "fallback-sms-text": "See it",
    slide: [{ image: { url: await files.add("a.jpg", "image/jpeg", await image("photo.jpg")) } }],
  });
  const has = (code: string) => receiver.until((all) => all.some(({ body }) => body.code === code));
  await has("N003");
  await post({
    action: "sendsavedmms",
    "mms-id": saved["mms-id"],
    from: "111122",
    to: "16175550101",
  });
  await mmsc.until(1);
  const reported = await fetch(`${url}/mm7/relay/mmsc`, {
    method: "POST",
    headers: { authorization: basic("relay", "relay-password"), "content-type": "text/xml" },
    body: reportReq("Retrieved"),
  });
  assert.match(await reported.text(), /1000/);
  await has("N102");
  const spans = await collector.until((all) =>
    all.filter(isNamed("postback")).length === 3 && all.some(isNamed("POST /mm7/relay/:connector"))
  );

  assert.equal(
    treeOf(spans, CALLER),
    [
      "POST /api/v2",
      "  accept",
      "    transcode",
      "      fetch",
      "      postback N003 sent",
      "POST /api/v2",
      "  accept",
      "    deliver",
      "      route mmsc",
      "      postback N101 sent",
      "      submit mmsc",
      "    report mmsc delivered",
      "      postback N102 sent",
    ].join("\n"),
  );
  const contextOf = (name: string, code?: string) => {
    const { attributes, spanId } = spans.find((span) =>
      span.name === name && span.attributes["slidepost.code"] === code
    )!;
    assert.equal(attributes["messaging.operation.name"], name);
    return `00-${CALLER}-${spanId}-01`;
  };
  assert.equal(mmsc.received[0]!.headers.traceparent, contextOf("submit"));
  assert.deepEqual(
    receiver.received.map(({ headers }) => headers.get("traceparent")),
    ["N003", "N101", "N102"].map((code) => contextOf("postback", code)),
  );
  await receiver.stop();
});

Deno.test("no span, log or metric holds a key, a token, a number, a text or a secret address", async () => {
  await using collector = startCollector();
  await using files = startFiles();
  const receiver = await startReceiver();
  const receiverUrl = `${receiver.url}/receiver-secret`;
  const { program, url } = await startTraced(collector, { EXCHANGE_LOG: "on", LOG_LEVEL: "debug" });
  await using _ = program;
  const { apiKey, pagePath } = await useEveryDoor(url);
  const operator = operatorOf(url);
  const visit = async (address: string) => await (await fetch(address, STAY)).body?.cancel();
  const changed = await fetch(`${url}/admin/v1/accounts/acme`, {
    method: "PATCH",
    headers: { authorization: `Bearer ${ADMIN_TOKEN}`, "content-type": "application/json" },
    body: JSON.stringify({ "postback-url": receiverUrl, "sms-mo-postbacks": true }),
  });
  assert.equal(changed.status, 200, await changed.text());
  // A reply with a link that is counted, a message from the handset, a file that cannot be had.
  const text = "Words that are nowhere https://example.com/link-target";
  await postTo(url, apiKey, { ...SMS, "message-text": text, "click-tracking": true });
  await operator("/loopback/sms", { from: "16175550133", to: "111122", text: "Said by a handset" });
  const photo = await files.add("a.jpg", "image/jpeg", await image("photo.jpg"));
  for (const file of [`${photo}?token=media-secret`, "http://127.0.0.1:9/unreachable-secret.jpg"]) {
    const slide = [{ image: { url: file } }];
    const template = { action: "savemms", name: "A", "fallback-sms-text": "B", slide };
    assert.equal((await postTo(url, apiKey, template)).status, 200);
  }
  await receiver.until((all) =>
    ["N202", "N211", "N003", "E011"].every((code) => all.some(({ body }) => body.code === code))
  );
  const { items } = await operator("/loopback/messages");
  const linkPath = /\/l\/[\w-]+/.exec(JSON.stringify(items))![0];
  await visit(url + linkPath);
  await visit(`${url}/console/sign-in?code=one-time-secret`);
  await visit(`${url}/m/guessed-secret`);
  await visit(`${url}/no-route/guessed-secret?key=query-secret`);
  await collector.until((all) =>
    ["GET /m/:code", "GET /l/:code", "receive", "report"].every((name) => all.some(isNamed(name)))
  );
  program.kill("SIGTERM");
  assert.equal((await program.ending).code, 0);

  const exported = Object.values(collector.bodies).flat().join("\n");
  assert.ok(collector.bodies.traces.length > 0 && collector.bodies.metrics.length > 0);
  const secrets = [
    apiKey,
    ADMIN_TOKEN,
    basic("acme", apiKey),
    ...[pagePath, linkPath].map((path) => path.slice("/m/".length)),
    "receiver-secret",
    "media-secret",
    "unreachable-secret",
    "guessed-secret",
    "query-secret",
    "one-time-secret",
    "link-target",
    "Words that are nowhere",
    "Said by a handset",
    "See it",
    "Moving pictures",
    "Everything",
    "16175550101",
    "16175550133",
    "16175550107",
  ];
  assert.deepEqual(secrets.filter((secret) => exported.includes(secret)), []);
  await receiver.stop();
});

Deno.test("what the sandbox prints is not exported", async () => {
  await using collector = startCollector();
  const { program, baseUrl, apiKey, adminToken, webhookSecret } = await startSandbox(
    await newDirectory(),
    collector.environment,
  );
  await using _ = program;
  assert.equal((await postTo(baseUrl, apiKey)).status, 200);
  await program.until(/N202/);
  const [, code] = await program.until(/console\/sign-in\?code=(\S+)/);
  await collector.until((all) => all.filter(isNamed("postback")).length === 2);
  program.kill("SIGTERM");
  assert.equal((await program.ending).code, 0);
  const exported = Object.values(collector.bodies).flat().join("\n");
  const secrets = [apiKey, adminToken, webhookSecret, code!, SMS.to, SMS["message-text"]];
  assert.deepEqual(secrets.filter((secret) => exported.includes(secret)), []);
});

Deno.test("a trace that its caller does not sample is passed on, and not exported", async () => {
  await using collector = startCollector();
  const receiver = await startReceiver();
  const { program, url } = await startTraced(collector, {
    OTEL_TRACES_SAMPLER: "parentbased_always_on",
  });
  await using _ = program;
  const { apiKey } = await newAccount(url, { "postback-url": receiver.url });
  await postTo(url, apiKey, SMS, { traceparent: `00-${CALLER}-b7ad6b7169203331-00` });
  await receiver.until((all) => all.some(({ body }) => body.code === "N202"));
  program.kill("SIGTERM");
  await program.ending;
  const [{ headers }] = receiver.received as [ReceivedPostback];
  assert.match(headers.get("traceparent")!, new RegExp(`^00-${CALLER}-[0-9a-f]{16}-00$`));
  assert.deepEqual(collector.spans.filter(({ traceId }) => traceId === CALLER), []);
  await receiver.stop();
});

Deno.test("without OTEL_DENO, nothing is exported, and a caller's trace is not passed on", async () => {
  await using collector = startCollector();
  const receiver = await startReceiver();
  const { program, url } = await startTraced({
    environment: { ...collector.environment, OTEL_DENO: "false" },
  });
  await using _ = program;
  const { apiKey } = await newAccount(url, { "postback-url": receiver.url });
  await postTo(url, apiKey, SMS, { traceparent: TRACEPARENT });
  await receiver.until((all) => all.some(({ body }) => body.code === "N202"));
  program.kill("SIGTERM");
  await program.ending;
  assert.equal(receiver.received[0]!.headers.get("traceparent"), null);
  assert.deepEqual(Object.values(collector.bodies).flat(), []);
  await receiver.stop();
});

Deno.test("the commands export no addresses either", async () => {
  await using collector = startCollector();
  const { program, url } = await startTraced({ environment: {} });
  await using _ = program;
  const { code, stderr } = await runProgram({
    args: ["admin", "loopback", "handset", "16175550177"],
    env: { ADMIN_TOKEN, SLIDEPOST_URL: url, ...collector.environment },
  });
  assert.equal(code, 0, stderr);
  await collector.until((all) => all.some(isNamed("GET")));
  const exported = Object.values(collector.bodies).flat().join("\n");
  assert.deepEqual(["16175550177", ADMIN_TOKEN].filter((each) => exported.includes(each)), []);
});
