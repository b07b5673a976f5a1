/**
 * Contract section 9: `subscribe` and `unsubscribe`, N301 and N302, the confirmation by a text, and
 * the evidence of consent.
 */
import assert from "node:assert/strict";
import { ask, faultOf } from "../http/door.ts";
import { migratedDatabase } from "../support/migrated.ts";
import { movableClock } from "../support/movable_clock.ts";
import { ADMIN_TOKEN, adminBody, startService, type TestService } from "../support/service.ts";
import { createService, readConfig } from "../../mod.ts";
import { silentLog } from "../../src/log/mod.ts";
import { sharing } from "../support/sharing.ts";
import { until } from "../support/until.ts";
import type { Body } from "./traffic.ts";

const SENDERS = ["111122", "333344"].map((address) =>
  ({ address, kind: "short-code", country: "US" }) as const
);
const TEXTS = { "cta-text": "Reply YES", "welcome-text": "Welcome", "goodbye-text": "Goodbye" };
const HOUR = 3_600_000;

const clock = movableClock();

interface Fixture {
  test: TestService;
  /** Number of a handset that no other test uses. */
  handset: string;
  /** Subscribes the handset to `spring`, unless `fields` say otherwise. */
  subscribe(fields?: object): Promise<Body>;
  unsubscribe(fields?: object): Promise<Body>;
  /** Sends a text from the handset; resolves once it is stored. */
  say(text: string, to?: string): Promise<void>;
  /** Waits for this number of postbacks about the handset, and returns them in their order. */
  changes(count: number): Promise<Body[]>;
  /** Waits for this number of texts to the handset, and returns them, oldest first. */
  texts(count: number): Promise<string[]>;
  /** Lists the subscriptions of the handset. */
  subscriptions(): Promise<Body[]>;
}

function fixtureOf(test: TestService, handset: string): Fixture {
  const send = (action: string) => async (fields: object = {}) => {
    const request = { action, "campaign-ref": "spring", mobile: handset, ...fields };
    const { status, body } = await ask(test, request);
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  };
  const changesOf = (received: { body: Body }[]) =>
    received.map(({ body }) => body).filter(({ mobile, origin }) =>
      origin === "SUB" && mobile === handset
    );
  return {
    test,
    handset,
    subscribe: send("subscribe"),
    unsubscribe: send("unsubscribe"),
    async say(text, to = "111122") {
      const { status } = await test.admin("POST", "/loopback/sms", { from: handset, to, text });
      assert.equal(status, 201);
    },
    async changes(count) {
      const received = await test.receiver.until((all) => changesOf(all).length >= count);
      const changes = changesOf(received);
      assert.equal(changes.length, count, JSON.stringify(changes));
      // Different changes are different sequences: they may arrive in any order.
      return changes.sort((a, b) => a.timestamp < b.timestamp ? -1 : 1);
    },
    async texts(count) {
      const { body } = await until(
        () => test.admin("GET", `/loopback/messages?to=${handset}&limit=100`),
        ({ body }) => body.items.length >= count,
      );
      assert.equal(body.items.length, count, JSON.stringify(body.items));
      return body.items.map(({ text }: Body) => text).reverse();
    },
    async subscriptions() {
      const { items } = await adminBody(test, 200, "GET", "/accounts/acme/subscriptions?limit=200");
      return items.filter(({ recipient }: Body) => recipient === handset);
    },
  };
}

type Case = (fixture: Fixture) => Promise<void>;

