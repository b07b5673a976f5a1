/** Subscriptions of recipients to campaigns, and their changes. */
import type { Campaign } from "./campaign.ts";

/** Time in which a recipient who is asked may confirm, in milliseconds. */
export const CONFIRMATION_MS = 72 * 3_600_000;

/** Time in which a recipient is asked once at most for each campaign, in milliseconds. */
export const ASK_INTERVAL_MS = 24 * 3_600_000;

/** Evidence of a recipient's consent, as the request has it. */
export interface Consent {
  /** Form, page or event at which it was given. */
  source?: string;
  /** Milliseconds since the epoch. */
  collectedAt?: number;
  /** Words that the recipient saw. */
  textShown?: string;
  /** Customer's own id of the recipient. */
  subscriberRef?: string;
  timezone?: string;
  /** Customer's own fields. */
  data?: Readonly<Record<string, string>>;
}

export interface Subscription {
  campaignRef: string;
  /** Digits. */
  recipient: string;
  /** When the recipient was subscribed, or asked to confirm, in milliseconds since the epoch. */
  since: number;
  /** End of the time to confirm; null: subscribed. */
  expiresAt: number | null;
  /** Null: none was given. */
  consent: Consent | null;
}

/** Cause of a change: an administrator, a request, a text of the handset, a page, an import. */
export type ChangeSource = "MANAGER" | "API" | "MO" | "WEB" | "IMPORTED";

/** Beginning (N301) or end (N302) of a subscription. */
export interface SubscriptionChange {
  trackingId: string;
  account: string;
  code: "N301" | "N302";
  campaign: Campaign;
  recipient: string;
  source: ChangeSource;
  at: number;
  consent: Consent | null;
  /** Trace context of its cause; absent: it is not traced. */
  trace?: string;
}
