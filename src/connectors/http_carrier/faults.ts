/**
 * Kinds of faults that providers name by hundreds of codes: what each means for a submission, for a
 * message that was accepted, and for the administrator.
 */
import type { Outcome } from "../../core/message/message.ts";

/** Meaning of a fault in the response to a submission. */
export type SubmissionMeaning =
  | { readonly means: "throttled" | "temporary" }
  /** The provider has the message already; or it may have it. */
  | { readonly means: "duplicate" | "unconfirmed" }
  | { readonly means: "final"; readonly outcome: Outcome };

export interface FaultRow {
  readonly description: string;
  readonly submission: SubmissionMeaning;
  /** Outcome of an accepted message that ends by it. */
  readonly report: Outcome;
  /** Action for the administrator; null: there is none. */
  readonly advice: string | null;
}

const temporary: SubmissionMeaning = { means: "temporary" };
const failed: Outcome = { outcome: "failed", details: "No way to send MMS or SMS" };
const misrouted: Outcome = { outcome: "failed", details: "Internal Routing Error" };
const invalid: Outcome = { outcome: "failed", details: "Content Validation Failed" };
const tooBig: Outcome = { outcome: "failed", details: "MMS is too big" };
const rejected: Outcome = { outcome: "rejected", details: "Message Rejected" };
const unreachable: Outcome = { outcome: "rejected", details: "Network Unreachable" };
const unsupported: Outcome = { outcome: "rejected", details: "Message Not Supported" };

export const FAULT_KINDS = {
  throttled: {
    description: "too many requests, or a full queue",
    submission: { means: "throttled" },
    report: misrouted,
    advice: "lower the connector's --rate, or ask the provider for a higher one",
  },
  temporary: {
    description: "a failure of the provider that passes",
    submission: temporary,
    report: failed,
    advice: "wait, or ask the provider",
  },
  unconfirmed: {
    description: "a failure after which the provider may have the message",
    submission: { means: "unconfirmed" },
    report: failed,
    advice: null,
  },
  unknown: {
    description: "the provider does not know what became of the message",
    submission: { means: "unconfirmed" },
    report: { outcome: "noted", details: "unknown" },
    advice: null,
  },
  credentials: {
    description: "credentials are wrong, or lack a permission",
    submission: temporary,
    report: misrouted,
    advice: "check the connector's credentials: slidepost admin connector check",
  },
  funds: {
    description: "the account has no funds, or is suspended",
    submission: temporary,
    report: misrouted,
    advice: "see to the account with the provider",
  },
  sender: {
    description: "the sender is not usable: not of the account, not enabled, not registered",
    submission: final(misrouted),
    report: misrouted,
    advice: "see to the sender with the provider, or route its messages to another connector",
  },
  request: {
    description: "the provider does not understand the request, or a setting is wrong",
    submission: final(misrouted),
    report: misrouted,
    advice: "check the connector's settings: slidepost admin connector check",
  },
  recipient: {
    description: "the recipient is no valid number, or cannot be sent to",
    submission: final(rejected),
    report: rejected,
    advice: null,
  },
  blocked: {
    description: "the recipient has opted out, or is blocked",
    submission: final(rejected),
    report: rejected,
    advice: null,
  },
  unsupported: {
    description: "the recipient or the route takes no such message: a landline, MMS, a type",
    submission: final(unsupported),
    report: unsupported,
    advice: null,
  },
  unreachable: {
    description: "the handset or its network cannot be reached",
    submission: final(unreachable),
    report: unreachable,
    advice: null,
  },
  content: {
    description: "the content is refused: by a filter, or because it is invalid",
    submission: final(invalid),
    report: invalid,
    advice: null,
  },
  media: {
    description: "media cannot be fetched or read",
    submission: final(invalid),
    report: invalid,
    advice: "check that BASE_URL is reachable from the internet",
  },
  size: {
    description: "the message is too long or too big",
    submission: final(tooBig),
    report: tooBig,
    advice: null,
  },
  expired: {
    description: "the message could not be delivered in time",
    submission: final({ outcome: "expired" }),
    report: { outcome: "expired" },
    advice: null,
  },
  refused: {
    description: "the carrier refuses the message without a closer reason",
    submission: final(rejected),
    report: rejected,
    advice: null,
  },
  failed: {
    description: "delivery failed without a closer reason",
    submission: final(failed),
    report: failed,
    advice: null,
  },
  duplicate: {
    description: "the provider has this message already",
    submission: { means: "duplicate" },
    report: { outcome: "noted", details: "duplicate" },
    advice: null,
  },
} as const satisfies Record<string, FaultRow>;

export type FaultKind = keyof typeof FAULT_KINDS;

export function faultRow(kind: FaultKind): FaultRow {
  return FAULT_KINDS[kind];
}

function final(outcome: Outcome): SubmissionMeaning {
  return { means: "final", outcome };
}
