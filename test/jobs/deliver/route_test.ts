/** Routes of messages, and the form in which each message is submitted. */
import assert from "node:assert/strict";
import { NO_EXCHANGES } from "../../../src/adapters/store/requests/exchange_log.ts";
import { createOperatorDirectory } from "../../../src/adapters/cache/operators.ts";
import { createConnectors, loopbackLookup } from "../../../src/connectors/mod.ts";
import type { Connector, SubmissionContent } from "../../../src/ports/mod.ts";
import { submittedFiles, withRenditions } from "../../../src/core/composition/adapt.ts";
import { untranscoded } from "../../../src/core/media/media_file.ts";
import type { MessageRecord } from "../../../src/core/message/message.ts";
import type { MmsContent, SlideMedia } from "../../../src/core/composition/content.ts";
import { createCircuitBreaker } from "../../../src/jobs/shared/circuit_breaker.ts";
import { createDeliver } from "../../../src/jobs/deliver/mod.ts";
import { type JobPorts, leaseOf } from "../../../src/jobs/shared/ports.ts";
import { transitionOf } from "../../../src/jobs/shared/transition.ts";
import { type DeliveryPlan, routeOf, wireLimit } from "../../../src/jobs/deliver/route.ts";
import { silentLog } from "../../../src/log/mod.ts";
import { startJobs, VASP_CONTENT } from "../../support/jobs.ts";
import { NAMESPACE } from "../../../src/generated/mm7.ts";
import { newMessage, newMessageRecord, NOTIFIED } from "../../support/store.ts";
import { testWatch } from "../../support/watch.ts";
import { COMMON_SETTINGS } from "../../support/connector_settings.ts";

async function startRouting() {
  const jobs = await startJobs({ config: { DEFAULT_CONNECTOR: "loopback" } });
  const connectors = createConnectors({
    host: {
      clock: jobs.env.clock,
      report: (report) => jobs.report(report),
      inbound: (message) => jobs.inbound(message),
      inboundSms: () => Promise.resolve(false),
      unmatched: () => {},
      acceptedLate: () => Promise.resolve(true),
    },
    store: jobs.store,
    newCarrierId: () => crypto.randomUUID(),
    blobs: jobs.blobs,
    exchanges: NO_EXCHANGES,
    baseUrl: () => "",
    fetch: jobs.env.fetch,
    mediaAddresses: { addressOf: () => assert.fail("no connector here has files fetched") },
    endpoint: () => assert.fail("no connector here has a server"),
    connect: () => Promise.reject(new Error("no connector here has sockets")),
    log: silentLog(),
    watch: testWatch(),
    limits: { maxParts: 1, maxContentBytes: 1 },
  });
  await connectors.reload();
  const env: JobPorts = {
    ...jobs.env,
    connectors,
    lookup: loopbackLookup,
    routing: createOperatorDirectory(jobs.store, jobs.env.clock, 0),
    circuitBreaker: createCircuitBreaker(jobs.env.clock, 30_000, testWatch()),
  };
  const { id } = await jobs.account({}, {});
  return {
    env,
    account: id,
    /** Delivers another message to the number, with a report that names the handset. */
    async report({ account, to }: MessageRecord, handset: string): Promise<void> {
      const carrierId = crypto.randomUUID();
      await jobs.submitted(carrierId, { account, to });
      assert.ok(await jobs.report({ carrierId, outcome: { outcome: "delivered", handset } }));
    },
    message(content: MmsContent, fields: Partial<MessageRecord> = {}): MessageRecord {
      return newMessageRecord({ account: id, kind: "MMS_MT", content, updatedAt: 0, ...fields });
    },
    async [Symbol.asyncDispose]() {
      await connectors.stop();
      await jobs[Symbol.asyncDispose]();
    },
  };
}

/** Returns the content for the first connector of a plan, which must be of a kind. */
function contentOfPlan<K extends SubmissionContent["kind"]>(
  plan: DeliveryPlan | "prepare",
  kind: K,
): Extract<SubmissionContent, { kind: K }> {
  assert.ok(plan !== "prepare" && "connector" in plan, JSON.stringify(plan));
  const content = plan.contentFor(plan.connector);
  assert.equal(content.kind, kind);
  return content as Extract<SubmissionContent, { kind: K }>;
}

