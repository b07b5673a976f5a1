import assert from "node:assert/strict";
import { uuidIds } from "../../../src/adapters/system/ids.ts";
import { createRescuer } from "../../../src/jobs/maintenance/rescuer.ts";
import { startJobs, type TestJobs } from "../../support/jobs.ts";
import { newMessage } from "../../support/store.ts";
import { until } from "../../support/until.ts";

/** Makes the ports of a rescuer with an interval shorter than any that can be configured. */
const withShortInterval = ({ env }: TestJobs) => ({
  ...env,
  config: { ...env.config, RESCUE_INTERVAL: 20 },
});

Deno.test("each round but the first reloads connectors and runs maintenance, which removes old digests", async () => {
  await using jobs = await startJobs({
    config: { MM7_DUPLICATE_WINDOW: "1m" },
  });
  const { store, env } = jobs;
  const now = env.clock.now();
  const accept = (digest: string, at: number) =>
    store.messages.accept(
      newMessage({ trackingId: uuidIds.tracking(), acceptedAt: at }),
      null,
      { dedup: { digest, since: at - 60_000 } },
    );
  // More than one batch removes.
  await Promise.all(Array.from({ length: 2500 }, (_, n) => accept(`old ${n}`, now - 61_000)));
  const young = await accept("young", now);

  const calls: string[] = [];
  const reloaded = Promise.withResolvers<void>();
  const blocked = Promise.withResolvers<void>();
  const partition = () => {
    blocked.resolve(); // runs after the digests
    return Promise.resolve([]);
  };
  const rescuer = createRescuer(
    { ...withShortInterval(jobs), blobs: { ...env.blobs, listPartition: partition } },
    [{ takeDue: () => Promise.resolve(void calls.push("take due")) }],
    {
      reload() {
        calls.push("reload");
        // A round that fails does not end the rescuer.
        if (calls.length === 3) return Promise.reject(new Error("not now"));
        reloaded.resolve();
        return Promise.resolve();
      },
    },
  );
  await rescuer.start();
  assert.deepEqual(calls, ["take due"]);
  await reloaded.promise;
  await blocked.promise;
  await rescuer.stop();
  const round = ["take due", "reload"];
  assert.deepEqual(calls.slice(0, 5), ["take due", ...round, ...round]);
  assert.equal(await store.messages.deleteDigests(now - 60_000, 10), 0);
  assert.equal(await accept("young", now + 1), young);
});

Deno.test("neither due work nor a stop waits for maintenance", async () => {
  await using jobs = await startJobs();
  const looked = Promise.withResolvers<void>();
  let claims = 0;
  let looks = 0;
  const takeDue = () => Promise.resolve(void claims++);
  const partition = () => {
    looks++;
    looked.resolve();
    return new Promise<never>(() => {}); // a disk that hangs
  };
  const rescuer = createRescuer(
    { ...withShortInterval(jobs), blobs: { ...jobs.blobs, listPartition: partition } },
    [{ takeDue }],
  );
  await rescuer.start();
  await looked.promise;
  const before = claims;
  await until(() => claims, (count) => count >= before + 2);
  assert.equal(looks, 1);
  await rescuer.stop();
});
