/** Cases of campaigns and subscriptions. */
import assert from "node:assert/strict";
import { AlreadyExists } from "../../../src/ports/mod.ts";
import { type Campaign, CAMPAIGN_DEFAULTS } from "../../../src/core/subscription/campaign.ts";
import {
  newChange,
  newInboundSms,
  newMessage,
  nextId,
  NOON,
  NOTIFIED,
  type OpenStore,
  subscribed,
} from "../../support/store.ts";
import { addAccount, allPages, type Case, type Fixture } from "./fixture.ts";

const NUMBER = "16175550100";
const SENDER = "111122";
const HOUR = 3_600_000;
const SPRING = { campaignRef: "spring", recipient: NUMBER };

const newCampaign = (fields: Partial<Campaign> = {}): Campaign => (
  { ref: "spring", ...CAMPAIGN_DEFAULTS, sender: SENDER, createdAt: NOON, ...fields }
);

/** Creates an account with the campaign `spring` of a sender. */
async function withCampaign({ store }: OpenStore): Promise<string> {
  const { id } = await addAccount(store);
  await store.campaigns.create(id, newCampaign());
  return id;
}

/** Lists the codes of an account's postbacks of subscriptions, in their order. */
async function codesOf({ store }: OpenStore, account: string): Promise<string[]> {
  const { items } = await store.postbacks.list({ account }, { cursor: null, limit: 100 });
  return items.map(({ code }) => code).reverse();
}

const question = { expiresAt: NOON + 72 * HOUR, askedSince: NOON - 24 * HOUR, notify: true };
const effects = {
  confirms: true,
  receivers: NOTIFIED.receivers,
  trackingId: () => nextId(),
  welcome: () => newMessage({ trackingId: nextId(), from: SENDER, to: NUMBER }),
};

/** Counts the messages to a number. */
async function textsTo({ store }: OpenStore, account: string): Promise<number> {
  const page = { cursor: null, limit: 100 };
  return (await store.messages.list({ account, recipient: NUMBER }, page)).items.length;
}

export const campaigns: Record<string, Case> = {
  async "are created, listed, changed and removed"({ store }) {
    const account = await addAccount(store);
    const all = ["a", "b", "c"].map((ref) => newCampaign({ ref, ctaText: `Join ${ref}?` }));
    for (const campaign of all) await store.campaigns.create(account.id, campaign);
    await assert.rejects(store.campaigns.create(account.id, all[0]!), AlreadyExists);
    assert.deepEqual(await allPages((page) => store.campaigns.list(account.id, page), 2), all);
    assert.deepEqual(await store.campaigns.byRef(account.id, "b"), all[1]);
    assert.equal(await store.campaigns.byRef("another", "b"), null);
    const change = { title: "B", sender: null };
    const changed = { ...all[1]!, ...change };
    assert.deepEqual(await store.campaigns.change(account.id, "b", change), changed);
    assert.deepEqual(await store.campaigns.change(account.id, "b", {}), changed);
    assert.equal(await store.campaigns.change(account.id, "d", change), null);
    assert.equal(await store.campaigns.remove(account.id, "b"), "removed");
    assert.equal(await store.campaigns.remove(account.id, "b"), "missing");
  },

  async "stay while anybody is subscribed or asked"(fixture) {
    const { store } = fixture;
    const account = await withCampaign(fixture);
    await subscribed(store, account, SPRING, { question });
    assert.equal(await store.campaigns.remove(account, "spring"), "has subscriptions");
    await store.subscriptions.unsubscribe(account, SPRING, newChange());
    assert.equal(await store.campaigns.remove(account, "spring"), "removed");
  },

  async "are made by a subscription only where it says so"(fixture) {
    const { store } = fixture;
    const account = await withCampaign(fixture);
    const key = { campaignRef: "autumn", recipient: NUMBER };
    const result = await subscribed(store, account, key, { makesCampaign: false });
    assert.equal(result, "campaign unknown");
    assert.equal(await subscribed(store, account, key), "subscribed");
    assert.equal((await store.campaigns.byRef(account, "autumn"))!.sender, null);
  },
};

