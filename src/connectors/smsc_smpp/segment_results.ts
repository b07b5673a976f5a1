/** Results of a message's segments, and their combination into the result of the message. */
import type { Outcome } from "../../core/message/message.ts";
import type { PacedWait } from "../../lib/paced_queue.ts";
import type { SentSegment, SubmissionResult } from "../../ports/mod.ts";
import type { SmsSubmission } from "./types.ts";

/** Result of a segment. */
export type SegmentResult =
  | { result: "accepted"; sent: SentSegment }
  | RetryableResult
  /** It was written to a connection, and no response came. */
  | { result: "unconfirmed"; reason: string; index: number }
  | { result: "permanent"; outcome: Outcome; refusal?: PayloadRefusal };

/** The segment was not accepted; a retry may succeed. */
export interface RetryableResult {
  result: "throttled" | "temporary";
  reason: string;
  /** Action for an operator. */
  advice?: string;
  retryAfterMs?: number;
  isUnreached?: true;
  /** As `SubmissionResult` has it. */
  waitsFor?: PacedWait;
  refusal?: PayloadRefusal;
}

/** Refusal of a message_payload as such, as far as the status tells. */
export interface PayloadRefusal {
  isCertain: boolean;
  reason: string;
}

/** Message that results of segments are combined of. */
export interface WholeMessage {
  submission: SmsSubmission;
  /** Number of segments. */
  count: number;
  /** Whether a segment without a response counts as accepted. */
  waits: boolean;
}

/** Combines the results of segments into that of the message; the worst one counts. */
export function combine(
  results: readonly SegmentResult[],
  { submission: { segmentsSent = [], trackingId }, count, waits }: WholeMessage,
): SubmissionResult {
  const permanent = results.find((each) => each.result === "permanent");
  if (permanent !== undefined) return { status: "permanent", outcome: permanent.outcome };
  const unconfirmed = results.filter((each) => each.result === "unconfirmed");
  const retryable = results.find(isRetryable);
  const accepted = results.flatMap((each) => each.result === "accepted" ? [each.sent] : []);
  // Others were never sent: they are, and these are not repeated.
  const assumed = waits && retryable !== undefined
    ? unconfirmed.map(({ index }) => ({ index, carrierId: `${trackingId}.${index}` }))
    : [];
  const sent = [...segmentsSent, ...accepted, ...assumed].sort((a, b) => a.index - b.index);
  const partial = sent.length > 0 ? { sent } : {};
  if (unconfirmed.length > 0 && assumed.length === 0) {
    const { reason } = unconfirmed[0]!;
    const numbers = unconfirmed.map(({ index }) => index + 1).join(", ");
    const which = count === 1 ? "" : `of ${count} segments ${numbers}: `;
    return { status: "unconfirmed", reason: `${which}${reason}`, ...partial };
  }
  if (retryable !== undefined) {
    const { result, reason, advice, retryAfterMs, isUnreached, waitsFor } = retryable;
    return {
      status: result,
      reason,
      ...advice === undefined ? {} : { advice },
      ...retryAfterMs === undefined ? {} : { retryAfterMs },
      ...isUnreached === undefined ? {} : { isUnreached },
      // A message of which a part is sent does not wait for a rate alone.
      ...waitsFor === undefined || sent.length > 0 ? {} : { waitsFor },
      ...partial,
    };
  }
  const ids = sent.map(({ carrierId }) => carrierId);
  return {
    status: "accepted",
    carrierId: ids[0]!,
    ...ids.length > 1 ? { segmentIds: ids } : {},
  };
}

export function unreached(reason: string): RetryableResult {
  return { result: "temporary", reason, isUnreached: true };
}

export function isRetryable(result: SegmentResult): result is RetryableResult {
  return result.result === "throttled" || result.result === "temporary";
}

export type RefusedResult = SegmentResult & { refusal: PayloadRefusal };

export function isRefusal(result: SegmentResult): result is RefusedResult {
  return "refusal" in result && result.refusal !== undefined;
}
