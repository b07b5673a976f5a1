/** The delivery job: accepted messages on their way to a carrier, up to its report. */
import { acceptedRecord, type MessageRecord, type NewMessage } from "../../core/message/message.ts";
import { createFairShare } from "../../lib/fair_share.ts";
import { createSharedTimers } from "../../lib/shared_timers.ts";
import { levelOf } from "../../log/level.ts";
import type { Beginning, Deliveries } from "../../ports/mod.ts";
import { createDurableTransition } from "../shared/durable_transition.ts";
import { type JobPorts, leaseOf } from "../shared/ports.ts";
import { slotsOf } from "../shared/recent_submissions.ts";
import { retryWhileDown } from "../shared/retry_while_down.ts";
import { createWorker, type Worker } from "../engine/worker.ts";
import type { DeliverContext } from "./context.ts";
import { deliver, deliverBegun } from "./deliver.ts";
import { beginWithAccept, type BegunDelivery } from "./begin.ts";
import { createUnreached } from "./unreached.ts";

export interface DeliverJob extends Deliveries {
  /** Delivers messages now that wait because this connector did not work: it works again. */
  recovered(connector: string): void;
  /** Delivers messages now that this connector kept back: it has other settings. */
  replaced(connector: string): void;
  /** Takes no more, and resolves when the claimed work is done; the rest stays in the store. */
  drain(): Promise<void>;
}

export interface DeliverOptions {
  /** Called when a message is due for preparation. */
  onPreparation(): void;
}

/** Most messages of an account in one claim: they may be long. */
const CLAIM_MAX = 128;
/** Messages that one statement makes due: it takes some 10 ms. */
const MAKE_DUE_MAX = 500;

export function createDeliver(ports: JobPorts, { onPreparation }: DeliverOptions): DeliverJob {
  const { clock, config, log, store } = ports;
  const timers = createTimers();
  const retries = createSharedTimers(() => void worker.takeDue().catch(() => {}));
  const wakes = createSharedTimers(() => void takeDue().catch(() => {}));
  /** Deliveries that began with the acceptance of their messages. */
  const begun = new WeakMap<MessageRecord, BegunDelivery>();
  const later = (ms: number, run: () => void) => {
    if (!worker.isDraining) timers.add(ms, run);
  };
  const waiting = { max: config.UNREACHED_MAX, clock, makeDue, later };
  const unreached = createUnreached({ ...waiting, cooldownMs: config.CONNECTOR_COOLDOWN });
  const heldBack = createUnreached({ ...waiting, cooldownMs: 0 });
  const context: DeliverContext = {
    ...ports,
    unreached,
    heldBack,
    transition: createDurableTransition(ports, () => worker.isDraining),
    onPreparation,
    retryAt(dueAt) {
      if (!worker.isDraining) retries.after(dueAt - clock.now());
    },
  };
  const worker: Worker<MessageRecord, NewMessage> = createWorker<MessageRecord, NewMessage>({
    log,
    interrupted: "delivery interrupted",
    factsOf: ({ trackingId }) => ({ "tracking-id": trackingId }),
    interruptions: {
      of: ({ account, trackingId }) => ({ kind: "message", id: trackingId, account, trackingId }),
      counter: ports.interruptions,
    },
    keyOf: ({ trackingId }) => trackingId,
    concurrency: config.DELIVER_CONCURRENCY,
    backlog: {
      ahead: Math.max(config.DELIVER_CONCURRENCY, config.DELIVER_BACKLOG),
      perAccount: CLAIM_MAX,
      memory: { share: createFairShare({ capacity: config.DELIVER_BACKLOG }), weightOf: slotsOf },
    },
    claim(capacity) {
      const now = clock.now();
      return store.messages.claimDue(leaseOf(ports, now), now, capacity, "delivery");
    },
    process(message) {
      const delivery = begun.get(message);
      return delivery === undefined ? deliver(context, message) : deliverBegun(context, delivery);
    },
  });

  /** Makes messages due now. One outage may have cut off carrier and store: it waits for the store. */
  async function makeDue(trackingIds: readonly string[]): Promise<void> {
    try {
      for (let at = 0; at < trackingIds.length && !worker.isDraining; at += MAKE_DUE_MAX) {
        const some = trackingIds.slice(at, at + MAKE_DUE_MAX);
        await retryWhileDown(
          () => store.messages.makeDue(some, clock.now()),
          () => worker.isDraining,
        );
        void worker.takeDue().catch(() => {});
      }
    } catch (error) {
      if (worker.isDraining) return;
      log[levelOf(error)](
        { messages: trackingIds.length, err: String(error) },
        "messages that waited for a carrier stay waiting, by DELIVER_RETRY",
      );
    }
  }

  /** Claims what is due, and looks when the next is before the rescuer's next round. */
  async function takeDue(): Promise<void> {
    await worker.takeDue();
    const now = clock.now();
    const next = await store.messages.nextDue(now, now + config.RESCUE_INTERVAL);
    if (next !== null) expect(next);
  }

  /** Wakes at a time, unless the rescuer's next round is before. */
  function expect(dueAt: number): void {
    const waitMs = dueAt - clock.now();
    if (waitMs <= config.RESCUE_INTERVAL && !worker.isDraining) wakes.after(waitMs);
  }

  async function begin(message: NewMessage): Promise<Beginning | null> {
    const slot = worker.reserveSlot(message);
    if (slot === null) return null;
    const delivery = await beginWithAccept(context, acceptedRecord(message)).catch((error) => {
      slot.release();
      throw error;
    });
    if (delivery === null) {
      slot.release();
      return null;
    }
    return {
      transition: delivery.transition,
      proceed() {
        begun.set(delivery.message, delivery);
        slot.start(delivery.message);
      },
      abandon: slot.release,
    };
  }

  return {
    takeDue,
    expect,
    recovered: unreached.recovered,
    replaced: heldBack.recovered,
    begin,
    reserve: (message, now) => worker.reserve(message) ? leaseOf(ports, now) : null,
    release: (message) => worker.release(message),
    offer: worker.offer,
    async drain() {
      retries.clear();
      wakes.clear();
      timers.clear();
      await worker.drain();
    },
  };
}

/** Creates a set of timers that are cleared together. */
function createTimers() {
  const timers = new Set<ReturnType<typeof setTimeout>>();
  return {
    add(ms: number, run: () => void): void {
      const timer = setTimeout(() => {
        timers.delete(timer);
        run();
      }, Math.max(0, ms) + 1);
      timers.add(timer);
    },
    clear: () => timers.forEach(clearTimeout),
  };
}
