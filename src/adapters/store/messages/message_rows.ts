/** Mapping of rows of `message` to message records. */
import type { MessageRecord } from "../../../core/message/message.ts";
import type { MessageState } from "../../../core/message/message_state.ts";
import { PRIORITY_LETTERS } from "../due/priority_letters.ts";
import type { DueFor } from "../../../ports/mod.ts";
import type { Row } from "../engine/database.ts";
import { epoch } from "../engine/time.ts";

/** Columns that `messageOf` reads. */
export const MESSAGE = `tracking_id, account, kind, state, sender, recipient, operator_id, mms_id,
  client_reference, campaign_ref, content, delivery_report, sent_as, connector, carrier_id, handset,
  status_details, status_reason, attempts, segments, unconfirmed, presumed, reply_to, trace,
  resent_from, status_callback, test_connector, delivery_window, priority,
  ${epoch("start_at")} as start_at,
  ${epoch("accepted_at")} as accepted_at,
  ${epoch("submitted_at")} as submitted_at, ${epoch("updated_at")} as updated_at, ${
  epoch("expires_at")
} as expires_at`;

/** Column with the time at which a message is due, by kind of work. */
export const DUE_AT: Record<DueFor, string> = { delivery: "due_at", preparation: "prepare_at" };

/** Returns the column with the time at which a message is due in a state. */
export function dueColumn(state: MessageState): string {
  return DUE_AT[state === "preparing" ? "preparation" : "delivery"];
}

/** Priorities by their letters, without the ordinary one. */
const PRIORITIES: Readonly<Record<string, MessageRecord["priority"]>> = {
  [PRIORITY_LETTERS.high]: "high",
  [PRIORITY_LETTERS.low]: "low",
};

export function messageOf(row: Row): MessageRecord {
  return {
    trackingId: row.tracking_id,
    account: row.account,
    kind: row.kind,
    state: row.state,
    from: row.sender,
    to: row.recipient,
    operatorId: row.operator_id,
    mmsId: row.mms_id,
    clientReference: row.client_reference,
    campaignRef: row.campaign_ref,
    content: row.content,
    deliveryReport: row.delivery_report,
    sentAs: row.sent_as,
    connector: row.connector,
    carrierId: row.carrier_id,
    handset: row.handset,
    statusDetails: row.status_details,
    statusReason: row.status_reason,
    submittedAt: row.submitted_at,
    attempts: row.attempts,
    segments: row.segments,
    unconfirmed: row.unconfirmed,
    presumed: row.presumed,
    acceptedAt: row.accepted_at,
    updatedAt: row.updated_at,
    expiresAt: row.expires_at,
    ...row.start_at === null ? {} : { startAt: row.start_at },
    ...row.delivery_window === null ? {} : { window: row.delivery_window },
    ...row.priority === PRIORITY_LETTERS.normal ? {} : { priority: PRIORITIES[row.priority] },
    ...row.reply_to === null ? {} : { replyTo: row.reply_to },
    ...row.resent_from === null ? {} : { resentFrom: row.resent_from },
    ...row.trace === null ? {} : { trace: row.trace },
    ...row.status_callback === null ? {} : { statusCallback: row.status_callback },
    ...row.test_connector === null ? {} : { testConnector: row.test_connector },
  };
}
