/** Sends the segments of a message to an SMSC, and combines their results. */
import type { SmscSmppSettings } from "../../core/routing/connector.ts";
import type { Outcome } from "../../core/message/message.ts";
import type { Clock, Exchanges, SentSegment, SubmissionResult } from "../../ports/mod.ts";
import type { Log } from "../../log/mod.ts";
import { meaningOf, PAYLOAD_REFUSALS } from "./command_status.ts";
import { createSmppExchanges } from "./exchanges.ts";
import { createDeferral } from "../deferral.ts";
import { deferred } from "../submissions.ts";
import { backoff } from "../../lib/backoff.ts";
import type { PacedWait } from "../../lib/paced_queue.ts";
import { delay } from "../../lib/delay.ts";
import type { Pdu } from "../../smpp/pdu.ts";
import type { OnLateResponse } from "./late_responses.ts";
import { createPayload, PAYLOAD_ADVICE } from "./payload.ts";
import type { PendingSubmission, Pool } from "./pool.ts";
import { carrierIdOf } from "../../smpp/receipt_ids.ts";
import { type Concatenation, type Segment, segmentsOf, validityPeriod } from "./submission.ts";
import type { SmsSubmission } from "./types.ts";

export interface SendingOptions {
  /** Name of the connector. */
  name: string;
  settings: SmscSmppSettings;
  pool: Pool;
  clock: Clock;
  exchanges: Exchanges;
  log: Log;
  /** Receives the responses that come after their time limit. */
  onLate: OnLateResponse;
}

/** Result of a segment. */
type SegmentResult =
  | { result: "accepted"; sent: SentSegment }
  | RetryableResult
  /** It was written to a connection, and no response came. */
  | { result: "unconfirmed"; reason: string; index: number }
  | { result: "permanent"; outcome: Outcome; refusal?: PayloadRefusal };