const CASES: Record<string, Case> = {
  "subscribes and unsubscribes, each with one postback, however often": async (
    { subscribe, unsubscribe, changes, handset, subscriptions, texts },
  ) => {
    const success = { status: "Success", "campaign-ref": "spring", mobile: handset };
    for (let times = 0; times < 2; times++) {
      assert.deepEqual(await subscribe({ mobile: `+${handset}` }), success);
    }
    assert.deepEqual((await subscriptions()).map(({ state }) => state), ["subscribed"]);
    for (let times = 0; times < 2; times++) assert.deepEqual(await unsubscribe(), success);
    assert.deepEqual(await subscriptions(), []);
    const [begun, ended] = await changes(2);
    const { timestamp, ...fields } = begun!;
    assert.match(timestamp, /^20\d\d-.*\+00:00$/);
    const common = {
      "origin": "SUB",
      "mobile": handset,
      "campaign-ref": "spring",
      "from": "111122",
      "campaign-title": "Spring sale",
      "brand-name": "Tulip",
      "source": "API",
    };
    assert.deepEqual(fields, { ...common, code: "N301" });
    assert.deepEqual(Object.keys(begun!), [
      "origin",
      "code",
      "mobile",
      "campaign-ref",
      "from",
      "campaign-title",
      "brand-name",
      "source",
      "timestamp",
    ]);
    assert.deepEqual({ ...ended!, timestamp: null }, { ...common, code: "N302", timestamp: null });
    assert.deepEqual(await texts(0), []);
  },

  "tells of changes by administrators, with what a bare campaign has": async (
    { test, handset, changes },
  ) => {
    const wish = { "campaign-ref": `of ${handset}`, recipient: handset };
    const path = "/accounts/acme/subscriptions";
    await adminBody(test, 201, "POST", path, wish);
    await adminBody(test, 201, "POST", path, wish);
    const campaigns = await adminBody(test, 200, "GET", "/accounts/acme/campaigns?limit=200");
    const bare = campaigns.items.find((each: Body) => each["campaign-ref"] === `of ${handset}`);
    assert.deepEqual([bare.title, bare.from], [null, null]);
    const own = `${path}/${encodeURIComponent(`of ${handset}`)}/${handset}`;
    assert.equal((await test.admin("DELETE", own)).status, 204);
    const [begun, ended] = await changes(2);
    const common = { origin: "SUB", mobile: handset, "campaign-ref": `of ${handset}` };
    for (const [body, code] of [[begun, "N301"], [ended, "N302"]] as const) {
      const { timestamp: _, ...fields } = body!;
      assert.deepEqual(fields, { ...common, code, source: "MANAGER" });
    }
  },

  "sends the welcome and the goodbye text once, like any text of the account": async (
    { test, subscribe, unsubscribe, texts, handset },
  ) => {
    for (let times = 0; times < 2; times++) await subscribe({ notify: "YES" });
    assert.deepEqual(await texts(1), ["Welcome"]);
    for (let times = 0; times < 2; times++) await unsubscribe({ notify: "yes" });
    assert.deepEqual(await texts(2), ["Welcome", "Goodbye"]);
    const { items } = await adminBody(test, 200, "GET", `/messages?recipient=${handset}`);
    for (const item of items) {
      assert.deepEqual([item.from, item["campaign-ref"]], ["111122", "spring"]);
      await test.receiver.untilCodes(item["tracking-id"], ["N201", "N202"]);
    }
  },

  "asks by a text, and YES subscribes": async (
    { test, subscribe, say, texts, changes, subscriptions, handset },
  ) => {
    await subscribe({ cta: "yes", notify: "yes" });
    assert.deepEqual(await texts(1), ["Reply YES"]);
    const [pending] = await subscriptions();
    assert.equal(pending!.state, "pending");
    const time = Date.parse(pending!["expires-at"]) - Date.parse(pending!.since);
    assert.equal(time, 72 * HOUR);
    const sms = {
      action: "sendsms",
      from: "111122",
      to: handset,
      "message-text": "Hello",
      "campaign-ref": "spring",
    };
    await adminBody(test, 200, "PATCH", "/accounts/acme", { "enforce-campaign-check": true });
    const refused = await ask(test, sms);
    await adminBody(test, 200, "PATCH", "/accounts/acme", { "enforce-campaign-check": false });
    assert.equal(faultOf(refused), "E715 403");
    // Not from this sender, and no confirmation.
    await say("YES", "333344");
    await say("Yes or no?");
    assert.equal((await subscriptions())[0]!.state, "pending");
    await say(" Yes! ");
    const [{ code, source }] = await changes(1) as [Body];
    assert.deepEqual([code, source], ["N301", "MO"]);
    assert.deepEqual(await texts(2), ["Reply YES", "Welcome"]);
    const [confirmed] = await subscriptions();
    assert.deepEqual([confirmed!.state, confirmed!["expires-at"]], ["subscribed", null]);
    await say("YES");
    await changes(1);
    assert.deepEqual(await texts(2), ["Reply YES", "Welcome"]);
  },

  "asks once a day for a campaign, whatever became of it": async (
    { subscribe, unsubscribe, say, texts, changes, subscriptions },
  ) => {
    await subscribe({ cta: "yes" });
    await subscribe({ cta: "yes" });
    await texts(1);
    await unsubscribe();
    assert.deepEqual(await subscriptions(), []);
    await subscribe({ cta: "yes" });
    assert.deepEqual(await texts(1), ["Reply YES"]);
    assert.equal((await subscriptions())[0]!.state, "pending");
    clock.advance(24 * HOUR + 1000);
    await subscribe({ cta: "yes" });
    assert.deepEqual(await texts(2), ["Reply YES", "Reply YES"]);
    await say("oui");
    await changes(1);
    assert.deepEqual(await texts(2), ["Reply YES", "Reply YES"]);
  },

  "takes no confirmation after 72 hours": async ({ subscribe, say, subscriptions, texts }) => {
    await subscribe({ cta: "yes" });
    await texts(1);
    clock.advance(72 * HOUR + 1000);
    await say("YES");
    assert.notEqual((await subscriptions())[0]?.state, "subscribed");
  },

  "confirms what its sender asked for last, one for each YES": async (
    { subscribe, say, subscriptions, texts, changes },
  ) => {
    await subscribe({ cta: "yes" });
    await subscribe({ cta: "yes", "campaign-ref": "autumn" });
    await texts(2);
    await say("SI");
    const [first] = await changes(1);
    assert.equal(first!["campaign-ref"], "autumn");
    await say("sí");
    await changes(2);
    assert.deepEqual((await subscriptions()).map(({ state }) => state), [
      "subscribed",
      "subscribed",
    ]);
  },

  "a subscription without a question replaces one": async ({ subscribe, changes, texts }) => {
    await subscribe({ cta: "yes" });
    await subscribe({ notify: "yes" });
    const [change] = await changes(1);
    assert.deepEqual([change!.code, change!.source], ["N301", "API"]);
    assert.deepEqual(await texts(2), ["Reply YES", "Welcome"]);
    await subscribe({ cta: "yes" });
    assert.deepEqual(await texts(2), ["Reply YES", "Welcome"]);
  },

  "STOP ends the subscriptions of its sender, and no request makes them again": async (
    { test, handset, subscribe, say, changes, subscriptions },
  ) => {
    await subscribe();
    await subscribe({ "campaign-ref": "autumn", cta: "yes" });
    await subscribe({ "campaign-ref": "other" });
    await say("STOP");
    const [ended] = (await changes(3)).slice(2);
    assert.deepEqual([ended!.code, ended!.source, ended!["campaign-ref"]], [
      "N302",
      "MO",
      "spring",
    ]);
    assert.deepEqual((await subscriptions()).map((each) => each["campaign-ref"]), ["other"]);
    const again = { action: "subscribe", "campaign-ref": "spring", mobile: handset };
    assert.equal(faultOf(await ask(test, again)), "E904 403");
    assert.equal(faultOf(await ask(test, { ...again, cta: "yes" })), "E904 403");
    // Another sender's campaign is not concerned.
    await subscribe({ "campaign-ref": "other" });
    await say("START");
    await subscribe();
  },

  "STOP ALL ends all of the account": async ({ subscribe, say, changes, subscriptions }) => {
    await subscribe();
    await subscribe({ "campaign-ref": "other" });
    await say("STOP ALL");
    const changed = await changes(4);
    assert.deepEqual(changed.map(({ code }) => code), ["N301", "N301", "N302", "N302"]);
    assert.deepEqual(await subscriptions(), []);
  },

  "stores the evidence of consent, which a person's export has": async (
    { test, handset, subscribe, unsubscribe, subscriptions },
  ) => {
    const evidence = {
      "source": "checkout",
      "collected-at": "2026-07-01T10:00:00.000000+00:00",
      "text-shown": "Yes, text me",
      "subscriber-ref": "customer 7",
      "timezone": "America/New_York",
      "data": { first_name: "Ana" },
    };
    await subscribe({ ...evidence, "collected-at": "2026-07-01T12:00:00+02:00" });
    assert.deepEqual((await subscriptions())[0]!.consent, evidence);
    await unsubscribe();
    const person = await adminBody(test, 200, "POST", "/people/export", { number: handset });
    assert.deepEqual(
      person["subscription-changes"].map(({ code, consent }: Body) => [code, consent]),
      [["N301", evidence], ["N302", evidence]],
    );
    const body = { number: handset, confirm: true };
    const report = await adminBody(test, 200, "POST", "/people/erase", body);
    assert.equal(report.found["subscription-changes"], 2);
    const after = await adminBody(test, 200, "POST", "/people/export", { number: handset });
    assert.deepEqual(after["subscription-changes"], []);
  },

  "a key that is limited to senders reaches only their campaigns": async ({ test, handset }) => {
    const limits = { senders: "333344", actions: "subscribe, unsubscribe" };
    const issued = await adminBody(test, 201, "POST", "/accounts/acme/keys", limits);
    const key = issued["api-key"];
    for (const action of ["subscribe", "unsubscribe"]) {
      for (const ref of ["spring", "silent", "nothing"]) {
        const request = { action, "campaign-ref": ref, mobile: handset };
        assert.equal(faultOf(await ask(test, request, { key })), "E903 404", ref);
      }
      const own = { action, "campaign-ref": "other", mobile: handset };
      assert.equal((await ask(test, own, { key })).status, 200);
    }
    const sms = { action: "sendsms", from: "333344", to: handset, "message-text": "Hello" };
    assert.equal(faultOf(await ask(test, sms, { key })), "E104 403");
  },

  "a repeated Idempotency-Key subscribes once": async ({ test, handset, changes, texts }) => {
    const request = {
      action: "subscribe",
      "campaign-ref": "spring",
      mobile: handset,
      notify: "yes",
    };
    const headers = { "idempotency-key": `key-${handset}` };
    const first = await ask(test, request, { headers });
    const again = await ask(test, request, { headers });
    assert.deepEqual([first.status, first.body], [again.status, again.body]);
    assert.equal(again.headers.get("idempotent-replayed"), "true");
    await changes(1);
    assert.deepEqual(await texts(1), ["Welcome"]);
  },
};

