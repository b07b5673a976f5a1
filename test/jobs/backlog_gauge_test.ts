/** Metrics of the work that waits in the database. */
import assert from "node:assert/strict";
import { createBacklogGauge } from "../../src/jobs/backlog_gauge.ts";
import { startJobs } from "../support/jobs.ts";
import { samplesIn } from "../support/metrics.ts";
import { newMessage, NOON } from "../support/store.ts";

Deno.test("what waits is counted by stage, with the age of the oldest in seconds", async () => {
  await using jobs = await startJobs({ clock: { now: () => NOON } });
  for (const acceptedAt of [NOON - 2500, NOON - 1000]) {
    await jobs.store.messages.accept(newMessage({ acceptedAt }), null);
  }
  let waiting = 0;
  const { env } = jobs;
  await createBacklogGauge(env, { waiting: (count) => void (waiting = count) }).takeDue();
  assert.equal(waiting, 2);
  const samples = samplesIn(env.metrics.render("text"));
  const of = (stage: string) =>
    ["waiting", "oldest_waiting_seconds"].map((name) =>
      samples.get(`slidepost_${name}{stage="${stage}"}`)
    );
  assert.deepEqual(of("delivery"), [2, 2.5]);
  assert.deepEqual(of("postback"), [0, 0]);
});
