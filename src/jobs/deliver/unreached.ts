/**
 * Messages that wait because their connectors did not work, or kept them back. They are due as soon as
 * one works again, or has other settings: DELIVER_RETRY alone would leave them waiting for minutes
 * more. They are held in memory only: those of a process that ends wait by DELIVER_RETRY.
 */
import type { Clock } from "../../ports/mod.ts";

/** Connector that did not take a message, as of the attempt. */
export interface Missed {
  connector: string;
  /** Number of its recoveries before the attempt. */
  recoveries: number;
}

export interface Unreached {
  /** Names a connector before an attempt, in case that it does not work. */
  attempt(connector: string): Missed;
  /** Adds a message that is due later. */
  add(trackingId: string, missed: readonly Missed[]): void;
  /** Has the messages of a connector that works again delivered. */
  recovered(connector: string): void;
}

export interface UnreachedOptions {
  /** Maximum number of messages per connector; the oldest are forgotten first. */
  max: number;
  /**
   * Minimum interval between releases of one connector's messages, in milliseconds. A connector that
   * comes and goes would else have all of them tried each time.
   */
  cooldownMs: number;
  clock: Clock;
  /** Makes messages due now. Never rejects. */
  makeDue(trackingIds: readonly string[]): Promise<void>;
  /** Runs a function after a time in milliseconds. */
  later(ms: number, run: () => void): void;
}

/** Messages of one connector. */
interface Waiting {
  /** Tracking-ids in the order of their last attempts. */
  ids: Set<string>;
  recoveries: number;
  /** Time of the last release; -Infinity: none yet. */
  releasedAt: number;
  /** Whether the next release has its time. */
  isPlanned: boolean;
}

export function createUnreached(
  { max, cooldownMs, clock, makeDue, later }: UnreachedOptions,
): Unreached {
  const connectors = new Map<string, Waiting>();

  function waitingFor(connector: string): Waiting {
    const waiting = connectors.get(connector) ??
      { ids: new Set(), recoveries: 0, releasedAt: -Infinity, isPlanned: false };
    connectors.set(connector, waiting);
    return waiting;
  }

  function release(waiting: Waiting): void {
    if (waiting.ids.size === 0 || waiting.isPlanned) return;
    const now = clock.now();
    const sinceMs = now - waiting.releasedAt;
    // A clock that was set back ends the cooldown too.
    if (sinceMs >= 0 && sinceMs < cooldownMs) {
      waiting.isPlanned = true;
      return later(cooldownMs - sinceMs, () => {
        waiting.isPlanned = false;
        release(waiting);
      });
    }
    waiting.releasedAt = now;
    const ids = [...waiting.ids];
    waiting.ids.clear();
    void makeDue(ids);
  }

  return {
    attempt: (connector) => ({ connector, recoveries: waitingFor(connector).recoveries }),

    add(trackingId, missed) {
      for (const { connector, recoveries } of missed) {
        const waiting = waitingFor(connector);
        waiting.ids.delete(trackingId);
        waiting.ids.add(trackingId);
        if (waiting.ids.size > max) waiting.ids.delete(waiting.ids.values().next().value!);
        // It has recovered since the attempt.
        if (waiting.recoveries !== recoveries) release(waiting);
      }
    },

    recovered(connector) {
      const waiting = waitingFor(connector);
      waiting.recoveries++;
      release(waiting);
    },
  };
}
