/** Settling a submission: the message is at its carrier, due again, or at its end. */
import type { MessageRecord, Outcome } from "../../core/message/message.ts";
import type { MessageTransition, SentSegment, SubmissionResult } from "../../ports/mod.ts";
import { stay, transitionOf } from "../transition.ts";
import type { DeliverContext } from "./context.ts";
import { end, reportDueBy } from "./end.ts";
import type { Submitted } from "./failover.ts";

/** @param resubmitted An earlier submission had no result: the carrier may have the message. */
export async function settle(
  context: DeliverContext,
  submitted: Submitted,
  resubmitted: boolean,
): Promise<void> {
  const { message, connector, answer } = submitted;
  if (answer.status === "permanent") {
    // The connector finds that a message has expired; its carrier said nothing.
    const isPresumed = resubmitted && isExpiry(answer.outcome);
    return await end(context, message, answer.outcome, isPresumed);
  }
  const isWaitedFor = answer.status === "unconfirmed" && connector.unconfirmed === "wait";
  if (answer.status === "accepted" || isWaitedFor) {
    return await awaitReport(context, submitted, resubmitted);
  }
  await retry(context, submitted, resubmitted);
}

/** Leaves the message to its carrier, until its report or the time for that is over. */
async function awaitReport(
  context: DeliverContext,
  { message, connector, answer }: Submitted,
  resubmitted: boolean,
): Promise<void> {
  const change = {
    ...changeOf(message, answer, resubmitted),
    ...(answer.status === "accepted" ? { carrierId: answer.carrierId } : {}),
  };
  const next = message.deliveryReport ? { dueAt: reportDueBy(context, message) } : null;
  const step = transitionOf(context, message, "taken", { change, next })!;
  const commit = context.transition({ ...step, segments: segmentsBy(connector.name, answer) });
  await context.pendingCommits.commit(connector.name, carrierIdsOf(answer), commit);
}

/** Makes the message due again, at the carrier's word or ours. */
async function retry(
  context: DeliverContext,
  { message, connector, answer }: Submitted,
  resubmitted: boolean,
): Promise<void> {
  const { clock, config, owner, transition } = context;
  const change = changeOf(message, answer, resubmitted);
  const waits = config.DELIVER_RETRY;
  const wait = ("retryAfterMs" in answer ? answer.retryAfterMs : undefined) ??
    waits[Math.min(change.attempts, waits.length) - 1]!;
  const dueAt = Math.min(clock.now() + wait, message.expiresAt);
  const step = stay(context, message, { change, next: { dueAt } });
  const segments = segmentsBy(connector.name, answer);
  if (await transition({ ...step, segments, leaseOwner: owner })) context.retryAt(dueAt);
}

function changeOf(message: MessageRecord, answer: SubmissionResult, resubmitted: boolean) {
  const segments = segmentsTaken(answer).length;
  return {
    attempts: message.attempts + 1,
    // A carrier that does not take it now may have it from before all the same.
    unconfirmed: answer.status === "unconfirmed" || (resubmitted && answer.status !== "accepted"),
    ...(segments > 0 ? { segments } : {}),
  };
}

function isExpiry({ outcome }: Outcome): boolean {
  return outcome === "expired";
}

/** Finds the ids of the message, or of its segments, in the carrier's reports. */
function carrierIdsOf(answer: SubmissionResult): readonly string[] {
  if (answer.status === "accepted") return answer.segmentIds ?? [answer.carrierId];
  return segmentsTaken(answer).map(({ carrierId }) => carrierId);
}

function segmentsBy(connector: string, answer: SubmissionResult): MessageTransition["segments"] {
  const sent = segmentsTaken(answer);
  return sent.length > 0 ? { connector, sent } : undefined;
}

/** Finds the segments that the carrier took, of a text in several. */
function segmentsTaken(answer: SubmissionResult): readonly SentSegment[] {
  if ("segmentIds" in answer) {
    return answer.segmentIds!.map((carrierId, index) => ({ index, carrierId }));
  }
  return "sent" in answer ? answer.sent ?? [] : [];
}
