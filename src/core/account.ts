/** Accounts and what they may send from. */
import type { NumberPlan } from "./address.ts";

/** A customer. Fields as the admin API names them, in camel case. */
export interface Account {
  id: string;
  name: string;
  postbackUrl: string | null;
  mm7Url: string | null;
  allowFallbackSms: boolean;
  enforceCampaignCheck: boolean;
  deliveryReports: boolean;
  /** Messages a second; null is unlimited. */
  rate: number | null;
  /** `whsec_…`, newest first; every one of them signs. */
  webhookSecrets: string[];
  disabled: boolean;
  createdAt: number;
}

export const ORIGINATOR_KINDS = ["short-code", "toll-free", "10dlc", "alphanumeric"] as const;
export type OriginatorKind = typeof ORIGINATOR_KINDS[number];

/** An address that an account may send from. */
export interface Originator {
  /** Digits without `+`, or the alphanumeric name. */
  address: string;
  kind: OriginatorKind;
  /** ISO 3166-1 alpha-2, upper case. */
  country: string;
  vasid: string | null;
  shared: boolean;
  mmsConnector: string | null;
  smsConnector: string | null;
  /** What its recipients' numbers look like (spec 4.4, `to`: the sender's country). */
  plan: NumberPlan;
}
