/** Changes of subscriptions: the rows of `subscription_change`, and their events in the outbox. */
import type { PostbackReceiver } from "../../../core/account/receiver.ts";
import type { NewEvent, PostbackRef } from "../../../core/message/event.ts";
import { addressed } from "../../../core/postback/destinations.ts";
import { subscriptionPostback } from "../../../core/postback/postback.ts";
import type { SubscriptionChange } from "../../../core/subscription/subscription.ts";
import { asJson, type Query, type Row } from "../engine/database.ts";
import { instant } from "../engine/time.ts";
import {
  eventRow,
  FROM_WRITTEN,
  insertEvents,
  postbacksWritten,
  WRITTEN,
  type WrittenRow,
} from "../postbacks/event_rows.ts";

const RECORD = `
  with changes as (
    insert into subscription_change (tracking_id, account, campaign_ref, recipient, code, source, at,
      consent)
    select tracking_id, account, campaign_ref, recipient, code, source, at, consent
    from json_to_recordset($1::text::json) as x(tracking_id uuid, account text, campaign_ref text,
      recipient text, code text, source text, at timestamptz, consent json)),
  ${insertEvents("$2", {})}
  select ${WRITTEN} ${FROM_WRITTEN}`;

/** Names of the events. */
const EVENTS = { N301: "subscribed", N302: "unsubscribed" } as const;

/** Writes changes and their postbacks, in the transaction that makes them. */
export async function recordChanges(
  query: Query,
  changes: readonly SubscriptionChange[],
  receivers: readonly PostbackReceiver[],
): Promise<PostbackRef[]> {
  if (changes.length === 0) return [];
  const events = changes.flatMap((change) => {
    const { ref: campaignRef, sender } = change.campaign;
    return addressed(eventOf(change), receivers, { campaignRef, sender });
  });
  const rows = await query<WrittenRow & Row>(RECORD, [
    asJson(changes.map(changeRow)),
    asJson(events.map(eventRow)),
  ]);
  return postbacksWritten(events, rows);
}

function eventOf(change: SubscriptionChange): NewEvent {
  const { account, at, code, trace, trackingId } = change;
  return {
    account,
    trackingId,
    at,
    name: EVENTS[code],
    state: null,
    details: null,
    ...subscriptionPostback(change),
    operatorId: null,
    ...trace === undefined ? {} : { trace },
  };
}

function changeRow(
  { account, at, campaign, code, consent, recipient, source, trackingId }: SubscriptionChange,
) {
  return {
    tracking_id: trackingId,
    account,
    campaign_ref: campaign.ref,
    recipient,
    code,
    source,
    at: instant(at),
    consent: consent ?? undefined,
  };
}
