/** Requirements on every postback queue: written once, run on each. */
import assert from "node:assert/strict";
import type { PostbackRef } from "../../../src/core/message/event.ts";
import type { Queue } from "../../../src/ports/mod.ts";
import { until } from "../../support/until.ts";

/** A queue that a case has to itself. */
export interface QueueFixture extends AsyncDisposable {
  queue: Queue;
  /**
   * Puts a postback off as a failed attempt does, in the outbox, then here. Returns when it is due.
   */
  putOff(postback: PostbackRef, delayMs: number): Promise<number>;
}

type Case = (fixture: QueueFixture) => Promise<void>;

export function queueSuite(name: string, open: () => Promise<QueueFixture>): void {
  for (const [title, run] of Object.entries(CASES)) {
    Deno.test(`${name}: ${title}`, async () => {
      await using fixture = await open();
      await run(fixture);
    });
  }
}

/** Returns a reference to the postback with a name of up to 16 letters, or an id. */
export const ref = (name: string): PostbackRef => (
  { id: idOf(name), account: "acme", receiver: "default" }
);

/** Number in the ids of postbacks with a name. */
const NAMED = 999999999;

function idOf(name: string): string {
  if (name.startsWith("msg_")) return name;
  const hex = new TextEncoder().encode(name.padEnd(16, "\0")).toHex();
  return `msg_${hex}_${NAMED}`;
}

function nameOf(id: string): string {
  const [, hex] = new RegExp(`^msg_([\\da-f]{32})_${NAMED}$`).exec(id) ?? [];
  return hex === undefined
    ? id
    : new TextDecoder().decode(Uint8Array.fromHex(hex)).replaceAll("\0", "");
}

/** Collects the items that a queue hands over. */
export interface Listener {
  items: PostbackRef[][];
  /** Lists the names, or ids, of all items, in their order. */
  ids(): string[];
  /** Resolves once all of these have been handed over. */
  has(...ids: string[]): Promise<void>;
}

export function listenTo(queue: Queue, onItem: () => void = () => {}): Listener {
  const items: PostbackRef[][] = [];
  const ids = () => items.flat().map(({ id }) => nameOf(id));
  queue.listen((postbacks) => {
    items.push(postbacks);
    onItem();
  });
  return {
    items,
    ids,
    async has(...wanted) {
      await until(() => new Set(ids()), (came) => wanted.every((id) => came.has(id)));
    },
  };
}

const CASES: Record<string, Case> = {
  async "postbacks are handed over unchanged, also those enqueued before listening"({ queue }) {
    const notice: PostbackRef = { ...ref("b"), account: "A.b-c", receiver: "mm7" };
    await queue.enqueue([ref("a"), notice]);
    const { items, has } = listenTo(queue);
    await queue.enqueue([ref("c")]);
    await has("a", "b", "c");
    assert.deepEqual(items.toSorted((item, other) => other.length - item.length), [
      [ref("a"), notice],
      [ref("c")],
    ]);
  },

  async "a list of any length is handed over completely, each item once"({ queue }) {
    const ids = Array.from({ length: 5000 }, (_, i) => `msg_${String(i).padStart(32, "0")}`);
    await queue.enqueue(ids.map((id) => ({ ...ref(id), account: "a".repeat(64) })));
    const here = listenTo(queue);
    await here.has(...ids);
    assert.deepEqual(here.ids().sort(), ids);
  },

  async "an empty list is no item"({ queue }) {
    await queue.enqueue([]);
    await queue.enqueue([ref("a")]);
    const { items, has } = listenTo(queue);
    await has("a");
    assert.deepEqual(items, [[ref("a")]]);
  },

  async "delayed items are handed over in the order of their times, and not earlier"(
    { queue, putOff },
  ) {
    const times = new Map<string, number>();
    const here = listenTo(queue, () => {
      for (const id of here.ids()) if (!times.has(id)) times.set(id, Date.now());
    });
    const late = await putOff(ref("late"), 900);
    const soon = await putOff(ref("soon"), 450);
    await queue.enqueue([ref("now")]);
    await here.has("now", "soon", "late");
    assert.equal(here.ids().length, 3);
    // On a machine that stood still meanwhile, `late` is due first.
    const inOrder = soon <= late ? ["soon", "late"] : ["late", "soon"];
    assert.deepEqual(here.ids().filter((id) => id !== "now"), inOrder);
    assert.ok(times.get("soon")! >= Math.floor(soon));
    assert.ok(times.get("late")! >= Math.floor(late));
  },

  async "a delay longer than timers run is not cut short, a negative one is none"(
    { queue, putOff },
  ) {
    const here = listenTo(queue);
    await putOff(ref("never"), 400 * 24 * 3_600_000);
    await queue.enqueue([ref("now")], -5);
    await here.has("now");
    assert.equal(await queue.health(), null);
    assert.deepEqual(here.ids(), ["now"]);
  },

  async "closing while items are enqueued rejects only those not yet accepted"({ queue }) {
    const here = listenTo(queue);
    await queue.enqueue([ref("a")]);
    await here.has("a");
    assert.equal(await queue.health(), null);
    const enqueuing = Promise.allSettled(
      Array.from({ length: 20 }, () => queue.enqueue([ref("b")])),
    );
    await queue.close();
    await enqueuing;
    const { length } = here.items;
    await assert.rejects(queue.enqueue([ref("c")]));
    await assert.rejects(queue.enqueue([ref("c")], 1));
    assert.match((await queue.health())!, /^the postback queue/);
    assert.equal(here.items.length, length);
  },

  async "a queue with pending items closes at once; closing it again does nothing"(
    { queue, putOff },
  ) {
    queue.listen(() => assert.fail("it is not due"));
    await putOff(ref("a"), 3_600_000);
    await queue.close();
    await queue.close();
  },
};
