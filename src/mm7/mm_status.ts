/** Maps reports of an MMSC to outcomes (contract section 6, "Statuses from carriers"). */
import { truncate } from "../core/characters.ts";
import type { Outcome } from "../core/message/message.ts";
import {
  ORDINARY_DETAILS,
  readException,
  type RejectedDetails,
} from "../core/message/status_details.ts";
import type { MMStatus } from "../generated/mm7.ts";

/** Optional elements of a report beside its MMStatus. */
export interface ReportFacts {
  readonly statusText?: string;
  /** UAProf of UACapabilities. */
  readonly uaProf?: string;
}

/** Maximum length of a carrier's text stored with a message, in characters. */
const TEXT_MAX = 200;
/** Maximum length of a UAProf URL, in characters; longer ones are dropped. */
const HANDSET_MAX = 1000;

type ToOutcome = (facts: ReportFacts) => Outcome;

const delivered: ToOutcome = ({ uaProf }) =>
  uaProf === undefined || uaProf.length > HANDSET_MAX
    ? { outcome: "delivered" }
    : { outcome: "delivered", handset: uaProf };

export const MM_STATUSES: Readonly<Record<MMStatus, ToOutcome>> = {
  Retrieved: delivered,
  Expired: (facts) => ({ outcome: "expired", reason: quote("Expired", facts) }),
  Rejected: rejected("Rejected", "Message Rejected"),
  NotSupported: rejected("NotSupported", "Message Not Supported"),
  Unreachable: rejected("Unreachable", "Network Unreachable"),
  Unrecognised: unrecognised("Unrecognised"),
  Deferred: noted("Deferred"),
  Forwarded: noted("Forwarded"),
  Indeterminate: noted("Indeterminate"),
};

/** Circumstances of each status (3GPP TS 23.140 section 8.7.3.2). */
export const MM_STATUS_MEANINGS: Readonly<Record<MMStatus, string>> = {
  Retrieved: "the handset has fetched the message",
  Expired: "the handset did not fetch it in time",
  Rejected: "the handset, its user or the carrier rejected it",
  NotSupported: "the handset or the subscription takes no MMS",
  Unreachable: "the recipient's network cannot be reached",
  Unrecognised: "the recipient's system does not know the message; also as Unrecognized",
  Deferred: "the handset has postponed it; a further report follows",
  Forwarded: "it was passed on to another number or network",
  Indeterminate: "the carrier does not know what became of it",
};

/** Statuses that MMSCs send although the schema does not define them. */
const NONSTANDARD_STATUSES: Readonly<Record<string, ToOutcome>> = {
  Delivered: delivered,
  DeliveryConditionNotMet: rejected("DeliveryConditionNotMet", "Message Rejected"),
  Unrecognized: unrecognised("Unrecognized"),
};

/** All statuses by lower-case name. */
const BY_NAME: ReadonlyMap<string, ToOutcome> = new Map(
  Object.entries({ ...MM_STATUSES, ...NONSTANDARD_STATUSES })
    .map(([status, toOutcome]) => [status.toLowerCase(), toOutcome]),
);

/** Returns the outcome of a delivery report; an unknown status is only noted. */
export function outcomeOf(status: string, facts: ReportFacts): Outcome {
  return (BY_NAME.get(status.toLowerCase()) ?? noted(truncate(status, TEXT_MAX)))(facts);
}

/** Returns the outcome of a read reply: a note, which does not change the message's status. */
export function outcomeOfRead(status: string): Outcome {
  return { outcome: "noted", details: `read reply: ${truncate(status, TEXT_MAX)}` };
}

function rejected(status: string, details: RejectedDetails): ToOutcome {
  return (facts) => ({ outcome: "rejected", details, reason: quote(status, facts) });
}

function unrecognised(status: string): ToOutcome {
  return (facts) => ({
    outcome: "unrecognised",
    details: readException(facts.statusText ?? "") ?? ORDINARY_DETAILS.unrecognised,
    reason: quote(status, facts),
  });
}

function noted(status: string): ToOutcome {
  return (facts) => ({ outcome: "noted", details: quote(status, facts) });
}

/** Quotes the MMSC's status and text. */
function quote(status: string, { statusText = "" }: ReportFacts): string {
  return statusText === "" ? status : `${status}: ${statusText.slice(0, TEXT_MAX)}`;
}
