/**
 * The Queue interface on Postgres alone, for several machines on one server.
 *
 * Postbacks without delay go to this machine's listener and to no other: it has them in hand already,
 * and to wake all machines for each would cost more than it wins. What it dies with, or has no room
 * for in half a minute, the sweeps of the others find. Those with a delay are in nobody's hand until
 * they are due; then the machine that looks first has them, and they are on time whoever died.
 */
import type { DatabaseTarget } from "../../../config/database/target.ts";
import type { PostbackRef } from "../../../core/message/event.ts";
import type { Clock, Queue } from "../../../ports/mod.ts";
import { openAnnouncements } from "./announcements.ts";
import { createRetries } from "./retries.ts";

export interface PostgresQueueOptions {
  target: DatabaseTarget;
  /** A statement that takes longer is cancelled by the server, milliseconds. */
  statementTimeoutMs: number;
  clock: Clock;
}

/** A database of its own is apart: announcements do not leave it. */
const TOPIC = "slidepost_retries";

/** @throws Error that says what to do when the server cannot be listened to. */
export async function openPostgresQueue(
  { clock, ...where }: PostgresQueueOptions,
): Promise<Queue> {
  /** What came before there was somebody to hand it to. */
  let early: PostbackRef[][] = [];
  let handOver: (postbacks: PostbackRef[]) => void = (postbacks) => early.push(postbacks);
  let isClosed = false;

  const retries = createRetries({
    clock,
    query: (...asked) => announcements.query(...asked),
    announce: (text) => announcements.announce(text),
    onDue: (postbacks) => handOver(postbacks),
  });
  const announcements = await openAnnouncements({
    ...where,
    topic: TOPIC,
    onAnnouncement: retries.hear,
    onReturn: retries.look,
  }).catch((error: Error) => {
    throw new Error(
      `the postback queue cannot listen to the database: ${error.message}; ` +
        "QUEUE=postgres takes one connection beside those of DATABASE_CONNECTIONS",
      { cause: error },
    );
  });

  return {
    // deno-lint-ignore require-await -- so that it rejects, and never throws
    async enqueue(postbacks, delayMs = 0) {
      if (isClosed) throw new Error("the postback queue is closed");
      if (postbacks.length === 0) return;
      if (delayMs > 0) retries.expect(clock.now() + delayMs);
      else handOver([...postbacks]);
    },

    listen(handler) {
      handOver = handler;
      for (const postbacks of early) handOver(postbacks);
      early = [];
      retries.look();
    },

    async health() {
      if (isClosed) return "the postback queue is closed";
      if (!announcements.isHeard) return "the postback queue has lost its connection";
      try {
        await announcements.query("select 1");
        return null;
      } catch {
        return "the database does not answer the postback queue";
      }
    },

    async close() {
      isClosed = true;
      await Promise.all([retries.stop(), announcements.close()]);
    },
  };
}
