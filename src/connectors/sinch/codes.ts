/**
 * Codes of Sinch: those of responses are words, those of delivery reports numbers. Further numbers
 * come from the operators' networks; they count by the status beside them.
 */
import type { CodeRow } from "../http_carrier/provider.ts";

/** Code of a response that does not say which parameter is meant, except in its text. */
export const INVALID_FORMAT = "syntax_invalid_parameter_format";

export const CODES: readonly CodeRow[] = [
  { code: "syntax_invalid_json", kind: "request", when: "the request is not of the API" },
  { code: INVALID_FORMAT, kind: "request", when: "a parameter has a wrong form" },
  { code: `${INVALID_FORMAT} (to)`, kind: "recipient", when: "the recipient is no valid number" },
  { code: `${INVALID_FORMAT} (from)`, kind: "sender", when: "the sender has a wrong form" },
  { code: "syntax_constraint_violation", kind: "request", when: "a parameter breaks a rule" },
  { code: "blocked_account", kind: "funds", when: "the account is blocked" },
  {
    code: "illegal_number_type",
    kind: "recipient",
    when: "the type of the number is not allowed in the region",
  },
  {
    code: "missing_callback_url",
    kind: "request",
    when: "reports are requested without a callback URL",
  },
  { code: "unknown_group", kind: "recipient", when: "the recipient is read as an unknown group" },
  { code: "402", kind: "recipient", when: "there is no route to the recipient" },
  { code: "403", kind: "failed", when: "an unexpected error at Sinch" },
  { code: "404", kind: "temporary", when: "a failure of delivery that passes" },
  { code: "405", kind: "content", when: "the text has a parameter without a value" },
  { code: "406", kind: "expired", when: "expired before it reached the SMSC" },
  { code: "407", kind: "failed", when: "cancelled by the account's user" },
  { code: "408", kind: "refused", when: "the SMSC refuses it, and would again" },
  { code: "410", kind: "sender", when: "there is no default originator for the recipient" },
  { code: "411", kind: "size", when: "the text has too many segments" },
  { code: "412", kind: "sender", when: "the account is not provisioned for the region" },
  { code: "413", kind: "funds", when: "the account is blocked, perhaps without funds" },
  { code: "414", kind: "media", when: "MMS: the file cannot be fetched" },
  { code: "415", kind: "refused", when: "MMS: the gateway or the network refuses it" },
  { code: "416", kind: "unsupported", when: "MMS: the recipient's MMSC does not support it" },
  { code: "417", kind: "unreachable", when: "MMS: the network or the recipient is out of reach" },
  { code: "418", kind: "unsupported", when: "MMS: the handset does not recognise the content" },
];
