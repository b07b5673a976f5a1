/**
 * Deno's KV queue behind the Queue interface. An item is a few hundred ids at most (a value is
 * limited to 64 KiB; an item an event would be ten times slower); the schedule is the caller's.
 */
import type { Queue } from "../env.ts";

/** 256 ids of 36 characters are 10 KB: far below a value's limit. */
const IDS_AN_ITEM = 256;

/** KV takes no longer delay. */
const MAX_DELAY_MS = 30 * 24 * 3_600_000;

export async function openKvQueue(path: string): Promise<Queue> {
  const kv = await Deno.openKv(path).catch((error: Error) => {
    throw new Error(
      `the postback queue ${path} (KV_PATH) cannot be opened: ${error.message}; ` +
        `its directory must be there and writable`,
    );
  });
  let listening: Promise<void> = Promise.resolve();

  return {
    async enqueue(eventIds, delayMs = 0) {
      // KV counts whole milliseconds from now cut to one: upwards, or an item might come early.
      const delay = delayMs <= 0 ? 0 : Math.min(Math.ceil(delayMs) + 1, MAX_DELAY_MS);
      for (let from = 0; from < eventIds.length; from += IDS_AN_ITEM) {
        const item = eventIds.slice(from, from + IDS_AN_ITEM);
        await kv.enqueue(item, { delay });
      }
    },

    listen(handler) {
      listening = kv.listenQueue(async (item) => {
        if (isIds(item)) await handler(item);
      });
    },

    async health() {
      try {
        await kv.get(["health"]);
        return null;
      } catch {
        return "the postback queue's file cannot be read";
      }
    },

    async close() {
      kv.close();
      // Ends with the file closed under it; that is how it is told to stop.
      await listening.catch(() => {});
    },
  };
}

function isIds(item: unknown): item is string[] {
  return Array.isArray(item) && item.every((id) => typeof id === "string");
}
