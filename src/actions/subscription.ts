/** Campaign, recipient and texts of `subscribe` and `unsubscribe`. */
import type { Originator } from "../core/account/account.ts";
import { findOriginator, readNumber } from "../core/account/address.ts";
import { refusingCountry } from "../core/account/alphanumeric.ts";
import { nonBlank } from "../core/characters.ts";
import { type FaultName, Refusal } from "../core/errors.ts";
import type { NewMessage } from "../core/message/message.ts";
import { requestedOperator } from "../core/routing/operator_aliases.ts";
import { smartEncodingOf } from "../core/sms/outgoing_text.ts";
import type { Campaign } from "../core/subscription/campaign.ts";
import { campaignText } from "../core/subscription/campaign_text.ts";
import { operatorFor } from "./operator.ts";
import type { ActionContext } from "./ports.ts";

/** Campaign and recipient of a request. */
export interface SubscriptionTarget {
  campaign: Campaign;
  /** Digits. */
  mobile: string;
}

/** Kinds of texts that a campaign sends, by the fields that have their words. */
const WORDS = {
  "cta-text": "ctaText",
  "welcome-text": "welcomeText",
  "goodbye-text": "goodbyeText",
} as const satisfies Record<string, keyof Campaign>;

export type CampaignTextField = keyof typeof WORDS;

/** @throws {Refusal} E901, E902 or E903 */
export async function readTarget(
  request: { "campaign-ref": string; mobile: string },
  { access, ports }: ActionContext,
): Promise<SubscriptionTarget> {
  const ref = nonBlank(request["campaign-ref"]);
  if (ref === null) throw new Refusal("campaignMissing");
  const mobile = readNumber(request.mobile);
  if (mobile === null) {
    throw new Refusal("mobileInvalid", "mobile is not an international number");
  }
  const campaign = await ports.store.campaigns.byRef(access.account.id, ref);
  if (campaign === null || !isReached(campaign, access)) throw new Refusal("campaignUnknown");
  return { campaign, mobile };
}

/** Tells whether a key reaches a campaign: one that is limited to senders has only theirs. */
function isReached(
  { sender }: Campaign,
  { limits, originators }: ActionContext["access"],
): boolean {
  if (limits === undefined || limits.senders === null) return true;
  return sender !== null && findOriginator(originators, sender) !== undefined;
}

/**
 * Finds the sender of a campaign's text.
 *
 * @param refused Fault where the campaign cannot send it.
 * @throws {Refusal}
 */
export function senderOf(
  { campaign, mobile }: SubscriptionTarget,
  field: CampaignTextField,
  { access }: ActionContext,
  refused: FaultName,
): Originator {
  const { sender } = campaign;
  const originator = sender === null ? undefined : findOriginator(access.originators, sender);
  if (originator === undefined) {
    throw new Refusal(refused, "campaign-ref: the campaign has no sender to send a text from");
  }
  if (campaign[WORDS[field]] === null) {
    throw new Refusal(refused, `campaign-ref: the campaign has no ${field}`);
  }
  const country = refusingCountry(originator, mobile);
  if (country !== null) {
    throw new Refusal(
      refused,
      `campaign-ref: the campaign's sender is alphanumeric, which carriers of ${country} do not take`,
    );
  }
  return originator;
}

/** Tells whether the account may not send from a sender to a recipient. */
export async function isBlocked(
  { address }: Originator,
  number: string,
  { access: { account, hasBlocks }, ports }: ActionContext,
): Promise<boolean> {
  return hasBlocks &&
    await ports.store.blocks.isBlocked(account.id, { originator: address, number });
}

/**
 * Makes a text of a campaign, with its operator as far as the account looks operators up.
 *
 * @throws {Refusal} E618 or E619
 */
export async function textOf(
  { campaign, mobile }: SubscriptionTarget,
  field: CampaignTextField,
  originator: Originator,
  at: number,
  { access: { account }, operatorId, ports }: ActionContext,
): Promise<NewMessage> {
  const { config, ids, routing } = ports;
  const requested = nonBlank(operatorId);
  const operator = requested === null
    ? null
    : requestedOperator((await routing.table()).operators, requested) ?? requested;
  const message = campaignText({
    account,
    campaignRef: campaign.ref,
    trackingId: ids.tracking(),
    from: originator.address,
    to: mobile,
    text: campaign[WORDS[field]]!,
    smartEncoding: smartEncodingOf(config, account),
    operatorId: operator,
    at,
    expiryMs: config.MMS_EXPIRY_MAX,
  });
  return { ...message, operatorId: await operatorFor(ports, message, account.operatorLookup) };
}
