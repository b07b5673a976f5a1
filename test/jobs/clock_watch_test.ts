/** The service's clock follows the database's, and the machine's is compared with it. */
import assert from "node:assert/strict";
import { createSettableClock } from "../../src/adapters/system/clock.ts";
import { createClockWatch } from "../../src/jobs/clock/watch.ts";
import { silentLog } from "../../src/log/mod.ts";

const [SECOND, HOUR, DAY] = [1000, 3_600_000, 86_400_000];

/** A machine and its database, whose clocks the test sets. */
function world({ isEmbedded = false, respondsAfter = () => {} } = {}) {
  const state = { wall: Date.now(), uptime: 0, database: Date.now() };
  const clock = createSettableClock();
  const machine = { wall: () => state.wall, uptime: () => state.uptime };
  const store = {
    time() {
      const { database } = state;
      respondsAfter();
      return Promise.resolve(database);
    },
  };
  const watch = createClockWatch({ clock, machine, store, isEmbedded, log: silentLog() });
  /** Moves the clocks named, by so many milliseconds. */
  function move(ms: number, ...clocks: (keyof typeof state)[]): void {
    for (const name of clocks) state[name] += ms;
  }
  return { clock, move, state, watch };
}

const isNear = (a: number, b: number) => Math.abs(a - b) < 20 * SECOND;

Deno.test("the service's clock is set by the database's where both agree, and by nothing else", async () => {
  const { clock, move, state, watch } = world();
  move(29 * SECOND, "database");
  await watch.check();
  assert.equal(watch.fault(), null);
  assert.ok(clock.now() - state.database >= 0);
  assert.ok(isNear(clock.now(), state.database));

  for (const wrong of ["database", "wall"] as const) {
    move(120 * DAY, wrong);
    await watch.check();
    assert.match(watch.fault()!, /1(19 days 23|20 days 0) h (ahead of|behind) the database's/);
    assert.ok(clock.now() < Date.now() + HOUR);
    move(-120 * DAY, wrong);
    await watch.check();
    assert.equal(watch.fault(), null);
  }
});

Deno.test("a database that responds late does not make a clock look wrong", async () => {
  const slow = world({ respondsAfter: () => slow.move(10 * 60 * SECOND, "wall", "uptime") });
  await slow.watch.check();
  assert.equal(slow.watch.skewMs(), 0);
});

Deno.test("embedded: a clock that is set counts until that is undone, a sleep of the machine does not", async () => {
  const { move, watch } = world({ isEmbedded: true });
  move(8 * HOUR, "wall", "database", "uptime");
  await watch.check();
  assert.equal(watch.fault(), null);
  move(-90 * DAY, "wall", "database");
  await watch.check();
  assert.match(watch.fault()!, /was set back by 90 days 0 h; undo that, or restart the service/);
  move(90 * DAY, "wall", "database");
  await watch.check();
  assert.equal(watch.fault(), null);
});

Deno.test("on a database server, both clocks may be set together", async () => {
  const { move, watch } = world();
  move(8 * HOUR, "wall", "database");
  await watch.check();
  assert.equal(watch.fault(), null);
});

for (const [ms, isRefused] of [[299 * SECOND, false], [301 * SECOND, true]] as const) {
  Deno.test(`a start with a difference of ${ms / SECOND} s ${isRefused ? "is refused" : "waits"}`, async () => {
    const { move, watch } = world();
    move(ms, "wall");
    const start = watch.start();
    if (isRefused) await assert.rejects(start, /is 5 min ahead of the database's; .* start again$/);
    else await start;
    assert.notEqual(watch.fault(), null);
  });
}
