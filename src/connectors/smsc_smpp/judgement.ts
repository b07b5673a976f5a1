/** Judges an SMSC's responses to segments, and logs what an operator has to know. */
import type { SmscSmppSettings } from "../../core/routing/connector.ts";
import type { Log } from "../../log/mod.ts";
import type { Pdu } from "../../smpp/pdu.ts";
import { carrierIdOf } from "../../smpp/receipt_ids.ts";
import { meaningOf, PAYLOAD_REFUSALS } from "./command_status.ts";
import { type Payload, PAYLOAD_ADVICE } from "./payload.ts";
import type { PayloadRefusal, SegmentResult } from "./segment_results.ts";
import type { Segment } from "./submission.ts";
import type { SmsSubmission } from "./types.ts";

export interface JudgeOptions {
  /** Name of the connector. */
  name: string;
  settings: Pick<SmscSmppSettings, "receiptIds">;
  payload: Pick<Payload, "fallback">;
  log: Log;
  /** Called when the SMSC refuses submissions because they come too fast. */
  onThrottled(): void;
}

/** Returns the result of a segment with a response. */
export type Judge = (submission: SmsSubmission, segment: Segment, pdu: Pdu) => SegmentResult;

export function createJudge({ name, settings, payload, log, onThrottled }: JudgeOptions): Judge {
  return ({ trackingId }, segment, pdu) => {
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
        if (row.name === "RTHROTTLED") onThrottled();
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
  };
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
