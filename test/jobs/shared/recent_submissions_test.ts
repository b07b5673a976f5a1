import assert from "node:assert/strict";
import { createRecentSubmissions } from "../../../src/jobs/shared/recent_submissions.ts";
import { newMessageRecord } from "../../support/store.ts";
import { pause } from "../../support/until.ts";

const settled = async (promise: Promise<unknown>) =>
  await Promise.race([promise.then(() => true), Promise.resolve().then(() => false)]);

Deno.test("a report waits for the commit of its message's submission, and for no other", async () => {
  const commits = createRecentSubmissions({ max: 10, ttlMs: 60_000 });
  const commit = Promise.withResolvers<boolean>();
  const committed = commits.commit("smsc", ["1", "2"], newMessageRecord(), commit.promise);
  const waiting = [commits.committed("smsc", "1"), commits.committed("smsc", "2")];
  for (const wake of waiting) assert.equal(await settled(wake), false);
  for (const [connector, id] of [["smsc", "3"], ["other", "1"]] as const) {
    await commits.committed(connector, id);
  }
  commit.resolve(true);
  assert.equal(await committed, true);
  await Promise.all(waiting);
  await commits.committed("smsc", "1");
});

Deno.test("a failed commit is left to its caller; reports go on", async () => {
  const commits = createRecentSubmissions({ max: 10, ttlMs: 60_000 });
  const commit = Promise.withResolvers<boolean>();
  const committed = commits.commit("smsc", ["1"], newMessageRecord(), commit.promise);
  const waiting = commits.committed("smsc", "1");
  commit.reject(new Error("down"));
  await assert.rejects(committed, /down/);
  await waiting;
});

Deno.test("of two commits under one id a report waits for the later", async () => {
  const commits = createRecentSubmissions({ max: 10, ttlMs: 60_000 });
  const [first, second] = [Promise.withResolvers<boolean>(), Promise.withResolvers<boolean>()];
  const commit = commits.commit("smsc", ["1"], newMessageRecord(), first.promise);
  const two = commits.commit("smsc", ["1"], newMessageRecord(), second.promise);
  first.resolve(true);
  await commit;
  const waiting = commits.committed("smsc", "1");
  assert.equal(await settled(waiting), false);
  second.resolve(true);
  await Promise.all([two, waiting]);
});

Deno.test("a message is held for its report for a limited time, without a report too", async () => {
  const commits = createRecentSubmissions({ max: 10, ttlMs: 50 });
  const message = newMessageRecord();
  await commits.commit("smsc", ["1"], message, Promise.resolve(true));
  assert.equal(commits.take("smsc", "1"), message);
  const held = new WeakRef({ ...message });
  await commits.commit("smsc", ["2"], held.deref()!, Promise.resolve(true));
  await pause(100);
  assert.equal(commits.take("smsc", "2"), undefined);
});
