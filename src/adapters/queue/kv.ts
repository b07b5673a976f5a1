/**
 * Deno's KV queue behind the Queue interface. An item is as many postbacks as a value may hold (one
 * takes about a millisecond, whatever it holds); the schedule is the caller's.
 */
import type { Channel, PostbackRef } from "../../core/message/event.ts";
import type { Queue } from "../../ports/mod.ts";
import { makePrivate } from "../system/private_files.ts";

/** A value is limited to 64 KiB; beside the texts an entry takes up to 20 bytes. */
const ITEM_MAX_BYTES = 60_000;
const ENTRY_BYTES = 20;

/** As it is kept: names would cost more than what they name. */
type Kept = [id: string, account: string, channel: Channel];

/** KV takes no longer delay. */
const MAX_DELAY_MS = 30 * 24 * 3_600_000;

export async function openKvQueue(path: string): Promise<Queue> {
  await reservePrivately(path);
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
      for (const item of itemsOf(postbacks)) await kv.enqueue(item, { delay });
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

/** SQLite gives the files beside its own that one's mode. It finds an empty file, and fills it. */
async function reservePrivately(path: string): Promise<void> {
  try {
    (await Deno.open(path, { write: true, createNew: true, mode: 0o600 })).close();
  } catch {
    // It is there; or it cannot be made, and then it cannot be opened either.
  }
  await Promise.all(["", "-wal", "-shm"].map((suffix) => makePrivate(path + suffix)));
}

function itemsOf(postbacks: readonly PostbackRef[]): Kept[][] {
  const items: Kept[][] = [];
  let room = 0;
  for (const { id, account, channel } of postbacks) {
    const bytes = id.length + account.length + channel.length + ENTRY_BYTES;
    if (bytes > room) {
      items.push([]);
      room = ITEM_MAX_BYTES;
    }
    items.at(-1)!.push([id, account, channel]);
    room -= bytes;
  }
  return items;
}

function isItem(item: unknown): item is Kept[] {
  return Array.isArray(item) && item.every((one) => Array.isArray(one) && one.length === 3);
}
