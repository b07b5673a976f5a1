/** Settling a submission: the message is at its carrier, due again, or at its end. */
import type { NewEvent } from "../../core/message/event.ts";
import type { MessageRecord, Outcome } from "../../core/message/message.ts";
import { isoMicros } from "../../core/timestamp.ts";
import type { MessageTransition, SentSegment, SubmissionResult } from "../../ports/mod.ts";
import { eventOf, stay, transitionOf } from "../shared/transition.ts";
import type { DeliverContext } from "./context.ts";
import { end, nextWithCarrier, reportDueBy } from "./end.ts";
import type { Submitted } from "./failover.ts";

/** @param resubmitted An earlier submission had no result: the carrier may have the message. */
export async function settle(
  context: DeliverContext,
  submitted: Submitted,
  resubmitted: boolean,
): Promise<void> {
  const { message, connector, result } = submitted;
  if (result.status === "permanent") {
    // The connector finds that a message has expired; its carrier reported nothing.
    const isPresumed = resubmitted && isExpiry(result.outcome);
    return await end(context, message, result.outcome, isPresumed);
  }
  const isWaitedFor = result.status === "unconfirmed" &&
    (connector.unconfirmed === "wait" || result.hasResponse === true);
  if (result.status === "accepted" || isWaitedFor) {
    return await awaitReport(context, submitted, resubmitted);
  }
  await retry(context, submitted, resubmitted);
}

/** Leaves the message to its carrier, until its report or the time for that is over. */
async function awaitReport(
  context: DeliverContext,
  { message, connector, result }: Submitted,
  resubmitted: boolean,
): Promise<void> {
  const change = {
    ...changeOf(message, result, resubmitted),
    ...(result.status === "accepted" ? { carrierId: result.carrierId } : {}),
  };
  const next = nextWithCarrier(context, message);
  const decision = result.status === "unconfirmed" && result.hasResponse === true
    ? `${connector.name} responded, but not readably (${result.reason}): it is not sent again`
    : undefined;
  const step = transitionOf(context, message, "taken", {
    account: null,
    change,
    next,
    decision,
  })!;
  const commit = context.transition(
    { ...step, segments: segmentsBy(connector.name, result) },
    message.deliveryReport ? { dueAt: reportDueBy(context, message) } : null,
  );
  const isTaken = await context.recentSubmissions.commit(
    connector.name,
    carrierIdsOf(result),
    { ...message, ...step.change, trace: message.acceptTrace, state: step.to, updatedAt: step.at },
    commit,
  );
  if (!isTaken) return;
  const latencyMs = context.clock.now() - message.acceptedAt;
  context.traffic.submitted(latencyMs);
  context.metrics.acceptToSubmit.observe({ kind: message.sentAs ?? "" }, latencyMs / 1000);
}

/** Makes the message due again, at the carrier's word or ours. */
async function retry(
  context: DeliverContext,
  submitted: Submitted,
  resubmitted: boolean,
): Promise<void> {
  const { message, connector, result } = submitted;
  const { clock, config, owner, transition } = context;
  const change = changeOf(message, result, resubmitted);
  const waits = config.DELIVER_RETRY;
  const wait = ("retryAfterMs" in result ? result.retryAfterMs : undefined) ??
    waits[Math.min(change.attempts, waits.length) - 1]!;
  const dueAt = Math.min(clock.now() + wait, message.expiresAt);
  const waitsForRate = "waitsFor" in result && result.waitsFor === "rate";
  const step = stay(context, message, { change: { ...change, waitsForRate }, next: { dueAt } });
  const segments = segmentsBy(connector.name, result);
  const events = [retryEvent(context, submitted, change.attempts, dueAt)];
  if (!await transition({ ...step, events, segments, leaseOwner: owner })) return;
  context.retryAt(dueAt);
  const { heldBack, missed } = submitted;
  if (missed.length > 0) context.unreached.add(message.trackingId, missed);
  if (heldBack !== null) context.heldBack.add(message.trackingId, [heldBack]);
}

/** Makes the event on the message's log that says why it waits, and until when. */
function retryEvent(
  context: DeliverContext,
  { message, connector, missed, result }: Submitted,
  attempts: number,
  dueAt: number,
): NewEvent {
  const reason = "reason" in result ? ` (${result.reason})` : "";
  const atOnce = missed.length > 0 ? ", or once a carrier works" : "";
  return eventOf(message, {
    at: context.clock.now(),
    name: "retry",
    details: `${connector.name} returned ${result.status}${reason} to attempt ${attempts}; ` +
      `next: ${isoMicros(dueAt)}${atOnce}`,
    state: null,
    code: null,
    body: null,
    operatorId: message.operatorId,
  });
}

function changeOf(message: MessageRecord, result: SubmissionResult, resubmitted: boolean) {
  const segments = segmentsTaken(result).length;
  return {
    attempts: message.attempts + 1,
    unconfirmed: result.status === "unconfirmed" || (resubmitted && mayHaveIt(result)),
    ...(segments > 0 ? { segments } : {}),
  };
}

/** Tells whether a carrier that does not take a message now may have it from before all the same. */
function mayHaveIt(result: SubmissionResult): boolean {
  return result.status !== "accepted" && !("isAbsent" in result);
}

function isExpiry({ outcome }: Outcome): boolean {
  return outcome === "expired";
}

/** Finds the ids of the message, or of its segments, in the carrier's reports. */
function carrierIdsOf(result: SubmissionResult): readonly string[] {
  if (result.status === "accepted") return result.segmentIds ?? [result.carrierId];
  return segmentsTaken(result).map(({ carrierId }) => carrierId);
}

function segmentsBy(connector: string, result: SubmissionResult): MessageTransition["segments"] {
  const sent = segmentsTaken(result);
  return sent.length > 0 ? { connector, sent } : undefined;
}

/** Finds the segments that the carrier took, of a text in several. */
function segmentsTaken(result: SubmissionResult): readonly SentSegment[] {
  if ("segmentIds" in result) {
    return result.segmentIds!.map((carrierId, index) => ({ index, carrierId }));
  }
  return "sent" in result ? result.sent ?? [] : [];
}
