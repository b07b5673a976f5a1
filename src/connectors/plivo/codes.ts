/**
 * Error codes of Plivo, which come in callbacks. Errors of responses have a text only, of which two
 * mean a code.
 */
import type { CodeRow } from "../http_carrier/provider.ts";

export const CODES: readonly CodeRow[] = [
  { code: "10", kind: "content", when: "the carrier finds the message invalid" },
  { code: "20", kind: "temporary", when: "the carrier's network failed; it passes" },
  { code: "30", kind: "content", when: "the carrier filters it as spam" },
  { code: "40", kind: "sender", when: "the sender is invalid, or takes no SMS" },
  { code: "50", kind: "recipient", when: "the recipient is no valid number, or a landline" },
  { code: "60", kind: "refused", when: "a loop was detected" },
  { code: "70", kind: "recipient", when: "the recipient is unavailable for good" },
  { code: "80", kind: "unreachable", when: "the recipient is unavailable for now" },
  { code: "90", kind: "unsupported", when: "there is no route to the recipient" },
  { code: "100", kind: "refused", when: "the carrier prohibits it" },
  { code: "110", kind: "size", when: "the text is too long" },
  { code: "120", kind: "size", when: "the media exceed 5 MB" },
  { code: "200", kind: "blocked", when: "the recipient has sent STOP to the sender" },
  { code: "201", kind: "sender", when: "a US toll-free number does not send to Canada" },
  { code: "300", kind: "failed", when: "it could not be dispatched" },
  { code: "420", kind: "expired", when: "it expired in the queue" },
  { code: "450", kind: "sender", when: "the country is not enabled in Geo Permissions" },
  { code: "900", kind: "funds", when: "the account has no credit" },
  { code: "910", kind: "funds", when: "the account is disabled" },
  { code: "1000", kind: "failed", when: "an unknown error" },
];

/** Text of an error in a response, and the code that it means. */
interface TextRow {
  readonly text: RegExp;
  readonly code: string;
}

export const ERROR_TEXTS: readonly TextRow[] = [
  { text: /is not a valid phone number/i, code: "50" },
  { text: /insufficient credit/i, code: "900" },
];
