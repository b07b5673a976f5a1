/**
 * Errors of SMS Gateway for Android. It has no codes: an error shows by the fixed words of its
 * text, in responses of the app and of its server, and in the reasons of failed messages.
 */
import type { CodeRow } from "../http_carrier/provider.ts";

/** Words of the response to a message id that is there already. */
export const SAME_ID = "message with the same id already exists";

export const CODES: readonly CodeRow[] = [
  { code: SAME_ID, kind: "duplicate", when: "the id of the message is there already" },
  { code: "unauthorized", kind: "credentials", when: "user name or password is wrong" },
  { code: "insufficient permissions", kind: "credentials", when: "a scope is missing, in the app" },
  { code: "scope required", kind: "credentials", when: "a scope is missing, on the server" },
  { code: "invalid phone number", kind: "recipient", when: "the recipient is no valid number" },
  { code: "failed to parse phone number", kind: "recipient", when: "the recipient is no number" },
  { code: "not mobile phone number", kind: "recipient", when: "the recipient is a landline" },
  { code: "text message is empty", kind: "content", when: "there is no text" },
  { code: "no text or data content", kind: "content", when: "there is no text" },
  { code: "message already expired", kind: "expired", when: "its time is over at submission" },
  { code: "ttl expired", kind: "expired", when: "its time was over before the phone sent it" },
  { code: "invalid device id", kind: "request", when: "device-id is not that of the phone" },
  { code: "failed to select device", kind: "request", when: "the account has no such phone" },
  { code: "too many pending messages", kind: "throttled", when: "the server's queue is full" },
  {
    code: "too old pending message",
    kind: "temporary",
    when: "the phone does not fetch its messages from the server",
  },
  {
    code: "too many failed messages",
    kind: "temporary",
    when: "the server takes none after many failures",
  },
  { code: "failed to handle request", kind: "temporary", when: "an internal error of the server" },
  { code: "no sims found", kind: "sender", when: "the phone has no SIM" },
  {
    code: "sim selection requires read_phone_state permission",
    kind: "sender",
    when: "the app lacks the permission that sim-number needs",
  },
];

/** Finds the code in an error's text; null: the text has none. */
export function codeIn(text: string): string | null {
  const words = text.toLowerCase();
  return CODES.find(({ code }) => words.includes(code))?.code ?? null;
}
