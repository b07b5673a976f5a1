/** Traffic of this process by the minute, in memory: counts, latencies and the backlog. */
import type { MessageState } from "../../core/message/message_state.ts";
import type { Clock } from "../../ports/mod.ts";
import { createHistogram } from "./histogram.ts";

/** Traffic of one minute. */
export interface TrafficMinute {
  /** Start of the minute, in milliseconds since the epoch. */
  at: number;
  accepted: number;
  /** Messages that a carrier took. */
  submitted: number;
  delivered: number;
  /** Messages that ended in any other way. */
  failed: number;
  /** Time from acceptance to the carrier's response, in milliseconds; null: none was submitted. */
  latencyMs: { p50: number; p95: number } | null;
  /** Most messages that waited for delivery; null: not measured in this minute. */
  backlog: number | null;
}

export interface Traffic {
  accepted(): void;
  /** Counts a message that a carrier took, `latencyMs` after its acceptance. */
  submitted(latencyMs: number): void;
  /** Counts a message whose state has changed. */
  changed(to: MessageState): void;
  /** Records how many messages wait for delivery. */
  waiting(messages: number): void;
  /** Returns the last minutes, the current one last. */
  minutes(): TrafficMinute[];
}

/** Minutes that are stored, with the current one. */
const MINUTES = 60;
const MINUTE_MS = 60_000;

const FAILED: ReadonlySet<MessageState> = new Set([
  "expired",
  "failed",
  "rejected",
  "unrecognised",
]);

export function createTraffic(clock: Clock): Traffic {
  const slots = Array.from({ length: MINUTES }, newSlot);

  /** Returns the slot of the current minute, cleared of the minute that it had before. */
  function current(): Slot {
    const minute = Math.floor(clock.now() / MINUTE_MS);
    const slot = slots[minute % MINUTES]!;
    if (slot.minute !== minute) clear(slot, minute);
    return slot;
  }

  return {
    accepted: () => void current().accepted++,
    submitted(latencyMs) {
      const slot = current();
      slot.submitted++;
      slot.latencies.add(latencyMs);
    },
    changed(to) {
      if (to === "delivered") current().delivered++;
      else if (FAILED.has(to)) current().failed++;
    },
    waiting(messages) {
      const slot = current();
      slot.backlog = Math.max(slot.backlog ?? 0, messages);
    },
    minutes() {
      const { minute: last } = current();
      return slots.map((_, index) => {
        const minute = last - MINUTES + 1 + index;
        const slot = slots[minute % MINUTES]!;
        return minuteOf(slot.minute === minute ? slot : newSlot(), minute);
      });
    },
  };
}

interface Slot extends Pick<TrafficMinute, "accepted" | "submitted" | "delivered" | "failed"> {
  /** Minutes since the epoch; -1: none yet. */
  minute: number;
  backlog: number | null;
  latencies: ReturnType<typeof createHistogram>;
}

const NOTHING = { accepted: 0, submitted: 0, delivered: 0, failed: 0, backlog: null };

function newSlot(): Slot {
  return { ...NOTHING, minute: -1, latencies: createHistogram() };
}

function clear(slot: Slot, minute: number): void {
  Object.assign(slot, NOTHING, { minute });
  slot.latencies.clear();
}

function minuteOf({ latencies, minute: _, ...counts }: Slot, minute: number): TrafficMinute {
  const p50 = latencies.quantile(.5);
  const p95 = latencies.quantile(.95);
  const latencyMs = p50 === null || p95 === null ? null : { p50, p95 };
  return { ...counts, at: minute * MINUTE_MS, latencyMs };
}
