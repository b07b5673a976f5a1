/**
 * Queue on Postgres, for several machines on one server.
 *
 * A postback without delay goes to this machine's listener only, since waking all machines for each
 * would cost more than it gains. If this machine stops, or has no capacity for half a minute, the
 * rescuer of another one finds it. A delayed postback belongs to no machine until it is due; then
 * the first machine to poll claims it, so a stopped machine delays nothing.
 */
import type { DatabaseTarget } from "../../../config/database/target.ts";
import type { PostbackRef } from "../../../core/message/event.ts";
import type { Clock, Queue } from "../../../ports/mod.ts";
import { openAnnouncements } from "./announcements.ts";
import { createRetries } from "./retries.ts";

export interface PostgresQueueOptions {
  target: DatabaseTarget;
  /** Time after which the server cancels a statement, in milliseconds. */
  statementTimeoutMs: number;
  clock: Clock;
}

/** Channel of LISTEN and NOTIFY, which each database of a server has for itself. */
const TOPIC = "slidepost_retries";

/** @throws Error that says what to do, where no session for LISTEN can be opened. */
export async function openPostgresQueue(
  { clock, ...connection }: PostgresQueueOptions,
): Promise<Queue> {
  /** Postbacks enqueued before `listen` was called. */
  let early: PostbackRef[][] = [];
  let handOver: (postbacks: PostbackRef[]) => void = (postbacks) => early.push(postbacks);
  let isClosed = false;

  const retries = createRetries({
    clock,
    query: (...args) => announcements.query(...args),
    announce: (text) => announcements.announce(text),
    onDue: (postbacks) => handOver(postbacks),
  });
  const announcements = await openAnnouncements({
    ...connection,
    topic: TOPIC,
    onAnnouncement: retries.handleAnnouncement,
    onReconnect: retries.poll,
  }).catch((error: Error) => {
    throw new Error(
      `the postback queue cannot listen to the database: ${error.message}; ` +
        "QUEUE=postgres takes one connection in addition to those of DATABASE_CONNECTIONS",
      { cause: error },
    );
  });

  return {
    // deno-lint-ignore require-await -- async, so that it rejects and never throws
    async enqueue(postbacks, delayMs = 0) {
      if (isClosed) throw new Error("the postback queue is closed");
      if (postbacks.length === 0) return;
      if (delayMs > 0) retries.schedule(clock.now() + delayMs);
      else handOver([...postbacks]);
    },

    listen(handler) {
      handOver = handler;
      for (const postbacks of early) handOver(postbacks);
      early = [];
      retries.poll();
    },

    async health() {
      if (isClosed) return "the postback queue is closed";
      if (!announcements.isConnected) return "the postback queue has lost its connection";
      try {
        await announcements.query("select 1");
        return null;
      } catch {
        return "the postback queue's database does not respond";
      }
    },

    async close() {
      isClosed = true;
      await Promise.all([retries.stop(), announcements.close()]);
    },
  };
}
