import assert from "node:assert/strict";
import { v7 } from "npm:uuid@13.0.0";
import type { TemplateMedia } from "../../../src/core/template/template.ts";
import {
  BLOB_PARTITIONS,
  type Blobs,
  type Expire,
  type Expiring,
  type Store,
  StoreDown,
} from "../../../src/ports/mod.ts";
import { createBlobGc } from "../../../src/jobs/maintenance/blob_gc.ts";
import type { JobPorts } from "../../../src/jobs/shared/ports.ts";
import { createMaintenance, type Maintenance } from "../../../src/jobs/maintenance/mod.ts";
import { silentLog } from "../../../src/log/mod.ts";
import { startJobs, type TestJobs } from "../../support/jobs.ts";
import {
  newCachedRendition,
  newEvent,
  newImage,
  newInbound,
  newMessage,
  newMms,
  newTemplate,
  newTransition,
} from "../../support/store.ts";

const HOUR = 3_600_000;
const GOING = new AbortController().signal;

/** Jobs with their maintenance and its log. */
interface House extends TestJobs {
  maintain: Maintenance;
  /** Garbage collection of blobs, one partition a call. */
  blobGc: Maintenance;
  logged: [facts: Record<string, unknown>, message: string][];
  errors: string[];
  /** Creates maintenance on a store with these overrides. */
  maintenanceWith(store: Partial<Store>): Maintenance;
  /** Stores a file that was last written this number of hours ago. */
  aged(content: string, hours: number): Promise<string>;
  isThere(hash: string): Promise<boolean>;
}

async function startHouse(
  config: Record<string, string> = {},
  blobs: (real: Blobs) => Partial<Blobs> = () => ({}),
): Promise<House> {
  const jobs = await startJobs({ config: { BLOB_GC_GRACE: "1h", ...config } });
  const logged: House["logged"] = [];
  const errors: string[] = [];
  const env: JobPorts = {
    ...jobs.env,
    blobs: { ...jobs.blobs, ...blobs(jobs.blobs) },
    log: {
      ...silentLog(),
      info: (facts, message) => void logged.push([facts, message]),
      error: (_facts, message) => void errors.push(message),
    },
  };
  return {
    ...jobs,
    maintain: createMaintenance(env),
    blobGc: createBlobGc(env),
    maintenanceWith: (store) => createMaintenance({ ...env, store: { ...jobs.store, ...store } }),
    logged,
    errors,
    async aged(content, hours) {
      const { hash } = await jobs.blobs.put(new TextEncoder().encode(content));
      const written = new Date(Date.now() - hours * HOUR);
      await Deno.utime(jobs.blobs.path(hash), written, written);
      return hash;
    },
    isThere: (hash) => Deno.stat(jobs.blobs.path(hash)).then(() => true, () => false),
  };
}

/** Collects garbage in every partition once. */
async function tour({ blobGc }: House): Promise<void> {
  for (let rounds = 0; rounds < BLOB_PARTITIONS; rounds++) await blobGc(GOING);
}

Deno.test("a tour removes the blobs that have been unreferenced for the grace period", async () => {
  await using house = await startHouse();
  const { store } = house;
  const now = house.env.clock.now();
  const [ofTemplate, ofMessage, ofInbound, cached, young, ...unused] = await Promise.all([
    house.aged("of a template", 100),
    house.aged("of a message", 100),
    house.aged("of an inbound message", 100),
    house.aged("a rendition that may serve again", 100),
    house.aged("nothing has had time to refer to it", 0.9),
    ...Array.from({ length: 20 }, (_, n) => house.aged(`unused ${n}`, 1.1)),
  ]);
  const template = newTemplate();
  const { mmsId, trackingId } = template;
  const lease = { owner: "test", until: now + HOUR };
  await store.templates.create(template, newEvent({ trackingId }), lease);
  const { kind, url, renditions } = newImage({ renditions: [ofTemplate!] });
  const media: TemplateMedia = { slide: 1, kind, url, state: "done", renditions, error: null };
  assert.ok(await store.templates.settle(mmsId, "ready", [media], []));
  const content = newMms([newImage({ source: ofMessage! })]);
  await store.messages.accept(newMessage({ kind: "MMS_MT", content }), null);
  const file = { name: "a.txt", type: "text/plain", blob: ofInbound!, bytes: 10 };
  assert.ok(await store.inbound.receive(newInbound({ files: [file] }), []));
  await store.renditions.save([newCachedRendition({ file: { blob: cached! } })], now);

  await tour(house);
  for (const hash of [ofTemplate, ofMessage, ofInbound, cached, young]) {
    assert.ok(await house.isThere(hash!));
  }
  for (const hash of unused) assert.equal(await house.isThere(hash), false);
  assert.deepEqual(house.logged, [
    [{ blobs: 20 }, "unreferenced stored files removed"],
  ]);
});

