import assert from "node:assert/strict";
import { createAccountDirectory, hashApiKey } from "../../../src/adapters/cache/accounts.ts";
import { migrate } from "../../../src/adapters/store/schema/migrate.ts";
import { openPostgres } from "../../../src/adapters/store/engine/postgres.ts";
import type { Database } from "../../../src/adapters/store/engine/database.ts";
import type { AccountDirectory } from "../../../src/ports/mod.ts";
import { createDatabase, sharedPostgres, targetOf } from "../../support/postgres.ts";
import { sharing } from "../../support/sharing.ts";
import { newAccount, NOON, type OpenStore, watchedStore } from "../../support/store.ts";

interface Fixture extends OpenStore {
  directory: AccountDirectory;
  clock: { time: number; now(): number };
  database: Database;
  /** Returns the number of the store's statements since the last call. */
  countStatements(): number;
}

/** Statements of one look-up: key, account, originators, blocks. */
const BY_KEY = 4;
const BY_ID = 3;

const CASES: Record<string, { cacheMs?: number; run(fixture: Fixture): Promise<void> }> = {
  "an account is asked for once in its time, by key and by id": {
    async run({ countStatements, clock, directory }) {
      assert.equal((await directory.byApiKey("secret"))!.account.id, "acme");
      assert.equal((await directory.byId("acme"))!.account.id, "acme");
      clock.time += 4999;
      await directory.byApiKey("secret");
      assert.equal(countStatements(), BY_KEY);
      clock.time += 1;
      await directory.byApiKey("secret");
      assert.equal(countStatements(), BY_KEY);
    },
  },

  "a clock that is set back keeps nothing for longer": {
    async run({ countStatements, clock, directory }) {
      await directory.byId("acme");
      clock.time -= 3_600_000;
      await directory.byId("acme");
      assert.equal(countStatements(), 2 * BY_ID);
    },
  },

  "a stampede asks once": {
    async run({ countStatements, directory }) {
      await Promise.all(Array.from({ length: 50 }, () => directory.byApiKey("secret")));
      assert.equal(countStatements(), BY_KEY);
    },
  },

  "wrong keys and unknown accounts are remembered too": {
    async run({ countStatements, directory }) {
      for (let i = 0; i < 3; i++) {
        assert.equal(await directory.byApiKey("guess"), null);
        assert.equal(await directory.byId("nobody"), null);
      }
      assert.equal(countStatements(), 1 + BY_ID);
    },
  },

  "no number of guesses pushes out a key that is right": {
    async run({ countStatements, directory }) {
      await directory.byApiKey("secret");
      // In batches that a busy machine looks up before the wait for a connection ends.
      for (let batch = 0; batch < 110; batch++) {
        const guesses = Array.from({ length: 100 }, (_, n) => `guess-${batch}-${n}`);
        await Promise.all(guesses.map((guess) => directory.byApiKey(guess)));
      }
      countStatements();
      assert.equal((await directory.byCachedKey("secret"))!.account.id, "acme");
      assert.equal((await directory.byApiKey("secret"))!.account.id, "acme");
      assert.equal(countStatements(), 0);
    },
  },

  "a key that was right a moment ago is known, and no other": {
    async run({ clock, directory }) {
      assert.equal(directory.byCachedKey("secret"), undefined);
      await directory.byApiKey("secret");
      await directory.byApiKey("guess");
      assert.equal((await directory.byCachedKey("secret"))!.account.id, "acme");
      assert.equal(directory.byCachedKey("guess"), undefined);
      clock.time += 5000;
      assert.equal(directory.byCachedKey("secret"), undefined);
    },
  },

  "a key that is looked up while its account is forgotten is not cached": {
    async run({ directory, store }) {
      const lookedUp = directory.byApiKey("secret");
      await store.accounts.revokeKey("acme", "key", NOON);
      directory.invalidate("acme");
      await lookedUp;
      assert.equal(directory.byCachedKey("secret"), undefined);
      assert.equal(await directory.byApiKey("secret"), null);
    },
  },

  "a failure is told to all who wait, and not remembered": {
    async run({ database, directory }) {
      await database.query("alter table account rename to gone");
      const results = await Promise.allSettled([directory.byId("acme"), directory.byId("acme")]);
      await database.query("alter table gone rename to account");
      assert.ok(results.every(({ status }) => status === "rejected"));
      assert.equal((await directory.byId("acme"))!.account.id, "acme");
    },
  },

  "a change shows once the account is forgotten": {
    async run({ directory, store }) {
      await directory.byApiKey("secret");
      await store.accounts.revokeKey("acme", "key", NOON);
      assert.notEqual(await directory.byApiKey("secret"), null);
      directory.invalidate("acme");
      assert.equal(await directory.byApiKey("secret"), null);
    },
  },

  "a cache of no seconds remembers nothing": {
    cacheMs: 0,
    async run({ countStatements, directory }) {
      await directory.byId("acme");
      await directory.byId("acme");
      assert.equal(countStatements(), 2 * BY_ID);
    },
  },
};

const check = sharing(async () => {
  const url = await createDatabase((await sharedPostgres()).url);
  const options = { connections: 2, statementTimeoutMs: 60_000 };
  const database = openPostgres({ target: targetOf(url), ...options });
  await migrate(database);
  return { database, [Symbol.asyncDispose]: () => database.close() };
});

for (const [name, { cacheMs = 5000, run }] of Object.entries(CASES)) {
  check(`account directory: ${name}`, async ({ database }) => {
    await database.script(
      "truncate account, api_key, originator, pool, receiver, campaign, subscription, block, route",
    );
    const open = watchedStore(database);
    const { accounts } = open.store;
    await accounts.create(newAccount({ id: "acme" }));
    const hash = hashApiKey("secret");
    await accounts.addKey("acme", { id: "key", hash, hint: "cret", at: NOON });
    open.statements.length = 0;
    const clock = { time: NOON, now: () => clock.time };
    const directory = createAccountDirectory(accounts, clock, cacheMs);
    const countStatements = () => open.statements.splice(0).length;
    await run({ ...open, countStatements, clock, directory });
  });
}

Deno.test("keys are compared by their SHA-256", () => {
  assert.equal(
    hashApiKey("abc"),
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
  );
});
