/** Dispatch of postbacks that this process writes under a lease: in order, without a claim. */
import assert from "node:assert/strict";
import type { PendingPostback } from "../../../src/core/message/event.ts";
import {
  type Attempt,
  createDispatcher,
  type Settled,
} from "../../../src/jobs/postbacks/dispatcher.ts";
import { movableClock } from "../../support/movable_clock.ts";

const RECEIVER = { account: "acme", receiver: "default" } as const;
const EACH = 2;

/** Attempt under way. */
interface Trying {
  id: string;
  isFollowed: boolean;
  /** Ends it with the response of the receiver; its result is durable with `settle`. */
  end(works?: boolean): void;
  settle(settled?: Partial<Settled>): void;
  /** Fails to record its result. */
  lose(): void;
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

function newPostback(id: string, trackingId: string, code: string): PendingPostback {
  return {
    id,
    trackingId,
    account: "acme",
    receiver: code === "DeliverReq" || code === "DeliveryReportReq" ? "mm7" : "default",
    callback: null,
    body: "{}",
    operatorId: null,
    attempts: 0,
    since: 0,
    behindParked: false,
    code: code as PendingPostback["code"],
  };
}

/** Starts a dispatcher whose attempts and releases the test ends. */
function startFixture() {
  const clock = movableClock();
  const tries: Trying[] = [];
  const released: string[] = [];
  const claims: string[][] = [];
  const failures: unknown[] = [];
  const releasing = new Set<() => void>();
  let isReleaseHeld = false;
  const stored = new Map<string, PendingPostback>();
  /** Postbacks that a claim returns. */
  const claimable = new Set<string>();
  const dispatcher = createDispatcher({
    clock,
    concurrency: { all: 10, each: EACH },
    waitingMax: 1000,
    breaker: { failureThreshold: 2, cooldownMs: 10_000 },
    leaseMs: 40_000,
    claim(ids) {
      claims.push([...ids]);
      return Promise.resolve(
        ids.filter((id) => claimable.delete(id)).map((id) => stored.get(id)!),
      );
    },
    async release(ids) {
      if (isReleaseHeld) await new Promise<void>((resolve) => releasing.add(resolve));
      released.push(...ids);
    },
    due: () => Promise.resolve([]),
    attempt({ id }, isFollowed) {
      const attempt = Promise.withResolvers<Attempt>();
      const result = Promise.withResolvers<Settled>();
      result.promise.catch(() => {});
      const trying: Trying = {
        id,
        isFollowed: false,
        end(works = true) {
          trying.isFollowed = isFollowed();
          attempt.resolve({ works, retryAfterMs: 0, settled: result.promise });
        },
        settle: (fields = {}) => result.resolve({ isDone: true, freed: [], ...fields }),
        lose: () => result.reject(new Error("the store is down")),
      };
      tries.push(trying);
      return attempt.promise;
    },
    onFailure: (error) => failures.push(error),
  });

  function offer(
    id: string,
    behind: string | null = null,
    { trackingId = id.slice(0, 1), code = "N201" } = {},
  ): void {
    const postback = newPostback(id, trackingId, code);
    stored.set(id, postback);
    dispatcher.offer([{ postback, until: clock.now() + 40_000, behind }]);
  }

  return {
    clock,
    dispatcher,
    tries,
    released,
    claims,
    claimable,
    failures,
    stored,
    /** Reserves capacity for a postback and hands it over. */
    write(...args: Parameters<typeof offer>) {
      assert.equal(dispatcher.reserve(RECEIVER), true);
      offer(...args);
    },
    offer,
    tried: () => tries.map(({ id }) => id),
    holdReleases: () => void (isReleaseHeld = true),
    letReleases() {
      isReleaseHeld = false;
      for (const resolve of releasing) resolve();
    },
    /** Asserts that nothing of the receiver is claimed: its whole share may be reserved. */
    async assertEmpty() {
      await settled();
      let capacity = 0;
      while (dispatcher.reserve(RECEIVER)) capacity++;
      for (let i = 0; i < capacity; i++) dispatcher.unreserve(RECEIVER);
      assert.ok(capacity >= 2 * EACH, `capacity for ${capacity}`);
    },
  };
}

Deno.test("a postback is sent as it is handed over, without a claim", async () => {
  const { assertEmpty, claims, tries, tried, write } = startFixture();
  write("a1");
  assert.deepEqual(tried(), ["a1"]);
  tries[0]!.end();
  tries[0]!.settle();
  await assertEmpty();
  assert.deepEqual(claims, []);
});

Deno.test("the next of a message waits for the durable result of the one before", async () => {
  const { assertEmpty, claims, tries, tried, write } = startFixture();
  write("a1");
  write("a2", "a1");
  // Written while the others are claimed.
  write("a3", "a2");
  write("b1");
  assert.deepEqual(tried(), ["a1", "b1"]);
  tries[0]!.end();
  await settled();
  assert.deepEqual([tries[0]!.isFollowed, tried()], [true, ["a1", "b1"]]);
  tries[0]!.settle();
  await settled();
  assert.deepEqual(tried(), ["a1", "b1", "a2"]);
  for (const i of [2, 3]) {
    tries[i]!.end();
    tries[i]!.settle();
    await settled();
  }
  assert.deepEqual([tried(), tries[3]!.isFollowed], [["a1", "b1", "a2", "a3"], false]);
  tries[1]!.end();
  tries[1]!.settle();
  await assertEmpty();
  assert.deepEqual(claims, []);
});

Deno.test("the two receivers of a message do not wait for each other", () => {
  const { tried, dispatcher, offer, write } = startFixture();
  write("a1");
  assert.equal(dispatcher.reserve({ account: "acme", receiver: "mm7" }), true);
  offer("a2", null, { code: "DeliveryReportReq" });
  assert.deepEqual(tried(), ["a1", "a2"]);
});

Deno.test("where the first is tried again, the leases of those behind it end and none is sent", async () => {
  const { assertEmpty, claims, released, tries, tried, write } = startFixture();
  write("a1");
  write("a2", "a1");
  write("a3", "a2");
  tries[0]!.end(false);
  tries[0]!.settle({ isDone: false });
  await settled();
  assert.deepEqual([released, tried(), claims], [["a2", "a3"], ["a1"], []]);
  await assertEmpty();
  // Another is written before the retry.
  write("a4", "a3");
  await settled();
  assert.deepEqual([released, claims], [["a2", "a3", "a4"], [["a4"]]]);
  await assertEmpty();
  assert.deepEqual(tried(), ["a1"]);
});

Deno.test("a postback waits for one before it that is not claimed, though the first is", async () => {
  const { assertEmpty, released, tries, tried, write } = startFixture();
  write("a1");
  // The lease of a2 ended when a1 was to be tried again, which it is now.
  write("a3", "a2");
  await settled();
  assert.deepEqual(released, ["a3"]);
  tries[0]!.end();
  tries[0]!.settle();
  await settled();
  assert.deepEqual(tried(), ["a1"]);
  await assertEmpty();
});

Deno.test("where the result of the first is lost, the leases of those behind it end", async () => {
  const { assertEmpty, failures, released, tries, tried, write } = startFixture();
  write("a1");
  write("a2", "a1");
  tries[0]!.end();
  tries[0]!.lose();
  await settled();
  assert.deepEqual([released, tried(), failures.length], [["a2"], ["a1"], 1]);
  await assertEmpty();
});

Deno.test("where the first is parked, what it frees is claimed once its lease has ended", async () => {
  const { assertEmpty, claims, released, tries, letReleases, holdReleases, write } = startFixture();
  write("a1");
  write("a2", "a1");
  tries[0]!.end();
  holdReleases();
  tries[0]!.settle({ isDone: false, freed: ["a2"] });
  await settled();
  assert.deepEqual(claims, []);
  letReleases();
  await settled();
  assert.deepEqual([released, claims], [["a2"], [["a2"]]]);
  await assertEmpty();
});

Deno.test("a postback that is freed and handed over is sent once", async () => {
  for (const isFreedFirst of [true, false]) {
    const { assertEmpty, claims, tries, tried, write } = startFixture();
    write("a1");
    tries[0]!.end();
    await settled();
    const free = async () => {
      tries[0]!.settle({ freed: ["a2"] });
      await settled();
    };
    if (isFreedFirst) await free();
    // Behind the first claimed one, although the store has it as settled.
    write("a2", isFreedFirst ? null : "a1");
    if (!isFreedFirst) await free();
    assert.deepEqual([tried(), claims], [["a1", "a2"], isFreedFirst ? [["a2"]] : []]);
    tries[1]!.end();
    tries[1]!.settle();
    await assertEmpty();
  }
});

Deno.test("a postback behind one that is not claimed is released, and claimed in its turn", async () => {
  const fixture = startFixture();
  const { assertEmpty, claimable, claims, released, tries, tried, write } = fixture;
  // Another process has the first, or it waits for its retry.
  write("a2", "a1");
  await settled();
  assert.deepEqual([released, claims, tried()], [["a2"], [["a2"]], []]);
  await assertEmpty();
  // It had been settled meanwhile.
  claimable.add("b2");
  write("b2", "b1");
  await settled();
  assert.deepEqual([released, tried()], [["a2", "b2"], ["b2"]]);
  tries[0]!.end();
  tries[0]!.settle();
  await assertEmpty();
  // Of the same message another one is claimed, which is not the one before it.
  write("c2");
  write("c3", "c1");
  await settled();
  assert.deepEqual(released, ["a2", "b2", "c3"]);
});

Deno.test("a breaker that opens releases what waits, and what is behind attempts under way", async () => {
  const { clock, dispatcher, released, tries, tried, write } = startFixture();
  write("a1");
  write("a2", "a1");
  write("b1");
  write("b2", "b1");
  assert.deepEqual(tried(), ["a1", "b1"]);
  for (const trying of tries) {
    trying.end(false);
    await settled();
  }
  assert.deepEqual(dispatcher.openReceivers(), [RECEIVER]);
  for (const trying of tries) trying.settle({ isDone: false });
  await settled();
  assert.deepEqual([released.toSorted(), tried()], [["a2", "b2"], ["a1", "b1"]]);
  // While it is open nothing is leased, and not while one postback probes the receiver.
  assert.equal(dispatcher.reserve(RECEIVER), false);
  clock.advance(10_001);
  assert.equal(dispatcher.stateOf(RECEIVER).state, "half-open");
  assert.equal(dispatcher.reserve(RECEIVER), false);
  await dispatcher.drain();
});

Deno.test("what is handed over while the breaker is open is released", async () => {
  const { offer, dispatcher, released, tries, tried, write } = startFixture();
  write("a1");
  write("b1");
  assert.equal(dispatcher.reserve(RECEIVER), true);
  assert.equal(dispatcher.reserve(RECEIVER), true);
  for (const trying of tries) {
    trying.end(false);
    trying.settle({ isDone: false });
  }
  await settled();
  offer("c1");
  offer("c2", "c1");
  await settled();
  assert.deepEqual([released.toSorted(), tried()], [["c1", "c2"], ["a1", "b1"]]);
  await dispatcher.drain();
});

Deno.test("nothing is leased while others of the receiver wait in the store, nor beyond its share", async () => {
  const { claimable, dispatcher, stored, tries, write } = startFixture();
  for (let i = 0; i < 2 * EACH; i++) write(`${i}x`);
  assert.equal(dispatcher.reserve(RECEIVER), false);
  for (const trying of tries) trying.end();
  for (const trying of tries) trying.settle();
  await settled();
  for (const trying of tries.slice(EACH)) {
    trying.end();
    trying.settle();
  }
  await settled();
  // Those in the store are first.
  for (const id of ["8a", "8b", "8c", "8d", "8e", "8f"]) {
    stored.set(id, newPostback(id, id, "N201"));
    claimable.add(id);
    dispatcher.add([{ id, ...RECEIVER }]);
  }
  while (claimable.size > 0) {
    assert.equal(dispatcher.reserve(RECEIVER), false);
    await settled();
    for (const trying of tries) {
      trying.end();
      trying.settle();
    }
    await settled();
  }
});

Deno.test("a follower whose turn comes after its lease is released unsent", async () => {
  const { clock, released, tries, tried, write } = startFixture();
  write("a1");
  write("a2", "a1");
  write("a3", "a2");
  clock.advance(40_001);
  tries[0]!.end();
  tries[0]!.settle();
  await settled();
  assert.deepEqual([tried(), released], [["a1"], ["a2", "a3"]]);
});

Deno.test("a drain begins no more attempts, and waits for the results of those under way", async () => {
  const { dispatcher, offer, tries, tried, write } = startFixture();
  write("a1");
  write("a2", "a1");
  assert.equal(dispatcher.reserve(RECEIVER), true);
  let isDrained = false;
  const draining = dispatcher.drain().then(() => isDrained = true);
  assert.equal(dispatcher.reserve(RECEIVER), false);
  offer("b1");
  tries[0]!.end();
  await settled();
  assert.equal(isDrained, false);
  tries[0]!.settle();
  await draining;
  assert.deepEqual(tried(), ["a1"]);
});

Deno.test("postbacks that are being claimed as a drain begins are released", async () => {
  const { claimable, dispatcher, released, stored, tried } = startFixture();
  stored.set("a1", newPostback("a1", "a", "N201"));
  claimable.add("a1");
  dispatcher.add([{ id: "a1", ...RECEIVER }]);
  await dispatcher.drain();
  assert.deepEqual([released, tried()], [["a1"], []]);
});
