/** Sends segments of messages to an SMSC: one attempt, or attempts until a time. */
import type { SmscSmppSettings } from "../../core/routing/connector.ts";
import { backoff } from "../../lib/backoff.ts";
import { delay } from "../../lib/delay.ts";
import type { PacedWait } from "../../lib/paced_queue.ts";
import type { Log } from "../../log/mod.ts";
import type { Clock, Exchanges } from "../../ports/mod.ts";
import { createDeferral } from "../deferral.ts";
import { deferred } from "../submissions.ts";
import { createSmppExchanges } from "./exchanges.ts";
import { createJudge } from "./judgement.ts";
import type { OnLateResponse } from "./late_responses.ts";
import type { Payload } from "./payload.ts";
import type { PendingSubmission, Pool } from "./pool.ts";
import { isRetryable, type SegmentResult, unreached } from "./segment_results.ts";
import { type Segment, validityPeriod } from "./submission.ts";
import type { SmsSubmission } from "./types.ts";

export interface SegmentSenderOptions {
  /** Name of the connector. */
  name: string;
  settings: SmscSmppSettings;
  pool: Pool;
  payload: Pick<Payload, "fallback">;
  clock: Clock;
  exchanges: Exchanges;
  log: Log;
  /** Receives the responses that come after their time limit. */
  onLate: OnLateResponse;
}

/** Maximum waits of a segment, in milliseconds. */
export interface WaitLimits {
  /** For a bound session. */
  sessionMs: number;
  /** For the rate and capacity in a window. */
  turnMs: number;
  /** Waits for a window even if the account's share of the queue is used up. */
  urgent: boolean;
}

export interface SegmentSender {
  /** Makes one attempt to send a segment. */
  attempt(
    submission: SmsSubmission,
    segment: Segment,
    limits: WaitLimits,
  ): Promise<SegmentResult>;
  /** Retries a segment until its result is final or unconfirmed, or the time is up. */
  retry(submission: SmsSubmission, segment: Segment, until: number): Promise<SegmentResult>;
}

/** Backoff between attempts of a segment. */
const RETRY = { minMs: 500, jitter: 0 };
/** Pause of all submissions after the SMSC has throttled, in milliseconds. */
const THROTTLED_PAUSE_MS = 1000;

export function createSegmentSender(
  { name, settings, pool, payload, clock, exchanges, log, onLate }: SegmentSenderOptions,
): SegmentSender {
  const deferral = createDeferral(clock);
  const exchangeOf = createSmppExchanges(name, settings);
  const ratePaceMs = settings.rate === null ? 0 : 1000 / settings.rate;
  const onThrottled = () => pool.pause(THROTTLED_PAUSE_MS);
  const judge = createJudge({ name, settings, payload, log, onThrottled });

  async function attempt(
    submission: SmsSubmission,
    segment: Segment,
    { sessionMs, turnMs, urgent }: WaitLimits,
  ): Promise<SegmentResult> {
    const noSession = await pool.waitForSession(sessionMs);
    if (noSession?.isFull) return defer(submission, { waitMs: 0, waitsFor: "capacity" });
    if (noSession !== null) return unreached(noSession.reason);
    const { account, priority, trackingId } = submission;
    const fieldsOf: PendingSubmission["fieldsOf"] = ({ takesOptional }) => {
      const validity_period = validityPeriod(submission.expiresAt, clock.now());
      const fields = { ...segment.fields, validity_period };
      if (!takesOptional) delete fields.user_message_reference;
      exchanges.record(() => exchangeOf.request(trackingId, fields));
      return fields;
    };
    const turn = await pool.submit({ account, priority, fieldsOf }, turnMs, urgent);
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

  /** Throttles a submission that has to wait for the rate, or for capacity if `waitMs` is 0. */
  function defer(
    submission: SmsSubmission,
    { waitMs, waitsFor }: { waitMs: number; waitsFor: PacedWait },
  ): SegmentResult {
    const paceMs = waitMs > 0 ? ratePaceMs : pool.paceMs;
    const retryAfterMs = deferral.next(submission, { waitMs, paceMs, waitsFor });
    const { status, ...rest } = deferred(waitsFor, retryAfterMs, settings.rate);
    return { result: status, ...rest };
  }

  async function retry(
    submission: SmsSubmission,
    segment: Segment,
    until: number,
  ): Promise<SegmentResult> {
    for (let failures = 1;; failures++) {
      const remainingMs = Math.max(0, until - clock.now());
      const limits = { sessionMs: remainingMs, turnMs: remainingMs, urgent: true };
      const segmentResult = await attempt(submission, segment, limits);
      const delayMs = backoff(failures, RETRY);
      const isLast = pool.stopping.aborted || clock.now() + delayMs >= until;
      if (!isRetryable(segmentResult) || isLast) return segmentResult;
      await delay(delayMs, pool.stopping);
    }
  }

  return { attempt, retry };
}