const check = sharing(async () => {
  const test = await startService({ clock, senders: SENDERS });
  const campaigns = [
    {
      "campaign-ref": "spring",
      "title": "Spring sale",
      "brand-name": "Tulip",
      "from": "111122",
      ...TEXTS,
    },
    { "campaign-ref": "autumn", "from": "111122", ...TEXTS },
    { "campaign-ref": "other", "from": "333344", ...TEXTS },
    { "campaign-ref": "silent", ...TEXTS },
  ];
  for (const campaign of campaigns) {
    await adminBody(test, 201, "POST", "/accounts/acme/campaigns", campaign);
  }
  return { test, handsets: 0, [Symbol.asyncDispose]: () => test.stop() };
});

for (const [title, run] of Object.entries(CASES)) {
  check(`subscriptions: ${title}`, async (shared) => {
    await run(fixtureOf(shared.test, `1617555${1000 + shared.handsets++}`));
  });
}

check("subscriptions: STOP ends none where the account has no opt-out", async (shared) => {
  const { test } = shared;
  const { say, subscribe, subscriptions } = fixtureOf(test, `1617555${1000 + shared.handsets++}`);
  await adminBody(test, 200, "PATCH", "/accounts/acme", { "opt-out": false });
  await subscribe();
  await say("STOP");
  assert.equal((await subscriptions()).length, 1);
  await adminBody(test, 200, "PATCH", "/accounts/acme", { "opt-out": true });
});

