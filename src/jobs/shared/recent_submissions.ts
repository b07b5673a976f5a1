/**
 * Submissions whose results are being committed, or were lately: the reports on them need not look
 * their messages up.
 */
import type { MessageRecord } from "../../core/message/message.ts";
import { contentCharacters } from "../../core/composition/content.ts";
import { createLru } from "../../lib/lru.ts";

export interface RecentSubmissions {
  /**
   * Registers the commit of a submission that a carrier knows by these ids; resolves with its result.
   * @param message Message as the commit leaves it.
   */
  commit(
    connector: string,
    carrierIds: readonly string[],
    message: MessageRecord,
    commit: Promise<boolean>,
  ): Promise<boolean>;
  /** Resolves when no commit of the message is under way. */
  committed(connector: string, carrierId: string): Promise<void>;
  /**
   * Removes and returns a message in one piece, as its submission leaves it. Its commit may be under
   * way; a transition of the message that follows is written behind it.
   */
  take(connector: string, carrierId: string): MessageRecord | undefined;
}

/** Characters of a slot in memory. Most messages take one slot. */
const SLOT_CHARACTERS = 4096;

/** Counts the slots of a message in memory. */
export function slotsOf({ content }: Pick<MessageRecord, "content">): number {
  return 1 + Math.floor(contentCharacters(content) / SLOT_CHARACTERS);
}

export interface RecentSubmissionsOptions {
  /** Maximum slots of the messages that are held for their reports. */
  max: number;
  /** Time for which each is held, in milliseconds: an erasure does not reach them. */
  ttlMs: number;
}

/** Message with the time from which on it is no longer held. */
interface Held {
  message: MessageRecord;
  until: number;
}

export function createRecentSubmissions(
  { max, ttlMs }: RecentSubmissionsOptions,
): RecentSubmissions {
  const underWay = new Map<string, Promise<unknown>>();
  const messages = createLru<string, Held>(max, { sizeOf: ({ message }) => slotsOf(message) });
  let timer: ReturnType<typeof setTimeout> | undefined;

  function hold(keys: readonly string[], message: MessageRecord): void {
    const held = { message, until: performance.now() + ttlMs };
    for (const key of keys) messages.set(key, held);
    if (timer === undefined && messages.size > 0) expireAfter(ttlMs);
  }

  function expireAfter(ms: number): void {
    timer = setTimeout(expire, ms);
    Deno.unrefTimer(timer);
  }

  function expire(): void {
    const now = performance.now();
    timer = undefined;
    // Nothing moves an entry, so that the oldest is the first.
    for (const [key, { until }] of messages.entries()) {
      if (until > now) return expireAfter(until - now);
      messages.delete(key);
    }
  }

  const keyOf = (connector: string, carrierId: string) => `${connector} ${carrierId}`;

  return {
    async commit(connector, carrierIds, message, commit) {
      const keys = carrierIds.map((id) => keyOf(connector, id));
      for (const key of keys) underWay.set(key, commit);
      if (message.segments === null) hold(keys, message);
      let isMade = false;
      try {
        return isMade = await commit;
      } finally {
        for (const key of keys) {
          if (underWay.get(key) === commit) underWay.delete(key);
          if (!isMade && messages.peek(key)?.message === message) messages.delete(key);
        }
      }
    },

    async committed(connector, carrierId) {
      await underWay.get(keyOf(connector, carrierId))?.catch(() => {});
    },

    take(connector, carrierId) {
      const key = keyOf(connector, carrierId);
      const held = messages.peek(key);
      if (held !== undefined) messages.delete(key);
      return held?.message;
    },
  };
}
