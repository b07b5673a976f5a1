/** What an MMSC's reports mean for a message (contract section 6, "Statuses from carriers"). */
import type { Outcome } from "../core/message.ts";
import type { MMStatus, ReadStatus } from "../generated/mm7.ts";

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
  Retrieved: ({ uaProf }) =>
    uaProf === undefined || uaProf.length > HANDSET_MAX
      ? { outcome: "delivered" }
      : { outcome: "delivered", handset: uaProf },
  Expired: () => ({ outcome: "expired" }),
  Rejected: () => ({ outcome: "rejected", details: "Message Rejected" }),
  NotSupported: () => ({ outcome: "rejected", details: "Message Not Supported" }),
  Unreachable: () => ({ outcome: "rejected", details: "Network Unreachable" }),
  Unrecognised: ({ statusText = "" }) => ({
    outcome: "unrecognised",
    details: /^\d{1,10}:Exception$/.test(statusText) ? statusText : UNNAMED_EXCEPTION,
  }),
  Deferred: noted("Deferred"),
  Forwarded: noted("Forwarded"),
  Indeterminate: noted("Indeterminate"),
};

/** What a delivery report says of its message. */
export function outcomeOf(status: MMStatus, facts: ReportFacts): Outcome {
  return MM_STATUSES[status](facts);
}

/** Whether a message was read changes nothing: it is kept on its log. */
export function outcomeOfRead(status: ReadStatus): Outcome {
  return { outcome: "noted", details: `read reply: ${status}` };
}

function noted(status: MMStatus): (facts: ReportFacts) => Outcome {
  return ({ statusText = "" }) => ({
    outcome: "noted",
    details: statusText === "" ? status : `${status}: ${statusText.slice(0, TEXT_MAX)}`,
  });
}