/** Builds content with one picture of this size. */
function contentOf(bytes: number, fields: Partial<MmsContent> = {}): MmsContent {
  const source = { blob: "source", type: "image/jpeg", bytes };
  const media: SlideMedia = { kind: "image", url: "cid:i", source, renditions: [] };
  return { ...VASP_CONTENT, slides: [{ text: null, media: [media] }], ...fields };
}

Deno.test("a VASP's fields of its message reach the carrier", async () => {
  await using test = await startRouting();
  const passThrough = { serviceCode: "gold", priority: "High" as const };
  const content = contentOf(1000, {
    subject: "Leaves",
    displayOnly: ["16175550199"],
    vasp: { ...VASP_CONTENT.vasp!, adaptable: false, passThrough },
  });
  const { sentAs, plan } = await routeOf(test.env, test.message(content));
  assert.equal(sentAs, "MMS");
  const { parts, ...rest } = contentOfPlan(plan, "MMS");
  assert.deepEqual(rest, {
    kind: "MMS",
    subject: "Leaves",
    displayOnly: ["16175550199"],
    adaptable: false,
    passThrough,
  });
  assert.deepEqual(parts.map(({ contentId, blob }) => [contentId, blob]), [
    ["smil", undefined],
    ["slide1-image", "source"],
  ]);
});

Deno.test("a carrier may adapt messages that are not a VASP's, without fields to pass through", async () => {
  await using test = await startRouting();
  const { vasp: _, ...content } = { ...VASP_CONTENT, displayOnly: ["16175550199"] };
  const { plan } = await routeOf(test.env, test.message(content));
  const { adaptable, passThrough, displayOnly } = contentOfPlan(plan, "MMS");
  assert.deepEqual({ adaptable, passThrough, displayOnly }, {
    adaptable: true,
    passThrough: {},
    displayOnly: ["16175550199"],
  });
});

Deno.test("content too big for its operator is prepared first, for the operator that the lookup found", async () => {
  await using test = await startRouting();
  // Fits 600 KB, and not the 300 KB of this number's operator.
  const content = contentOf(300_000);
  const message = test.message(content, { to: "16175550108" });
  const { operatorId, plan } = await routeOf(test.env, message);
  assert.deepEqual([operatorId, plan], ["9990108", "prepare"]);
  assert.equal(await wireLimit(test.env, { ...message, operatorId }), 300_000);
  assert.equal(await wireLimit(test.env, message), 600_000);
});

Deno.test("a message that was submitted is not prepared again", async () => {
  await using test = await startRouting();
  const message = test.message(contentOf(500_000), { state: "sent" });
  const { plan } = await routeOf(test.env, message);
  assert.deepEqual(plan, { failure: { outcome: "failed", details: "MMS is too big" } });
});

Deno.test("a removed sender is reported without its number, which the log would show", async () => {
  await using test = await startRouting();
  const message = { ...test.message(contentOf(1000)), from: "16175550177" };
  const { plan } = await routeOf(test.env, message);
  const failure = typeof plan === "object" && "failure" in plan ? plan.failure : null;
  assert.equal(failure?.details, "No way to send MMS or SMS");
  assert.equal(failure!.reason, "its sender is not the account's any more");
});

Deno.test("a connector that another machine has set up is loaded before a message fails for its lack", async () => {
  await using routing = await startRouting();
  const { env } = routing;
  const message = routing.message(contentOf(1000));
  const account = message.account;
  await env.store.accounts.addOriginator(account, {
    ...(await env.store.accounts.originators(account))[0]!,
    address: "777777",
    mmsConnector: "elsewhere",
  });
  env.accounts.invalidate(account);
  const from = { ...message, from: "777777" };
  assert.deepEqual((await routeOf(env, from)).plan, {
    failure: {
      outcome: "failed",
      details: "No way to send MMS or SMS",
      reason: "no connector takes its MMS: elsewhere is not set up",
    },
  });
  const at = env.clock.now();
  await env.store.connectors.add({
    name: "elsewhere",
    settings: {
      kind: "mmsc_mm7",
      ...COMMON_SETTINGS,
      url: "http://127.0.0.1:9/",
      username: null,
      password: null,
      vaspid: "us",
      vasid: null,
      serviceCode: null,
      version: "6.8.0",
      namespace: NAMESPACE,
      transferEncoding: "binary",
      window: 1,
      rate: null,
      timeoutSeconds: 1,
      relayUsername: null,
      relayPassword: null,
    },
    createdAt: at,
    changedAt: at,
  });
  const { plan } = await routeOf(env, from);
  assert.ok(plan !== "prepare" && "connector" in plan && plan.connector.name === "elsewhere");
});

