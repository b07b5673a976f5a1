/** Messages that wait because their connectors were not reached. */
import assert from "node:assert/strict";
import { createUnreached } from "../../../src/jobs/deliver/unreached.ts";

const COOLDOWN_MS = 30_000;

/** Creates the collection, with the messages that it makes due. */
function start(max = 10) {
  const due: string[] = [];
  let planned: { at: number; run: () => void }[] = [];
  let now = 1_000_000;
  const unreached = createUnreached({
    max,
    cooldownMs: COOLDOWN_MS,
    clock: { now: () => now },
    makeDue: (trackingIds) => Promise.resolve(void due.push(...trackingIds)),
    later: (ms, run) => void planned.push({ at: now + ms, run }),
  });
  return {
    due,
    unreached,
    /** Adds a message that these connectors missed. */
    miss: (trackingId: string, ...connectors: string[]) =>
      unreached.add(trackingId, connectors.map(unreached.attempt)),
    pass(ms: number) {
      now += ms;
      const isDue = ({ at }: { at: number }) => at <= now;
      const timers = planned.filter(isDue);
      planned = planned.filter((timer) => !isDue(timer));
      for (const { run } of timers) run();
    },
    setBack: (ms: number) => void (now -= ms),
  };
}

Deno.test("a recovery makes the messages of its connector due, once and in order", () => {
  const { due, miss, unreached } = start();
  miss("1", "a");
  miss("2", "b");
  miss("3", "a");
  miss("1", "a");
  unreached.recovered("a");
  assert.deepEqual(due, ["3", "1"]);
  unreached.recovered("a");
  unreached.recovered("c");
  assert.deepEqual(due, ["3", "1"]);
  unreached.recovered("b");
  assert.deepEqual(due, ["3", "1", "2"]);
});

Deno.test("a message that several connectors missed is due with the first of them", () => {
  const { due, miss, unreached } = start();
  miss("1", "a", "b");
  unreached.recovered("b");
  assert.deepEqual(due, ["1"]);
});

Deno.test("a connector that recovers between the attempt and its commit makes the message due", () => {
  const { due, unreached } = start();
  const missed = [unreached.attempt("a")];
  unreached.recovered("a");
  unreached.add("1", missed);
  assert.deepEqual(due, ["1"]);
});

Deno.test("a connector that comes and goes has its messages tried once per cooldown", () => {
  const { due, miss, pass, unreached } = start();
  miss("1", "a");
  unreached.recovered("a");
  assert.deepEqual(due.splice(0), ["1"]);
  for (let flap = 0; flap < 5; flap++) {
    pass(1000);
    miss("1", "a");
    unreached.recovered("a");
  }
  const missed = [unreached.attempt("a")];
  unreached.recovered("a");
  unreached.add("2", missed);
  assert.deepEqual(due, [], "the cooldown is not over");
  pass(COOLDOWN_MS - 5000);
  assert.deepEqual(due, ["1", "2"]);
});

Deno.test("a recovery without messages starts no cooldown, and a clock set back ends one", () => {
  const { due, miss, setBack, unreached } = start();
  unreached.recovered("a");
  miss("1", "a");
  unreached.recovered("a");
  assert.deepEqual(due.splice(0), ["1"]);
  setBack(60_000);
  miss("2", "a");
  unreached.recovered("a");
  assert.deepEqual(due, ["2"]);
});

Deno.test("beyond the limit of a connector its oldest messages are forgotten", () => {
  const { due, miss, unreached } = start(2);
  for (const id of ["1", "2", "3"]) miss(id, "a");
  miss("4", "b");
  unreached.recovered("a");
  unreached.recovered("b");
  assert.deepEqual(due, ["2", "3", "4"]);
});

Deno.test("with a limit of zero none is kept", () => {
  const { due, miss, unreached } = start(0);
  miss("1", "a");
  unreached.recovered("a");
  assert.deepEqual(due, []);
});
