/** Sends the segments of a message to an SMSC, and combines their results. */
import type { SmscSmppSettings } from "../../core/routing/connector.ts";
import type { Outcome } from "../../core/message/message.ts";
import type { Clock, Exchanges, SentSegment, SubmissionResult } from "../../ports/mod.ts";
import type { Log } from "../../log/mod.ts";
import { meaningOf } from "./command_status.ts";
import { createSmppExchanges } from "./exchanges.ts";
import { createDeferral } from "../deferral.ts";
import { backoff } from "../../lib/backoff.ts";
import { delay } from "../../lib/delay.ts";
import type { Pdu } from "../../smpp/pdu.ts";
import type { OnLateResponse } from "./late_responses.ts";
import type { Pool } from "./pool.ts";
import { carrierIdOf } from "../../smpp/receipt_ids.ts";
import { type Segment, segmentsOf, validityPeriod } from "./submission.ts";
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
  | { result: "unconfirmed"; reason: string }
  | { result: "permanent"; outcome: Outcome };

/** The segment was not accepted; a retry may succeed. */
interface RetryableResult {
  result: "throttled" | "temporary";
  reason: string;
  /** Action for an operator. */
  advice?: string;
  retryAfterMs?: number;
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
  return sessionMs + turnMs + timeoutMs + REST_MS + timeoutMs;
}

export function createSending(
  { name, settings, pool, clock, exchanges, log, onLate }: SendingOptions,
): (submission: SmsSubmission) => Promise<SubmissionResult> {
  const deferral = createDeferral(clock);
  const exchangeOf = createSmppExchanges(name, settings);
  const ratePaceMs = settings.rate === null ? 0 : 1000 / settings.rate;

  /** Makes one attempt to send a segment. */
  async function trySegment(
    submission: SmsSubmission,
    segment: Segment,
    { sessionMs, turnMs, urgent }: WaitLimits,
  ): Promise<SegmentResult> {
    const bindFailure = await pool.waitForSession(sessionMs);
    if (bindFailure !== null) return { result: "temporary", reason: bindFailure };
    const { trackingId } = submission;
    const fieldsOf = () => {
      const validity_period = validityPeriod(submission.expiresAt, clock.now());
      const fields = { ...segment.fields, validity_period };
      exchanges.record(() => exchangeOf.request(trackingId, fields));
      return fields;
    };
    const turn = await pool.submit({ account: submission.account, fieldsOf }, turnMs, urgent);
    if (!turn.begun) return defer(submission, turn.waitMs);
    const { result } = turn;
    exchanges.record(() => exchangeOf.result(trackingId, segment.fields, result));
    if (result.responded) return judge(submission, segment, result.pdu);
    const { reason, late } = result;
    void late?.then((pdu) => onLate(submission, segment, pdu));
    if (!result.sent) return { result: "temporary", reason };
    log.warn(
      {
        "tracking-id": trackingId,
        connector: name,
        segment: segment.index,
        err: reason,
      },
      "no response to a submission; the SMSC may or may not have accepted it",
    );
    return { result: "unconfirmed", reason };
  }

  /** Throttles a submission that has to wait for the rate, or for room if `waitMs` is 0. */
  function defer({ account }: SmsSubmission, waitMs: number): SegmentResult {
    const paceMs = waitMs > 0 ? ratePaceMs : pool.paceMs;
    const retryAfterMs = deferral.next(account, waitMs, paceMs);
    return { result: "throttled", reason: "window or rate is used up", retryAfterMs };
  }

  function judge({ trackingId }: SmsSubmission, { index }: Segment, pdu: Pdu): SegmentResult {
    const row = meaningOf(pdu);
    const reason = `SMPP ${row.name}: ${row.description}`;
    const facts = { "tracking-id": trackingId, connector: name, segment: index, err: reason };
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
        return { result: "temporary", reason, advice: row.advice };
      case "permanent":
        log.warn({ ...facts, do: row.advice }, "the SMSC refused a message");
        return { result: "permanent", outcome: { ...row.outcome, reason } };
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
    if (first === undefined) return combine(sentBefore, []);
    const sendRest = (segment: Segment) =>
      sendWithRetry(submission, segment, clock.now() + REST_MS);
    const firstResult = sentBefore.length > 0
      ? await sendRest(first)
      : await trySegment(submission, first, FIRST_SEGMENT);
    if (firstResult.result !== "accepted") return combine(sentBefore, [firstResult]);
    return combine(sentBefore, [firstResult, ...await Promise.all(rest.map(sendRest))]);
  }

  return async (submission) => {
    const { trackingId, expiresAt } = submission;
    if (expiresAt <= clock.now()) return { status: "permanent", outcome: { outcome: "expired" } };
    const segments = segmentsOf(submission, settings);
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

/** Combines the results of segments into that of the message; the worst one counts. */
function combine(
  sentBefore: readonly SentSegment[],
  results: readonly SegmentResult[],
): SubmissionResult {
  const accepted = results.flatMap((each) => each.result === "accepted" ? [each.sent] : []);
  const sent = [...sentBefore, ...accepted].sort((a, b) => a.index - b.index);
  const permanent = results.find((each) => each.result === "permanent");
  if (permanent !== undefined) return { status: "permanent", outcome: permanent.outcome };
  const partial = sent.length > 0 ? { sent } : {};
  const unconfirmed = results.find((each) => each.result === "unconfirmed");
  if (unconfirmed !== undefined) {
    return { status: "unconfirmed", reason: unconfirmed.reason, ...partial };
  }
  const retryable = results.find(isRetryable);
  if (retryable !== undefined) {
    const { result, reason, advice, retryAfterMs } = retryable;
    return {
      status: result,
      reason,
      ...advice === undefined ? {} : { advice },
      ...retryAfterMs === undefined ? {} : { retryAfterMs },
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

function isRetryable(result: SegmentResult): result is RetryableResult {
  return result.result === "throttled" || result.result === "temporary";
}
