/** Senders of an account, and what they may send to a recipient. */
import type { Originator } from "../core/account/account.ts";
import { findOriginator, readOriginator } from "../core/account/address.ts";
import { refusingCountry } from "../core/account/alphanumeric.ts";
import { checkPossible, checkReachable } from "../core/account/number_plan.ts";
import { Refusal } from "../core/errors.ts";
import type { ActionContext } from "./ports.ts";

/**
 * Recipients of a send. `countries`: those in a country that the sender serves (spec 4.4, `to`).
 */
export type Reach = "anywhere" | "countries";

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

/** Checks that a sender may send to a recipient. Null: it may; else E110 or E111. */
export function refusalOf(originator: Originator, to: string, reach: Reach): Refusal | null {
  const fault = reach === "anywhere" ? checkPossible(to) : checkReachable(to, originator.countries);
  if (fault !== null) return new Refusal("recipientInvalid", `to ${fault}`);
  const country = refusingCountry(originator, to);
  if (country === null) return null;
  return new Refusal(
    "originatorInvalid",
    `from is alphanumeric, which carriers of ${country} do not take`,
  );
}

/** Tells whether a recipient opted out of a sender, or is blocked (contract section 2, E114). */
export async function isBlocked(
  { address }: Originator,
  number: string,
  { access: { account, hasBlocks }, ports }: ActionContext,
): Promise<boolean> {
  if (!hasBlocks) return false;
  return await ports.store.blocks.isBlocked(account.id, { originator: address, number });
}

/** Creates the refusal of a recipient that is blocked: E114. */
export function blocked(): Refusal {
  return new Refusal("recipientBlocked", "to is blocked for this sender (opted out)");
}
