/** Sender, recipient, operator and campaign of a send, with the checks that JSON sends share. */
import type { Originator } from "../core/account/account.ts";
import { readNumber } from "../core/account/address.ts";
import { POOL_PREFIX } from "../core/account/pool.ts";
import { nonBlank } from "../core/characters.ts";
import { Refusal } from "../core/errors.ts";
import { requestedOperator } from "../core/routing/operator_aliases.ts";
import type { RouteKind } from "../core/routing/routing.ts";
import { chooseSender, poolOf } from "./pool.ts";
import type { ActionContext } from "./ports.ts";
import { blocked, isBlocked, originatorOf, type Reach, refusalOf } from "./sender.ts";

export interface Addressing {
  originator: Originator;
  /** Recipient's number in international format, digits only. */
  to: string;
  operatorId: string | null;
  campaignRef: string | null;
}

/** Demands on the sender of a message. */
export interface Need {
  reach: Reach;
  kind: RouteKind;
}

/**
 * Reads and checks the common fields of sends. Where `from` names a pool, its sender is chosen.
 *
 * @throws {Refusal} E110, E111, E114, E651, E715 or E2201
 */
export async function readAddressing(
  request: {
    from: string;
    to: string;
    "operator-id"?: string | undefined;
    "campaign-ref"?: string | undefined;
  },
  context: ActionContext,
  need: Need,
): Promise<Addressing> {
  const { from } = request;
  const pool = from.startsWith(POOL_PREFIX) ? poolOf(from, context) : null;
  const named = pool === null ? originatorOf(from, context) : null;
  const to = readNumber(request.to);
  if (to === null) {
    throw new Refusal("recipientInvalid", "to is not an international number");
  }
  const refusal = named && refusalOf(named, to, need.reach);
  if (refusal !== null) throw refusal;
  const operatorId = await operatorOf(
    nonBlank(request["operator-id"]) ?? nonBlank(context.operatorId),
    context,
  );
  const originator = named ?? await chooseSender(pool!, { to, operatorId, ...need }, context);
  if (named !== null && await isBlocked(named, to, context)) throw blocked();
  const campaignRef = nonBlank(request["campaign-ref"]);
  await checkCampaign(campaignRef, to, context);
  return { originator, to, operatorId, campaignRef };
}

async function operatorOf(id: string | null, { ports }: ActionContext): Promise<string | null> {
  if (id === null) return null;
  const operator = requestedOperator((await ports.routing.table()).operators, id);
  if (operator === null) throw new Refusal("operatorUnknown", "operator-id is unknown");
  return operator;
}

/** Applies Enforce Campaign Check (spec 4.4, `campaign-ref`). */
async function checkCampaign(
  campaignRef: string | null,
  recipient: string,
  { access: { account }, ports }: ActionContext,
): Promise<void> {
  if (!account.enforceCampaignCheck) return;
  if (campaignRef === null) {
    throw new Refusal("notSubscribed", "campaign-ref is required for this account");
  }
  if (!await ports.store.subscriptions.isSubscribed(account.id, { campaignRef, recipient })) {
    throw new Refusal("notSubscribed", "to is not subscribed to campaign-ref");
  }
}
