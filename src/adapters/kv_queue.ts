/**
 * Deno's KV queue behind the Queue interface. An item is a few hundred postbacks at most (a value is
 * limited to 64 KiB; an item a postback would be ten times slower); the schedule is the caller's.
 */
import type { Channel } from "../core/event.ts";
import type { Queue } from "../env.ts";

/** Of an id of 36 characters and an account of 64 that is 28 KB: far below a value's limit. */
const AN_ITEM = 256;

/** As it is kept: names would cost more than what they name. */
type Kept = [id: string, account: string, channel: Channel];

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
  let isOpen = true;

  return {
    async enqueue(postbacks, delayMs = 0) {
      // KV counts whole milliseconds from now cut to one: upwards, or an item might come early.
      const delay = delayMs <= 0 ? 0 : Math.min(Math.ceil(delayMs) + 1, MAX_DELAY_MS);
      for (let from = 0; from < postbacks.length; from += AN_ITEM) {
        const item = postbacks.slice(from, from + AN_ITEM)
          .map(({ id, account, channel }): Kept => [id, account, channel]);
        await kv.enqueue(item, { delay });
      }
    },

    listen(handler) {
      listening = kv.listenQueue((item) => {
        if (!isItem(item)) return; // an earlier release's: the sweep finds what it was about
        handler(item.map(([id, account, channel]) => ({ id, account, channel })));
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
      if (isOpen) kv.close();
      isOpen = false;
      // Ends with the file closed under it; that is how it is told to stop.
      await listening.catch(() => {});
    },
  };
}

function isItem(item: unknown): item is Kept[] {
  return Array.isArray(item) && item.every((one) => Array.isArray(one) && one.length === 3);
}
