/** Fields of a message's status, shared by the actions that ask for messages. */
import {
  carrierStatusOf,
  detailsOf,
  endedAt,
  type MessageStatus,
  segmentsOf,
  waitsUntil,
} from "../core/postback/message_status.ts";
import { isoMicros } from "../core/timestamp.ts";
import type * as wire from "../generated/json.ts";
import { withoutNulls } from "../lib/without_nulls.ts";

export function statusFields(message: MessageStatus, now: number): wire.MessageStatus {
  return withoutNulls({
    "tracking-id": message.trackingId,
    "mms-id": message.mmsId,
    "from": message.from,
    "to": message.to,
    "state": message.state,
    "sent-as": message.sentAs,
    "segments": segmentsOf(message),
    "accepted-at": isoMicros(message.acceptedAt),
    "due-at": isoOrNull(waitsUntil(message, now)),
    "submitted-at": isoOrNull(message.submittedAt),
    "ended-at": isoOrNull(endedAt(message)),
    "valid-until": isoMicros(message.expiresAt),
    "client-reference": message.clientReference,
    "campaign-ref": message.campaignRef,
    "operator-id": message.operatorId,
    "status-details": detailsOf(message),
    "carrier-status": carrierStatusOf(message),
  });
}

/** Formats a time as ISO 8601; null stays null. */
export function isoOrNull(at: number | null): string | null {
  return at === null ? null : isoMicros(at);
}
