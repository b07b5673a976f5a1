/** Interruptions of work: counted by item, across processes, and noted in its history. */
import assert from "node:assert/strict";
import {
  createInterruptions,
  type InterruptibleItem,
} from "../../../src/jobs/engine/interruptions.ts";
import { StoreDown } from "../../../src/ports/mod.ts";
import { startJobs } from "../../support/jobs.ts";
import { movableClock } from "../../support/movable_clock.ts";
import { sharing } from "../../support/sharing.ts";

const FORGOTTEN_MS = 600_000;
const HOUR = 3_600_000;

const check = sharing(async () => {
  const clock = movableClock();
  const jobs = await startJobs({ clock });
  return { clock, jobs, [Symbol.asyncDispose]: () => jobs[Symbol.asyncDispose]() };
});

/** Starts counting as a process does, on a message of its own. */
async function start({ env, submitted }: Awaited<ReturnType<typeof startJobs>>) {
  const id = await submitted(null);
  const item: InterruptibleItem = { kind: "message", id, account: "acme", trackingId: id };
  const restart = () => createInterruptions(env, FORGOTTEN_MS);
  const events = async () =>
    (await env.store.events.of(id)).history.filter(({ event }) => event === "delivery interrupted");
  return { item, events, restart };
}

check("an item that is interrupted is counted on by the next process", async ({ clock, jobs }) => {
  const { events, item, restart } = await start(jobs);
  const first = restart();
  for (let n = 1; n <= 2; n++) {
    await first.record(item, "delivery interrupted", new Error(`fault ${n}`));
    clock.advance(1000);
  }
  assert.deepEqual(first.list(), []);
  const second = restart();
  await second.record(item, "delivery interrupted", new Error("fault 3"));
  const [{ lastAt, since, ...listed }, ...others] = second.list() as [
    ReturnType<typeof second.list>[number],
  ];
  assert.deepEqual(others, []);
  assert.deepEqual({ ...listed }, { ...item, times: 3, reason: "Error: fault 3", notedAt: lastAt });
  const noted = await events();
  assert.deepEqual(noted.map(({ details }) => details), [1, 2, 3].map((n) => `Error: fault ${n}`));
  assert.ok(Math.abs(since - noted[0]!.at) < 1 && lastAt - since >= 2000);
});

check("events of an item are three, and then one an hour", async ({ clock, jobs }) => {
  const { events, item, restart } = await start(jobs);
  const interruptions = restart();
  for (let n = 0; n < 10; n++) {
    await interruptions.record(item, "delivery interrupted", new Error("x".repeat(9000)));
  }
  assert.equal((await events()).length, 3);
  clock.advance(HOUR);
  for (let n = 0; n < 2; n++) {
    await interruptions.record(item, "delivery interrupted", new Error("later"));
  }
  const noted = await events();
  assert.equal(noted.length, 4);
  assert.deepEqual([noted[0]!.details!.length, noted[3]!.details], [500, "Error: later"]);
  assert.equal(interruptions.list()[0]!.times, 12);
});

check("an item whose work ended is listed no more, here or elsewhere", async ({ clock, jobs }) => {
  const { item, restart } = await start(jobs);
  const interruptions = restart();
  const interrupt = async () => {
    for (let n = 0; n < 3; n++) {
      await interruptions.record(item, "delivery interrupted", new Error("fault"));
    }
    assert.equal(interruptions.list().length, 1);
  };
  await interrupt();
  interruptions.ended(item.id);
  assert.deepEqual(interruptions.list(), []);
  await interrupt();
  clock.advance(FORGOTTEN_MS);
  assert.deepEqual(interruptions.list(), []);
});

check("an outage of the store interrupts no item in particular", async ({ jobs }) => {
  const { events, item, restart } = await start(jobs);
  const interruptions = restart();
  for (let n = 0; n < 3; n++) {
    await interruptions.record(item, "delivery interrupted", new StoreDown("away"));
  }
  assert.deepEqual([interruptions.list(), await events()], [[], []]);
});