// ── links to the message's page ──

/** Builds content with a template's PDF, for a handset, with a page. */
function menu(fields: Partial<MmsContent> = {}): MmsContent {
  const file = { blob: "menu", type: "application/pdf", bytes: 1000 };
  const size = { width: null, height: null, durationMs: null };
  const renditions = [{ name: "rich" as const, ...file, ...size }];
  const media: SlideMedia = { kind: "pdf", url: "https://a.example/menu.pdf", renditions };
  const { vasp: _, ...content } = VASP_CONTENT;
  return {
    ...content,
    slides: [{ text: null, media: [media] }],
    fallback: { text: "See it", disabled: false, linkDisabled: false, linkExpiresAt: 7 },
    pageCode: "AAAAAAAAAAAAAAAAAAAAAA",
    ...fields,
  };
}

const kindsIn = async (env: JobPorts, message: MessageRecord) => {
  const { plan, links } = await routeOf(env, message);
  return { types: contentOfPlan(plan, "MMS").parts.map(({ type }) => type), links };
};

Deno.test("spec 2.3 slide rule 8: the last handset that a report has named decides", async () => {
  await using test = await startRouting();
  const { env, report } = test;
  const message = test.message(menu());
  const attached = async () => (await kindsIn(env, message)).types.includes("application/pdf");

  assert.equal(await attached(), false, "unknown");
  await report(message, "Apple iPhone14,2");
  assert.equal(await attached(), true, "platform A");
  await report(message, "Google Pixel 7");
  assert.equal(await attached(), false, "platform B");
  await report({ ...message, to: "16175550177" }, "Apple iPhone14,2");
  assert.equal(await attached(), false, "another number's");
  await report(message, "Apple iPhone14,2");
  assert.equal(await attached(), true);
  const forgetful = { ...env, config: { ...env.config, HANDSET_TTL: 0 } };
  const later = { ...forgetful, clock: { now: () => env.clock.now() + 1000 } };
  assert.equal((await kindsIn(later, message)).types.includes("application/pdf"), false);
});

Deno.test("a link is stored with the message that contains it, and only with it", async () => {
  await using test = await startRouting();
  const { env } = test;
  const message = test.message(menu());
  const [link] = (await kindsIn(env, message)).links;
  assert.deepEqual({ ...link, createdAt: 0 }, {
    code: "AAAAAAAAAAAAAAAAAAAAAA",
    kind: "page",
    account: message.account,
    trackingId: message.trackingId,
    target: null,
    createdAt: 0,
    expiresAt: 7,
  });
  const text = test.message(menu({ slides: [{ text: "Hello", media: [] }] }));
  assert.deepEqual((await kindsIn(env, text)).links, []);

  const sms = await routeOf(env, { ...text, to: "16175550107" });
  assert.deepEqual([sms.sentAs, sms.links.length], ["SMS", 1]);
  const silent = menu({ fallback: { ...menu().fallback, linkDisabled: true } });
  const alone = await routeOf(env, test.message(silent, { to: "16175550107" }));
  assert.deepEqual([alone.sentAs, alone.links.length], ["SMS", 0]);
});

Deno.test("a message of a release without pages is sent unchanged", async () => {
  await using test = await startRouting();
  const { pageCode: _, ...content } = menu();
  const { types, links } = await kindsIn(test.env, test.message(content));
  assert.ok(types.includes("application/pdf"));
  assert.deepEqual(links, []);
  const sms = await routeOf(test.env, test.message(content, { to: "16175550107" }));
  assert.equal(contentOfPlan(sms.plan, "SMS").text, "See it");
});

const OWN_FILES: [what: string, fields: Partial<MmsContent>][] = [
  ["a VASP's", {}],
  ["made for it", { vasp: undefined, unfitted: true }],
];

