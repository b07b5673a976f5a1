/**
 * Responses to submissions that come after the time limit. One that accepts names the id by which
 * receipts come, and spares the message another submission.
 */
import type { SmscSmppSettings } from "../../core/routing/connector.ts";
import { createLru } from "../../lib/lru.ts";
import { levelOf } from "../../log/level.ts";
import type { SentSegment, SubmissionResult } from "../../ports/mod.ts";
import type { Pdu } from "../../smpp/pdu.ts";
import { carrierIdOf } from "../../smpp/receipt_ids.ts";
import { meaningOf, type StatusRow } from "./command_status.ts";
import { createSmppExchanges } from "./exchanges.ts";
import type { Segment } from "./submission.ts";
import type { SmppPorts, SmsSubmission } from "./types.ts";

/** Receives the late response to a segment of a message. */
export type OnLateResponse = (submission: SmsSubmission, segment: Segment, pdu: Pdu) => void;

export interface LateResponses {
  handle: OnLateResponse;
  /**
   * Returns the result of a submission in the light of late responses: a message that was accepted
   * by then is, whatever became of its repetition.
   */
  resultOf(submission: SmsSubmission, result: SubmissionResult): SubmissionResult;
}

export interface LateResponsesOptions {
  /** Name of the connector. */
  name: string;
  settings: SmscSmppSettings;
  parts: Pick<SmppPorts, "exchanges" | "host" | "log">;
}

/** Segments of a message that late responses have accepted. */
interface LateSegments {
  /** Number of segments of the message. */
  count: number;
  byIndex: Map<number, SentSegment>;
}

/** Maximum number of messages whose late responses are in memory; their ids are in the store. */
const MESSAGES_MAX = 1000;

const RAISE_TIMEOUT = "raise the connector's --timeout, or ask the SMSC's operator";

export function createLateResponses(
  { name, settings, parts: { exchanges, host, log } }: LateResponsesOptions,
): LateResponses {
  const exchangeOf = createSmppExchanges(name, settings);
  /** Segments that late responses have accepted, by tracking-id. */
  const accepted = createLru<string, LateSegments>(MESSAGES_MAX);

  async function take(submission: SmsSubmission, segment: Segment, pdu: Pdu): Promise<void> {
    const { trackingId } = submission;
    const { index, count, fields } = segment;
    exchanges.record(() => exchangeOf.result(trackingId, fields, { responded: true, pdu }));
    const row = meaningOf(pdu);
    const facts = { "tracking-id": trackingId, connector: name, segment: index };
    if (row.means !== "accepted") return await refuse(submission, index, row);
    const carrierId = carrierIdOf(pdu.message_id, settings.receiptIds) ?? `${trackingId}.${index}`;
    remember(trackingId, count, { index, carrierId });
    const at = host.clock.now();
    const late = {
      connector: name,
      trackingId,
      segment: { index, carrierId },
      segments: count,
      at,
    };
    if (!await host.acceptedLate(late)) return;
    log.info(
      { ...facts, "carrier-id": carrierId, do: RAISE_TIMEOUT },
      "the SMSC accepted a submission after the time limit",
    );
  }

  /** Ends the wait of a message for a report that will not come; others are submitted again. */
  async function refuse(
    { trackingId }: SmsSubmission,
    index: number,
    row: StatusRow,
  ): Promise<void> {
    const reason = `SMPP ${row.name}: ${row.description}`;
    log.info(
      { "tracking-id": trackingId, connector: name, segment: index, err: reason, do: row.advice },
      "the SMSC refused a submission after the time limit",
    );
    if (settings.unconfirmed !== "wait") return;
    const outcome = { ...row.outcome, reason };
    const at = host.clock.now();
    await host.report({ connector: name, carrierId: "", trackingId, outcome, at });
  }

  function remember(trackingId: string, count: number, segment: SentSegment): void {
    const earlier = accepted.get(trackingId);
    // Those of a message_payload and of segments are not of one text.
    const byIndex = earlier?.count === count ? earlier.byIndex : new Map<number, SentSegment>();
    accepted.set(trackingId, { count, byIndex: byIndex.set(segment.index, segment) });
  }

  return {
    handle(submission, segment, pdu) {
      take(submission, segment, pdu).catch((error) =>
        log[levelOf(error)](
          { "tracking-id": submission.trackingId, connector: name, err: String(error) },
          "a late response of the SMSC could not be stored; a receipt may find no message",
        )
      );
    },

    resultOf(submission, result) {
      if (result.status === "accepted") return result;
      const late = accepted.peek(submission.trackingId);
      if (late === undefined) return result;
      const sent = "sent" in result ? result.sent ?? [] : submission.segmentsSent ?? [];
      const all = new Map([...sent.map((each) => [each.index, each] as const), ...late.byIndex]);
      if (all.size < late.count) return result;
      const ids = [...all.values()].sort((a, b) => a.index - b.index)
        .map(({ carrierId }) => carrierId);
      return {
        status: "accepted",
        carrierId: ids[0]!,
        ...ids.length > 1 ? { segmentIds: ids } : {},
      };
    },
  };
}
