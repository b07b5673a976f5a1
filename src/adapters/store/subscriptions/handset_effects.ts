/** Effects of handsets' messages on subscriptions, in the transaction that stores the message. */
import { equalForms } from "../../../core/account/equal_numbers.ts";
import type { Keyword } from "../../../core/keyword/keyword.ts";
import type { PostbackRef } from "../../../core/message/event.ts";
import type { InboundRecord } from "../../../core/message/inbound.ts";
import type { NewMessage } from "../../../core/message/message.ts";
import type { Campaign } from "../../../core/subscription/campaign.ts";
import type { SubscriptionChange } from "../../../core/subscription/subscription.ts";
import type { SubscriptionEffects } from "../../../ports/mod.ts";
import { ANY_MAKER, EVERY, isBlockedBy, lockNumber } from "../accounts/blocks.ts";
import { asJson, type Query, type Row } from "../engine/database.ts";
import { instant } from "../engine/time.ts";
import { acceptText } from "./accepted_text.ts";
import { campaignColumns, campaignOf, lockCampaign } from "./campaigns.ts";
import { recordChanges } from "./changes.ts";

/** Condition of a subscription `s` to a campaign `c` under any form of a number. */
const ofCampaign = (forms: string) =>
  `s.account = c.account and s.campaign_ref = c.campaign_ref
    and s.recipient = any(array(select json_array_elements_text(${forms}::text::json)))`;

/** Ends the subscriptions of a number ($3) to the campaigns of a sender ($2), or of EVERY one. */
const END = `
  delete from subscription s using campaign c
  where c.account = $1 and (c.sender = $2 or $2 = '${EVERY}') and ${ofCampaign("$3")}
  returning ${campaignColumns("c")}, s.recipient, s.expires_at is null as is_subscribed, s.consent`;

/** Confirms the subscription of a number ($3) that a sender ($2) asked for last. */
const CONFIRM = `
  update subscription t set since = $4::text::timestamptz, expires_at = null
  from (
    select s.account, s.campaign_ref, s.recipient from campaign c join subscription s
      on ${ofCampaign("$3")}
    where c.account = $1 and c.sender = $2 and s.expires_at > $4::text::timestamptz
    order by s.since desc limit 1) last
  where t.account = last.account and t.campaign_ref = last.campaign_ref
    and t.recipient = last.recipient
  returning t.campaign_ref, t.recipient, t.notify, t.consent`;

/** Effects of a message of a handset on subscriptions, for once they are durable. */
export interface HandsetEffects {
  texts: readonly NewMessage[];
  postbacks: PostbackRef[];
}

const NO_EFFECTS: HandsetEffects = { texts: [], postbacks: [] };

/**
 * Ends subscriptions by an opt-out, or makes one by a confirmation.
 *
 * @param keyword Keyword of the message; null: it has none.
 * @param forms What may stand for the sender's number in a block (`storedForms`).
 */
export async function applyToSubscriptions(
  query: Query,
  message: InboundRecord,
  keyword: Keyword | null,
  effects: SubscriptionEffects,
  forms: readonly string[],
): Promise<HandsetEffects> {
  switch (keyword) {
    case "stop":
      return await end(query, message, message.to, effects);
    case "stop all":
      return await end(query, message, EVERY, effects);
    default:
      return effects.confirms ? await confirm(query, message, effects, forms) : NO_EFFECTS;
  }
}

async function end(
  query: Query,
  message: InboundRecord,
  sender: string,
  effects: SubscriptionEffects,
): Promise<HandsetEffects> {
  const { account, from } = message;
  const rows = await query(END, [account, sender, asJson(equalForms(from))]);
  // One change for a campaign, however many forms of the number it had.
  const ended = new Map(
    rows.filter((row) => row.is_subscribed).map((row) => [row.campaign_ref as string, row]),
  );
  const postbacks = await recordChanges(
    query,
    [...ended.values()].map((row) => changeOf("N302", message, campaignOf(row), row, effects)),
    effects.receivers,
  );
  return { texts: [], postbacks };
}

async function confirm(
  query: Query,
  message: InboundRecord,
  effects: SubscriptionEffects,
  forms: readonly string[],
): Promise<HandsetEffects> {
  const { account, from, receivedAt, to } = message;
  await lockNumber(query, account, from);
  const [row] = await query(CONFIRM, [
    account,
    to,
    asJson(equalForms(from)),
    instant(receivedAt),
  ]);
  if (row === undefined) return NO_EFFECTS;
  const campaign = await lockCampaign(query, account, row.campaign_ref);
  const welcome = row.notify ? effects.welcome(campaign!) : null;
  const pair = { account, originator: to, forms };
  const isWelcomed = welcome !== null && !await isBlockedBy(query, pair, ANY_MAKER);
  if (isWelcomed) await acceptText(query, welcome);
  const change = changeOf("N301", message, campaign!, row, effects);
  return {
    texts: isWelcomed ? [welcome] : [],
    postbacks: await recordChanges(query, [change], effects.receivers),
  };
}

function changeOf(
  code: SubscriptionChange["code"],
  { account, receivedAt, trace }: InboundRecord,
  campaign: Campaign,
  { consent, recipient }: Row,
  effects: SubscriptionEffects,
): SubscriptionChange {
  return {
    trackingId: effects.trackingId(),
    account,
    code,
    campaign,
    recipient,
    source: "MO",
    at: receivedAt,
    consent,
    ...trace === undefined ? {} : { trace },
  };
}