for (const [title, own] of OWN_FILES) {
  Deno.test(`a copy of a message that has waited while its files (${title}) were fitted: not again`, async () => {
    await using test = await startRouting();
    const { env } = test;
    const { store } = env;
    const content = contentOf(300_000, own);
    const to = "16175550108";
    const expiresAt = env.clock.now() + 3_600_000;
    const fields = { account: test.account, kind: "MMS_MT" as const, content, to, expiresAt };
    const message = newMessage(fields);
    const { trackingId } = message;
    await store.messages.accept(message, null);
    const read = async () => (await store.messages.byTrackingId(trackingId))!;
    const copy = await read();
    const next = { dueAt: env.clock.now() };
    await store.messages.transition(transitionOf(env, copy, "prepare", { account: null, next })!);
    const rendition = untranscoded("basic", {
      blob: "small",
      type: "image/jpeg",
      bytes: 50_000,
    });
    const [file] = submittedFiles(content);
    const fitted = withRenditions(content, [{ file: file!, rendition }]);
    const change = { content: fitted };
    await store.messages.transition(
      transitionOf(env, await read(), "prepared", { account: NOTIFIED, change, next })!,
    );

    // By the copy's turn it is due and leased to us again.
    const now = env.clock.now();
    const [held] = await store.messages.claimDue(leaseOf(env, now), now, { limit: 1 }, "delivery");
    assert.equal(held!.trackingId, trackingId);
    const deliver = createDeliver(env, { onPreparation: () => assert.fail("fitted again") });
    assert.notEqual(deliver.reserve(copy, now), null);
    deliver.offer(copy);
    await deliver.drain();
    const codes = (await store.events.of(trackingId)).postbacks.map(({ code }) => code);
    assert.deepEqual(codes, ["N013", "N101"]);
    const { history } = await store.events.of(trackingId);
    assert.equal(history.filter(({ state }) => state === "preparing").length, 1);
  });
}

// ── messages that a carrier has in part ──

const BEGUN: [what: string, fields: Partial<MessageRecord>, connectors: string[]][] = [
  ["nothing is known of", { connector: "b" }, ["a", "b"]],
  ["may be at its carrier", { connector: "b", sentAs: "SMS", unconfirmed: true }, ["b"]],
  ["is in part at its carrier", { connector: "b", sentAs: "SMS", segments: 1 }, ["b"]],
  [
    "may be at a carrier that is no more",
    { connector: "gone", sentAs: "SMS", unconfirmed: true },
    ["a", "b"],
  ],
  ["may be there as MMS", { connector: "b", sentAs: "MMS", unconfirmed: true }, ["a", "b"]],
];

for (const [title, fields, expected] of BEGUN) {
  Deno.test(`an SMS that ${title} goes by ${expected.join(", then ")}`, async () => {
    await using test = await startRouting();
    const connectors = new Map(["a", "b"].map((name) => [name, { name } as Connector]));
    const env = {
      ...test.env,
      connectors: { get: (name: string) => connectors.get(name), reload: () => Promise.resolve() },
    };
    await env.store.routes.add({
      account: test.account,
      sender: null,
      operator: null,
      kind: "sms",
      connectors: ["a", "b"],
    }, 0);
    const sms = { ...test.message(contentOf(1)), content: { kind: "SMS", text: "Hello" } as const };
    const { plan } = await routeOf(env, { ...sms, state: "sent", ...fields });
    assert.ok(plan !== "prepare" && "connector" in plan);
    assert.deepEqual([plan.connector, ...plan.others].map(({ name }) => name), expected);
  });
}

Deno.test("a message is fitted to its operator's current limits", async () => {
  await using test = await startRouting();
  const { env } = test;
  const message = test.message(contentOf(1), { operatorId: "0001470" });
  assert.equal(await wireLimit(env, message), 600_000);
  await env.store.operators.set({
    id: "0001470",
    name: "AT&T",
    country: "US",
    mms: true,
    maxBytes: { other: 500_000, "short-code": 400_000 },
    gsmSubjects: false,
    changedAt: 0,
  });
  assert.equal(await wireLimit(env, message), 400_000);
});
