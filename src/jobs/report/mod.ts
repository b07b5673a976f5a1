/** What carriers report of messages they took: outcome → move → what is told of it. */
import type { MessageRecord, Outcome } from "../../core/message/message.ts";
import type { CarrierReport } from "../../ports/mod.ts";
import type { ReportPorts } from "../ports.ts";
import { eventOf, inWords, outcomeTransition, vaspNotices } from "../transition.ts";

/** A report may overtake the answer that names its message: it is looked for again. */
const LOOK_AGAIN_MS = [50, 200, 1000, 3000];

/**
 * Resolves once the report's effect is durable. What changes nothing (a report that is late,
 * repeated, or of no consequence) is kept on the message's log. False: no message has its carrier id.
 */
export function createReport(ports: ReportPorts): (report: CarrierReport) => Promise<boolean> {
  const { answers, clock, log, store } = ports;

  async function find({ connector, carrierId }: CarrierReport): Promise<MessageRecord | null> {
    await answers.committed(connector, carrierId);
    let message = await store.messages.byCarrierId(connector, carrierId);
    for (const wait of LOOK_AGAIN_MS) {
      if (message !== null) break;
      await new Promise((resolve) => setTimeout(resolve, wait));
      await answers.committed(connector, carrierId);
      message = await store.messages.byCarrierId(connector, carrierId);
    }
    return message;
  }

  /**
   * Whether it is delivered now: of a message in several segments, all of them are. The others are
   * noted.
   */
  async function isWhole(message: MessageRecord, report: CarrierReport): Promise<boolean> {
    const { connector, carrierId, outcome, at } = report;
    if (message.segments === null || outcome.outcome !== "delivered") return true;
    const segments = await store.segments.delivered(connector, carrierId, at);
    if (segments === null) return true;
    const { open, total } = segments;
    // The last of them may have been sent, and reported, since the message was read.
    const current = isSentWhole(message) || open > 0
      ? message
      : await store.messages.byTrackingId(message.trackingId);
    if (open === 0 && current !== null && isSentWhole(current)) return true;
    await note(message, report, {
      name: "segment delivered",
      details: `${total - open} of ${Math.max(total, message.segments)}`,
    });
    return false;
  }

  /** False: the message has moved meanwhile, so the report may mean something else. */
  async function apply(
    message: MessageRecord,
    { outcome, operatorId = null }: CarrierReport,
  ): Promise<boolean> {
    const move = outcomeTransition(ports, message, outcome, {
      reported: true,
      vaspNotices: await vaspNotices(ports, message),
      change: message.operatorId === null && operatorId !== null ? { operatorId } : {},
    });
    if (move !== null) return await store.messages.move(move);
    await note(message, { operatorId }, noteOf(outcome));
    return true;
  }

  async function note(
    message: MessageRecord,
    { operatorId = null }: Pick<CarrierReport, "operatorId">,
    what: { name: string; details: string },
  ): Promise<void> {
    await store.events.note(eventOf(ports, message, {
      at: clock.now(),
      ...what,
      state: null,
      code: null,
      body: null,
      operatorId: operatorId ?? message.operatorId,
    }));
  }

  return async (report) => {
    for (;;) {
      const message = await find(report);
      if (message === null) {
        const { connector, carrierId } = report;
        log.warn({ connector, "carrier-id": carrierId }, "report for an unknown message");
        return false;
      }
      if (!await isWhole(message, report)) return true;
      if (await apply(message, report)) return true;
    }
  };
}

/** Whether all segments are sent. One that we ended between two submissions has some that are not. */
function isSentWhole({ presumed, state, unconfirmed }: MessageRecord): boolean {
  return state === "submitted" || state === "unreported" || (presumed && !unconfirmed);
}

/** What the log says of a report that changes nothing. */
function noteOf(outcome: Outcome): { name: string; details: string } {
  if (outcome.outcome === "noted") return { name: "report noted", details: outcome.details };
  const said = inWords(outcome);
  return {
    name: "report without effect",
    details: said === undefined ? outcome.outcome : `${outcome.outcome}: ${said}`,
  };
}
