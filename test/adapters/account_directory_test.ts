import assert from "node:assert/strict";
import { createAccountDirectory, hashApiKey } from "../../src/adapters/account_directory.ts";
import { type AccountAccess, StoreDown } from "../../src/env.ts";
import { newAccount, NOON } from "../support/store.ts";

/** A directory over accounts in memory, which remembers what it was asked. */
function bench(cacheMs = 5000) {
  const clock = { time: NOON, now: () => clock.time };
  const keys = new Map([[hashApiKey("secret"), "acme"]]);
  const account = newAccount({ id: "acme" });
  const asked: string[] = [];
  let down = false;
  const ask = <T>(what: string, answer: T): Promise<T> => {
    asked.push(what);
    return down ? Promise.reject(new StoreDown("gone")) : Promise.resolve(answer);
  };
  const directory = createAccountDirectory(
    {
      byKeyHash: (hash) => ask("key", keys.get(hash) ?? null),
      access: (id) => {
        const found: AccountAccess | null = id === "acme" ? { account, originators: [] } : null;
        return ask(id, found);
      },
    },
    clock,
    cacheMs,
  );
  return { asked, clock, directory, keys, setDown: (is: boolean) => down = is };
}

Deno.test("keys are compared by their SHA-256", () => {
  assert.equal(
    hashApiKey("abc"),
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
  );
});

Deno.test("an account is asked for once in its time, by key and by id", async () => {
  const { asked, clock, directory } = bench();
  assert.equal((await directory.byApiKey("secret"))!.account.id, "acme");
  assert.equal((await directory.byId("acme"))!.account.id, "acme");
  clock.time += 4999;
  await directory.byApiKey("secret");
  assert.deepEqual(asked, ["key", "acme"]);
  clock.time += 1;
  await directory.byApiKey("secret");
  assert.deepEqual(asked, ["key", "acme", "key", "acme"]);
});

Deno.test("a stampede asks once", async () => {
  const { asked, directory } = bench();
  await Promise.all(Array.from({ length: 50 }, () => directory.byApiKey("secret")));
  assert.deepEqual(asked, ["key", "acme"]);
});

Deno.test("wrong keys and unknown accounts are remembered too", async () => {
  const { asked, directory } = bench();
  for (let i = 0; i < 3; i++) {
    assert.equal(await directory.byApiKey("guess"), null);
    assert.equal(await directory.byId("nobody"), null);
  }
  assert.deepEqual(asked, ["key", "nobody"]);
});

Deno.test("a failure is told to all who wait, and not remembered", async () => {
  const { asked, directory, setDown } = bench();
  setDown(true);
  const results = await Promise.allSettled([directory.byId("acme"), directory.byId("acme")]);
  assert.ok(results.every(({ status }) => status === "rejected"));
  setDown(false);
  assert.equal((await directory.byId("acme"))!.account.id, "acme");
  assert.deepEqual(asked, ["acme", "acme"]);
});

Deno.test("after forgetting, what was changed shows", async () => {
  const { directory, keys } = bench();
  await directory.byApiKey("secret");
  keys.clear();
  assert.notEqual(await directory.byApiKey("secret"), null);
  directory.forget("acme");
  assert.equal(await directory.byApiKey("secret"), null);
});

Deno.test("a cache of no seconds remembers nothing", async () => {
  const { asked, directory } = bench(0);
  await directory.byId("acme");
  await directory.byId("acme");
  assert.deepEqual(asked, ["acme", "acme"]);
});
