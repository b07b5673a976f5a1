/** Query plans of reported clicks: no statement scans a table. */
import assert from "node:assert/strict";
import { newEvent, NOON, uuidOf, uuidSql, watchedStore } from "../../support/store.ts";
import type { Case } from "./fixture.ts";
import { explained } from "./subscription_plans.ts";

const FILL = `
  insert into message (tracking_id, account, kind, state, sender, recipient, content,
    delivery_report, accepted_at, updated_at, expires_at)
  select ${uuidSql("i")}, 'acme', 'SMS_MT', 'delivered', '111122', (16170000000 + i)::text, '{}',
    true, now(), now(), now() from generate_series(1, 5000) i;
  insert into link (code, kind, account, tracking_id, target, created_at, expires_at)
  select 'l-' || i, 'click', 'acme', ${uuidSql("i")}, 'https://example.com/', now(), 'infinity'
  from generate_series(1, 5000) i;
  analyze message, link`;

export const linkPlans: Record<string, Case> = {
  async "find the link and the message of a reported click by index"(fixture) {
    await fixture.database.script(FILL);
    const { database, plans } = explained(fixture.database);
    const { store } = watchedStore(database);
    const link = await store.links.open(
      "l-7",
      NOON,
      "person",
      (_, { trackingId }) => [newEvent({ trackingId, code: "N311", body: "{}" })],
    );
    assert.equal(link!.reportedAt, NOON);
    assert.deepEqual((await store.events.of(uuidOf(7))).postbacks.map(({ code }) => code), [
      "N311",
    ]);
    assert.ok(plans.some((plan) => plan.includes("Insert on event")));
    assert.doesNotMatch(plans.join("\n"), /Seq Scan on (message|event|link)\b/);
  },
};
