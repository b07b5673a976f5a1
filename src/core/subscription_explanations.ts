/** Causes and remedies of the faults of subscriptions. */
import type { FaultName } from "./errors.ts";
import type { Explanation } from "./explanation.ts";

export const SUBSCRIPTION_EXPLANATIONS = {
  mobileInvalid: {
    cause: "`mobile` is missing, or is no number that its country's number plan has.",
    remedy: "Send the number with its country code, such as 16175550101.",
  },
  campaignMissing: {
    cause: "`campaign-ref` is missing, blank or longer than 200 characters.",
    remedy: "Send the reference of a [campaign](accounts.md#campaigns) of the account.",
  },
  campaignUnknown: {
    cause:
      "The account has no campaign of this reference; or the key is limited to senders, and the " +
      "campaign's is not among them.",
    remedy: "Correct the reference. The administrator lists the " +
      "[campaigns](accounts.md#campaigns) with `campaign list`, and creates one with " +
      "`campaign create`.",
  },
  notSubscribable: {
    cause:
      "The recipient has opted out by a text, of the campaign's sender or of the whole account; " +
      "or `cta` or `notify` asks for a text that the campaign cannot send: it has no sender, not this " +
      "text, or a sender that cannot reach the recipient or take a reply.",
    remedy:
      "Leave recipients alone who have opted out: they opt in again by a text, START. For the " +
      "others, have the administrator complete the campaign with " +
      "[`campaign change`](accounts.md#campaigns), or send neither `cta` nor `notify`.",
  },
  notUnsubscribable: {
    cause: "`notify` asks for a text that the campaign cannot send: it has no sender, no " +
      "`goodbye-text`, or a sender that cannot reach the recipient.",
    remedy:
      "Send the request without `notify`, or have the administrator complete the campaign with " +
      "[`campaign change`](accounts.md#campaigns).",
  },
} as const satisfies Partial<Record<FaultName, Explanation>>;