Deno.test("subscriptions: two machines on one database ask once, and one YES is enough", async () => {
  const DATABASE_URL = await migratedDatabase();
  await using first = await startService({ config: { DATABASE_URL }, senders: SENDERS });
  const campaign = { "campaign-ref": "spring", "from": "111122", ...TEXTS };
  await adminBody(first, 201, "POST", "/accounts/acme/campaigns", campaign);
  const dataDir = await Deno.makeTempDir({ prefix: "slidepost-test-" });
  const second = await createService(
    readConfig({
      PORT: "0",
      DATA_DIR: dataDir,
      ADMIN_TOKEN,
      OUTBOUND_ALLOW: "127.0.0.0/8",
      DEFAULT_CONNECTOR: "loopback",
      DATABASE_URL,
    }),
    { log: silentLog() },
  );
  try {
    const fixture = fixtureOf(first, "16175552001");
    const { handset } = fixture;
    const mobile = { "campaign-ref": "spring", mobile: handset };
    const request = { action: "subscribe", ...mobile, cta: "yes", notify: "yes" };
    const onEach = async (path: string, body: object, headers: Record<string, string>) => {
      const responses = await Promise.all(
        [first.url, second.url].flatMap((url) =>
          [1, 2, 3].map(() =>
            fetch(url + path, {
              method: "POST",
              headers: { "content-type": "application/json", ...headers },
              body: JSON.stringify(body),
            })
          )
        ),
      );
      for (const response of responses) assert.ok(response.ok, await response.text());
    };
    await onEach("/api/v2", request, { "x-api-key": first.apiKey });
    assert.deepEqual(await fixture.texts(1), ["Reply YES"]);
    const yes = { from: handset, to: "111122", text: "YES" };
    await onEach("/admin/v1/loopback/sms", yes, { authorization: `Bearer ${ADMIN_TOKEN}` });
    assert.deepEqual(await fixture.texts(2), ["Reply YES", "Welcome"]);
    const [change] = await fixture.changes(1);
    assert.deepEqual([change!.code, change!.source], ["N301", "MO"]);
  } finally {
    await second.stop();
    await Deno.remove(dataDir, { recursive: true });
  }
});
