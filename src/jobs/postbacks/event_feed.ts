/** Events that customers poll for, in place of a receiver or beside it. */
import { Refusal, STORE_RETRY_SECONDS } from "../../core/errors.ts";
import { createFairShare } from "../../lib/fair_share.ts";
import { PollerUnavailable } from "../../lib/poller.ts";
import type { EventFeed, Store, StreamPart } from "../../ports/mod.ts";
import { createPostbackStreams } from "./stream.ts";

export interface ClosableEventFeed extends EventFeed {
  /** Ends all waits. */
  close(): void;
}

/**
 * @param max Maximum requests that wait, of which an account gets half of what is free; one beyond
 * that does not wait.
 */
export function createEventFeed(
  ports: { store: { postbacks: Pick<Store["postbacks"], "streamed"> } },
  max: number,
): ClosableEventFeed {
  const waits = createFairShare({ capacity: max });
  const streams = createPostbackStreams(ports, Infinity);

  return {
    close: streams.close,

    async read(cursor, { timeoutMs, signal }) {
      const { account } = cursor;
      const mayWait = timeoutMs > 0 && waits.admits(account);
      if (mayWait) waits.hold(account);
      try {
        return await streams.read(cursor, { timeoutMs: mayWait ? timeoutMs : 0, signal });
      } catch (error) {
        return emptyPart(error, cursor.after);
      } finally {
        if (mayWait) waits.release(account);
      }
    },
  };
}

/** Returns the part of a wait that the stop of the service has ended. */
function emptyPart(error: unknown, after: string | null): StreamPart {
  if (!(error instanceof PollerUnavailable)) throw error;
  if (error.reason === "closed" && after !== null) return { items: [], next: after };
  throw new Refusal("unavailable", undefined, STORE_RETRY_SECONDS);
}
