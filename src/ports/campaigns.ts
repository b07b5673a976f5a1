/** Storage of campaigns, and of subscriptions to them. */
import type { PostbackReceiver } from "../core/account/receiver.ts";
import type { NewMessage } from "../core/message/message.ts";
import type { Campaign } from "../core/subscription/campaign.ts";
import type { ChangeSource, Consent, Subscription } from "../core/subscription/subscription.ts";
import type { Page, PageRequest } from "./page.ts";

export type CampaignChange = Partial<Omit<Campaign, "ref" | "createdAt">>;

export interface CampaignStore {
  byRef(account: string, ref: string): Promise<Campaign | null>;
  /** Ordered by reference. */
  list(account: string, page: PageRequest): Promise<Page<Campaign>>;
  /** @throws {AlreadyExists} */
  create(account: string, campaign: Campaign): Promise<void>;
  /** Changes the fields present in `change`; null: the account has no such campaign. */
  change(account: string, ref: string, change: CampaignChange): Promise<Campaign | null>;
  /** Removes a campaign, unless recipients are subscribed to it or asked. */
  remove(account: string, ref: string): Promise<"removed" | "missing" | "has subscriptions">;
}

/** Recipient and campaign. */
export type SubscriptionKey = Pick<Subscription, "campaignRef" | "recipient">;

/** Facts of a change that is to be made. */
export interface ChangeFacts {
  /** Tracking-id of the change. */
  trackingId: string;
  source: ChangeSource;
  at: number;
  /** Receivers of the account. */
  receivers: readonly PostbackReceiver[];
  /** Text to accept with the change. Default: none. */
  text?: NewMessage;
}

export interface SubscribeRequest extends SubscriptionKey, ChangeFacts {
  /** Default: none. */
  consent?: Consent;
  /** Makes the campaign where there is none. Default: no. */
  makesCampaign?: boolean;
  /** Refuses recipients who have opted out of the campaign's sender by a keyword. Default: no. */
  heedsOptOut?: boolean;
  /** The recipient is asked by `text` instead of subscribed. */
  question?: {
    /** End of the time to confirm. */
    expiresAt: number;
    /** A text that asked at this time or before does not count. */
    askedSince: number;
    /** Whether the welcome text follows the confirmation. */
    notify: boolean;
  };
}

/**
 * - `subscribed`: it is now; `asked`: the text asks for a confirmation.
 * - `unchanged`: it was subscribed or asked already.
 */
export type SubscribeResult =
  | "subscribed"
  | "asked"
  | "unchanged"
  | "campaign unknown"
  | "opted out";

export interface SubscriptionStore {
  /** Tells whether a recipient is subscribed; one who is only asked is not. */
  isSubscribed(account: string, subscription: SubscriptionKey): Promise<boolean>;
  /** Finds the subscription of a recipient, in whatever form of the number. */
  find(account: string, key: SubscriptionKey): Promise<Subscription | null>;
  /** Ordered by campaign and recipient. */
  list(account: string, page: PageRequest): Promise<Page<Subscription>>;
  /** Subscribes or asks a recipient, with the change and the text that this causes, in one commit. */
  subscribe(account: string, request: SubscribeRequest): Promise<SubscribeResult>;
  /**
   * Ends a subscription in all forms of the number, with the change and the text that this causes, in
   * one commit. One that waits for its confirmation ends without either.
   * @returns False if there was none.
   */
  unsubscribe(account: string, key: SubscriptionKey, facts: ChangeFacts): Promise<boolean>;
}

/** Effects of a handset's message on subscriptions. */
export interface SubscriptionEffects {
  /** Whether the text confirms the subscription that the receiving sender asked for last. */
  confirms: boolean;
  /** Receivers of the account. */
  receivers: readonly PostbackReceiver[];
  /** Returns the tracking-id of a change. */
  trackingId(): string;
  /** Makes the text that welcomes the sender of the message; null: the campaign has none. */
  welcome(campaign: Campaign): NewMessage | null;
}
