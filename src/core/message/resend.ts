/** Sending a message again: which ones can be, and what their content becomes. */
import type { MmsContent } from "../composition/content.ts";
import { Refusal } from "../errors.ts";
import type { MessageRecord } from "./message.ts";
import { hasEnded } from "./message_state.ts";

/**
 * Checks that a message can be sent again, as far as it tells by itself.
 *
 * @throws {Refusal} E100 for its state, E652 for content that has expired.
 */
export function checkResend({ content, replyTo, state }: MessageRecord, now: number): void {
  if (!hasEnded(state)) {
    throw new Refusal("conflict", `the message is ${state}; only one that has ended is sent again`);
  }
  if (replyTo !== undefined) {
    throw new Refusal("conflict", "the message is an automatic reply, which is not sent again");
  }
  if (content.kind === "MMS" && isPageExpired(content, now)) {
    throw new Refusal("expiryInvalid", "fallback-sms-link-expiration of the message is past");
  }
}

/** Tells whether the message can need its page, and the page has expired. */
function isPageExpired({ fallback, forceSms, pageCode }: MmsContent, now: number): boolean {
  const { disabled, linkDisabled, linkExpiresAt, text } = fallback;
  const isSentAsSms = text !== null && (!disabled || forceSms);
  return pageCode !== undefined && isSentAsSms && !linkDisabled && linkExpiresAt <= now;
}

/** Returns the content of an MMS that sends another again, with a page of its own. */
export function resentMms({ pageCode, vasp, ...content }: MmsContent, newCode: string): MmsContent {
  return {
    ...content,
    ...pageCode !== undefined && { pageCode: newCode },
    // Files that did not fit the operator may fit now.
    ...vasp !== undefined && { vasp: { ...vasp, prepared: false } },
  };
}
