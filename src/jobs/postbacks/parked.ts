/** Postbacks that were held for want of a URL: sent once their account has one. */
import { levelOf } from "../../log/level.ts";
import type { JobPorts } from "../ports.ts";

export interface ParkedJob {
  /** Begins to put those that may go back into the outbox; who asks meanwhile gets one more round. */
  takeDue(): Promise<void>;
  /** Begins nothing more, and resolves when the commit in hand is durable. */
  drain(): Promise<void>;
}

/** @param defaultUrl Where an account without a URL of its own is told; null: nowhere. */
export function createParked(
  { clock, log, store }: Pick<JobPorts, "clock" | "log" | "store">,
  defaultUrl: () => string | null,
): ParkedJob {
  const abort = new AbortController();
  const { signal } = abort;
  let round: Promise<void> | null = null;
  let again = false;

  async function replay(): Promise<void> {
    for (const receiver of await store.postbacks.parkedReceivers(defaultUrl() !== null)) {
      const { account, channel } = receiver;
      const postbacks = await store.postbacks.replayParked(receiver, clock.now(), signal);
      if (postbacks > 0) {
        log.info({ account, channel, postbacks }, "postbacks that were held are sent");
      }
      if (signal.aborted) return;
    }
  }

  async function rounds(): Promise<void> {
    try {
      do {
        again = false;
        await replay();
      } while (again && !signal.aborted);
    } catch (error) {
      log[levelOf(error)]({ err: String(error) }, "held postbacks wait for the next sweep");
    } finally {
      round = null;
    }
  }

  return {
    takeDue() {
      again = true;
      if (!signal.aborted) round ??= rounds();
      return Promise.resolve();
    },
    async drain() {
      abort.abort();
      await round;
    },
  };
}
