/** Reports of carriers on messages that they took: outcome → transition → postback. */
import { equalForms } from "../../core/account/equal_numbers.ts";
import type { MessageRecord, Outcome } from "../../core/message/message.ts";
import type { CarrierReport } from "../../ports/mod.ts";
import { within } from "../../tracing/mod.ts";
import type { ReportPorts } from "../shared/ports.ts";
import { nextWithCarrier } from "../deliver/end.ts";
import {
  eventOf,
  inWords,
  notifiedOf,
  outcomeTransition,
  transitionOf,
} from "../shared/transition.ts";
import { delay } from "../../lib/delay.ts";

/**
 * Applies a report. Resolves once its effect is durable; false: its message is unknown.
 *
 * @param patience Waits before the message is looked up again, in milliseconds. Default none.
 */
export type ApplyReport = (report: CarrierReport, patience?: readonly number[]) => Promise<boolean>;

/**
 * Creates a function that applies reports. One that changes nothing (late, repeated, or of no
 * consequence) is noted on the message's log.
 */
export function createApply(ports: ReportPorts): ApplyReport {
  const { recentSubmissions, clock, metrics, store, tracer, unmatchedReports } = ports;

  async function find(
    report: CarrierReport,
    patience: readonly number[],
  ): Promise<Match | null> {
    // An entry on the log of a message has to be behind that of its submission.
    const recent = report.outcome.outcome === "noted" ? null : await findRecent(report);
    if (recent !== null) return recent;
    // A tracking-id is in the store before a carrier has it: there is nothing to wait for.
    if ((report.trackingId ?? null) === null) return await findByCarrierId(report, patience);
    const message = await findByReference(report);
    return message === null ? null : { message, carrierId: report.carrierId };
  }

  /** Finds a message that was just submitted. */
  async function findRecent(report: CarrierReport): Promise<Match | null> {
    const recent = takeRecent(report);
    if (recent !== null) return recent;
    // The response to its submission may have come with the report, and is on its way here.
    await new Promise((resolve) => setImmediate(resolve));
    return takeRecent(report);
  }

  function takeRecent(report: CarrierReport): Match | null {
    for (const carrierId of idsOf(report)) {
      const message = recentSubmissions.take(report.connector, carrierId);
      if (message !== undefined) return { message, carrierId };
    }
    return null;
  }

  /** Finds a message by the tracking-id that its carrier returns, if that carrier has it. */
  async function findByReference(
    { connector, carrierId, trackingId = null }: CarrierReport,
  ): Promise<MessageRecord | null> {
    const message = trackingId === null ? null : await store.messages.byTrackingId(trackingId);
    const isOfCarrier = message?.connector === connector &&
      (message.carrierId === null || message.carrierId === carrierId);
    return isOfCarrier ? message : null;
  }

  async function findByCarrierId(
    report: CarrierReport,
    patience: readonly number[],
  ): Promise<Match | null> {
    let match = await lookUp(report) ?? await findUnconfirmed(report);
    for (const wait of idsOf(report).length === 0 ? [] : patience) {
      if (match !== null) break;
      await delay(wait);
      match = await lookUp(report);
    }
    return match;
  }

  /** Finds a message without an id of its carrier by the reference that a report returns. */
  async function findUnconfirmed(
    { carrierId, connector, reference }: CarrierReport,
  ): Promise<Match | null> {
    if (reference === undefined) return null;
    const found = await Promise.all(
      equalForms(reference.recipient).map((form) => store.messages.unconfirmed(connector, form)),
    );
    const message = found.flat().find(({ trackingId }) => reference.isOf(trackingId));
    return message === undefined ? null : { message, carrierId };
  }

  /** Looks all ids of a report up at once; the first that a message has counts. */
  async function lookUp(report: CarrierReport): Promise<Match | null> {
    const { connector } = report;
    const matches = await Promise.all(
      idsOf(report).map(async (carrierId) => {
        await recentSubmissions.committed(connector, carrierId);
        const message = await store.messages.byCarrierId(connector, carrierId);
        return message === null ? null : { message, carrierId };
      }),
    );
    return matches.find((match) => match !== null) ?? null;
  }

  /**
   * Tells whether a report completes a message: one in several segments is delivered with the last,
   * or with any where each receipt is on all. Deliveries of other segments are noted.
   */
  async function isWhole(message: MessageRecord, report: CarrierReport): Promise<boolean> {
    const { connector, carrierId, outcome, at, isForWhole = false } = report;
    if (message.segments === null || outcome.outcome !== "delivered") return true;
    const segments = await store.segments.delivered(connector, carrierId, at);
    if (segments === null) return true;
    const { open, total } = segments;
    const isEnough = open === 0 || isForWhole;
    // The last of them may have been sent, and reported, since the message was read.
    const current = isSentWhole(message, total) || !isEnough
      ? message
      : await store.messages.byTrackingId(message.trackingId);
    if (isEnough && current !== null && isSentWhole(current, total)) return true;
    // No other receipt may come once the rest is sent: this one counts then.
    if (isForWhole && current?.state === "sent") {
      await store.earlyReports.save(report, { carrierIds: [carrierId] });
    }
    await note(message, report, {
      name: "segment delivered",
      details: `${total - open} of ${Math.max(total, message.segments)}`,
    });
    return false;
  }

  /** Applies a report; false: the message changed meanwhile, so the report may mean something else. */
  async function apply(
    message: MessageRecord,
    { carrierId, outcome, operatorId = null }: CarrierReport,
  ): Promise<boolean> {
    const step = outcomeTransition(ports, message, outcome, {
      reported: true,
      account: await notifiedOf(ports, message),
      change: {
        ...message.operatorId === null && operatorId !== null ? { operatorId } : {},
        ...message.carrierId === null && carrierId !== "" ? { carrierId } : {},
      },
    });
    if (step !== null) {
      // Another process may have submitted it again, where this one has it from memory.
      const fromCarrierId = message.carrierId ?? undefined;
      if (!await store.messages.transition({ ...step, fromCarrierId })) return false;
      if (message.state === "submitted") {
        const seconds = (clock.now() - message.updatedAt) / 1000;
        metrics.submitToReport.observe({ connector: message.connector ?? "" }, seconds);
      }
      return true;
    }
    await note(message, { operatorId }, noteOf(outcome));
    return true;
  }

  /**
   * Ends the wait for a result: the report shows that the carrier has a message whose response never
   * came, and it is not submitted again.
   */
  async function confirm(
    message: MessageRecord,
    { carrierId, connector, outcome }: CarrierReport,
  ): Promise<boolean> {
    const step = transitionOf(ports, message, "taken", {
      account: null,
      change: { carrierId, unconfirmed: false },
      next: nextWithCarrier(ports, message),
      decision: `${connector} reports on it: ${noteOf(outcome).details}`,
    });
    return step !== null && await store.messages.transition(step);
  }

  async function note(
    message: MessageRecord,
    { operatorId = null }: Pick<CarrierReport, "operatorId">,
    description: { name: string; details: string },
  ): Promise<void> {
    await store.events.note(eventOf(message, {
      at: clock.now(),
      ...description,
      state: null,
      code: null,
      body: null,
      operatorId: operatorId ?? message.operatorId,
    }));
  }

  /** Applies a report to its message, as part of the message's trace. */
  async function take(message: MessageRecord, report: CarrierReport): Promise<boolean> {
    const span = tracer.under(message.trace, "report", {
      "messaging.message.id": message.trackingId,
      "messaging.destination.name": report.connector,
      "slidepost.outcome": report.outcome.outcome,
    });
    return await within(span, async ({ context }) => {
      const traced = { ...message, trace: context };
      if (isConfirmedBy(report, message) && await confirm(traced, report)) return true;
      return !await isWhole(traced, report) || await apply(traced, report);
    });
  }

  return async (report, patience = []) => {
    const { connector, carrierId, outcome: { outcome } } = report;
    for (;;) {
      const match = await find(report, patience);
      if (match === null) return false;
      const { message, carrierId: matchedId } = match;
      if (!await take(message, { ...report, carrierId: matchedId })) continue;
      metrics.reports.add({ connector, outcome });
      unmatchedReports.remove(connector, carrierId);
      report.onMatch?.(message.trackingId, matchedId);
      return true;
    }
  };
}