/** The segment was not accepted; a retry may succeed. */
interface RetryableResult {
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
interface PayloadRefusal {
  isCertain: boolean;
  reason: string;
}

/** Maximum waits of a segment, in milliseconds. */
interface WaitLimits {
  /** For a bound session. */
  sessionMs: number;
  /** For the rate and room in a window. */
  turnMs: number;
  /** Waits for a window even if the account's share of the queue is used up. */
  urgent: boolean;
}

/**
 * Limits of the first segment: a message of which nothing is sent waits better in the store. The
 * next turn at a rate of 1 is within them.
 */
const FIRST_SEGMENT: WaitLimits = { sessionMs: 2000, turnMs: 1500, urgent: false };
/** Time to retry the further segments, in milliseconds: an incomplete message is of no use. */
const REST_MS = 10_000;
/** Backoff between attempts of a segment. */
const RETRY = { minMs: 500, jitter: 0 };
/** Pause of all submissions after the SMSC has throttled, in milliseconds. */
const THROTTLED_PAUSE_MS = 1000;

/** Returns the maximum duration of a submission whose segments time out after `timeoutMs`. */
export function maxSubmitMs(timeoutMs: number): number {
  const { sessionMs, turnMs } = FIRST_SEGMENT;
  // A message_payload may be refused first.
  return 2 * (sessionMs + turnMs + timeoutMs) + REST_MS + timeoutMs;
}

export function createSending(
  { name, settings, pool, clock, exchanges, log, onLate }: SendingOptions,
): (submission: SmsSubmission) => Promise<SubmissionResult> {
  const deferral = createDeferral(clock);
  const exchangeOf = createSmppExchanges(name, settings);
  const waits = settings.unconfirmed === "wait";
  const payload = createPayload({ name, settings, clock, log });
  const ratePaceMs = settings.rate === null ? 0 : 1000 / settings.rate;

  /** Makes one attempt to send a segment. */
  async function trySegment(
    submission: SmsSubmission,
    segment: Segment,
    { sessionMs, turnMs, urgent }: WaitLimits,
  ): Promise<SegmentResult> {
    const noSession = await pool.waitForSession(sessionMs);
    if (noSession?.isFull) return defer(submission, { waitMs: 0, waitsFor: "room" });
    if (noSession !== null) return unreached(noSession.reason);
    const { trackingId } = submission;
    const fieldsOf: PendingSubmission["fieldsOf"] = ({ takesOptional }) => {
      const validity_period = validityPeriod(submission.expiresAt, clock.now());
      const fields = { ...segment.fields, validity_period };
      if (!takesOptional) delete fields.user_message_reference;
      exchanges.record(() => exchangeOf.request(trackingId, fields));
      return fields;
    };
    const turn = await pool.submit({ account: submission.account, fieldsOf }, turnMs, urgent);
    if (!turn.begun) return defer(submission, turn);
    const { result } = turn;
    exchanges.record(() => exchangeOf.result(trackingId, segment.fields, result));
    if (result.responded) return judge(submission, segment, result.pdu);
    const { reason, late } = result;
    void late?.then((pdu) => onLate(submission, segment, pdu));
    if (!result.sent) return unreached(reason);
    log.warn(
      {
        "tracking-id": trackingId,
        connector: name,
        segment: segment.index,
        err: reason,
      },
      "no response to a submission; the SMSC may or may not have accepted it",
    );
    return { result: "unconfirmed", reason, index: segment.index };
  }

  /** Throttles a submission that has to wait for the rate, or for room if `waitMs` is 0. */
  function defer(
    { account }: SmsSubmission,
    { waitMs, waitsFor }: { waitMs: number; waitsFor: PacedWait },
  ): SegmentResult {
    const paceMs = waitMs > 0 ? ratePaceMs : pool.paceMs;
    const retryAfterMs = deferral.next(account, { waitMs, paceMs, waitsFor });
    const { status, ...rest } = deferred(waitsFor, retryAfterMs, settings.rate);
    return { result: status, ...rest };
  }

  /** Tells whether a response may refuse the message_payload of a segment. */
  function refusalOf(
    { fields }: Segment,
    name: string,
    reason: string,
  ): PayloadRefusal | undefined {
    const refusal = fields.message_payload === undefined ? undefined : PAYLOAD_REFUSALS[name];
    return refusal && { isCertain: refusal === "certain", reason };
  }

  function judge({ trackingId }: SmsSubmission, segment: Segment, pdu: Pdu): SegmentResult {
    const { index } = segment;
    const row = meaningOf(pdu);
    const reason = `SMPP ${row.name}: ${row.description}`;
    const facts = { "tracking-id": trackingId, connector: name, segment: index, err: reason };
    const refusal = refusalOf(segment, row.name, reason);
    switch (row.means) {
      case "accepted": {
        const carrierId = carrierIdOf(pdu.message_id, settings.receiptIds);
        if (carrierId !== null) return { result: "accepted", sent: { index, carrierId } };
        log.warn(facts, "the SMSC accepted a segment without a usable message_id");
        // Its receipts cannot be matched; sending it again would be worse.
        return { result: "accepted", sent: { index, carrierId: `${trackingId}.${index}` } };
      }
      case "throttled":
        if (row.name === "RTHROTTLED") pool.pause(THROTTLED_PAUSE_MS);
        log.info(
          { ...facts, do: row.advice },
          "the SMSC throttles submissions; the message will be retried",
        );
        return { result: "throttled", reason };
      case "temporary":
        // The dependency watch logs the outage of the connector.
        log.debug(
          { ...facts, do: row.advice },
          "the SMSC did not accept a message; it will be retried",
        );
        return { result: "temporary", reason, advice: row.advice, refusal };
      case "permanent":
        if (refusal === undefined || payload.fallback === null) {
          const advice = refusal === undefined ? row.advice : PAYLOAD_ADVICE;
          log.warn({ ...facts, do: advice }, "the SMSC refused a message");
        }
        return { result: "permanent", outcome: { ...row.outcome, reason }, refusal };
    }
  }

  /** Retries a segment until its result is final or unconfirmed, or the time is up. */
  async function sendWithRetry(
    submission: SmsSubmission,
    segment: Segment,
    until: number,
  ): Promise<SegmentResult> {
    for (let failures = 1;; failures++) {
      const remainingMs = Math.max(0, until - clock.now());
      const limits = { sessionMs: remainingMs, turnMs: remainingMs, urgent: true };
      const segmentResult = await trySegment(submission, segment, limits);
      const delayMs = backoff(failures, RETRY);
      const isLast = pool.stopping.aborted || clock.now() + delayMs >= until;
      if (!isRetryable(segmentResult) || isLast) return segmentResult;
      await delay(delayMs, pool.stopping);
    }
  }

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
    const sendRest = (segment: Segment) =>
      sendWithRetry(submission, segment, clock.now() + REST_MS);
    const firstResult = sentBefore.length > 0
      ? await sendRest(first)
      : await trySegment(submission, first, FIRST_SEGMENT);
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

/** Message that results of segments are combined of. */
interface Whole {
  submission: SmsSubmission;
  /** Number of segments. */
  count: number;
  /** Whether a segment without a response counts as accepted. */
  waits: boolean;
}

/** Combines the results of segments into that of the message; the worst one counts. */
function combine(
  results: readonly SegmentResult[],
  { submission: { segmentsSent = [], trackingId }, count, waits }: Whole,
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
    const places = unconfirmed.map(({ index }) => index + 1).join(", ");
    const which = count === 1 ? "" : `of ${count} segments ${places}: `;
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

function unreached(reason: string): RetryableResult {
  return { result: "temporary", reason, isUnreached: true };
}

function isRetryable(result: SegmentResult): result is RetryableResult {
  return result.result === "throttled" || result.result === "temporary";
}

type RefusedResult = SegmentResult & { refusal: PayloadRefusal };

function isRefusal(result: SegmentResult): result is RefusedResult {
  return "refusal" in result && result.refusal !== undefined;
}
