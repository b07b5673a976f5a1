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

interface Fixture {
  directory: RoutingDirectory;
  clock: { time: number; now(): number };
  /** Response of the store. */
  list(): Promise<OperatorRecord[]>;
  /** Number of reads. */
  reads: number;
}

function createFixture(cacheMs = 5_000): Fixture {
  const clock = { time: NOON, now: () => clock.time };
  const fixture: Fixture = {
    clock,
    reads: 0,
    list: () => Promise.resolve([TULIP]),
    directory: createOperatorDirectory(
      {
        operators: {
          list() {
            fixture.reads++;
            return fixture.list();
          },
        },
        routes: { list: () => Promise.resolve([]) },
      } as unknown as Pick<Store, "operators" | "routes">,
      clock,
      cacheMs,
    ),
  };
  return fixture;
}

const hasTulip = async ({ directory }: Fixture) =>
  (await directory.table()).operators.has(TULIP.id);

Deno.test("the table is read once in its TTL", async () => {
  const fixture = createFixture();
  assert.equal(await hasTulip(fixture), true);
  fixture.clock.time += 4_999;
  await Promise.all(Array.from({ length: 50 }, () => hasTulip(fixture)));
  assert.equal(fixture.reads, 1);
  fixture.clock.time += 1;
  await Promise.all(Array.from({ length: 50 }, () => hasTulip(fixture)));
  assert.equal(fixture.reads, 2);
});

Deno.test("a clock that is set back does not prolong the table's TTL", async () => {
  const fixture = createFixture();
  await hasTulip(fixture);
  fixture.clock.time -= 3_600_000;
  await hasTulip(fixture);
  assert.equal(fixture.reads, 2);
});

Deno.test("a change on this machine is seen at once", async () => {
  const fixture = createFixture();
  assert.equal(await hasTulip(fixture), true);
  assert.ok(
    (await fixture.directory.table()).operators.has("0001470"),
    "those that are shipped, always",
  );
  fixture.list = () => Promise.resolve([]);
  assert.equal(await hasTulip(fixture), true);
  fixture.directory.invalidate();
  assert.equal(await hasTulip(fixture), false);
});

Deno.test("a read that began before a change is not cached after it", async () => {
  const fixture = createFixture();
  const before = Promise.withResolvers<OperatorRecord[]>();
  fixture.list = () => before.promise;
  const asking = hasTulip(fixture);
  fixture.directory.invalidate();
  fixture.list = () => Promise.resolve([]);
  assert.equal(await hasTulip(fixture), false);
  before.resolve([TULIP]);
  assert.equal(await asking, true);
  assert.equal(await hasTulip(fixture), false);
});

Deno.test("a failed read is shared, and not cached", async () => {
  const fixture = createFixture();
  fixture.list = () => Promise.reject(new StoreDown("gone"));
  const results = await Promise.allSettled([1, 2, 3].map(() => hasTulip(fixture)));
  assert.ok(
    results.every((result) => result.status === "rejected" && result.reason instanceof StoreDown),
  );
  assert.equal(fixture.reads, 1);
  fixture.list = () => Promise.resolve([TULIP]);
  assert.equal(await hasTulip(fixture), true);
});
