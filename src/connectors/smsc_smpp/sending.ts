/** Sends messages to an SMSC, segment by segment. */
import type { Outcome } from "../../core/message/message.ts";
import type { SubmissionResult } from "../../ports/mod.ts";
import { createPayload } from "./payload.ts";
import { combine, isRefusal, type RefusedResult, type SegmentResult } from "./segment_results.ts";
import {
  createSegmentSender,
  type SegmentSenderOptions,
  type WaitLimits,
} from "./segment_sender.ts";
import { type Concatenation, type Segment, segmentsOf } from "./submission.ts";
import type { SmsSubmission } from "./types.ts";

export type SendingOptions = Omit<SegmentSenderOptions, "payload">;

/**
 * Limits of the first segment: a message of which nothing is sent waits better in the store. The
 * next turn at a rate of 1 is within them.
 */
const FIRST_SEGMENT: WaitLimits = { sessionMs: 2000, turnMs: 1500, urgent: false };
/** Time to retry the further segments, in milliseconds: an incomplete message is of no use. */
const REST_MS = 10_000;

/** Returns the maximum duration of a submission whose segments time out after `timeoutMs`. */
export function maxSubmitMs(timeoutMs: number): number {
  const { sessionMs, turnMs } = FIRST_SEGMENT;
  // A message_payload may be refused first.
  return 2 * (sessionMs + turnMs + timeoutMs) + REST_MS + timeoutMs;
}

export function createSending(
  options: SendingOptions,
): (submission: SmsSubmission) => Promise<SubmissionResult> {
  const { name, settings, clock, log } = options;
  const waits = settings.unconfirmed === "wait";
  const payload = createPayload({ name, settings, clock, log });
  const sender = createSegmentSender({ ...options, payload });

  /**
   * Sends the first segment alone: an SMSC that refuses the message does so then, before a handset
   * has an incomplete message. The others follow in parallel.
   */
  async function send(
    submission: SmsSubmission,
    segments: readonly Segment[],
  ): Promise<SubmissionResult> {
    const sentBefore = submission.segmentsSent ?? [];
    const sentIndexes = new Set(sentBefore.map(({ index }) => index));
    const [first, ...rest] = segments.filter(({ index }) => !sentIndexes.has(index));
    const resultOf = (results: readonly SegmentResult[]) =>
      combine(results, { submission, count: segments.length, waits });
    if (first === undefined) return resultOf([]);
    const sendRest = (segment: Segment) => sender.retry(submission, segment, clock.now() + REST_MS);
    const firstResult = sentBefore.length > 0
      ? await sendRest(first)
      : await sender.attempt(submission, first, FIRST_SEGMENT);
    if (isRefusal(firstResult) && payload.fallback !== null) {
      return await sendInSegments(submission, payload.fallback, firstResult);
    }
    // Where it counts as accepted without a response, it would be incomplete without the others.
    const isTaken = firstResult.result === "accepted" ||
      (waits && firstResult.result === "unconfirmed");
    if (!isTaken) return resultOf([firstResult]);
    return resultOf([firstResult, ...await Promise.all(rest.map(sendRest))]);
  }

  /** Sends a text in segments whose message_payload was refused. */
  async function sendInSegments(
    submission: SmsSubmission,
    concatenation: Concatenation,
    refused: RefusedResult,
  ): Promise<SubmissionResult> {
    const { isCertain, reason } = refused.refusal;
    if (isCertain) payload.refused(reason);
    const segments = segmentsOf(submission, settings, concatenation);
    if (segments === null) return combine([refused], { submission, count: 1, waits });
    const result = await send(submission, segments);
    // Else the cause may be another, and the next text tries a payload again.
    if (result.status === "accepted" || "sent" in result) payload.refused(reason);
    return result;
  }

  return async (submission) => {
    const { trackingId, expiresAt } = submission;
    if (expiresAt <= clock.now()) return { status: "permanent", outcome: { outcome: "expired" } };
    const segments = segmentsOf(submission, settings, payload.concatenationOf(submission));
    if (segments === null) {
      log.warn({ "tracking-id": trackingId, connector: name }, "the text has too many segments");
      const outcome: Outcome = {
        outcome: "failed",
        details: "Content Validation Failed",
        reason: "the text has too many segments",
      };
      return { status: "permanent", outcome };
    }
    if (submission.resubmitted) {
      log.warn(
        { "tracking-id": trackingId, connector: name, attempt: submission.attempt },
        "resubmitting after an attempt without a response; the message may arrive twice",
      );
    }
    return await send(submission, segments);
  };
}
