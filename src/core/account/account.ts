/** Accounts and what they may send from. */
import type { Replies, Replying } from "../message/keyword_reply.ts";
import type { WebhookSecret } from "./webhook_secret.ts";

/** A missing `allowAdaptations` (spec 2.1: required; 3GPP: true): refused, or read as this. */
export type MissingAdaptations = "required" | "true" | "false";

/** A customer. Fields as the admin API names them, in camel case. */
export interface Account {
  id: string;
  name: string;
  postbackUrl: string | null;
  /** Whether it may use the MM7 door. */
  mm7: boolean;
  /** Where its DeliveryReportReq and DeliverReq go; null: it gets none. */
  mm7Url: string | null;
  /** Basic credentials for `mm7Url`; null: none are sent. */
  mm7Username: string | null;
  mm7Password: string | null;
  /** Answers of the MM7 door are text/xml, whatever the request accepts. */
  mm7TextXml: boolean;
  /** Meaning of a SubmitReq without `allowAdaptations`; null: as configured. */
  mm7AllowAdaptations: MissingAdaptations | null;
  /** MM7Version and namespace of what is sent to `mm7Url`; null: those of the last submission. */
  mm7Version: string | null;
  mm7Namespace: string | null;
  /** MM7Version and namespace of the last submission; null: it had ours, or there was none. */
  mm7LastVersion: string | null;
  mm7LastNamespace: string | null;
  /** Content-Transfer-Encoding of the files sent to `mm7Url`. */
  mm7TransferEncoding: "binary" | "base64";
  /** Whether inbound MMS are announced (spec 6: N401 is enabled per account). */
  mmsMoPostbacks: boolean;
  /** Whether inbound SMS are announced (N211). */
  smsMoPostbacks: boolean;
  /** Whether what handsets say (`core/keyword.ts`) makes and lifts blocks. */
  optOut: boolean;
  /** Senders that answer handsets which say a keyword; none where `optOut` is false. */
  keywordReplies: Replying;
  /** Its own keywords and answers, by language. */
  replies: Replies;
  allowFallbackSms: boolean;
  enforceCampaignCheck: boolean;
  deliveryReports: boolean;
  /** Messages a second; null is unlimited. */
  rate: number | null;
  /** Newest first. */
  webhookSecrets: WebhookSecret[];
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
  /** Its home, by ISO 3166-1 alpha-2 code. */
  country: string;
  /** Countries it serves, the home first: recipients of its MMS templates are there (spec 4.4). */
  countries: string[];
  vasid: string | null;
  shared: boolean;
  mmsConnector: string | null;
  smsConnector: string | null;
}
