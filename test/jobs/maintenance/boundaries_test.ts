/** Boundaries of retention: what may be deleted does not run ahead of a clock that is wrong. */
import assert from "node:assert/strict";
import postgres from "postgres";
import { readConfig } from "../../../src/config/mod.ts";
import { createAdvance, createRetentionControl } from "../../../src/jobs/maintenance/boundaries.ts";
import type { Store } from "../../../src/ports/mod.ts";
import { startJobs } from "../../support/jobs.ts";
import { migratedDatabase } from "../../support/migrated.ts";
import { type MovableClock, movableClock } from "../../support/movable_clock.ts";

const [SECOND, HOUR, DAY] = [1000, 3_600_000, 86_400_000];

/** A machine whose monotonic clock the test moves, together with the database's or alone. */
function machineOn(store: Store, clock: MovableClock, changes: Record<string, string> = {}) {
  let monotonic = 0;
  const ports = { clock, config: readConfig({ MESSAGE_RETENTION: "90d", ...changes }), store };
  const advance = createAdvance(ports, () => monotonic);
  return {
    control: createRetentionControl(ports),
    /** Lets time pass on the monotonic clock. */
    runs: (ms: number) => void (monotonic += ms),
    /** Makes a round; returns the age of what it deletes, in days; null: it is not this machine's. */
    async round(): Promise<number | null> {
      const boundary = (await advance()).get("messages");
      return boundary === undefined ? null : Math.round((clock.now() - boundary) / DAY * 100) / 100;
    },
  };
}

Deno.test("a boundary follows the time that passes, and a jump of the clock by a day an hour", async () => {
  await using jobs = await startJobs();
  const clock = movableClock();
  const machine = machineOn(jobs.store, clock);
  const pass = (ms: number) => {
    clock.advance(ms);
    machine.runs(ms);
  };
  assert.equal(await machine.round(), 90);
  pass(10 * DAY);
  assert.equal(await machine.round(), 90);

  clock.advance(120 * DAY);
  assert.equal(await machine.round(), 210);
  machine.runs(HOUR);
  assert.equal(await machine.round(), 209);
  const [furthest] = await machine.control.lags();
  assert.equal(Math.round(furthest!.ms / DAY), 119);
  for (let hours = 0; hours < 118; hours++) {
    machine.runs(HOUR);
    await machine.round();
  }
  assert.equal(await machine.round(), 91);
  machine.runs(2 * HOUR);
  assert.equal(await machine.round(), 90);
  assert.equal((await machine.control.lags())[0]!.ms < SECOND, true);
});

Deno.test("a clock that is set back, and a longer retention, take effect at once", async () => {
  await using jobs = await startJobs();
  const clock = movableClock();
  const machine = machineOn(jobs.store, clock);
  assert.equal(await machine.round(), 90);
  clock.advance(-30 * DAY);
  assert.equal(await machine.round(), 90);

  const longer = machineOn(jobs.store, clock, { MESSAGE_RETENTION: "180d" });
  assert.equal(await longer.round(), null);
  assert.equal(await longer.round(), 180);
});

Deno.test("a retention that is set shorter takes effect by a day an hour, or at once on demand", async () => {
  await using jobs = await startJobs();
  const clock = movableClock();
  assert.equal(await machineOn(jobs.store, clock).round(), 90);
  const shorter = machineOn(jobs.store, clock, { MESSAGE_RETENTION: "9d" });
  assert.equal(await shorter.round(), null);
  shorter.runs(12 * HOUR);
  assert.equal(await shorter.round(), 78);

  await shorter.control.catchUp();
  assert.equal((await shorter.control.lags())[0]!.ms < SECOND, true);
  assert.equal(await shorter.round(), null); // another process moved it
  assert.equal(await shorter.round(), 9);
});

Deno.test("one of several machines moves a boundary, and another takes over when it is gone", async () => {
  await using jobs = await startJobs();
  const clock = movableClock();
  const [first, second] = [machineOn(jobs.store, clock), machineOn(jobs.store, clock)];
  const pass = () => {
    clock.advance(5 * SECOND);
    for (const machine of [first, second]) machine.runs(5 * SECOND);
  };
  assert.equal(await first.round(), 90);
  for (let rounds = 0; rounds < 3; rounds++) {
    assert.equal(await second.round(), null);
    pass();
    assert.equal(await first.round(), 90);
  }
  assert.equal(await second.round(), null);
  pass();
  assert.equal(await second.round(), 90);
  assert.equal(await first.round(), null);
});

Deno.test("of machines that move a boundary at once, one does", async () => {
  await using jobs = await startJobs();
  const clock = movableClock();
  const machines = Array.from({ length: 8 }, () => machineOn(jobs.store, clock));
  const all = () => Promise.all(machines.map((machine) => machine.round()));
  assert.equal((await all()).filter((age) => age !== null).length, 1);
  await machines[0]!.round();
  for (const machine of machines) machine.runs(5 * SECOND);
  clock.advance(5 * SECOND);
  await Promise.all(machines.map((machine) => machine.round()));
  for (const machine of machines) machine.runs(5 * SECOND);
  clock.advance(5 * SECOND);
  assert.equal((await all()).filter((age) => age !== null).length, 1);
});

Deno.test("a boundary that was set by hand, to the microsecond, moves like any other", async () => {
  const DATABASE_URL = await migratedDatabase();
  await using jobs = await startJobs({ config: { DATABASE_URL } });
  const sql = postgres(DATABASE_URL);
  await sql`insert into retention_boundary values ('messages', '2026-01-01 00:00:00.123457Z')`;
  await sql.end();
  const machine = machineOn(jobs.store, movableClock());
  assert.equal(await machine.round(), null);
  machine.runs(5 * SECOND);
  assert.notEqual(await machine.round(), null);
  await machine.control.catchUp();
  assert.equal((await machine.control.lags())[0]!.ms < SECOND, true);
});