/** Message of a report, and which of its ids the message has. */
interface Match {
  message: MessageRecord;
  carrierId: string;
}

/** Lists the ids that a report may mean, the likeliest first. */
export function idsOf({ carrierId, otherIds = [] }: CarrierReport): readonly string[] {
  return carrierId === "" ? otherIds : [carrierId, ...otherIds];
}

/** Tells whether a report without an outcome shows that the carrier has an unconfirmed message. */
function isConfirmedBy(
  { carrierId, outcome, reference, trackingId = null }: CarrierReport,
  { attempts, carrierId: ownId, unconfirmed }: MessageRecord,
): boolean {
  // During the first attempt the response is still on its way.
  const isWaitedFor = unconfirmed && attempts > 0 && ownId === null;
  const isByReference = trackingId !== null || (reference !== undefined && carrierId !== "");
  return isWaitedFor && isByReference && outcome.outcome === "noted";
}

/**
 * Tells whether all segments are sent: not where we ended a message between two submissions, or
 * wait for reports on segments without a response.
 * @param total Segments that the carrier is known to have.
 */
function isSentWhole(
  { presumed, segments, state, unconfirmed }: MessageRecord,
  total: number,
): boolean {
  if (unconfirmed && total < (segments ?? 0)) return false;
  return state === "submitted" || state === "unreported" || (presumed && !unconfirmed);
}

/** Describes a report that changes nothing, for the log. */
function noteOf(outcome: Outcome): { name: string; details: string } {
  if (outcome.outcome === "noted") return { name: "report noted", details: outcome.details };
  const words = inWords(outcome);
  return {
    name: "report without effect",
    details: words === undefined ? outcome.outcome : `${outcome.outcome}: ${words}`,
  };
}
