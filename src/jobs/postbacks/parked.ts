/** Parked postbacks, whose receiver had no URL or was disabled: released once it takes them. */
import { findReceiver, VASP_RECEIVER } from "../../core/account/receiver.ts";
import { levelOf } from "../../log/level.ts";
import type { Receiver } from "../../ports/mod.ts";
import type { JobPorts } from "../shared/ports.ts";
import { urlOf } from "./webhook.ts";

export interface ParkedJob {
  /** Begins to release parked postbacks into the outbox. A call during a round adds one more. */
  takeDue(): Promise<void>;
  /** Begins no more commits, and resolves when the one under way is durable. */
  drain(): Promise<void>;
}

/** @param defaultUrl URL of default receivers without one of their own; null: none. */
export function createParked(
  { clock, log, store }: Pick<JobPorts, "clock" | "log" | "store">,
  defaultUrl: () => string | null,
): ParkedJob {
  const abort = new AbortController();
  const { signal } = abort;
  let round: Promise<void> | null = null;
  let again = false;

  async function replay(): Promise<void> {
    for (const receiver of await store.postbacks.parkedReceivers()) {
      if (!await isDue(receiver)) continue;
      const postbacks = await store.postbacks.replayParked(receiver, clock.now(), signal);
      if (postbacks > 0) log.info({ ...receiver, postbacks }, "parked postbacks released");
      if (signal.aborted) return;
    }
  }

  /** Tells whether a receiver takes postbacks now, or was removed: then an attempt ends them. */
  async function isDue({ account, receiver }: Receiver): Promise<boolean> {
    const owner = await store.accounts.byId(account);
    if (owner === null) return false;
    if (receiver === VASP_RECEIVER) return owner.mm7Url !== null;
    const found = findReceiver(owner, receiver);
    return found === undefined || !found.disabled && urlOf(found, defaultUrl) !== null;
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
