/** What an MMSC's reports mean for a message (contract section 6, "Statuses from carriers"). */
import type { Outcome } from "../core/message.ts";
import { cut } from "../core/characters.ts";
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

/** Spec 6.2, "a text of the form <number>:Exception", where the report has none. */
const UNNAMED_EXCEPTION = "5000:Exception";

export const MM_STATUSES: Readonly<Record<MMStatus, (facts: ReportFacts) => Outcome>> = {
  Retrieved: delivered,
  Expired: () => ({ outcome: "expired" }),
  Rejected: rejected,
  NotSupported: () => ({ outcome: "rejected", details: "Message Not Supported" }),
  Unreachable: () => ({ outcome: "rejected", details: "Network Unreachable" }),
  Unrecognised: unrecognised,
  Deferred: noted("Deferred"),
  Forwarded: noted("Forwarded"),
  Indeterminate: noted("Indeterminate"),
};

/** Words that MMSCs use and the schema does not have. */
const OTHER_WORDS = {
  Delivered: delivered,
  DeliveryConditionNotMet: rejected,
  Unrecognized: unrecognised,
} as const;

/** By the lower-case word. */
const BY_WORD: ReadonlyMap<string, (facts: ReportFacts) => Outcome> = new Map(
  Object.entries({ ...MM_STATUSES, ...OTHER_WORDS })
    .map(([word, outcome]) => [word.toLowerCase(), outcome]),
);

/** What a delivery report says of its message; a word that is not known is noted. */
export function outcomeOf(status: string, facts: ReportFacts): Outcome {
  return (BY_WORD.get(status.toLowerCase()) ?? noted(cut(status, TEXT_MAX)))(facts);
}

/** Whether a message was read changes nothing: it is kept on its log. */
export function outcomeOfRead(status: string): Outcome {
  return { outcome: "noted", details: `read reply: ${cut(status, TEXT_MAX)}` };
}

function delivered({ uaProf }: ReportFacts): Outcome {
  return uaProf === undefined || uaProf.length > HANDSET_MAX
    ? { outcome: "delivered" }
    : { outcome: "delivered", handset: uaProf };
}

function rejected(): Outcome {
  return { outcome: "rejected", details: "Message Rejected" };
}

function unrecognised({ statusText = "" }: ReportFacts): Outcome {
  const isException = /^\d{1,10}:Exception$/.test(statusText);
  return { outcome: "unrecognised", details: isException ? statusText : UNNAMED_EXCEPTION };
}

function noted(status: string): (facts: ReportFacts) => Outcome {
  return ({ statusText = "" }) => ({
    outcome: "noted",
    details: statusText === "" ? status : `${status}: ${statusText.slice(0, TEXT_MAX)}`,
  });
}
