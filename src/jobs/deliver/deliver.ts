/**
 * Delivery of one message, stage by stage: route → begin (N101, N201) → submit → settle or end. A
 * message whose files do not fit the operator goes to preparation first, and comes back. Each stage
 * is committed before the next: a process that dies leaves the message in the stage it was in.
 */
import { maskNumber } from "../../core/account/address.ts";
import type { Failure, MessageRecord } from "../../core/message/message.ts";
import type { Connector, SubmissionFacts, SubmissionResult } from "../../ports/mod.ts";
import { type TraceContext, within } from "../../tracing/mod.ts";
import { eventOf, transitionOf } from "../shared/transition.ts";
import { begin, type BegunDelivery, tracedRoute } from "./begin.ts";
import type { DeliverContext, TracedMessage } from "./context.ts";
import { end, endUnreported } from "./end.ts";
import { submitInOrder } from "./failover.ts";
import type { DeliveryPlan, Route } from "./route.ts";
import { settle } from "./settle.ts";
import { openingOf, waitUntil } from "./window.ts";

/** Result of a submission of which nothing is known, where its report is waited for. */
const ASSUMED: SubmissionResult = { status: "unconfirmed", reason: "interrupted" };

/** Delivers a message that this process has a lease for. */
export async function deliver(context: DeliverContext, message: MessageRecord): Promise<void> {
  await traced(context, message, (traced) => deliverByStages(context, traced));
}

/** Delivers a message as part of its trace. */
async function traced(
  { tracer }: DeliverContext,
  message: MessageRecord,
  work: (message: TracedMessage) => Promise<void>,
): Promise<void> {
  const { attempts, kind, trace, trackingId } = message;
  const span = tracer.under(trace, "deliver", {
    "messaging.message.id": trackingId,
    "slidepost.kind": kind,
    "slidepost.attempt": attempts + 1,
  });
  const traced: TracedMessage = { ...message, trace: span.context, acceptTrace: trace };
  await within(span, () => work(traced));
}

async function deliverByStages(context: DeliverContext, message: TracedMessage): Promise<void> {
  if (message.state === "submitted") return await endUnreported(context, message);
  const opening = openingOf(message, context.clock.now());
  if (opening !== null) return await waitUntil(context, message, opening);
  const route = await tracedRoute(context, message);
  const { plan } = route;
  if (plan === "prepare") return await handOver(context, message, route);
  const begun = await begin(context, message, route, plan);
  if (begun !== null) await submit(context, begun, plan, message);
}

/** Delivers a message whose delivery began with its acceptance. */
export async function deliverBegun(
  context: DeliverContext,
  { earlier, message, plan }: BegunDelivery,
): Promise<void> {
  await traced(context, message, (traced) => submit(context, traced, plan, earlier));
}

/**
 * Submits a message whose processing has begun, and settles the result.
 * @param message Message before this delivery began.
 */
async function submit(
  context: DeliverContext,
  begun: MessageRecord,
  plan: DeliveryPlan,
  message: MessageRecord,
): Promise<void> {
  const { unconfirmed: resubmitted } = message;
  if (begun.expiresAt <= context.clock.now()) {
    return await end(context, begun, { outcome: "expired" }, resubmitted);
  }
  if ("failure" in plan) {
    warnOf(context, begun, plan.failure);
    return await end(context, begun, plan.failure, resubmitted);
  }
  if (resubmitted) {
    if (plan.connector.unconfirmed === "wait") {
      return await settle(
        context,
        { ...plan, message: begun, result: ASSUMED, missed: [], heldBack: null },
        resubmitted,
      );
    }
  }
  const facts = await submissionFacts(context, begun, resubmitted);
  if (facts.resubmitted && !recognises(plan.connector, message, begun)) {
    await noteResubmission(context, begun);
  }
  const submitBy = (connector: Connector, trace?: TraceContext) =>
    connector.submit({ ...plan.contentFor(connector), ...facts, trace });
  const submitted = await submitInOrder(context, plan, begun, submitBy);
  if (submitted !== null) await settle(context, submitted, resubmitted);
}

/** Hands a message to preparation; it comes back as an accepted message that is due. */
async function handOver(
  context: DeliverContext,
  message: TracedMessage,
  { operatorId }: Route,
): Promise<void> {
  const { clock, owner, store } = context;
  // A copy that waited in memory for long may not know that this was done.
  const current = await store.messages.byTrackingId(message.trackingId);
  if (current !== null && current.state === message.state && isPrepared(current)) {
    const { acceptTrace, trace } = message;
    return await deliverByStages(context, { ...current, acceptTrace, trace });
  }
  // Fitted to the operator that was found now.
  const change = operatorId === null ? {} : { operatorId };
  const step = transitionOf(context, message, "prepare", {
    account: null,
    change,
    next: { dueAt: clock.now() },
  })!;
  if (await store.messages.transition({ ...step, leaseOwner: owner })) context.onPreparation();
}

function isPrepared({ content }: MessageRecord): boolean {
  return content.kind === "MMS" && !content.unfitted && content.vasp?.prepared !== false;
}

async function submissionFacts(
  { store }: DeliverContext,
  message: MessageRecord,
  resubmitted: boolean,
): Promise<SubmissionFacts> {
  const { trackingId, account, from, to, operatorId, acceptedAt, expiresAt, deliveryReport } =
    message;
  const segmentsSent = message.segments !== null || resubmitted
    ? await store.segments.of(trackingId)
    : [];
  return {
    trackingId,
    account,
    ...message.priority !== undefined && { priority: message.priority },
    from,
    to,
    operatorId,
    acceptedAt,
    expiresAt,
    deliveryReport,
    attempt: message.attempts + 1,
    // The first segment goes alone: where it was accepted after all, nothing is repeated.
    resubmitted: resubmitted && (message.segments !== null || segmentsSent.length === 0),
    ...segmentsSent.length > 0 && { segmentsSent, isInSegments: message.segments !== null },
  };
}

/** Warns operators of a setting that is missing: the postback has the spec's words alone. */
function warnOf(
  { log }: DeliverContext,
  { account, from, trackingId }: MessageRecord,
  failure: Failure,
): void {
  if (failure.outcome !== "failed" || failure.reason === undefined) return;
  const sender = maskNumber(from);
  const facts = { "tracking-id": trackingId, account, sender, missing: failure.reason };
  log.warn(facts, "message failed: no connector takes it");
}

/** Tells whether a carrier recognises a submission: the same message, and none of another carrier's. */
function recognises(
  { isIdempotent = false, name }: Connector,
  earlier: MessageRecord,
  { sentAs }: MessageRecord,
): boolean {
  return isIdempotent && earlier.connector === name && earlier.sentAs === sentAs;
}

/** Notes on the message's log that a submission without a result is repeated. */
async function noteResubmission(context: DeliverContext, message: MessageRecord): Promise<void> {
  await context.store.events.note(eventOf(message, {
    at: context.clock.now(),
    name: "submitted again",
    details: message.segments === null
      ? "the last submission got no response: it may arrive twice"
      : "segments got no response, as the last retry says: they may arrive twice",
    state: null,
    code: null,
    body: null,
    operatorId: message.operatorId,
  }));
}
