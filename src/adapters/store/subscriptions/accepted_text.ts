/** Texts that the service sends by itself, accepted in the transaction of their cause. */
import type { NewMessage } from "../../../core/message/message.ts";
import { asJson, type Query } from "../engine/database.ts";
import { instant } from "../engine/time.ts";

const ACCEPT = `
  insert into message (tracking_id, account, kind, state, sender, recipient, operator_id,
    campaign_ref, content, delivery_report, accepted_at, updated_at, expires_at, due_at, reply_to,
    trace)
  values ($1, $2, 'SMS_MT', 'accepted', $3, $4, $5, $6, $7::text::json, $8,
    $9::text::timestamptz, $9::text::timestamptz, $10::text::timestamptz, $9::text::timestamptz, $11,
    $12)`;

/** Accepts a text; it is due at once. */
export async function acceptText(query: Query, message: NewMessage): Promise<void> {
  await query(ACCEPT, [
    message.trackingId,
    message.account,
    message.from,
    message.to,
    message.operatorId,
    message.campaignRef,
    asJson(message.content),
    message.deliveryReport,
    instant(message.acceptedAt),
    instant(message.expiresAt),
    message.replyTo ?? null,
    message.trace ?? null,
  ]);
}
