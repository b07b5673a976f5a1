/** What an MMSC's reports mean for a message (contract section 6, "Statuses from carriers"). */
import { cut } from "../core/characters.ts";
import type { Outcome } from "../core/message/message.ts";
import {
  ORDINARY_DETAILS,
  readException,
  type RejectedDetails,
} from "../core/postback/status_details.ts";
import type { MMStatus } from "../generated/mm7.ts";

/** What a report says beside its MMStatus; what is missing was not said. */
export interface ReportFacts {
  readonly statusText?: string;
  /** Of UACapabilities. */
  readonly uaProf?: string;
}

/** Longest text of a carrier that is kept with a message, in characters. */
const TEXT_MAX = 200;
/** Longest address of a handset's profile. */
const HANDSET_MAX = 1000;

type Reading = (facts: ReportFacts) => Outcome;

const delivered: Reading = ({ uaProf }) =>
  uaProf === undefined || uaProf.length > HANDSET_MAX
    ? { outcome: "delivered" }
    : { outcome: "delivered", handset: uaProf };

export const MM_STATUSES: Readonly<Record<MMStatus, Reading>> = {
  Retrieved: delivered,
  Expired: (facts) => ({ outcome: "expired", reason: said("Expired", facts) }),
  Rejected: rejected("Rejected", "Message Rejected"),
  NotSupported: rejected("NotSupported", "Message Not Supported"),
  Unreachable: rejected("Unreachable", "Network Unreachable"),
  Unrecognised: unrecognised("Unrecognised"),
  Deferred: noted("Deferred"),
  Forwarded: noted("Forwarded"),
  Indeterminate: noted("Indeterminate"),
};

/** Words that MMSCs use and the schema does not have. */
const OTHER_WORDS: Readonly<Record<string, Reading>> = {
  Delivered: delivered,
  DeliveryConditionNotMet: rejected("DeliveryConditionNotMet", "Message Rejected"),
  Unrecognized: unrecognised("Unrecognized"),
};

/** By the lower-case word. */
const BY_WORD: ReadonlyMap<string, Reading> = new Map(
  Object.entries({ ...MM_STATUSES, ...OTHER_WORDS })
    .map(([word, reading]) => [word.toLowerCase(), reading]),
);

/** Returns what a delivery report says of its message; a word that is not known is noted. */
export function outcomeOf(status: string, facts: ReportFacts): Outcome {
  return (BY_WORD.get(status.toLowerCase()) ?? noted(cut(status, TEXT_MAX)))(facts);
}

/** Returns a note: whether a message was read changes nothing. */
export function outcomeOfRead(status: string): Outcome {
  return { outcome: "noted", details: `read reply: ${cut(status, TEXT_MAX)}` };
}

function rejected(status: string, details: RejectedDetails): Reading {
  return (facts) => ({ outcome: "rejected", details, reason: said(status, facts) });
}

function unrecognised(status: string): Reading {
  return (facts) => ({
    outcome: "unrecognised",
    details: readException(facts.statusText ?? "") ?? ORDINARY_DETAILS.unrecognised,
    reason: said(status, facts),
  });
}

function noted(status: string): Reading {
  return (facts) => ({ outcome: "noted", details: said(status, facts) });
}

/** The report in the MMSC's words. */
function said(status: string, { statusText = "" }: ReportFacts): string {
  return statusText === "" ? status : `${status}: ${statusText.slice(0, TEXT_MAX)}`;
}
