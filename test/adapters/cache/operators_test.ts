import assert from "node:assert/strict";
import { createOperatorDirectory } from "../../../src/adapters/cache/operators.ts";
import type { OperatorRecord } from "../../../src/core/routing/operators.ts";
import { type RoutingDirectory, type Store, StoreDown } from "../../../src/ports/mod.ts";
import { NOON } from "../../support/store.ts";

const TULIP: OperatorRecord = {
  id: "0003100",
  name: "Tulip",
  country: "NL",
  mms: true,
  maxBytes: { other: 300_000 },
  gsmSubjects: false,
  changedAt: NOON,
};

interface Bench {
  directory: RoutingDirectory;
  clock: { time: number; now(): number };
  /** Response of the store. */
  list(): Promise<OperatorRecord[]>;
  /** How often it was asked. */
  asked: number;
}

function bench(cacheMs = 5_000): Bench {
  const clock = { time: NOON, now: () => clock.time };
  const made: Bench = {
    clock,
    asked: 0,
    list: () => Promise.resolve([TULIP]),
    directory: createOperatorDirectory(
      {
        operators: {
          list() {
            made.asked++;
            return made.list();
          },
        },
        routes: { list: () => Promise.resolve([]) },
      } as unknown as Pick<Store, "operators" | "routes">,
      clock,
      cacheMs,
    ),
  };
  return made;
}

const hasTulip = async ({ directory }: Bench) => (await directory.table()).operators.has(TULIP.id);

Deno.test("the table is asked for once in its time", async () => {
  const made = bench();
  assert.equal(await hasTulip(made), true);
  made.clock.time += 4_999;
  await Promise.all(Array.from({ length: 50 }, () => hasTulip(made)));
  assert.equal(made.asked, 1);
  made.clock.time += 1;
  await Promise.all(Array.from({ length: 50 }, () => hasTulip(made)));
  assert.equal(made.asked, 2);
});

Deno.test("a clock that is set back keeps the table for no longer", async () => {
  const made = bench();
  await hasTulip(made);
  made.clock.time -= 3_600_000;
  await hasTulip(made);
  assert.equal(made.asked, 2);
});

Deno.test("a change on this machine is seen at once", async () => {
  const made = bench();
  assert.equal(await hasTulip(made), true);
  assert.ok(
    (await made.directory.table()).operators.has("0001470"),
    "those that are shipped, always",
  );
  made.list = () => Promise.resolve([]);
  assert.equal(await hasTulip(made), true);
  made.directory.invalidate();
  assert.equal(await hasTulip(made), false);
});

Deno.test("what was asked for before a change does not outlive it", async () => {
  const made = bench();
  const before = Promise.withResolvers<OperatorRecord[]>();
  made.list = () => before.promise;
  const asking = hasTulip(made);
  made.directory.invalidate();
  made.list = () => Promise.resolve([]);
  assert.equal(await hasTulip(made), false);
  before.resolve([TULIP]);
  assert.equal(await asking, true);
  assert.equal(await hasTulip(made), false);
});

Deno.test("a failure is shared, and not kept", async () => {
  const made = bench();
  made.list = () => Promise.reject(new StoreDown("gone"));
  const results = await Promise.allSettled([1, 2, 3].map(() => hasTulip(made)));
  assert.ok(results.every((one) => one.status === "rejected" && one.reason instanceof StoreDown));
  assert.equal(made.asked, 1);
  made.list = () => Promise.resolve([TULIP]);
  assert.equal(await hasTulip(made), true);
});
