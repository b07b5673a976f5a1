/** Parked postbacks, whose account had no URL: sent once it has one. */
import { levelOf } from "../../log/level.ts";
import type { JobPorts } from "../shared/ports.ts";

export interface ParkedJob {
  /** Begins to release parked postbacks into the outbox. A call during a round adds one more. */
  takeDue(): Promise<void>;
  /** Begins no more commits, and resolves when the one under way is durable. */
  drain(): Promise<void>;
}

/** @param defaultUrl Receiver of accounts without a URL of their own; null: none. */
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
        log.info({ account, channel, postbacks }, "parked postbacks released");
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
      log[levelOf(error)](
        { err: String(error) },
        "parked postbacks not released; the rescuer will retry",
      );
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
