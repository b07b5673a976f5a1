/** Idempotency-Keys that another process changes at the same time. */
import assert from "node:assert/strict";
import { migrate } from "../../../src/adapters/store/schema/migrate.ts";
import { openPostgres } from "../../../src/adapters/store/engine/postgres.ts";
import { ClaimLost, type KeyClaim, type KeyState } from "../../../src/ports/mod.ts";
import { createDatabase, sharedPostgres, targetOf } from "../../support/postgres.ts";
import {
  newMessage,
  NOON,
  type OpenStore,
  someoneWaits,
  watchedStore,
} from "../../support/store.ts";

const MINUTE = 60_000;
const AT = NOON + 2 * MINUTE;

const claimOf = (id: string, key = "known"): KeyClaim => ({ account: "acme", key, id });
const response = { type: "text/plain", disposition: null, bytes: new TextEncoder().encode("done") };

/** Opens a store where the key `known` is held until a minute after noon. */
async function withKnownKey(test: (open: OpenStore) => Promise<void>): Promise<void> {
  const url = await createDatabase((await sharedPostgres()).url);
  const database = openPostgres({
    target: targetOf(url),
    connections: 4,
    statementTimeoutMs: 15_000,
  });
  try {
    await migrate(database);
    const open = watchedStore(database);
    assert.equal((await claim(open, claimOf("first"), NOON)).state, "claimed");
    await test(open);
  } finally {
    await database.close();
  }
}

function claim({ store }: OpenStore, claim: KeyClaim, at = AT): Promise<KeyState> {
  const lease = { owner: "me", until: at + MINUTE };
  return store.idempotency.claim(claim, { body: "body", lease, at });
}

const CLAIMS = `insert into idempotency_key (account, key, body, claim, owner, claimed_at, free_at)
  values ('acme', 'new', 'body', 'theirs', 'them', '2026-07-01 12:02Z', '2026-07-01 12:03Z')`;
const TAKES_OVER = `update idempotency_key set claim = 'theirs', owner = 'them',
  claimed_at = '2026-07-01 12:02Z', free_at = '2026-07-01 12:03Z'`;

/** Changes that another process makes to a key while it is claimed here, and the outcome. */
const BEHIND: Record<string, { key: string; sql: string; commit?: false; found: string }> = {
  "claims it": { key: "new", sql: CLAIMS, found: "in progress" },
  "fails to claim it": { key: "new", sql: CLAIMS, commit: false, found: "claimed" },
  "takes it over": { key: "known", sql: TAKES_OVER, found: "in progress" },
  "fails to take it over": { key: "known", sql: TAKES_OVER, commit: false, found: "claimed" },
  "completes it": {
    key: "known",
    sql: `update idempotency_key set owner = null, type = 'text/plain', response = 'done',
      free_at = '2026-07-02 12:00Z'`,
    found: "completed",
  },
  "frees it": { key: "known", sql: "delete from idempotency_key", found: "claimed" },
};

const ROLLED_BACK = new Error("rolled back");

for (const [title, { key, sql, commit = true, found }] of Object.entries(BEHIND)) {
  Deno.test(`a key is waited for while another process ${title}`, () =>
    withKnownKey(async (open) => {
      let claiming: Promise<KeyState> | undefined;
      const theirs = open.database.transaction(async (query) => {
        await query(sql);
        claiming = claim(open, claimOf("mine", key));
        await someoneWaits(open.database);
        if (!commit) throw ROLLED_BACK;
      });
      await (commit ? theirs : assert.rejects(theirs, ROLLED_BACK));
      const state = await claiming!;
      assert.equal(state.state, found);
      if (state.state === "completed") assert.deepEqual(state.response, response);
    }));
}

Deno.test("an accept waits for the process that takes over its key, and accepts nothing", () =>
  withKnownKey(async (open) => {
    const message = newMessage();
    let accepting: Promise<unknown> | undefined;
    await open.database.transaction(async (query) => {
      await query(TAKES_OVER);
      const stored = { claim: claimOf("first"), response, until: AT + MINUTE };
      accepting = assert.rejects(
        open.store.messages.accept(message, null, { idempotentResponse: stored }),
        ClaimLost,
      );
      await someoneWaits(open.database);
    });
    await accepting;
    assert.equal(await open.store.messages.byTrackingId(message.trackingId), null);
    assert.deepEqual((await open.store.events.of(message.trackingId)).history, []);
  }));

Deno.test("a key is not freed while its response is being stored", () =>
  withKnownKey(async (open) => {
    let freeing: Promise<void> | undefined;
    await open.database.transaction(async (query) => {
      await query(BEHIND["completes it"]!.sql);
      freeing = open.store.idempotency.free(claimOf("first"));
      await someoneWaits(open.database);
    });
    await freeing;
    assert.equal((await claim(open, claimOf("mine"))).state, "completed");
  }));

Deno.test("a key that is released late belongs to no claim: its accept writes nothing", () =>
  withKnownKey(async (open) => {
    const message = newMessage();
    let accepting: Promise<unknown> | undefined;
    await open.database.transaction(async (query) => {
      await query("delete from idempotency_key where claim = 'first'");
      const stored = { claim: claimOf("first"), response, until: AT + MINUTE };
      accepting = assert.rejects(
        open.store.messages.accept(message, null, { idempotentResponse: stored }),
        ClaimLost,
      );
      await someoneWaits(open.database);
    });
    await accepting;
    assert.equal(await open.store.messages.byTrackingId(message.trackingId), null);
  }));
