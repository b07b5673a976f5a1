/** Sentences on the status details of failures, for administrators. */
import type { FailedDetails, RejectedDetails } from "./status_details.ts";

const SENTENCES: Readonly<Record<FailedDetails | RejectedDetails | "Message Expired", string>> = {
  "MMS is too big": "It exceeds the operator's limit in every form, and may not go as an SMS.",
  "No way to send MMS or SMS": "No connector serves the sender, or the carrier gave up.",
  "Internal Routing Error": "The carrier refused the request, or a connector is missing.",
  "Content Validation Failed": "A file could not be used, or the text takes too many segments.",
  "Audio or Video Transcoding Failed": "A file could not be made to fit the handset.",
  "Message Rejected": "The carrier rejected it, or the recipient has opted out.",
  "Network Unreachable": "The carrier could not reach the recipient's network.",
  "Message Not Supported": "The handset or the subscription does not take it.",
  "Message Expired": "The handset was out of reach, or no carrier took it in time.",
};

/** Returns the sentence on status details; other texts are those of unknown statuses. */
export function failureSentence(details: string): string {
  return details in SENTENCES
    ? SENTENCES[details as keyof typeof SENTENCES]
    : "The carrier reported a status that has no meaning here.";
}
