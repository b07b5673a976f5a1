/** Transitions of the schedule, each with the items that it has started and released. */
import assert from "node:assert/strict";
import { latestFollows } from "../../../src/jobs/engine/policies.ts";
import { Schedule } from "../../../src/jobs/engine/schedule.ts";
import { createFairShare } from "../../../src/lib/fair_share.ts";

/**
 * Item `a1x`: of the owner `a` and the key `a1`, its copy `x`. Those of `s` need no slot; those of
 * `e` have expired.
 */
type Item = string;

/** Transition with its argument; then what starts and, after a colon, what is released. */
type Step = readonly [transition: string, effects: string];

const CAPACITY = 3;
const EACH = 2;

/** Transitions by their names; each returns what it releases. */
function transitionsOf(schedule: Schedule<Item>): Record<string, (argument: string) => Item[]> {
  return {
    add(item) {
      assert.equal(schedule.add(item), true);
      return [];
    },
    refused(item) {
      assert.equal(schedule.add(item), false);
      return [];
    },
    reserve(owner) {
      assert.equal(schedule.reserve(owner), true);
      return [];
    },
    full(owner) {
      assert.equal(schedule.reserve(owner), false);
      return [];
    },
    fill: (item) => (schedule.fill(item), []),
    cancel: (owner) => (schedule.cancel(owner), []),
    vacate: (item) => (schedule.vacate(item), []),
    done: (item) => [...schedule.end(item, true)],
    undone: (item) => [...schedule.end(item, false)],
    withdraw: (owner) => schedule.withdraw(owner),
    close: () => schedule.close(),
  };
}

const CASES: Readonly<Record<string, readonly Step[]>> = {
  "owners take turns, and none has more slots than its limit": [
    ["add a1", "a1"],
    ["add a2", "a2"],
    ["add a3", ""],
    ["add a4", ""],
    ["add b1", "b1"],
    ["add b2", ""],
    ["done a1", "a3"],
    ["done a2", "b2"],
    ["done b1", "a4"],
  ],
  "a slot that is vacated early is free, and is not freed again by the end": [
    ["add a1", "a1"],
    ["add a2", "a2"],
    ["add a3", ""],
    ["vacate a1", "a3"],
    ["add a4", ""],
    ["done a1", ""],
    ["done a2", "a4"],
  ],
  "the latest item of a key follows the one in work": [
    ["add a1", "a1"],
    ["add a1x", ""],
    ["add a1y", ""],
    ["vacate a1", ""],
    ["done a1", "a1y"],
    ["done a1y", ""],
    ["add a1z", "a1z"],
  ],
  "a follower is released where the item before it is not done": [
    ["add a1", "a1"],
    ["add a1x", ""],
    ["undone a1", ":a1x"],
    ["add a1y", "a1y"],
  ],
  "an item that needs no slot starts while all are held": [
    ["add a1", "a1"],
    ["add a2", "a2"],
    ["add b1", "b1"],
    ["add s1", "s1"],
    ["add s1x", ""],
    ["done s1", "s1x"],
    ["add b2", ""],
    ["done s1x", ""],
  ],
  "an item that has expired before its turn is released, and what is behind it": [
    ["add e1", ":e1"],
    ["add a1", "a1"],
    ["add a2", "a2"],
    ["add b1", "b1"],
    ["add e2", ""],
    ["add e2x", ""],
    ["done a1", ":e2,e2x"],
  ],
  "a reserved slot counts until its item ends, or until it is cancelled": [
    ["reserve a", ""],
    ["add a1", "a1"],
    ["full a", ""],
    ["add a2", ""],
    ["cancel a", "a2"],
    ["reserve b", ""],
    ["full b", ""],
    ["fill b1", ""],
    ["add b2", ""],
    ["done b1", "b2"],
  ],
  "nothing is reserved before those of the owner that wait": [
    ["add a1", "a1"],
    ["add a2", "a2"],
    ["add a3", ""],
    ["full a", ""],
    ["reserve b", ""],
  ],
  "what is withdrawn of an owner leaves that of others, and that in work": [
    ["add a1", "a1"],
    ["add a2", "a2"],
    ["add b1", "b1"],
    ["add a3", ""],
    ["add a3x", ""],
    ["add b2", ""],
    ["withdraw a", ":a3,a3x"],
    ["done a1", "b2"],
    ["add a3y", ""],
    ["done a2", "a3y"],
  ],
  "a closed schedule takes and starts nothing, and releases what comes to its turn": [
    ["add a1", "a1"],
    ["add a1x", ""],
    ["add a2", "a2"],
    ["add a3", ""],
    ["close", ":a3"],
    ["refused b1", ""],
    ["full b", ""],
    ["done a1", ":a1x"],
    ["done a2", ""],
  ],
};

for (const [name, steps] of Object.entries(CASES)) {
  Deno.test(name, () => {
    const memory = createFairShare({ capacity: 100 });
    const schedule = new Schedule<Item>({
      ownerOf: (item) => item[0]!,
      order: latestFollows((item) => item.slice(0, 2)),
      slots: createFairShare({ capacity: CAPACITY, limitOf: () => EACH }),
      isSlotless: (item) => item.startsWith("s"),
      isExpired: (item) => item.startsWith("e"),
      memory: { share: memory, weightOf: () => 1 },
    });
    const transitions = transitionsOf(schedule);
    for (const [index, [step, effects]] of steps.entries()) {
      const [transition, argument = ""] = step.split(" ");
      const ended = transitions[transition!]!(argument);
      const { start, release } = schedule.advance();
      const released = [...ended, ...release];
      const found = start.join() + (released.length > 0 ? `:${released.join()}` : "");
      assert.equal(found, effects, `step ${index + 1}: ${step}`);
      assert.equal(memory.held, schedule.size);
    }
  });
}