Deno.test("a tour that removes nothing is not logged, and the next one counts from zero", async () => {
  await using house = await startHouse();
  await tour(house);
  assert.equal(house.logged.length, 0);
  for (const content of ["a", "b"]) {
    await house.aged(content, 2);
    await tour(house);
  }
  assert.deepEqual(house.logged.map(([facts]) => facts), [{ blobs: 1 }, { blobs: 1 }]);
});

Deno.test("each round collects the next partition, from a random one on, and skips one that fails", async () => {
  const visited: number[] = [];
  await using house = await startHouse({}, () => ({
    listPartition(partition) {
      visited.push(partition);
      return partition === 7 ? Promise.reject(new Error("bad directory")) : Promise.resolve([]);
    },
  }));
  let failed = 0;
  for (let rounds = 0; rounds < 2 * BLOB_PARTITIONS; rounds++) {
    await house.blobGc(GOING).catch(() => failed++);
  }
  assert.equal(failed, 2);
  const first = visited[0]!;
  assert.deepEqual(visited, visited.map((_, index) => (first + index) % BLOB_PARTITIONS));
  assert.equal(visited.length, 2 * BLOB_PARTITIONS);

  visited.length = 0;
  for (let rounds = 0; rounds < 3; rounds++) await house.maintain(GOING).catch(() => {});
  const [start] = visited as [number];
  assert.deepEqual(visited, [0, 1, 2].map((round) => (start + round) % BLOB_PARTITIONS));
});

Deno.test("whose the files are is asked again after a failure, and once where it is known", async () => {
  let questions = 0;
  await using house = await startHouse({}, ({ belongTo }) => ({
    belongTo(installation) {
      questions++;
      return questions === 1 ? Promise.reject(new Error("no response")) : belongTo(installation);
    },
  }));
  await assert.rejects(house.blobGc(GOING), { message: "no response" });
  const unused = await house.aged("unused", 2);
  await tour(house);
  assert.equal(questions, 2);
  assert.equal(await house.isThere(unused), false);
});

Deno.test("tours begin at different partitions", async () => {
  const first = new Set<number>();
  await using house = await startHouse();
  const blobs = {
    ...house.blobs,
    listPartition(partition: number) {
      first.add(partition);
      return Promise.resolve([]);
    },
  };
  // All twenty are equal once in 256^19 runs.
  for (let starts = 0; starts < 20; starts++) {
    await createMaintenance({ ...house.env, blobs })(GOING);
  }
  assert.ok(first.size > 1);
});

Deno.test("a rendition is removed when unused for its TTL, and its blob afterwards", async () => {
  await using house = await startHouse({ RENDITION_RETENTION: "10h" });
  const now = house.env.clock.now();
  const [young, old] = [await house.aged("young", 100), await house.aged("old", 100)];
  await house.store.renditions.save(
    [newCachedRendition({ file: { blob: young } })],
    now - 9.9 * HOUR,
  );
  await house.store.renditions.save(
    [newCachedRendition({ file: { blob: old } })],
    now - 10.1 * HOUR,
  );
  await house.maintain(GOING);
  await tour(house);
  assert.deepEqual([await house.isThere(young), await house.isThere(old)], [true, false]);
});

Deno.test("a rendition is kept for as long as the work that found it may take", async () => {
  await using house = await startHouse({ RENDITION_RETENTION: "0s" });
  const now = house.env.clock.now();
  const [young, old] = [await house.aged("young", 100), await house.aged("old", 100)];
  await house.store.renditions.save(
    [newCachedRendition({ file: { blob: young } })],
    now - 0.9 * HOUR,
  );
  await house.store.renditions.save(
    [newCachedRendition({ file: { blob: old } })],
    now - 1.1 * HOUR,
  );
  await house.maintain(GOING);
  await tour(house);
  assert.deepEqual([await house.isThere(young), await house.isThere(old)], [true, false]);
});

Deno.test("thousands of renditions and of blobs in one partition are removed in batches", async () => {
  const hashes = Array.from({ length: 1200 }, (_, n) => n.toString(16).padStart(64, "0"));
  const removed: string[] = [];
  let shown = false;
  await using house = await startHouse({}, () => ({
    listPartition() {
      if (shown) return Promise.resolve([]);
      shown = true;
      return Promise.resolve(hashes);
    },
    remove(hash) {
      removed.push(hash);
      return Promise.resolve(true);
    },
  }));
  const created = Array.from(
    { length: 2500 },
    (_, n) => newCachedRendition({ file: { blob: hashes[n % 1200] } }),
  );
  await house.store.renditions.save(created, 0);
  await house.maintain(GOING);
  assert.equal(await house.store.renditions.deleteUnused(Date.now(), 10), 0);
  assert.deepEqual(removed.toSorted(), hashes);
});

