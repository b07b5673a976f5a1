/**
 * Queue on Deno KV. An item holds as many postbacks as fit into a value, because enqueuing an item
 * takes about a millisecond whatever its size. The caller schedules retries.
 */
import type { PostbackRef } from "../../core/message/event.ts";
import type { Queue } from "../../ports/mod.ts";
import { makePrivate } from "../system/private_files.ts";

/** Maximum size of an item, below KV's limit of 64 KiB per value. */
const ITEM_MAX_BYTES = 60_000;
/** Maximum size of a postback beyond its texts. */
const ENTRY_BYTES = 20;

/** Stored form of a postback: field names would take more space than the values. */
type Entry = [id: string, account: string, receiver: string];

/** Maximum delay that KV accepts, in milliseconds. */
const MAX_DELAY_MS = 30 * 24 * 3_600_000;

export async function openKvQueue(path: string): Promise<Queue> {
  await createPrivate(path);
  const kv = await Deno.openKv(path).catch((error: Error) => {
    throw new Error(
      `the postback queue ${path} (KV_PATH) cannot be opened: ${error.message}; ` +
        `its directory must exist and be writable`,
    );
  });
  let listening: Promise<void> = Promise.resolve();
  let isOpen = true;

  return {
    async enqueue(postbacks, delayMs = 0) {
      // KV truncates the current time to a millisecond: without rounding up, items could come
      // early.
      const delay = delayMs <= 0 ? 0 : Math.min(Math.ceil(delayMs) + 1, MAX_DELAY_MS);
      for (const item of itemsOf(postbacks)) await kv.enqueue(item, { delay });
    },

    listen(handler) {
      listening = kv.listenQueue((item) => {
        if (!isItem(item)) return; // the rescuer finds its postback
        handler(item.map(([id, account, receiver]) => ({ id, account, receiver })));
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
      // Closing the file is how listening stops.
      await listening.catch(() => {});
    },
  };
}

/**
 * Creates the file with a private mode, or restricts the mode of an existing one. SQLite accepts an
 * empty file, and gives its WAL files the same mode.
 */
async function createPrivate(path: string): Promise<void> {
  try {
    (await Deno.open(path, { write: true, createNew: true, mode: 0o600 })).close();
  } catch {
    // It exists; or it cannot be created, and opening it reports why.
  }
  await Promise.all(["", "-wal", "-shm"].map((suffix) => makePrivate(path + suffix)));
}

function itemsOf(postbacks: readonly PostbackRef[]): Entry[][] {
  const items: Entry[][] = [];
  let free = 0;
  for (const { id, account, receiver } of postbacks) {
    const bytes = id.length + account.length + receiver.length + ENTRY_BYTES;
    if (bytes > free) {
      items.push([]);
      free = ITEM_MAX_BYTES;
    }
    items.at(-1)!.push([id, account, receiver]);
    free -= bytes;
  }
  return items;
}

function isItem(item: unknown): item is Entry[] {
  return Array.isArray(item) && item.every((entry) => Array.isArray(entry) && entry.length === 3);
}
