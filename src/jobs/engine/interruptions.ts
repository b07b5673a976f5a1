/**
 * Work that is interrupted again and again: its processing throws, and once its lease has expired
 * it is taken up again, for ever. Each interruption is an event of its message or template.
 */
import { createLru } from "../../lib/lru.ts";
import type { Interruption } from "../../core/message/event.ts";
import { type Clock, type Store, StoreDown } from "../../ports/mod.ts";

/** Message, template or postback in work. */
export interface InterruptibleItem {
  kind: "message" | "template" | "postback";
  /** Tracking-id of a message, mms-id of a template, webhook-id of a postback. */
  id: string;
  account: string;
  /** Tracking-id of the message or template whose events tell of it. */
  trackingId: string;
}

/** Item that was interrupted. */
export interface InterruptedItem extends InterruptibleItem {
  /** Number of interruptions, those before the start of this process included. */
  times: number;
  /** Time of the first, in milliseconds since the epoch. */
  since: number;
  lastAt: number;
  /** Error of the last. */
  reason: string;
}

export interface Interruptions {
  /** Records that work on an item threw. Never rejects. */
  record(item: InterruptibleItem, event: Interruption, error: unknown): Promise<void>;
  /** Forgets an item: work on it came to its end. */
  ended(id: string): void;
  /** Lists the items that were interrupted {@link INTERRUPTED_TIMES} or more, the last one first. */
  list(): InterruptedItem[];
}

/** Interruptions of one item from which on it counts as stuck. */
export const INTERRUPTED_TIMES = 3;
/** Items in memory; beyond it the one that was interrupted first is forgotten. */
const ITEMS_MAX = 1000;
/** Time between two events of an item that was interrupted often, in milliseconds. */
const EVENT_EVERY_MS = 3_600_000;
/** Maximum length of a reason, in characters. */
const REASON_MAX = 500;

interface Known extends InterruptedItem {
  /** Time of its last event. */
  notedAt: number;
}

/** @param forgetAfterMs Time without an interruption after which another process has ended the item. */
export function createInterruptions(
  { clock, store }: { clock: Clock; store: Pick<Store, "events"> },
  forgetAfterMs: number,
): Interruptions {
  const items = createLru<string, Known>(ITEMS_MAX);

  /** Reads the events of an item from before this process knew of it. */
  async function earlier({ trackingId }: InterruptibleItem, name: Interruption) {
    const { history } = await store.events.of(trackingId);
    const events = history.filter(({ event }) => event === name);
    return { times: events.length, since: events[0]?.at };
  }

  async function record(
    item: InterruptibleItem,
    event: Interruption,
    error: unknown,
  ): Promise<void> {
    // An outage interrupts everything, and is told as such.
    if (error instanceof StoreDown) return;
    const reason = String(error).slice(0, REASON_MAX);
    const at = clock.now();
    const last = items.peek(item.id);
    const before = last ?? await earlier(item, event).catch(() => ({ times: 0, since: at }));
    const times = before.times + 1;
    const isNoted = times <= INTERRUPTED_TIMES || at - (last?.notedAt ?? 0) >= EVENT_EVERY_MS;
    const notedAt = isNoted ? at : last!.notedAt;
    const { since = at } = before;
    items.set(item.id, { ...item, times, since, lastAt: at, reason, notedAt });
    if (!isNoted) return;
    const { account, trackingId } = item;
    await store.events.note({
      account,
      trackingId,
      at,
      name: event,
      details: reason,
      state: null,
      code: null,
      body: null,
      operatorId: null,
    }).catch(() => {}); // the next one is noted again
  }

  return {
    record,
    ended: (id) => void items.delete(id),
    list() {
      const now = clock.now();
      return [...items.entries()].map(([, item]) => item)
        .filter(({ lastAt, times }) => times >= INTERRUPTED_TIMES && now - lastAt < forgetAfterMs)
        .sort((a, b) => b.lastAt - a.lastAt);
    },
  };
}
