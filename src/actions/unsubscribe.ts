/** `unsubscribe`: ends the subscription of a recipient to a campaign. */
import { Refusal } from "../core/errors.ts";
import type { NewMessage } from "../core/message/message.ts";
import type { Requests, Responses } from "../generated/json.ts";
import type { ActionContext } from "./ports.ts";
import {
  isBlocked,
  readTarget,
  senderOf,
  type SubscriptionTarget,
  textOf,
} from "./subscription.ts";

export async function unsubscribe(
  request: Requests["unsubscribe"],
  context: ActionContext,
): Promise<Responses["unsubscribe"]> {
  const { ports, access: { account } } = context;
  const target = await readTarget(request, context);
  const { campaign, mobile } = target;
  ports.throughput.take(account);
  const at = ports.clock.now();
  const text = request.notify === "yes" ? await goodbye(target, at, context) : null;
  const key = { campaignRef: campaign.ref, recipient: mobile };
  const isEnded = await ports.store.subscriptions.unsubscribe(account.id, key, {
    trackingId: ports.ids.tracking(),
    source: "API",
    at,
    receivers: account.receivers,
    ...text === null ? {} : { text },
  });
  if (isEnded && text !== null) ports.deliveries.takeDue().catch(() => {});
  return { status: "Success", "campaign-ref": campaign.ref, mobile };
}

/**
 * Makes the goodbye text. Null: the recipient is blocked, or served by no operator of ours, which ends
 * no subscription the less.
 *
 * @throws {Refusal} E905
 */
async function goodbye(
  target: SubscriptionTarget,
  at: number,
  context: ActionContext,
): Promise<NewMessage | null> {
  const originator = senderOf(target, "goodbye-text", context, "notUnsubscribable");
  if (await isBlocked(originator, target.mobile, context)) return null;
  try {
    return await textOf(target, "goodbye-text", originator, at, context);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
