/** Accounts and their originators. */
import type { Replies, ReplyScope } from "../keyword/keyword_reply.ts";
import type { PostbackReceiver } from "./receiver.ts";

/**
 * Treatment of a SubmitReq without `allowAdaptations` (required by spec 2.1, true by default in
 * 3GPP): refused, or read as this value.
 */
export type MissingAdaptations = "required" | "true" | "false";

/**
 * When the operator of a recipient is looked up for a fee, where the request does not name it: for
 * MMS, and for texts whose routes depend on it (`mms`); for every text as well; or never.
 */
export type PaidLookups = "mms" | "always" | "never";

/**
 * Reading of MM7 requests: by the letter of the specification, or with the deviations of VASPs in
 * the field (`mm7/leniency.ts`).
 */
export type Mm7Dialect = "strict" | "lenient";

/** Logo of an account: a PNG, re-encoded by us. */
export interface Logo {
  /** SHA-256 of its bytes, in hex. */
  readonly blob: string;
  readonly bytes: number;
  /** Width in pixels. */
  readonly width: number;
  /** Height in pixels. */
  readonly height: number;
}

/** How an account shows itself on message pages. */
export type Brand = Pick<Account, "displayName" | "accentColour" | "logo">;

export const NO_BRAND: Brand = { displayName: null, accentColour: null, logo: null };

/** Customer. Fields are named as in the admin API, in camel case. */
export interface Account {
  id: string;
  name: string;
  /** Name of the sender on message pages; null: none. */
  displayName: string | null;
  /** Accent colour of message pages as `#rrggbb` (`accent.ts`); null: the default. */
  accentColour: string | null;
  logo: Logo | null;
  /** Receivers of its postbacks, the default one first. */
  receivers: readonly PostbackReceiver[];
  /** Whether postbacks have fields beyond the spec (`core/postback/extended.ts`). */
  extendedPostbacks: boolean;
  /** Hours in which alone its messages of the JSON door go out (`parseWindow`); null: in all. */
  deliveryWindow: string | null;
  /** Zone, by its name of the tz database, of recipients whose number does not tell theirs. */
  timeZone: string;
  /** Whether refusals of its API requests link the explanation of their code in the body. */
  errorHelp: boolean;
  /** Whether it may use the MM7 door. */
  mm7: boolean;
  /** URL of its DeliveryReportReq and DeliverReq; null if it gets none. */
  mm7Url: string | null;
  /** User name of the Basic credentials for `mm7Url`; null if none are sent. */
  mm7Username: string | null;
  mm7Password: string | null;
  /** Reading of its MM7 requests; null: as configured. */
  mm7Dialect: Mm7Dialect | null;
  /**
   * Whether responses of the MM7 door are text/xml no matter what the request accepts; null: by the
   * dialect.
   */
  mm7TextXml: boolean | null;
  /** Treatment of a SubmitReq without `allowAdaptations`; null: by the dialect, and as configured. */
  mm7AllowAdaptations: MissingAdaptations | null;
  /** MM7Version and namespace of requests to `mm7Url`; null: those of the last submission. */
  mm7Version: string | null;
  mm7Namespace: string | null;
  /** MM7Version and namespace of the last submission, if they differ from ours; else null. */
  mm7LastVersion: string | null;
  mm7LastNamespace: string | null;
  /** Content-Transfer-Encoding of the files sent to `mm7Url`. */
  mm7TransferEncoding: "binary" | "base64";
  /** Whether Priority of its MM7 submissions orders them here. */
  mm7Priority: boolean;
  /** Whether inbound MMS cause postbacks (spec 6: N401 is enabled per account). */
  mmsMoPostbacks: boolean;
  /** Whether inbound SMS cause postbacks (N211). */
  smsMoPostbacks: boolean;
  /** Whether keywords of handsets (`core/message/keyword.ts`) make and lift blocks. */
  optOut: boolean;
  /** Originators that reply to keywords; none if `optOut` is false. */
  keywordReplies: ReplyScope;
  /** Its own keywords and replies, by language. */
  replies: Replies;
  /** Whether typography becomes plain in its SMS (`outgoing_text.ts`); null: as configured. */
  smartEncoding: boolean | null;
  allowFallbackSms: boolean;
  enforceCampaignCheck: boolean;
  deliveryReports: boolean;
  /** Operator look-ups that its messages cause. */
  operatorLookup: PaidLookups;
  /** Rate limit in messages a second; null is unlimited. */
  rate: number | null;
  disabled: boolean;
  createdAt: number;
}

export const ORIGINATOR_KINDS = ["short-code", "toll-free", "10dlc", "alphanumeric"] as const;
export type OriginatorKind = typeof ORIGINATOR_KINDS[number];

/** Address that an account may send from. */
export interface Originator {
  /** Digits without `+`, or the alphanumeric name. */
  address: string;
  kind: OriginatorKind;
  /** Its home country, as ISO 3166-1 alpha-2 code. */
  country: string;
  /**
   * Countries it serves, the home country first: recipients of MMS templates must be in one (spec
   * 4.4).
   */
  countries: string[];
  vasid: string | null;
  shared: boolean;
  mmsConnector: string | null;
  smsConnector: string | null;
}
