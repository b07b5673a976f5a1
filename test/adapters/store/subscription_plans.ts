/** Query plans of campaigns and subscriptions: no statement scans a table. */
import assert from "node:assert/strict";
import type { Database, Query } from "../../../src/adapters/store/engine/database.ts";
import {
  newChange,
  newInboundSms,
  nextId,
  NOON,
  NOTIFIED,
  subscribed,
  uuidSql,
  watchedStore,
} from "../../support/store.ts";
import type { Case } from "./fixture.ts";

const FILL = `
  insert into account (id, name, allow_fallback_sms, enforce_campaign_check, delivery_reports,
    disabled, created_at)
  select 'account ' || i, '', true, false, true, false, now() from generate_series(1, 100) i;
  insert into receiver (account, name, webhook_secrets, created_at)
  select id, 'default', '[]', now() from account;
  insert into campaign (account, campaign_ref, sender, created_at)
  select 'account ' || i % 100 + 1, 'c-' || i / 100, '111122', now() from generate_series(0, 4999) i;
  insert into subscription (account, campaign_ref, recipient, since, expires_at)
  select 'account ' || i % 100 + 1, 'c-' || i / 100, (16170000000 + i)::text, now(),
    case when i % 3 = 0 then now() end from generate_series(0, 4999) i;
  insert into subscription_question
  select 'account ' || i % 100 + 1, (16170000000 + i)::text, 'c-' || i / 100, now()
  from generate_series(0, 4999) i;
  insert into subscription_change
  select ${
  uuidSql("i")
}, 'account ' || i % 100 + 1, 'c-' || i / 100, (16170000000 + i)::text, 'N301', 'API', now()
  from generate_series(0, 4999) i;
  analyze account, campaign, subscription, subscription_question, subscription_change`;

const LOOKED_THROUGH =
  /Seq Scan on (campaign|subscription|subscription_question|subscription_change|event|message)\b/;

const KEY = { campaignRef: "c-1", recipient: "16170000100" };
const PERSON = { number: KEY.recipient, account: null };
const QUESTION = { expiresAt: NOON, askedSince: NOON, notify: false };
const EFFECTS = {
  confirms: true,
  receivers: NOTIFIED.receivers,
  trackingId: () => nextId(),
  welcome: () => null,
};
const EXPIRY = { now: NOON, before: NOON, after: null, limit: 1000 };
const PAGE = { cursor: null, limit: 10 };
const fromHandset = () =>
  newInboundSms({ account: "account 1", from: KEY.recipient, to: "111122" });

/** Wraps a database, and records the plan of each statement, those of transactions too. */
export function explained(database: Database): { database: Database; plans: string[] } {
  const plans: string[] = [];
  const explaining = (query: Query): Query => async (sql, parameters) => {
    const rows = await query(`explain ${sql}`, parameters);
    plans.push(rows.map((row) => row["QUERY PLAN"]).join("\n"));
    return await query(sql, parameters);
  };
  return {
    plans,
    database: {
      ...database,
      query: explaining(database.query),
      transaction: (work, options) =>
        database.transaction((query) => work(explaining(query)), options),
    },
  };
}

export const subscriptionPlans: Record<string, Case> = {
  async "find their rows by index, however many there are"(fixture) {
    await fixture.database.script(FILL);
    const { database, plans } = explained(fixture.database);
    const { store } = watchedStore(database);
    const calls: Record<string, () => Promise<unknown>> = {
      campaign: () => store.campaigns.byRef("account 1", "c-1"),
      campaigns: () => store.campaigns.list("account 1", PAGE),
      changeCampaign: () => store.campaigns.change("account 1", "c-1", { title: "Sale" }),
      removeCampaign: () => store.campaigns.remove("account 1", "c-2"),
      isSubscribed: () => store.subscriptions.isSubscribed("account 1", KEY),
      subscription: () => store.subscriptions.find("account 1", KEY),
      subscriptions: () => store.subscriptions.list("account 1", PAGE),
      subscribe: () => subscribed(store, "account 1", KEY, { heedsOptOut: true }),
      unsubscribe: () => store.subscriptions.unsubscribe("account 1", KEY, newChange()),
      question: () => subscribed(store, "account 1", KEY, { question: QUESTION }),
      confirmation: () => store.inbound.receive(fromHandset(), [], null, null, EFFECTS),
      optOut: () => store.inbound.receive(fromHandset(), [], "stop", null, EFFECTS),
      personSummary: () => store.people.summary(PERSON),
      personFacts: () => store.people.facts(PERSON),
      personFactsErased: () => store.people.eraseFacts(PERSON, NOON),
      expirePending: () => store.expire("pendingSubscriptions", EXPIRY),
      expireQuestions: () => store.expire("questions", EXPIRY),
      expireChanges: () => store.expire("subscriptionChanges", EXPIRY),
    };
    for (const [name, call] of Object.entries(calls)) {
      plans.length = 0;
      await call();
      assert.ok(plans.length > 0, name);
      assert.doesNotMatch(plans.join("\n"), LOOKED_THROUGH, name);
    }
  },
};
