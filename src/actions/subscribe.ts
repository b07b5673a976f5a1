/** `subscribe`: subscribes a recipient to a campaign, or asks for a confirmation by a text first. */
import type { Originator } from "../core/account/account.ts";
import { checkPossible } from "../core/account/number_plan.ts";
import { nonBlank } from "../core/characters.ts";
import { Refusal } from "../core/errors.ts";
import type { NewMessage } from "../core/message/message.ts";
import {
  ASK_INTERVAL_MS,
  CONFIRMATION_MS,
  type Consent,
} from "../core/subscription/subscription.ts";
import { parseIso } from "../core/timestamp.ts";
import type { Requests, Responses } from "../generated/json.ts";
import { withoutNulls } from "../lib/without_nulls.ts";
import type { ActionContext } from "./ports.ts";
import {
  type CampaignTextField,
  isBlocked,
  readTarget,
  senderOf,
  type SubscriptionTarget,
  textOf,
} from "./subscription.ts";

type Request = Requests["subscribe"];

export async function subscribe(
  request: Request,
  context: ActionContext,
): Promise<Responses["subscribe"]> {
  const { ports, access: { account } } = context;
  const isAsked = request.cta === "yes";
  const isWelcomed = request.notify === "yes";
  const target = await readTarget(request, context);
  const { campaign, mobile } = target;
  const fault = checkPossible(mobile);
  if (fault !== null) throw new Refusal("mobileInvalid", `mobile ${fault}`);
  const consent = readConsent(request);
  ports.throughput.take(account);
  const at = ports.clock.now();
  const key = { campaignRef: campaign.ref, recipient: mobile };
  const response = { status: "Success", "campaign-ref": campaign.ref, mobile } as const;
  const fields: CampaignTextField[] = [
    ...isAsked ? ["cta-text" as const] : [],
    ...isWelcomed ? ["welcome-text" as const] : [],
  ];
  const originator = textSender(target, fields, context);
  if (originator !== null && await ports.store.subscriptions.isSubscribed(account.id, key)) {
    return response;
  }
  const text = originator === null
    ? null
    : await firstText(target, fields[0]!, originator, at, context);
  const result = await ports.store.subscriptions.subscribe(account.id, {
    ...key,
    trackingId: ports.ids.tracking(),
    source: "API",
    at,
    receivers: account.receivers,
    heedsOptOut: true,
    ...consent === null ? {} : { consent },
    ...text === null ? {} : { text },
    ...isAsked && {
      question: {
        expiresAt: at + CONFIRMATION_MS,
        askedSince: at - ASK_INTERVAL_MS,
        notify: isWelcomed,
      },
    },
  });
  if (result === "campaign unknown") throw new Refusal("campaignUnknown");
  if (result === "opted out") {
    throw new Refusal("notSubscribable", "mobile has opted out by a text");
  }
  if (text !== null && result !== "unchanged") ports.deliveries.takeDue().catch(() => {});
  return response;
}

/**
 * Finds the sender of the texts of a subscription, of which the campaign must have all; null: there
 * are none.
 *
 * @throws {Refusal} E904
 */
function textSender(
  target: SubscriptionTarget,
  fields: readonly CampaignTextField[],
  context: ActionContext,
): Originator | null {
  const senders = fields.map((field) => senderOf(target, field, context, "notSubscribable"));
  const [originator = null] = senders;
  if (fields[0] === "cta-text" && originator?.kind === "alphanumeric") {
    throw new Refusal(
      "notSubscribable",
      "campaign-ref: the campaign's sender is alphanumeric, and takes no reply",
    );
  }
  return originator;
}

/** @throws {Refusal} E618, E619 or E904 */
async function firstText(
  target: SubscriptionTarget,
  field: CampaignTextField,
  originator: Originator,
  at: number,
  context: ActionContext,
): Promise<NewMessage> {
  if (await isBlocked(originator, target.mobile, context)) {
    throw new Refusal("notSubscribable", "mobile is blocked for the campaign's sender");
  }
  return await textOf(target, field, originator, at, context);
}

/**
 * Reads the evidence of consent; null: there is none.
 *
 * @throws {Refusal} E100
 */
function readConsent(request: Request): Consent | null {
  const collectedAt = nonBlank(request["collected-at"]);
  const at = collectedAt === null ? null : parseIso(collectedAt);
  if (collectedAt !== null && at === null) {
    throw new Refusal("invalidRequest", "collected-at is not ISO 8601");
  }
  const { data = null } = request;
  const consent: Consent = withoutNulls({
    source: nonBlank(request.source),
    collectedAt: at,
    textShown: nonBlank(request["text-shown"]),
    subscriberRef: nonBlank(request["subscriber-ref"]),
    timezone: nonBlank(request.timezone),
    data,
  });
  return Object.keys(consent).length === 0 ? null : consent;
}
