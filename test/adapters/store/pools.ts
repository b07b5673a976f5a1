/** Cases of pools of senders, and of the sender that a recipient has. */
import assert from "node:assert/strict";
import type { Pool } from "../../../src/core/account/pool.ts";
import type { NewMessage } from "../../../src/core/message/message.ts";
import { AlreadyExists } from "../../../src/ports/mod.ts";
import { accepted, idOf, NOON, uuidSql, watchedStore } from "../../support/store.ts";
import { addAccount, type Case } from "./fixture.ts";
import { explained } from "./subscription_plans.ts";

const pool = (name: string, fields: Partial<Pool> = {}): Pool => ({
  name,
  senders: [{ address: "111122", weight: 1 }, { address: "18005550199", weight: 0 }],
  stickyDays: 8,
  createdAt: NOON,
  ...fields,
});

export const pools: Record<string, Case> = {
  async "are created, listed, changed and removed, each account's by itself"({ store }) {
    const [{ id }, { id: other }] = [await addAccount(store), await addAccount(store)];
    const { addPool, changePool, removePool } = store.accounts;
    const [autumn, winter] = [pool("autumn"), pool("winter", { stickyDays: 0 })];
    for (const each of [winter, autumn]) assert.ok(await addPool(id, each, 2));
    assert.ok(await addPool(other, pool("winter"), 1));
    await assert.rejects(addPool(other, pool("winter"), 2), AlreadyExists);
    assert.equal(await addPool(id, pool("spring"), 2), false, "at most two");
    assert.deepEqual(await store.accounts.pools(id), [autumn, winter]);
    assert.deepEqual((await store.accounts.access(id))!.pools, [autumn, winter]);
    const senders = [{ address: "ACME", weight: 1000 }];
    assert.deepEqual(await changePool(id, "winter", { senders }), { ...winter, senders });
    const changed = { ...winter, senders, stickyDays: 365 };
    assert.deepEqual(await changePool(id, "winter", { stickyDays: 365 }), changed);
    assert.deepEqual(await changePool(id, "winter", {}), changed);
    assert.equal(await changePool(id, "spring", {}), null);
    assert.equal(await removePool(id, "winter"), true);
    assert.equal(await removePool(id, "winter"), false);
    assert.deepEqual(await store.accounts.pools(id), [autumn]);
    assert.deepEqual(await store.accounts.pools(other), [pool("winter")]);
  },

  async "are no more than the account may have, however many come at once"({ store }) {
    const { id } = await addAccount(store);
    const added = await Promise.all(
      ["a", "b", "c", "d"].map((name) => store.accounts.addPool(id, pool(name), 2)),
    );
    assert.equal(added.filter(Boolean).length, 2);
    assert.equal((await store.accounts.pools(id)).length, 2);
  },

  async "find the sender that the account last used for a number"(fixture) {
    const { store, statements } = fixture;
    const to = "16175550101";
    const from = ["111122", "333344"];
    const sent = (from: string, at: number, fields: Partial<NewMessage> = {}) =>
      accepted(fixture, { from, to, acceptedAt: at, trackingId: idOf(at - 30_000), ...fields });
    const lastUsed = (since: number, among: readonly string[] = from) =>
      store.messages.lastUsed("acme", { from: among, to }, since);
    assert.equal(await lastUsed(0), null);
    await sent("111122", NOON);
    await sent("333344", NOON + 1000);
    await sent("111122", NOON + 2000, { to: "16175550102" });
    await sent("111122", NOON + 3000, { account: "zeta" });
    await sent("555566", NOON + 4000);
    assert.equal(await lastUsed(NOON), "333344");
    assert.equal(await lastUsed(NOON + 1000), "333344");
    assert.equal(await lastUsed(NOON + 1001), null);
    assert.equal(await lastUsed(NOON, ["111122"]), "111122");
    assert.equal(await lastUsed(NOON, []), null);
    await sent("111122", NOON + 5000);
    assert.equal(await lastUsed(NOON), "111122");
    statements.length = 0;
    await Promise.all(Array.from({ length: 50 }, () => lastUsed(NOON)));
    assert.ok(statements.length <= 2, "calls at once share a statement");
  },

  async "find it under each form of the number"(fixture) {
    const { store } = fixture;
    const [stored, read] = ["5511987654321", "551187654321"];
    await accepted(fixture, {
      from: "111122",
      to: stored,
      acceptedAt: NOON,
      trackingId: idOf(NOON),
    });
    const at = NOON + 1000;
    await accepted(fixture, { from: "333344", to: read, acceptedAt: at, trackingId: idOf(at) });
    const from = ["111122", "333344"];
    for (const to of [stored, read]) {
      assert.equal(await store.messages.lastUsed("acme", { from, to }, NOON), "333344");
    }
  },

  async "find it by index, and give up at a number that thousands of messages go to"(fixture) {
    // One number has messages of others alone since the account's.
    await fixture.database.script(`
      insert into message (tracking_id, account, kind, state, sender, recipient, content,
        delivery_report, accepted_at, updated_at, expires_at)
      select ${uuidSql("i")}, case i when 1 then 'acme' else 'zeta' end, 'SMS_MT', 'delivered',
        '111122', case when i % 2 = 1 then '16170000001' else (16170000000 + i)::text end, '{}',
        true, now(), now(), now() from generate_series(1, 5000) i;
      analyze message`);
    const { database, plans } = explained(fixture.database);
    const { store } = watchedStore(database);
    const pair = { from: ["111122"], to: "16170000001" };
    assert.equal(await store.messages.lastUsed("acme", pair, 0), null);
    assert.equal(await store.messages.lastUsed("zeta", pair, 0), "111122");
    assert.match(plans.join("\n"), /Index Scan Backward using message_recipient_tracking_id_idx/);
    assert.doesNotMatch(plans.join("\n"), /Seq Scan on message/);
  },
};
