/** Campaigns of an account, which recipients subscribe to. */

export interface Campaign {
  /** Reference, unique within the account. */
  ref: string;
  title: string | null;
  brandName: string | null;
  /** Address of the account's sender that its texts go out from; null: it sends none. */
  sender: string | null;
  /** Text that asks for a confirmation (double opt-in). */
  ctaText: string | null;
  /** Text that follows a subscription, and its end. */
  welcomeText: string | null;
  goodbyeText: string | null;
  /** Milliseconds since the epoch. */
  createdAt: number;
}

/** Settings of a campaign that a first subscription makes. */
export const CAMPAIGN_DEFAULTS = {
  title: null,
  brandName: null,
  sender: null,
  ctaText: null,
  welcomeText: null,
  goodbyeText: null,
} as const satisfies Partial<Campaign>;
