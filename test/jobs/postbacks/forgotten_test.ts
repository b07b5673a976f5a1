/** A receiver that the dispatcher forgot while idle leaves nothing behind. */
import assert from "node:assert/strict";
import type { PendingPostback } from "../../../src/core/message/event.ts";
import { type Attempt, createDispatcher } from "../../../src/jobs/postbacks/dispatcher.ts";
import { pause, until } from "../../support/until.ts";

const RECEIVER = { account: "acme", receiver: "default" } as const;
const RETRY_AFTER_MS = 500;
const HOUR_MS = 3_600_000;

Deno.test("the timer of a breaker that closed early does not forget the receiver's next one", async () => {
  const attempts = new Map<string, PromiseWithResolvers<Attempt>>();
  const dispatcher = createDispatcher({
    clock: { now: () => Date.now() },
    concurrency: { all: 8, each: 8 },
    waitingMax: 100,
    breaker: { failureThreshold: 5, cooldownMs: HOUR_MS },
    leaseMs: HOUR_MS,
    claim: (ids) => Promise.resolve(ids.map(pending)),
    release: () => Promise.resolve(),
    due: () => Promise.resolve([]),
    attempt({ id }) {
      const attempt = Promise.withResolvers<Attempt>();
      attempts.set(id, attempt);
      return attempt.promise;
    },
    onFailure: (error) => assert.fail(String(error)),
  });
  const begin = async (...ids: string[]) => {
    dispatcher.add(ids.map((id) => ({ id, ...RECEIVER })));
    await until(() => ids.every((id) => attempts.has(id)), Boolean);
  };
  const end = (id: string, works: boolean, retryAfterMs: number) => {
    const settled = Promise.resolve({ isDone: true, freed: [] });
    attempts.get(id)!.resolve({ works, retryAfterMs, settled });
  };
  const state = () => dispatcher.stateOf(RECEIVER).state;

  await begin("first", "second");
  end("first", false, RETRY_AFTER_MS);
  await until(state, (state) => state === "open");
  end("second", true, 0);
  await until(state, (state) => state === "closed");

  await begin("third");
  end("third", false, HOUR_MS);
  await until(state, (state) => state === "open");
  await pause(2 * RETRY_AFTER_MS);
  assert.equal(state(), "open");
  assert.deepEqual(dispatcher.openReceivers(), [RECEIVER]);
  await dispatcher.drain();
});

function pending(id: string): PendingPostback {
  return {
    id,
    ...RECEIVER,
    callback: null,
    trackingId: id,
    code: "N201",
    body: "{}",
    operatorId: null,
    attempts: 0,
    since: 0,
    behindParked: false,
  };
}
