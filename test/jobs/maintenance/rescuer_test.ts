import assert from "node:assert/strict";
import { uuidIds } from "../../../src/adapters/system/ids.ts";
import { createRescuer } from "../../../src/jobs/maintenance/rescuer.ts";
import { startJobs } from "../../support/jobs.ts";
import { newMessage } from "../../support/store.ts";

Deno.test("each round but the first reloads connectors and runs maintenance, which removes old digests", async () => {
  await using jobs = await startJobs({
    config: { RESCUE_INTERVAL: "1s", MM7_DUPLICATE_WINDOW: "1m" },
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

  let claims = 0;
  let rounds = 0;
  const failing = Promise.withResolvers<void>();
  const reloaded = Promise.withResolvers<void>();
  const blocked = Promise.withResolvers<void>();
  const partition = () => {
    blocked.resolve(); // runs after the digests
    return Promise.resolve([]);
  };
  const rescuer = createRescuer(
    { ...env, blobs: { ...env.blobs, listPartition: partition } },
    [{ takeDue: () => Promise.resolve(void claims++) }],
    () => {
      rounds++;
      if (rounds === 1) {
        failing.resolve();
        return Promise.reject(new Error("not now"));
      }
      reloaded.resolve();
      return Promise.resolve();
    },
  );
  await rescuer.start();
  assert.deepEqual([claims, rounds], [1, 0]);
  await failing.promise;
  // A round that fails does not end the rescuer.
  await reloaded.promise;
  await blocked.promise;
  await rescuer.stop();
  assert.deepEqual([claims, rounds], [3, 2]);
  assert.equal(await store.messages.deleteDigests(now - 60_000, 10), 0);
  assert.equal(await accept("young", now + 1), young);
});

Deno.test("neither due work nor a stop waits for maintenance", async () => {
  await using jobs = await startJobs({ config: { RESCUE_INTERVAL: "1s" } });
  const third = Promise.withResolvers<void>();
  let claims = 0;
  let looks = 0;
  const takeDue = () => {
    if (++claims === 3) third.resolve();
    return Promise.resolve();
  };
  const partition = () => {
    looks++;
    return new Promise<never>(() => {}); // a disk that hangs
  };
  const rescuer = createRescuer(
    { ...jobs.env, blobs: { ...jobs.blobs, listPartition: partition } },
    [
      {
        takeDue,
      },
    ],
  );
  await rescuer.start();
  await third.promise;
  assert.equal(looks, 1);
  await rescuer.stop();
});
