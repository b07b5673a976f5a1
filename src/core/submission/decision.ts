/**
 * Decision on a submission (spec 2.1, contract section 5): the first fault in the order of the
 * checks, or the plan of the message to accept.
 */
import type { Account, Originator } from "../account/account.ts";
import { findOriginator } from "../account/address.ts";
import { checkPossible } from "../account/number_plan.ts";
import type { SubmittedContent } from "./content.ts";
import { isFault, type SubmitFault, submitFault } from "./fault.ts";
import { type Addresses, type PlanFacts, planSubmission, type SubmissionPlan } from "./plan.ts";
import type { SubmitRequest } from "./request.ts";

/** Facts that the addresses are checked by. */
export interface AddressFacts {
  readonly originators: readonly Originator[];
  /** Whether VASPID is an API key of the account. */
  readonly ownsVaspId: boolean;
}

export interface SubmitFacts extends PlanFacts {
  /** Result of {@link checkAddresses}: the other facts depend on it. */
  readonly addresses: Addresses | SubmitFault;
  readonly account: PlanFacts["account"] & Pick<Account, "enforceCampaignCheck">;
  /** Whether the requested operator exists; true without one. */
  readonly isOperatorKnown: boolean;
  /** Whether the recipient opted out, or an administrator blocked it. */
  readonly isBlocked: boolean;
}

export type Decision = SubmitFault | SubmissionPlan;

/**
 * Decides on a submission.
 *
 * @param readContent Reads the content, as the last check: a long presentation takes milliseconds,
 * which a request that is refused for anything else must not cost.
 */
export function decide(
  request: SubmitRequest,
  facts: SubmitFacts,
  readContent: () => SubmittedContent | SubmitFault,
): Decision {
  const { addresses } = facts;
  if (isFault(addresses)) return addresses;
  const fault = checkFacts(facts);
  if (fault !== null) return fault;
  const content = readContent();
  if (isFault(content)) return content;
  return planSubmission({ request, addresses, content, facts });
}

/** Checks VASPID, sender, VASID and recipient, in this order. */
export function checkAddresses(
  { sender, vasId, destination }: SubmitRequest,
  { originators, ownsVaspId }: AddressFacts,
): Addresses | SubmitFault {
  if (!ownsVaspId) return submitFault("vaspIdInvalid");
  const originator = originatorOf(sender, originators);
  if (isFault(originator)) return originator;
  const fault = checkVasId(vasId, originator);
  if (fault !== null) return fault;
  if (isFault(destination)) return destination;
  const impossible = checkPossible(destination.to);
  if (impossible !== null) return submitFault("addressError", `To ${impossible}`);
  return { ...destination, originator };
}

function originatorOf(
  sender: string | null,
  originators: readonly Originator[],
): Originator | SubmitFault {
  if (sender === null) {
    return submitFault("shortCodeInvalid", "SenderAddress is not a number in digits");
  }
  return findOriginator(originators, sender) ??
    submitFault("shortCodeInvalid", "SenderAddress is not provisioned to the account");
}

/** Checks VASID where the sender has one; a shared short code requires it (spec 2.1, VASID). */
function checkVasId(requested: string | null, { vasid, shared }: Originator): SubmitFault | null {
  if (requested === null && shared) {
    return submitFault("vasIdInvalid", "a shared short code needs a VASID");
  }
  if (vasid !== null && requested !== vasid) {
    return submitFault("vasIdInvalid", "VASID is not the one of this sender");
  }
  return null;
}

function checkFacts({ isOperatorKnown, isBlocked, account }: SubmitFacts): SubmitFault | null {
  if (!isOperatorKnown) return submitFault("carrierIdInvalid", "X-Service-Carrier-Id is unknown");
  if (isBlocked) {
    return submitFault("recipientBlocked", "To is blocked for this sender (opted out)");
  }
  if (account.enforceCampaignCheck) {
    return submitFault("clientError", "the account needs a campaign, which MM7 cannot name");
  }
  return null;
}