Deno.test("a stop ends the removal of rows, of the partition and of blobs at once", async () => {
  const stop = new AbortController();
  let removed = 0;
  await using house = await startHouse({}, () => ({
    listPartition: () => Promise.resolve(["a", "b", "c"]),
    remove() {
      removed++;
      stop.abort();
      return Promise.resolve(true);
    },
  }));
  await house.store.renditions.save([newCachedRendition()], 0);
  await house.maintain(AbortSignal.abort());
  assert.equal(removed, 0);
  await house.maintain(stop.signal);
  assert.equal(removed, 1);

  const controller = new AbortController();
  const looking = createMaintenance({
    ...house.env,
    blobs: {
      ...house.blobs,
      listPartition() {
        controller.abort();
        return new Promise<never>(() => {}); // a disk that hangs
      },
    },
  });
  await looking(controller.signal);
});

Deno.test("with another database nothing is deleted, and an error is logged once", async () => {
  await using house = await startHouse();
  const unused = await house.aged("unused", 2);
  assert.equal(await house.blobs.belongTo("another database"), true);
  await tour(house);
  assert.equal(await house.isThere(unused), true);
  assert.equal(house.errors.length, 1);
  assert.match(house.errors[0]!, /another database.*DATABASE_URL/);
});

Deno.test("drafts that have ended are removed in batches", async () => {
  await using house = await startHouse({ RETENTION_BATCH: "2" });
  const { templates } = house.store;
  const now = house.env.clock.now();
  const drafts = [-3, -2, -1, HOUR].map((until) => newTemplate({ draftUntil: now + until }));
  const lease = { owner: "test", until: now + HOUR };
  for (const draft of drafts) await templates.create(draft, null, lease);
  await house.maintain(GOING);
  const found = await Promise.all(drafts.map(({ mmsId }) => templates.find(mmsId)));
  assert.deepEqual(found.map((draft) => draft !== null), [false, false, false, true]);
});

Deno.test("expired Idempotency-Keys are deleted in batches", async () => {
  await using house = await startHouse({ RETENTION_BATCH: "2" });
  const { idempotency } = house.store;
  const now = house.env.clock.now();
  const response = { type: "text/plain", disposition: null, bytes: new Uint8Array() };
  for (const [key, until] of Object.entries({ a: -3, b: -2, c: -1, d: HOUR })) {
    const claim = { account: "acme", key, id: key };
    await idempotency.claim(claim, {
      body: "",
      lease: { owner: "test", until: now },
      at: now - HOUR,
    });
    await idempotency.save({ claim, response, until: now + until }, {
      bytes: 1e6,
      at: now,
    });
  }
  await house.maintain(GOING);
  assert.equal(await idempotency.deleteExpired(now, 10), 0);
  assert.equal(await idempotency.deleteExpired(now + 2 * HOUR, 10), 1);
});

/** Creates a message that was delivered this number of hours ago, with a file of its own. */
async function delivered({ store }: House, hours: number, source: string): Promise<string> {
  const at = Date.now() - hours * HOUR;
  const trackingId = v7({ msecs: at });
  const content = newMms([newImage({ source })]);
  await store.messages.accept(
    newMessage({ trackingId, kind: "MMS_MT", content, acceptedAt: at }),
    null,
  );
  await store.messages.transition(newTransition(trackingId, { to: "delivered", at }));
  return trackingId;
}

Deno.test("a message is removed after its retention, and then its files, except those of another", async () => {
  await using house = await startHouse({ MESSAGE_RETENTION: "10h" });
  const [own, shared] = [await house.aged("own", 100), await house.aged("shared", 100)];
  const [first, second] = [await delivered(house, 10.1, own), await delivered(house, 10.1, shared)];
  const young = await delivered(house, 9.9, shared);
  await house.maintain(GOING);
  await tour(house);
  const messages = await Promise.all(
    [first, second, young].map((id) => house.store.messages.byTrackingId(id)),
  );
  assert.deepEqual(messages.map((message) => message?.trackingId), [undefined, undefined, young]);
  assert.deepEqual([await house.isThere(own), await house.isThere(shared)], [false, true]);
});

