/** Sender, recipient, operator and campaign of a send, with the checks that JSON sends share. */
import type { Originator } from "../core/account/account.ts";
import { findOriginator, readNumber, readOriginator } from "../core/account/address.ts";
import { refusingCountry } from "../core/account/alphanumeric.ts";
import { nonBlank } from "../core/characters.ts";
import { Refusal } from "../core/errors.ts";
import { checkPossible, checkReachable } from "../core/account/number_plan.ts";
import { requestedOperator } from "../core/routing/operator_aliases.ts";
import type { ActionContext } from "./ports.ts";

export interface Addressing {
  originator: Originator;
  /** Recipient's number in international format, digits only. */
  to: string;
  operatorId: string | null;
  campaignRef: string | null;
}

/**
 * Reads and checks the common fields of `sendsms` and `sendsavedmms`.
 *
 * @param reach `countries`: the recipient must be in a country that the sender serves (spec 4.4,
 * `to`).
 * @throws {Refusal} E110, E111, E114, E651 or E715
 */
export async function readAddressing(
  request: {
    from: string;
    to: string;
    "operator-id"?: string | undefined;
    "campaign-ref"?: string | undefined;
  },
  context: ActionContext,
  reach: "anywhere" | "countries" = "anywhere",
): Promise<Addressing> {
  const originator = originatorOf(request.from, context);
  const to = readNumber(request.to);
  if (to === null) {
    throw new Refusal("recipientInvalid", "to is not an international number");
  }
  const fault = reach === "anywhere" ? checkPossible(to) : checkReachable(to, originator.countries);
  if (fault !== null) throw new Refusal("recipientInvalid", `to ${fault}`);
  checkAlphanumeric(originator, to);
  const operatorId = await operatorOf(
    nonBlank(request["operator-id"]) ?? nonBlank(context.operatorId),
    context,
  );
  await checkBlock(originator, to, context);
  const campaignRef = nonBlank(request["campaign-ref"]);
  await checkCampaign(campaignRef, to, context);
  return { originator, to, operatorId, campaignRef };
}

/**
 * Finds a sender of the account that the key has.
 *
 * @throws {Refusal} E111
 */
export function originatorOf(from: string, { access }: ActionContext): Originator {
  const originator = findOriginator(access.originators, from);
  if (originator !== undefined) return originator;
  if (readOriginator(from) === null) {
    throw new Refusal(
      "originatorInvalid",
      "from is neither a short code, a number nor an alphanumeric sender of up to 11 characters",
    );
  }
  throw new Refusal("originatorNotProvisioned", "from is not provisioned to this account");
}

function checkAlphanumeric(originator: Originator, to: string): void {
  const country = refusingCountry(originator, to);
  if (country === null) return;
  throw new Refusal(
    "originatorInvalid",
    `from is alphanumeric, which carriers of ${country} do not take`,
  );
}

async function operatorOf(id: string | null, { ports }: ActionContext): Promise<string | null> {
  if (id === null) return null;
  const operator = requestedOperator((await ports.routing.table()).operators, id);
  if (operator === null) throw new Refusal("operatorUnknown", "operator-id is unknown");
  return operator;
}

/** Refuses recipients that opted out or that an operator blocked (contract section 2, E114). */
async function checkBlock(
  { address }: Originator,
  number: string,
  { access: { account, hasBlocks }, ports }: ActionContext,
): Promise<void> {
  if (!hasBlocks) return;
  if (await ports.store.blocks.isBlocked(account.id, { originator: address, number })) {
    throw new Refusal("recipientBlocked", "to is blocked for this sender (opted out)");
  }
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
