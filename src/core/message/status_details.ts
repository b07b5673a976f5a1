/**
 * Texts of `status-details` (spec 6.2), to the letter. A carrier's own text, or the reason for a
 * decision of ours, is the outcome's `reason`: it goes to the message's history, never to
 * customers.
 */
import type { MessageState } from "./message_state.ts";

/** Texts of E101 (Failed). */
export const FAILED_DETAILS = [
  "MMS is too big",
  "No way to send MMS or SMS",
  "Internal Routing Error",
  "Content Validation Failed",
  "Audio or Video Transcoding Failed",
] as const;
export type FailedDetails = typeof FAILED_DETAILS[number];

/** Texts of E102 with status Rejected. */
export const REJECTED_DETAILS = [
  "Message Rejected",
  "Network Unreachable",
  "Message Not Supported",
] as const;
export type RejectedDetails = typeof REJECTED_DETAILS[number];

/** Text of E102 with status Unrecognised. */
export type UnrecognisedDetails = `${number}:Exception`;

/** Texts that depend on more than the state. */
export type OutcomeDetails = FailedDetails | RejectedDetails | UnrecognisedDetails;

export type StatusDetails =
  | "Message Sent"
  | "Message Delivered"
  | "Message Expired"
  | "Message Scheduled"
  | "Message Canceled"
  | OutcomeDetails;

/** Default texts by state. */
export const ORDINARY_DETAILS = {
  scheduled: "Message Scheduled",
  accepted: "Message Sent",
  preparing: "Message Sent",
  sent: "Message Sent",
  submitted: "Message Sent",
  unreported: "Message Sent",
  delivered: "Message Delivered",
  expired: "Message Expired",
  failed: "No way to send MMS or SMS",
  rejected: "Message Rejected",
  unrecognised: "5000:Exception",
  canceled: "Message Canceled",
} as const satisfies Record<MessageState, StatusDetails>;

/** Returns the text of a message's state and outcome. */
export function statusDetails(
  state: MessageState,
  details: OutcomeDetails | undefined,
): StatusDetails {
  return details ?? ORDINARY_DETAILS[state];
}

/** Parses a text of the form `<number>:Exception`; null if it has another form. */
export function readException(text: string): UnrecognisedDetails | null {
  return /^\d{1,10}:Exception$/.test(text) ? text as UnrecognisedDetails : null;
}