Deno.test("each kind of row is retained as its key says", async () => {
  const seconds = {
    MESSAGE_RETENTION: 86_401,
    INBOUND_RETENTION: 86_402,
    LINK_RETENTION: 86_403,
    EXCHANGE_RETENTION: 86_407,
    LOOKUP_COUNT_RETENTION: 86_404,
    HANDSET_TTL: 86_405,
    OPERATOR_TTL: 86_406,
    KEYWORD_REPLY_WINDOW: 7300,
    TRAFFIC_RETENTION: 2_800_000,
  };
  await using house = await startHouse(
    Object.fromEntries(Object.entries(seconds).map(([key, value]) => [key, `${value}s`])),
  );
  const ages: Record<string, number> = {};
  const expire: Expire = (title, { now, before }) => {
    ages[title] = Math.floor((now - before) / 1000);
    return Promise.resolve({ removed: 0, next: null });
  };
  await house.maintenanceWith({ expire })(GOING);
  assert.deepEqual(ages, {
    messages: seconds.MESSAGE_RETENTION,
    inbound: seconds.INBOUND_RETENTION,
    events: seconds.MESSAGE_RETENTION,
    loopback: seconds.MESSAGE_RETENTION,
    exchanges: seconds.EXCHANGE_RETENTION,
    links: seconds.LINK_RETENTION,
    lookups: seconds.LOOKUP_COUNT_RETENTION,
    traffic: seconds.TRAFFIC_RETENTION,
    replies: seconds.KEYWORD_REPLY_WINDOW,
    handsets: seconds.HANDSET_TTL,
    operators: seconds.OPERATOR_TTL,
    questions: 86_400,
    subscriptionChanges: seconds.MESSAGE_RETENTION,
    pendingSubscriptions: 0,
    uploads: 0,
    sessions: 0,
  });
});

Deno.test("a round follows the backlog to its end, each kind by turns, and the next one starts over", async () => {
  await using house = await startHouse({ RETENTION_BATCH: "7", RESCUE_INTERVAL: "1h" });
  const visited: string[] = [];
  const LENGTHS: Partial<Record<Expiring, number>> = { messages: 12, events: 3 };
  const expire: Expire = (kind, { after, limit }) => {
    assert.equal(limit, 7);
    const length = LENGTHS[kind];
    if (length === undefined) return Promise.resolve({ removed: 0, next: null });
    const step = Number(after) + 1;
    visited.push(`${kind} ${step}`);
    return Promise.resolve({ removed: 0, next: step === length ? null : String(step) });
  };
  const maintain = house.maintenanceWith({ expire });
  await maintain(GOING);
  assert.equal(visited.length, 15);
  assert.deepEqual(visited.slice(0, 7), [
    "messages 1",
    "events 1",
    "messages 2",
    "events 2",
    "messages 3",
    "events 3",
    "messages 4",
  ]);
  await maintain(GOING);
  assert.deepEqual(visited.slice(15, 17), ["messages 1", "events 1"]);
});

Deno.test("a round ends with its time, and the next one continues there", async () => {
  await using house = await startHouse({ RESCUE_INTERVAL: "1s" });
  const cursors: (string | null)[] = [];
  const expire: Expire = (kind, { after }) => {
    if (kind !== "messages") return Promise.resolve({ removed: 0, next: null });
    cursors.push(after);
    return Promise.resolve({ removed: 1, next: String(cursors.length) }); // without an end
  };
  const maintain = house.maintenanceWith({ expire });
  await maintain(GOING);
  const first = cursors.length;
  await maintain(GOING);
  assert.ok(cursors.length > first);
  assert.deepEqual(cursors, [null, ...cursors.slice(1).map((_, index) => String(index + 1))]);
});

Deno.test("after a stop no further step is taken", async () => {
  await using house = await startHouse();
  const stop = new AbortController();
  let steps = 0;
  const expire: Expire = () => {
    if (++steps === 3) stop.abort();
    return Promise.resolve({ removed: 1000, next: "more" });
  };
  await house.maintenanceWith({ expire })(stop.signal);
  assert.equal(steps, 3);
});

Deno.test("a maintenance task that fails is logged, and the others still run", async () => {
  await using house = await startHouse({}, (real) => ({
    listPartition: (_, before) => real.listPartition(parseInt(unused.slice(0, 2), 16), before), // at any round
  }));
  const unused = await house.aged("unused", 2);
  const maintain = house.maintenanceWith({
    expire: () => Promise.reject(new Error("no room for it")),
  });
  await assert.rejects(maintain(GOING), /no room for it/);
  assert.equal(await house.isThere(unused), false);
});

Deno.test("with the store down, nothing more is tried", async () => {
  await using house = await startHouse();
  const down = () => Promise.reject(new StoreDown("gone"));
  await assert.rejects(house.maintenanceWith({ expire: down })(GOING), StoreDown);
});
