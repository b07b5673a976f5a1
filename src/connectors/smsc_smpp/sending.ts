/** A message on its way to an SMSC: its segments in their turn, and what became of all of them. */
import type { SmscSmppSettings } from "../../core/routing/connector.ts";
import type { Outcome } from "../../core/message/message.ts";
import type { Clock, SentSegment, SubmissionResult } from "../../ports/mod.ts";
import type { Log } from "../../log/mod.ts";
import { meaningOf } from "./command_status.ts";
import { createDeferral } from "../deferral.ts";
import { delay } from "../../lib/delay.ts";
import type { Pdu } from "../../smpp/pdu.ts";
import type { Pool } from "./pool.ts";
import type { Rate } from "./rate.ts";
import { carrierIdOf } from "../../smpp/receipt_ids.ts";
import { type Segment, segmentsOf, validityPeriod } from "./submission.ts";
import type { SmsSubmission } from "./types.ts";

export interface SendingOptions {
  /** Of the connector. */
  name: string;
  settings: SmscSmppSettings;
  pool: Pool;
  rate: Rate;
  clock: Clock;
  log: Log;
}

/** What became of one segment. */
type Fate =
  | { fate: "taken"; sent: SentSegment }
  | Waits
  | { fate: "unconfirmed"; reason: string }
  | { fate: "permanent"; outcome: Outcome };

/** It was not taken, and may be another time. */
interface Waits {
  fate: "throttled" | "temporary";
  reason: string;
  /** Action for an operator. */
  advice?: string;
  retryAfterMs?: number;
}

/** How long a segment may wait for a session, and then for its turn. */
interface Patience {
  boundMs: number;
  turnMs: number;
  /** It waits, however many do. */
  urgent: boolean;
}

/** As long as nothing of a message is sent, it is better off in the store. */
const FIRST: Patience = { boundMs: 2000, turnMs: 1000, urgent: false };
/** Half a message is of no use: for so long its other half is tried. */
const REST_MS = 10_000;
/** Before a segment is tried again, doubled each time. */
const AGAIN_MS = 500;
/** An SMSC that is given too much gets nothing for so long. */
const HOLD_MS = 1000;

/** How long a message may take, of whose segments each is answered within `timeoutMs` or not at all. */
export function longestMs(timeoutMs: number): number {
  return FIRST.boundMs + 2 * FIRST.turnMs + timeoutMs + REST_MS + timeoutMs;
}