export const subscriptions: Record<string, Case> = {
  async "begin and end once, each with a postback and its text"(fixture) {
    const { store } = fixture;
    const account = await withCampaign(fixture);
    const text = () => newMessage({ trackingId: nextId(), account, from: SENDER, to: NUMBER });
    const results = await Promise.all(
      Array.from({ length: 5 }, () => subscribed(store, account, SPRING, { text: text() })),
    );
    assert.deepEqual(results.sort(), ["subscribed", ...Array(4).fill("unchanged")]);
    assert.equal(await textsTo(fixture, account), 1);
    const ended = await Promise.all(
      Array.from(
        { length: 5 },
        () => store.subscriptions.unsubscribe(account, SPRING, { ...newChange(), text: text() }),
      ),
    );
    assert.deepEqual(ended.sort(), [false, false, false, false, true]);
    assert.equal(await textsTo(fixture, account), 2);
    assert.deepEqual((await codesOf(fixture, account)).sort(), ["N301", "N302"]);
  },

  async "are pending until they are confirmed, and count for nothing until then"(fixture) {
    const { store } = fixture;
    const account = await withCampaign(fixture);
    const consent = { source: "form", data: { a: "b" } };
    assert.equal(await subscribed(store, account, SPRING, { question, consent }), "asked");
    assert.equal(await subscribed(store, account, SPRING, { question }), "unchanged");
    assert.equal(await store.subscriptions.isSubscribed(account, SPRING), false);
    assert.deepEqual(await store.subscriptions.find(account, SPRING), {
      ...SPRING,
      since: NOON,
      expiresAt: question.expiresAt,
      consent,
    });
    const yes = () =>
      newInboundSms({ account, from: NUMBER, to: SENDER, text: "YES", receivedAt: NOON + HOUR });
    const welcome = () => newMessage({ trackingId: nextId(), account, from: SENDER, to: NUMBER });
    await Promise.all(
      [1, 2, 3].map(() => store.inbound.receive(yes(), [], null, null, { ...effects, welcome })),
    );
    assert.deepEqual(await store.subscriptions.find(account, SPRING), {
      ...SPRING,
      since: NOON + HOUR,
      expiresAt: null,
      consent,
    });
    assert.deepEqual(await codesOf(fixture, account), ["N301"]);
    assert.equal(await textsTo(fixture, account), 1);
  },

  async "are confirmed by a message that is stored, and by no repetition of it"(fixture) {
    const { store } = fixture;
    const account = await withCampaign(fixture);
    const yes = newInboundSms({ account, from: NUMBER, to: SENDER, text: "YES", receivedAt: NOON });
    await store.inbound.receive(yes, []);
    await subscribed(store, account, SPRING, { question });
    await store.inbound.receive({ ...yes, trackingId: nextId() }, [], null, null, effects);
    assert.equal(await store.subscriptions.isSubscribed(account, SPRING), false);
  },

  async "of those who opted out by a keyword are refused where that is heeded"(fixture) {
    const { store } = fixture;
    const account = await withCampaign(fixture);
    const stop = newInboundSms({ account, from: NUMBER, to: SENDER, text: "STOP" });
    await subscribed(store, account, SPRING);
    await store.inbound.receive(stop, [], "stop", null, { ...effects, confirms: false });
    assert.deepEqual(await codesOf(fixture, account), ["N301", "N302"]);
    assert.equal(await subscribed(store, account, SPRING, { heedsOptOut: true }), "opted out");
    assert.equal(await subscribed(store, account, SPRING), "subscribed");
    const other = { campaignRef: "other", recipient: NUMBER };
    assert.equal(await subscribed(store, account, other, { heedsOptOut: true }), "subscribed");
  },

  async "never outlast an opt-out of the same moment, on whatever machine"(fixture) {
    const { store, other } = fixture;
    const account = await withCampaign(fixture);
    for (let round = 0; round < 12; round++) {
      const recipient = `161755501${round + 10}`;
      const key = { campaignRef: "spring", recipient };
      const stop = newInboundSms({ account, from: recipient, to: SENDER, text: "STOP" });
      const request = (of: OpenStore["store"]) =>
        subscribed(of, account, key, { heedsOptOut: true });
      await Promise.all([
        request(store),
        other.store.inbound.receive(stop, [], "stop", null, { ...effects, confirms: false }),
        request(other.store),
      ]);
      assert.equal(await store.subscriptions.isSubscribed(account, key), false, recipient);
    }
  },

  async "of an erased number leave nothing"(fixture) {
    const { store, database } = fixture;
    const account = await withCampaign(fixture);
    await subscribed(store, account, SPRING, { question });
    await subscribed(store, account, SPRING);
    const person = { number: NUMBER, account };
    const facts = await store.people.facts(person);
    assert.deepEqual(facts.subscriptionChanges.map(({ code }) => code), ["N301"]);
    assert.equal((await store.people.summary(person)).counts.subscriptionChanges, 1);
    await store.people.eraseFacts(person, NOON);
    for (const table of ["subscription", "subscription_question", "subscription_change", "event"]) {
      const rows = await rowsOf(fixture, table, account);
      assert.equal(rows, 0, table);
    }
    assert.ok((await database.query("select from campaign where account = $1", [account])).length);
  },

  async "and their traces go when their time is over"(fixture) {
    const { store } = fixture;
    const account = await withCampaign(fixture);
    await subscribed(store, account, SPRING, { question });
    const before = question.expiresAt;
    const step = { now: before, before, after: null, limit: 100 };
    assert.equal((await store.expire("pendingSubscriptions", step)).removed, 0);
    const later = { ...step, before: before + 1 };
    assert.equal((await store.expire("pendingSubscriptions", later)).removed, 1);
    assert.equal((await store.expire("questions", { ...step, before: NOON })).removed, 0);
    assert.equal((await store.expire("questions", { ...step, before: NOON + 1 })).removed, 1);
    assert.deepEqual(await codesOf(fixture, account), []);
  },
};

async function rowsOf({ database }: Fixture, table: string, account: string): Promise<number> {
  const [row] = await database.query(
    `select count(*)::int as count from ${table} where account = $1`,
    [account],
  );
  return row!.count;
}