export function createSending(
  { name, settings, pool, rate, clock, log }: SendingOptions,
): (submission: SmsSubmission) => Promise<SubmissionResult> {
  const away = createDeferral(clock);
  const ratePaceMs = settings.rate === null ? 0 : 1000 / settings.rate;

  /** One try. */
  async function trySegment(
    submission: SmsSubmission,
    segment: Segment,
    { boundMs, turnMs, urgent }: Patience,
  ): Promise<Fate> {
    const trouble = await pool.whyNotBound(boundMs);
    if (trouble !== null) return { fate: "temporary", reason: trouble };
    const waitMs = await rate.turn(turnMs);
    if (waitMs > 0) return sentAway(submission, waitMs, ratePaceMs);
    const fieldsOf = () => ({
      ...segment.fields,
      validity_period: validityPeriod(submission.expiresAt, clock.now()),
    });
    const reply = await pool.submit({ account: submission.account, fieldsOf }, turnMs, urgent);
    if (reply === null) return sentAway(submission, 0, pool.paceMs);
    if (reply.answered) return judge(submission, segment, reply.pdu);
    const { reason } = reply;
    log.warn(
      {
        "tracking-id": submission.trackingId,
        connector: name,
        segment: segment.index,
        err: reason,
      },
      "a submission was not answered; nobody knows whether the SMSC has it",
    );
    return { fate: "unconfirmed", reason };
  }

  function sentAway({ account }: SmsSubmission, waitMs: number, paceMs: number): Fate {
    const retryAfterMs = away.next(account, waitMs, paceMs);
    return { fate: "throttled", reason: "window or rate is used up", retryAfterMs };
  }

  function judge({ trackingId }: SmsSubmission, { index }: Segment, pdu: Pdu): Fate {
    const row = meaningOf(pdu);
    const reason = `SMPP ${row.name}: ${row.says}`;
    const facts = { "tracking-id": trackingId, connector: name, segment: index, err: reason };
    switch (row.means) {
      case "taken": {
        const carrierId = carrierIdOf(pdu.message_id, settings.receiptIds);
        if (carrierId !== null) return { fate: "taken", sent: { index, carrierId } };
        log.warn(facts, "the SMSC took a segment without a message_id that can be kept");
        // Without one no receipt can be told to be of it; to send it again would be worse.
        return { fate: "taken", sent: { index, carrierId: `${trackingId}.${index}` } };
      }
      case "throttled":
        if (row.name === "RTHROTTLED") rate.hold(HOLD_MS);
        log.info(
          { ...facts, do: row.advice },
          "the SMSC is given more than it takes; the message will be tried again",
        );
        return { fate: "throttled", reason };
      case "temporary":
        // That the connector fails is told by its watch.
        log.debug(
          { ...facts, do: row.advice },
          "the SMSC did not take a message; it will be tried again",
        );
        return { fate: "temporary", reason, advice: row.advice };
      case "permanent":
        log.warn({ ...facts, do: row.advice }, "the SMSC refused a message");
        return { fate: "permanent", outcome: { ...row.outcome, reason } };
    }
  }

  /** Tries until it is known what becomes of the segment, or its time is up. */
  async function pursue(
    submission: SmsSubmission,
    segment: Segment,
    until: number,
  ): Promise<Fate> {
    for (let pauseMs = AGAIN_MS;; pauseMs *= 2) {
      const leftMs = Math.max(0, until - clock.now());
      const patience = { boundMs: leftMs, turnMs: leftMs, urgent: true };
      const fate = await trySegment(submission, segment, patience);
      if (!waits(fate) || pool.stopping.aborted || clock.now() + pauseMs >= until) return fate;
      await delay(pauseMs, pool.stopping);
    }
  }

  /**
   * The first segment goes alone: what an SMSC has against the message it says then, before there
   * is half a message on a handset. The others follow at once.
   */
  async function send(
    submission: SmsSubmission,
    segments: readonly Segment[],
  ): Promise<SubmissionResult> {
    const known = submission.segmentsSent ?? [];
    const has = new Set(known.map(({ index }) => index));
    const [first, ...others] = segments.filter(({ index }) => !has.has(index));
    if (first === undefined) return answerOf(known, []);
    const pursueRest = (segment: Segment) => pursue(submission, segment, clock.now() + REST_MS);
    const fate = known.length > 0
      ? await pursueRest(first)
      : await trySegment(submission, first, FIRST);
    if (fate.fate !== "taken") return answerOf(known, [fate]);
    return answerOf(known, [fate, ...await Promise.all(others.map(pursueRest))]);
  }

  return async (submission) => {
    const { trackingId, expiresAt } = submission;
    if (expiresAt <= clock.now()) return { answer: "permanent", outcome: { outcome: "expired" } };
    const segments = segmentsOf(submission, settings);
    if (segments === null) {
      log.warn({ "tracking-id": trackingId, connector: name }, "the text has too many segments");
      const outcome: Outcome = {
        outcome: "failed",
        details: "Content Validation Failed",
        reason: "the text has too many segments",
      };
      return { answer: "permanent", outcome };
    }
    if (submission.resubmitted) {
      log.warn(
        { "tracking-id": trackingId, connector: name, attempt: submission.attempt },
        "submitted again after an attempt that was not answered; it may arrive twice",
      );
    }
    return await send(submission, segments);
  };
}

/** What the fates of segments mean for the message; the worst one counts. */
function answerOf(known: readonly SentSegment[], fates: readonly Fate[]): SubmissionResult {
  const sent = [...known, ...fates.flatMap((one) => one.fate === "taken" ? [one.sent] : [])]
    .sort((a, b) => a.index - b.index);
  const permanent = fates.find((one) => one.fate === "permanent");
  if (permanent !== undefined) return { answer: "permanent", outcome: permanent.outcome };
  const partial = sent.length > 0 ? { sent } : {};
  const unconfirmed = fates.find((one) => one.fate === "unconfirmed");
  if (unconfirmed !== undefined) {
    return { answer: "unconfirmed", reason: unconfirmed.reason, ...partial };
  }
  const waiting = fates.find(waits);
  if (waiting !== undefined) {
    const { fate, reason, advice, retryAfterMs } = waiting;
    return {
      answer: fate,
      reason,
      ...advice === undefined ? {} : { advice },
      ...retryAfterMs === undefined ? {} : { retryAfterMs },
      ...partial,
    };
  }
  const ids = sent.map(({ carrierId }) => carrierId);
  return {
    answer: "accepted",
    carrierId: ids[0]!,
    ...ids.length > 1 ? { segmentIds: ids } : {},
  };
}

function waits(fate: Fate): fate is Waits {
  return fate.fate === "throttled" || fate.fate === "temporary";
}
