// deno-lint-ignore-file
// Written by `deno task generate` from openapi.yaml. Edit that, not this.
/** Admin API: request validators and response types of its operations. */
import { z } from "zod";
import {
  atMost,
  atMostFields,
  choice,
  deferred,
  flag,
  integer,
  text,
  validText,
} from "../schema/validators.ts";

/** Id of an account. */
export const AccountId = z.string().regex(
  /^[a-z0-9-]{1,40}$/u,
  "must have 1 to 40 of the characters a-z, 0-9 and -",
).check(validText);
export type AccountId = z.output<typeof AccountId>;

/** Name of the sender on message pages; null means none. */
export const DisplayName = z.string().min(1).check(atMost(60)).regex(
  /^(?=.*[^\p{Cf}\p{Z}])[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+$/u,
  "must have a visible character and no control characters",
).check(validText).nullable();
export type DisplayName = z.output<typeof DisplayName>;

/**
 * Colour of links and icons on message pages; null means the default. Pages darken or lighten
 * it as far as needed to be read.
 */
export const AccentColour = z.string().regex(
  /^#[0-9a-fA-F]{6}$/u,
  "must be a colour such as `#c2185b`",
).check(validText).nullable();
export type AccentColour = z.output<typeof AccentColour>;

/** URL; null means none. */
export const NullableUrl = z.string().min(1).check(atMost(2048)).regex(
  /^https?:\/\//u,
  "must be an http or https URL",
).check(validText).nullable();
export type NullableUrl = z.output<typeof NullableUrl>;

/** User name of Basic credentials (RFC 7617); null means none. */
export const Username = z.string().min(1).check(atMost(255)).regex(
  /^[^:\x00-\x1f\x7f-\x9f]+$/u,
  "must have no colon and no control characters",
).check(validText).nullable();
export type Username = z.output<typeof Username>;

/** Password of Basic credentials (RFC 7617); null means none. */
export const Password = z.string().min(1).check(atMost(255)).regex(
  /^[^\x00-\x1f\x7f-\x9f]+$/u,
  "must have no control characters",
).check(validText).nullable();
export type Password = z.output<typeof Password>;

/**
 * Reading of the account's MM7 requests. `strict` is the letter of the specification.
 * `lenient` takes a missing `allowAdaptations` for true and, without Content, the only other
 * part of the request; responses are text/xml where the request's type, or that of its
 * envelope, is text/xml. null means the setting `MM7_DIALECT`.
 */
export const Mm7Dialect = z.enum(["strict", "lenient"]).nullable();
export type Mm7Dialect = z.output<typeof Mm7Dialect>;

/**
 * Whether MM7 responses are always text/xml, regardless of the Accept header. null means as
 * `mm7-dialect` says.
 */
export const Mm7TextXml = z.boolean().nullable();
export type Mm7TextXml = z.output<typeof Mm7TextXml>;

/**
 * Treatment of a SubmitReq whose Content lacks `allowAdaptations`: `required` refuses it,
 * `true` and `false` are the values assumed. null means as `mm7-dialect` says, and in the
 * strict dialect the setting `MM7_ALLOW_ADAPTATIONS`.
 */
export const MissingAdaptations = z.enum(["required", "true", "false"]).nullable();
export type MissingAdaptations = z.output<typeof MissingAdaptations>;

/**
 * MM7Version of requests to `mm7-url`, from 5.3.0 to 6.8.0; null means that of the account's
 * last submission.
 */
export const NoticeVersion = z.string().check(atMost(20)).check(validText).nullable();
export type NoticeVersion = z.output<typeof NoticeVersion>;

/**
 * Namespace of requests to `mm7-url`, of release 5 or 6; null means that of the account's last
 * submission.
 */
export const NoticeNamespace = z.string().check(atMost(200)).check(validText).nullable();
export type NoticeNamespace = z.output<typeof NoticeNamespace>;

/** Content-Transfer-Encoding of the files sent to `mm7-url`. */
export const NoticeEncoding = z.enum(["binary", "base64"]);
export type NoticeEncoding = z.output<typeof NoticeEncoding>;

/** Whether Priority of a SubmitReq orders its messages here, as `priority` of the JSON API does; it is passed on to the carrier in either case. */
export const Mm7Priority = z.boolean();
export type Mm7Priority = z.output<typeof Mm7Priority>;

/** Hours in which alone messages of the JSON API are sent that have no `delivery-window` of their own: days, hours and time zone, such as `mon,tue,wed,thu,fri 09:00-20:00 recipient`. Without days it opens each day; without a zone it follows the recipient's number. Null: all hours. */
export const AccountWindow = z.string().check(atMost(120)).regex(
  /^((mon|tue|wed|thu|fri|sat|sun)(,(mon|tue|wed|thu|fri|sat|sun))* )?([01][0-9]|2[0-3]):[0-5][0-9]-(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)( [A-Za-z][A-Za-z0-9_+/-]*)?$/u,
  'must be days, hours and a time zone as in "mon,tue 09:00-20:00 recipient"',
).check(validText).nullable();
export type AccountWindow = z.output<typeof AccountWindow>;

/** Time zone, by its name of the tz database, of recipients whose number does not tell theirs. */
export const AccountTimeZone = z.string().min(1).check(atMost(64)).check(validText);
export type AccountTimeZone = z.output<typeof AccountTimeZone>;

/**
 * Senders that reply to keywords: none, those of the US, or all. STOP and START get a reply
 * only if they change something; HELP, INFO and AIDE get one, too. Without `opt-out`, there are
 * no replies.
 */
export const KeywordReplies = z.enum(["none", "us", "all"]);
export type KeywordReplies = z.output<typeof KeywordReplies>;

/**
 * Whether quotation marks, dashes, spaces and ellipses of SMS become plain ones if the whole
 * text then is in the GSM alphabet. null means the setting `SMS_PLAIN_TYPOGRAPHY`.
 */
export const SmartEncoding = z.boolean().nullable();
export type SmartEncoding = z.output<typeof SmartEncoding>;

/**
 * Messages whose operator is looked up, which may cost a fee, where the request does not name
 * it: `mms`, and texts whose routes depend on it; `always`, every text as well, so that its
 * postbacks name the operator, too; `never`, none: only what is known without a fee counts.
 */
export const OperatorLookups = z.enum(["mms", "always", "never"]);
export type OperatorLookups = z.output<typeof OperatorLookups>;

/** Rate limit, in messages per second; null means none. */
export const Rate = z.int().min(1).nullable();
export type Rate = z.output<typeof Rate>;

export const NewAccount = z.strictObject({
  "account": AccountId.optional(),
  "name": z.string().min(1).check(atMost(200)).check(validText),
  "display-name": DisplayName.default(null),
  "accent-colour": AccentColour.default(null),
  "postback-url": NullableUrl.default(null),
  "mm7": z.boolean().default(true),
  "mm7-url": NullableUrl.default(null),
  "mm7-username": Username.default(null),
  "mm7-password": Password.default(null),
  "mm7-dialect": Mm7Dialect.default(null),
  "mm7-text-xml": Mm7TextXml.default(null),
  "mm7-allow-adaptations": MissingAdaptations.default(null),
  "mm7-version": NoticeVersion.default(null),
  "mm7-namespace": NoticeNamespace.default(null),
  "mm7-transfer-encoding": NoticeEncoding.default("binary"),
  "mm7-priority": Mm7Priority.default(false),
  "mms-mo-postbacks": z.boolean().default(false),
  "sms-mo-postbacks": z.boolean().default(false),
  "extended-postbacks": z.boolean().default(false),
  "delivery-window": AccountWindow.optional(),
  "time-zone": AccountTimeZone.default("UTC"),
  "error-help": z.boolean().default(false),
  "opt-out": z.boolean().default(true),
  "keyword-replies": KeywordReplies.default("us"),
  "smart-encoding": SmartEncoding.default(null),
  "allow-fallback-sms": z.boolean().default(true),
  "enforce-campaign-check": z.boolean().default(false),
  "delivery-reports": z.boolean().default(true),
  "operator-lookup": OperatorLookups.default("mms"),
  "rate": Rate.default(null),
  "disabled": z.boolean().default(false),
});
export type NewAccount = z.output<typeof NewAccount>;

export const AccountChange = z.strictObject({
  "name": z.string().min(1).check(atMost(200)).check(validText).optional(),
  "display-name": DisplayName.optional(),
  "accent-colour": AccentColour.optional(),
  "postback-url": NullableUrl.optional(),
  "mm7": z.boolean().optional(),
  "mm7-url": NullableUrl.optional(),
  "mm7-username": Username.optional(),
  "mm7-password": Password.optional(),
  "mm7-dialect": Mm7Dialect.optional(),
  "mm7-text-xml": Mm7TextXml.optional(),
  "mm7-allow-adaptations": MissingAdaptations.optional(),
  "mm7-version": NoticeVersion.optional(),
  "mm7-namespace": NoticeNamespace.optional(),
  "mm7-transfer-encoding": NoticeEncoding.optional(),
  "mm7-priority": Mm7Priority.optional(),
  "mms-mo-postbacks": z.boolean().optional(),
  "sms-mo-postbacks": z.boolean().optional(),
  "extended-postbacks": z.boolean().optional(),
  "delivery-window": AccountWindow.optional(),
  "time-zone": AccountTimeZone.optional(),
  "error-help": z.boolean().optional(),
  "opt-out": z.boolean().optional(),
  "keyword-replies": KeywordReplies.optional(),
  "smart-encoding": SmartEncoding.optional(),
  "allow-fallback-sms": z.boolean().optional(),
  "enforce-campaign-check": z.boolean().optional(),
  "delivery-reports": z.boolean().optional(),
  "operator-lookup": OperatorLookups.optional(),
  "rate": Rate.optional(),
  "disabled": z.boolean().optional(),
});
export type AccountChange = z.output<typeof AccountChange>;

export const NewLogo = z.strictObject({
  "image": z.string().min(1).check(atMost(699052)).check(validText),
});
export type NewLogo = z.output<typeof NewLogo>;

/** Comma-separated actions that the key may perform; `submit` is a submission over MM7. Null: all. */
export const KeyActions = z.string().check(atMost(1000)).regex(
  /^ *(savemms|sendsavedmms|sendmms|sendsms|getmmstemplates|deletemmsid|createimage|createcontact|createcalendar|getmessage|getmessages|getblocks|block|unblock|getlinks|getevents|subscribe|unsubscribe|cancelmessage|submit)( *, *(savemms|sendsavedmms|sendmms|sendsms|getmmstemplates|deletemmsid|createimage|createcontact|createcalendar|getmessage|getmessages|getblocks|block|unblock|getlinks|getevents|subscribe|unsubscribe|cancelmessage|submit))* *$/u,
  "must be a comma-separated list of savemms, sendsavedmms, sendmms, sendsms, getmmstemplates, deletemmsid, createimage, createcontact, createcalendar, getmessage, getmessages, getblocks, block, unblock, getlinks, getevents, subscribe, unsubscribe, cancelmessage and submit",
).check(validText).nullable();
export type KeyActions = z.output<typeof KeyActions>;

/** Comma-separated senders of the account that the key may send from. Null: all of them. */
export const KeySenders = z.string().min(1).check(atMost(4000)).check(validText).nullable();
export type KeySenders = z.output<typeof KeySenders>;

/** Comma-separated addresses and CIDR ranges that requests with the key may come from. Null: anywhere. */
export const KeyNetworks = z.string().min(1).check(atMost(4000)).check(validText).nullable();
export type KeyNetworks = z.output<typeof KeyNetworks>;

export const NewKey = z.strictObject({
  "api-key": z.string().regex(/^[A-Za-z0-9]{20,128}$/u, "must be 20 to 128 letters and digits")
    .check(validText).optional(),
  "actions": KeyActions.optional(),
  "senders": KeySenders.optional(),
  "networks": KeyNetworks.optional(),
});
export type NewKey = z.output<typeof NewKey>;

export const KeyChange = z.strictObject({
  "actions": KeyActions.optional(),
  "senders": KeySenders.optional(),
  "networks": KeyNetworks.optional(),
});
export type KeyChange = z.output<typeof KeyChange>;

export const SecretRotation = z.strictObject({ "keep": z.int().min(0).max(2592000).optional() });
export type SecretRotation = z.output<typeof SecretRotation>;

export const ActionRequest = z.strictObject({
  "request": atMostFields(
    100,
    z.record(z.string().check(atMost(100)).check(validText), z.unknown()),
  ),
  "idempotency-key": z.string().regex(
    /^[A-Za-z0-9._-]{1,255}$/u,
    "must be 1 to 255 letters, digits, periods, underscores or hyphens",
  ).check(validText).optional(),
  "as-draft": z.boolean().default(false),
  "draft": z.string().min(1).check(atMost(64)).check(validText).optional(),
});
export type ActionRequest = z.output<typeof ActionRequest>;

/** Kind of sender. */
export const SenderKind = z.enum(["short-code", "toll-free", "10dlc", "alphanumeric"]);
export type SenderKind = z.output<typeof SenderKind>;

/** Country, as ISO 3166-1 alpha-2 code. */
export const Country = z.string().regex(
  /^[A-Z]{2}$/u,
  "must be an ISO 3166-1 alpha-2 code in upper case",
).check(validText);
export type Country = z.output<typeof Country>;

/** Comma-separated countries, as ISO 3166-1 alpha-2 codes. */
export const SenderCountries = z.string().check(atMost(1000)).regex(
  /^[A-Z]{2}( *, *[A-Z]{2}){0,249}$/u,
  "must be ISO 3166-1 alpha-2 codes in upper case with commas between them",
).check(validText);
export type SenderCountries = z.output<typeof SenderCountries>;

export const NewSender = z.strictObject({
  "address": z.string().min(1).check(atMost(20)).check(validText),
  "kind": SenderKind,
  "country": Country,
  "countries": SenderCountries.optional(),
  "vasid": z.string().min(1).check(atMost(255)).check(validText).optional(),
  "shared": z.boolean().default(false),
  "mms-connector": z.string().min(1).check(atMost(40)).check(validText).optional(),
  "sms-connector": z.string().min(1).check(atMost(40)).check(validText).optional(),
});
export type NewSender = z.output<typeof NewSender>;

export const SenderChange = z.strictObject({
  "kind": SenderKind.optional(),
  "country": Country.optional(),
  "countries": SenderCountries.optional(),
  "vasid": z.string().min(1).check(atMost(255)).check(validText).nullable().optional(),
  "shared": z.boolean().optional(),
  "mms-connector": z.string().min(1).check(atMost(40)).check(validText).nullable().optional(),
  "sms-connector": z.string().min(1).check(atMost(40)).check(validText).nullable().optional(),
});
export type SenderChange = z.output<typeof SenderChange>;

/** Senders of the account, at most 500, separated by commas or line breaks, each with its weight from 0 to 1000 behind a colon (`18005550199:3`). Default of the weight: 1. With 0 it gets no new recipients. */
export const PoolSenders = z.string().min(1).check(atMost(20000)).regex(
  /^[A-Za-z0-9 &._+()/:,\s-]*$/u,
  "must be senders, separated by commas or line breaks",
).check(validText);
export type PoolSenders = z.output<typeof PoolSenders>;

export const NewPool = z.strictObject({
  "pool": z.string().check(atMost(40)).regex(
    /^[a-z0-9][a-z0-9-]{0,39}$/u,
    "must be 1 to 40 lower-case letters, digits and -",
  ).check(validText),
  "senders": PoolSenders,
  "sticky-days": z.int().min(0).max(365).default(8),
});
export type NewPool = z.output<typeof NewPool>;

export const PoolChange = z.strictObject({
  "senders": PoolSenders.optional(),
  "sticky-days": z.int().min(0).max(365).optional(),
});
export type PoolChange = z.output<typeof PoolChange>;

/** Comma-separated codes of the postbacks that it gets. Null: all but N311. */
export const ReceiverCodes = z.string().check(atMost(1000)).regex(
  /^ *(N101|N102|N103|E101|E102|N003|E002|E003|E004|N013|E011|E012|E013|N401|N201|N202|E201|E202|N211|N301|N302|N311)( *, *(N101|N102|N103|E101|E102|N003|E002|E003|E004|N013|E011|E012|E013|N401|N201|N202|E201|E202|N211|N301|N302|N311))* *$/u,
  "must be a comma-separated list of codes of postbacks",
).check(validText).nullable();
export type ReceiverCodes = z.output<typeof ReceiverCodes>;

export const NewReceiver = z.strictObject({
  "receiver": z.string().check(atMost(40)).regex(
    /^(?!(?:default|mm7|callback-.*)$)[a-z0-9][a-z0-9-]{0,39}$/u,
    "must be 1 to 40 lower-case letters, digits and -, and neither default, mm7 nor callback-…",
  ).check(validText),
  "url": z.string().min(1).check(atMost(2048)).check(validText),
  "format": z.enum(["json", "xml"]).default("json"),
  "codes": ReceiverCodes.optional(),
  "senders": z.string().min(1).check(atMost(4000)).check(validText).nullable().optional(),
  "campaign-refs": z.string().min(1).check(atMost(4000)).check(validText).nullable().optional(),
  "disabled": z.boolean().default(false),
});
export type NewReceiver = z.output<typeof NewReceiver>;

export const ReceiverChange = z.strictObject({
  "url": z.string().min(1).check(atMost(2048)).check(validText).nullable().optional(),
  "format": z.enum(["json", "xml"]).optional(),
  "codes": ReceiverCodes.optional(),
  "senders": z.string().min(1).check(atMost(4000)).check(validText).nullable().optional(),
  "campaign-refs": z.string().min(1).check(atMost(4000)).check(validText).nullable().optional(),
  "disabled": z.boolean().optional(),
});
export type ReceiverChange = z.output<typeof ReceiverChange>;

export const NewCampaign = z.strictObject({
  "campaign-ref": z.string().min(1).check(atMost(200)).check(validText),
  "title": z.string().min(1).check(atMost(200)).check(validText).nullable().optional(),
  "brand-name": z.string().min(1).check(atMost(200)).check(validText).nullable().optional(),
  "from": z.string().min(1).check(atMost(64)).check(validText).nullable().optional(),
  "cta-text": z.string().min(1).check(atMost(1600)).check(validText).nullable().optional(),
  "welcome-text": z.string().min(1).check(atMost(1600)).check(validText).nullable().optional(),
  "goodbye-text": z.string().min(1).check(atMost(1600)).check(validText).nullable().optional(),
});
export type NewCampaign = z.output<typeof NewCampaign>;

export const CampaignChange = z.strictObject({
  "title": z.string().min(1).check(atMost(200)).check(validText).nullable().optional(),
  "brand-name": z.string().min(1).check(atMost(200)).check(validText).nullable().optional(),
  "from": z.string().min(1).check(atMost(64)).check(validText).nullable().optional(),
  "cta-text": z.string().min(1).check(atMost(1600)).check(validText).nullable().optional(),
  "welcome-text": z.string().min(1).check(atMost(1600)).check(validText).nullable().optional(),
  "goodbye-text": z.string().min(1).check(atMost(1600)).check(validText).nullable().optional(),
});
export type CampaignChange = z.output<typeof CampaignChange>;

export const NewSubscription = z.strictObject({
  "campaign-ref": z.string().min(1).check(atMost(200)).check(validText),
  "recipient": z.string().min(1).check(atMost(64)).check(validText),
});
export type NewSubscription = z.output<typeof NewSubscription>;

export const NewBlock = z.strictObject({
  "number": z.string().min(1).check(atMost(64)).check(validText),
  "originator": z.string().min(1).check(atMost(64)).check(validText).optional(),
});
export type NewBlock = z.output<typeof NewBlock>;

/** Comma-separated keywords in addition to the standard ones; may be empty. */
export const ReplyWords = z.string().check(atMost(500)).check(validText);
export type ReplyWords = z.output<typeof ReplyWords>;

/** Text of the reply; null means the default, which names the account. */
export const ReplyText = z.string().check(atMost(320)).regex(
  /\S/u,
  "must have a character that is not white space",
).check(validText).nullable();
export type ReplyText = z.output<typeof ReplyText>;

export const RepliesChange = z.strictObject({
  "stop-words": ReplyWords.optional(),
  "start-words": ReplyWords.optional(),
  "help-words": ReplyWords.optional(),
  "stop-text": ReplyText.optional(),
  "start-text": ReplyText.optional(),
  "help-text": ReplyText.optional(),
});
export type RepliesChange = z.output<typeof RepliesChange>;

/** Name of its holder in the audit log and the console, of which one token at a time is valid; not `admin` or `reader`. */
export const TokenName = z.string().regex(
  /^[a-z][a-z0-9._-]{1,39}$/u,
  "must be 2 to 40 lower-case letters, digits, periods, underscores or hyphens, a letter first",
).check(validText);
export type TokenName = z.output<typeof TokenName>;

/** Comma-separated scopes. Each may read; `support` also sends messages again, replays postbacks, changes blocks, opt-ins and simulated handsets, and exports personal data, `provision` changes accounts with their keys and senders, `all` everything. */
export const TokenScopes = z.string().check(atMost(100)).regex(
  /^ *(read|support|provision|all)( *, *(read|support|provision|all))* *$/u,
  "must be a comma-separated list of read, support, provision and all",
).check(validText);
export type TokenScopes = z.output<typeof TokenScopes>;

export const NewToken = z.strictObject({
  "name": TokenName,
  "scopes": TokenScopes,
  "expires-at": z.string().check(atMost(64)).check(validText).nullable().optional(),
});
export type NewToken = z.output<typeof NewToken>;

/** Name of a connector. */
export const ConnectorName = z.string().regex(
  /^[a-z0-9_-]{1,40}$/u,
  "must have 1 to 40 of the characters a-z, 0-9, _ and -",
).check(validText);
export type ConnectorName = z.output<typeof ConnectorName>;

/** Protocol; mmsc_mm7 is MM7 to an MMSC. */
export const MmscMm7Kind = z.enum(["mmsc_mm7"]);
export type MmscMm7Kind = z.output<typeof MmscMm7Kind>;

/** Where the MMSC takes submissions. */
export const MmscMm7Url = z.string().min(1).check(atMost(2048)).regex(
  /^https?:\/\//u,
  "must be an http or https URL",
).check(validText);
export type MmscMm7Url = z.output<typeof MmscMm7Url>;

/** User of the Basic credentials for `url`; without one none are sent. */
export const MmscMm7Username = Username;
export type MmscMm7Username = z.output<typeof MmscMm7Username>;

/** Password of the Basic credentials for `url`; never shown. */
export const MmscMm7Password = Password;
export type MmscMm7Password = z.output<typeof MmscMm7Password>;

/** VASPID that the MMSC knows us by. */
export const MmscMm7Vaspid = z.string().min(1).check(atMost(255)).regex(
  /^[^\x00-\x1f\x7f-\x9f]+$/u,
  "must have no control characters",
).check(validText);
export type MmscMm7Vaspid = z.output<typeof MmscMm7Vaspid>;

/** VASID that goes with it, or null for none. */
export const MmscMm7Vasid = z.string().min(1).check(atMost(255)).regex(
  /^[^\x00-\x1f\x7f-\x9f]+$/u,
  "must have no control characters",
).check(validText).nullable();
export type MmscMm7Vasid = z.output<typeof MmscMm7Vasid>;

/** ServiceCode of messages that bring none of their own, or null for none. */
export const MmscMm7ServiceCode = z.string().min(1).check(atMost(255)).regex(
  /^[^\x00-\x1f\x7f-\x9f]+$/u,
  "must have no control characters",
).check(validText).nullable();
export type MmscMm7ServiceCode = z.output<typeof MmscMm7ServiceCode>;

/** MM7Version that we send, from 5.3.0 to 6.8.0. */
export const MmscMm7Mm7Version = z.string().check(atMost(20)).check(validText);
export type MmscMm7Mm7Version = z.output<typeof MmscMm7Mm7Version>;

/** Namespace of the MM7 schema, of release 5 or 6. */
export const MmscMm7Namespace = z.string().check(atMost(200)).check(validText);
export type MmscMm7Namespace = z.output<typeof MmscMm7Namespace>;

/** Content-Transfer-Encoding of the files. */
export const MmscMm7TransferEncoding = z.enum(["binary", "base64"]);
export type MmscMm7TransferEncoding = z.output<typeof MmscMm7TransferEncoding>;

/**
 * Certificates (PEM) of authorities that this connector trusts beside the built-in roots and
 * those of `CA_CERTIFICATES`; null for none.
 */
export const TlsCa = z.string().min(1).check(atMost(131072)).regex(
  /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]+$/u,
  "must have no control characters but tabs and line breaks",
).check(validText).nullable();
export type TlsCa = z.output<typeof TlsCa>;

/**
 * Certificate (PEM) that we show to a carrier that asks for one, with those between it and its
 * authority below it; null for none. It needs a `tls-key`.
 */
export const TlsCertificate = z.string().min(1).check(atMost(65536)).regex(
  /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]+$/u,
  "must have no control characters but tabs and line breaks",
).check(validText).nullable();
export type TlsCertificate = z.output<typeof TlsCertificate>;

/** Private key (PEM) of `tls-certificate`, without a password; null for none. Never shown. */
export const TlsKey = z.string().min(1).check(atMost(16384)).regex(
  /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]+$/u,
  "must have no control characters but tabs and line breaks",
).check(validText).nullable();
export type TlsKey = z.output<typeof TlsKey>;

/** Maximum number of submissions that wait for a response at once. */
export const MmscMm7Window = z.int().min(1).max(1000);
export type MmscMm7Window = z.output<typeof MmscMm7Window>;

/**
 * Maximum number of submissions in any window of a second, from each process, or null for no
 * limit. They are evenly spaced, except for those of a `burst`.
 */
export const ConnectorRate = z.int().min(1).max(10000).nullable();
export type ConnectorRate = z.output<typeof ConnectorRate>;

/**
 * Submissions that may go at once after a quiet time, within `rate`; 0 spaces all evenly, which
 * suits a carrier that counts by parts of a second, too.
 */
export const ConnectorBurst = z.int().min(0).max(10000);
export type ConnectorBurst = z.output<typeof ConnectorBurst>;

/** Seconds after which an MMSC that has not responded has failed. */
export const MmscMm7Timeout = z.int().min(1).max(300);
export type MmscMm7Timeout = z.output<typeof MmscMm7Timeout>;

/** User of the MMSC's own Basic credentials; without them it may not come. */
export const MmscMm7RelayUsername = Username;
export type MmscMm7RelayUsername = z.output<typeof MmscMm7RelayUsername>;

/** Password of the MMSC's own Basic credentials; never shown. */
export const MmscMm7RelayPassword = Password;
export type MmscMm7RelayPassword = z.output<typeof MmscMm7RelayPassword>;

/**
 * Treatment of a submission whose response never came. resubmit: it is submitted again, and
 * can arrive twice. wait: a receipt is waited for, and without one it can be lost unnoticed.
 */
export const Unconfirmed = z.enum(["resubmit", "wait"]);
export type Unconfirmed = z.output<typeof Unconfirmed>;

/**
 * Treatment of a submission whose response never came. resubmit: it is submitted again,
 * under the same TransactionID, and can arrive twice. wait: it is not, and can be lost
 * unnoticed. Its report cannot be attributed to it, for no response brought its
 * MessageID: the message ends at its expiry.
 */
export const MmscMm7Unconfirmed = Unconfirmed;
export type MmscMm7Unconfirmed = z.output<typeof MmscMm7Unconfirmed>;

/**
 * Treatment of a message that the carrier takes and never reports on, `REPORT_GRACE` after
 * its expiry. silent: it ends without a postback, since many carriers report on some messages
 * only. expired: it counts as expired, for a carrier that reports on all. A report that comes
 * later wins in either case.
 */
export const MissingReport = z.enum(["silent", "expired"]);
export type MissingReport = z.output<typeof MissingReport>;

/**
 * Whether it is disabled: it submits nothing, and ends its sessions. Messages go to the next
 * connector of their route, or wait until it is enabled. Callbacks of a hosted API, and reports
 * of an MMSC, are still taken.
 */
export const ConnectorDisabled = z.boolean();
export type ConnectorDisabled = z.output<typeof ConnectorDisabled>;

/**
 * The MMSC of an operator or aggregator, for MMS. It needs the address of its MM7 interface
 * and the VASPID that the MMSC knows us by, mostly with a user and password.
 */
export const NewMmscMm7 = z.strictObject({
  "name": ConnectorName,
  "kind": MmscMm7Kind,
  "url": MmscMm7Url,
  "username": MmscMm7Username.default(null),
  "password": MmscMm7Password.default(null),
  "vaspid": MmscMm7Vaspid,
  "vasid": MmscMm7Vasid.default(null),
  "service-code": MmscMm7ServiceCode.default(null),
  "mm7-version": MmscMm7Mm7Version.default("6.8.0"),
  "namespace": MmscMm7Namespace.default(
    "http://www.3gpp.org/ftp/Specs/archive/23_series/23.140/schema/REL-6-MM7-1-4",
  ),
  "transfer-encoding": MmscMm7TransferEncoding.default("binary"),
  "tls-ca": TlsCa.default(null),
  "tls-certificate": TlsCertificate.default(null),
  "tls-key": TlsKey.default(null),
  "window": MmscMm7Window.default(10),
  "rate": ConnectorRate.default(null),
  "burst": ConnectorBurst.default(0),
  "timeout": MmscMm7Timeout.default(30),
  "relay-username": MmscMm7RelayUsername.default(null),
  "relay-password": MmscMm7RelayPassword.default(null),
  "unconfirmed": MmscMm7Unconfirmed.default("resubmit"),
  "missing-report": MissingReport.default("silent"),
  "disabled": ConnectorDisabled.default(false),
});
export type NewMmscMm7 = z.output<typeof NewMmscMm7>;

/** Protocol; smsc_smpp is SMPP 3.4 to an SMSC. */
export const SmscSmppKind = z.enum(["smsc_smpp"]);
export type SmscSmppKind = z.output<typeof SmscSmppKind>;

/**
 * Host name or IP address of the SMSC, IPv6 without brackets, in a private network too; stored
 * in lower case. A name is resolved for each connection.
 */
export const SmscSmppHost = z.string().min(1).check(atMost(253)).regex(
  /^(\w+(-+\w+)*(\.\w+(-+\w+)*)*|[\da-fA-F.]*:[\da-fA-F:.]*)$/u,
  "must be a host name or an IP address",
).check(validText);
export type SmscSmppHost = z.output<typeof SmscSmppHost>;

/** TCP port of the SMSC; 2775 is registered for SMPP. */
export const SmscSmppPort = z.int().min(1).max(65535);
export type SmscSmppPort = z.output<typeof SmscSmppPort>;

/**
 * Whether it speaks TLS, with a certificate that is valid for `host`. Not by default: most
 * SMSCs are reached through a private network, in the clear.
 */
export const SmscSmppTls = z.boolean();
export type SmscSmppTls = z.output<typeof SmscSmppTls>;

/**
 * transceiver: one session for both directions, which spares the SMSC half of them. split: a
 * transmitter and a receiver, for an SMSC that knows no transceivers.
 */
export const SmscSmppBind = z.enum(["transceiver", "split"]);
export type SmscSmppBind = z.output<typeof SmscSmppBind>;

/**
 * How many sessions are held at once; of pairs, where the bind is split. Many SMSCs refuse a
 * second one that was not agreed on.
 */
export const SmscSmppSessions = z.int().min(1).max(32);
export type SmscSmppSessions = z.output<typeof SmscSmppSessions>;

/** The system_id that the SMSC knows us by; SMPP has space for 15 characters. */
export const SmscSmppSystemId = z.string().min(1).check(atMost(15)).regex(
  /^[ -~]+$/u,
  "must have no characters but printable ASCII",
).check(validText);
export type SmscSmppSystemId = z.output<typeof SmscSmppSystemId>;

/**
 * Password of the bind, or null for none; never shown. SMPP says 8 characters at most; many
 * SMSCs give out longer ones, so it goes out as it is.
 */
export const SmscSmppPassword = z.string().min(1).check(atMost(64)).regex(
  /^[ -~]+$/u,
  "must have no characters but printable ASCII",
).check(validText).nullable();
export type SmscSmppPassword = z.output<typeof SmscSmppPassword>;

/** The system_type of the bind; empty, which nearly all SMSCs want. */
export const SmscSmppSystemType = z.string().check(atMost(12)).regex(
  /^[ -~]*$/u,
  "must have no characters but printable ASCII",
).check(validText);
export type SmscSmppSystemType = z.output<typeof SmscSmppSystemType>;

/**
 * Maximum number of segments that wait for a response at once, in each session; 10 is what
 * SMPP 3.4 recommends. More are faster where the SMSC is far away.
 */
export const SmscSmppWindow = z.int().min(1).max(1000);
export type SmscSmppWindow = z.output<typeof SmscSmppWindow>;

/**
 * Maximum number of segments in any window of a second, over all sessions of each process, or
 * null for no limit. They are evenly spaced, except for those of a `burst`. An SMSC that is
 * given too much says so, and is given less for a while.
 */
export const SmscSmppRate = z.int().min(1).max(100000).nullable();
export type SmscSmppRate = z.output<typeof SmscSmppRate>;

/**
 * Segments that may go at once after a quiet time, within `rate`; 0 spaces all evenly, which
 * suits an SMSC that counts by parts of a second, too.
 */
export const SmscSmppBurst = z.int().min(0).max(100000);
export type SmscSmppBurst = z.output<typeof SmscSmppBurst>;

/**
 * Seconds without a PDU from the SMSC, or to it, after which an enquire_link asks whether it is
 * there; 30, because firewalls forget connections that are silent for longer than a minute.
 * After two without a response, each within `timeout`, the session is dropped and bound anew.
 */
export const SmscSmppEnquireLink = z.int().min(5).max(600);
export type SmscSmppEnquireLink = z.output<typeof SmscSmppEnquireLink>;

/**
 * Seconds after which an SMSC that has not taken a connection or responded to a PDU has failed;
 * 30 outlasts a pause of its database.
 */
export const SmscSmppTimeout = z.int().min(1).max(300);
export type SmscSmppTimeout = z.output<typeof SmscSmppTimeout>;

/**
 * Type of number of senders (SMPP 3.4 section 5.2.5), or null for that of their form: 3 for
 * short codes, 5 for names, 1 for numbers. Some SMSCs want another.
 */
export const SmscSmppSourceTon = z.int().min(0).max(6).nullable();
export type SmscSmppSourceTon = z.output<typeof SmscSmppSourceTon>;

/**
 * Numbering plan of senders (section 5.2.6: 0, 1, 3, 4, 6, 8, 9, 10, 14 or 18), or null for
 * that of their form: 0 for short codes and names, 1 for numbers.
 */
export const SmscSmppSourceNpi = z.int().min(0).max(18).nullable();
export type SmscSmppSourceNpi = z.output<typeof SmscSmppSourceNpi>;

/**
 * Type of number of recipients (section 5.2.5); 1, international, because they are written
 * with their country code.
 */
export const SmscSmppDestTon = z.int().min(0).max(6);
export type SmscSmppDestTon = z.output<typeof SmscSmppDestTon>;

/**
 * Numbering plan of recipients (section 5.2.6: 0, 1, 3, 4, 6, 8, 9, 10, 14 or 18); 1, that of
 * telephones.
 */
export const SmscSmppDestNpi = z.int().min(0).max(18);
export type SmscSmppDestNpi = z.output<typeof SmscSmppDestNpi>;

/**
 * How the segments of a text say that they belong together. udh8: in a header with a reference
 * of 8 bits, which every handset reads. udh16: of 16 bits, which fewer confuse. sar: in fields
 * of which the SMSC makes the header. payload: the SMSC is given the whole text, and cuts it.
 */
export const SmscSmppConcatenation = z.enum(["udh8", "udh16", "sar", "payload"]);
export type SmscSmppConcatenation = z.output<typeof SmscSmppConcatenation>;

/**
 * Treatment of a long text whose message_payload the SMSC refuses, with concatenation: payload.
 * segments: it goes in segments as by udh8, and so do those of the next hour. fail: it fails,
 * as any that is refused.
 */
export const SmscSmppPayloadRefused = z.enum(["segments", "fail"]);
export type SmscSmppPayloadRefused = z.output<typeof SmscSmppPayloadRefused>;

/**
 * Alphabets of texts before UCS-2, which takes any: GSM's alphabet as data_coding 0,
 * Latin-1 as 3, or the first of both that holds the text. Without GSM's, an inbound 0 is read
 * as Latin-1 where that is taken. gsm: handsets know it, and it holds 160 characters.
 */
export const SmscSmppAlphabets = z.enum(["none", "gsm", "latin1", "gsm-latin1"]);
export type SmscSmppAlphabets = z.output<typeof SmscSmppAlphabets>;

/** The service_type of submissions; empty, which is the SMSC's default. */
export const SmscSmppServiceType = z.string().check(atMost(5)).regex(
  /^[ -~]*$/u,
  "must have no characters but printable ASCII",
).check(validText);
export type SmscSmppServiceType = z.output<typeof SmscSmppServiceType>;

/**
 * How receipts name a message: by the same id as the response to its submission, as SMPP
 * wants; or the response's is hexadecimal and the receipt's decimal, or the other way round.
 * any takes whichever fits, in either letter case, and can mistake one for another.
 */
export const SmscSmppReceiptIds = z.enum(["same", "hex-to-decimal", "decimal-to-hex", "any"]);
export type SmscSmppReceiptIds = z.output<typeof SmscSmppReceiptIds>;

/**
 * Receipts of a text in several segments. each: on each segment; it is delivered with the last.
 * any: one on any segment is on the whole text, of which the first final one decides.
 */
export const SmscSmppReceipts = z.enum(["each", "any"]);
export type SmscSmppReceipts = z.output<typeof SmscSmppReceipts>;

/**
 * Whether submissions carry a user_message_reference, made of the tracking-id. A receipt that
 * returns it finds a message whose response never came, if the text is in one piece. An SMSC
 * that names a version before 3.4 gets none. false: for another one that refuses optional
 * parameters.
 */
export const SmscSmppUserMessageReference = z.boolean();
export type SmscSmppUserMessageReference = z.output<typeof SmscSmppUserMessageReference>;

/**
 * The SMSC of an operator or aggregator, for texts over SMPP 3.4. It needs host and port, and
 * the system_id and password of the bind.
 */
export const NewSmscSmpp = z.strictObject({
  "name": ConnectorName,
  "kind": SmscSmppKind,
  "host": SmscSmppHost,
  "port": SmscSmppPort.default(2775),
  "tls": SmscSmppTls.default(false),
  "tls-ca": TlsCa.default(null),
  "tls-certificate": TlsCertificate.default(null),
  "tls-key": TlsKey.default(null),
  "bind": SmscSmppBind.default("transceiver"),
  "sessions": SmscSmppSessions.default(1),
  "system-id": SmscSmppSystemId,
  "password": SmscSmppPassword.default(null),
  "system-type": SmscSmppSystemType.default(""),
  "window": SmscSmppWindow.default(10),
  "rate": SmscSmppRate.default(null),
  "burst": SmscSmppBurst.default(0),
  "enquire-link": SmscSmppEnquireLink.default(30),
  "timeout": SmscSmppTimeout.default(30),
  "source-ton": SmscSmppSourceTon.default(null),
  "source-npi": SmscSmppSourceNpi.default(null),
  "dest-ton": SmscSmppDestTon.default(1),
  "dest-npi": SmscSmppDestNpi.default(1),
  "concatenation": SmscSmppConcatenation.default("udh8"),
  "payload-refused": SmscSmppPayloadRefused.default("segments"),
  "alphabets": SmscSmppAlphabets.default("gsm"),
  "service-type": SmscSmppServiceType.default(""),
  "receipt-ids": SmscSmppReceiptIds.default("same"),
  "receipts": SmscSmppReceipts.default("each"),
  "user-message-reference": SmscSmppUserMessageReference.default(true),
  "unconfirmed": Unconfirmed.default("resubmit"),
  "missing-report": MissingReport.default("silent"),
  "disabled": ConnectorDisabled.default(false),
});
export type NewSmscSmpp = z.output<typeof NewSmscSmpp>;

/** Provider; twilio is Twilio Programmable Messaging. */
export const TwilioKind = z.enum(["twilio"]);
export type TwilioKind = z.output<typeof TwilioKind>;

/** Account SID. */
export const TwilioAccountSid = z.string().regex(
  /^AC[0-9a-fA-F]{32}$/u,
  "must be AC and 32 hexadecimal digits",
).check(validText);
export type TwilioAccountSid = z.output<typeof TwilioAccountSid>;

export const HttpSecret = z.string().min(1).check(atMost(4096)).regex(
  /^[ -~]+$/u,
  "must have no characters but printable ASCII",
).check(validText);
export type HttpSecret = z.output<typeof HttpSecret>;

/**
 * Primary auth token of the account; Twilio signs callbacks with it. It is the password of
 * requests, too, without an API key. Never shown.
 */
export const TwilioAuthToken = HttpSecret;
export type TwilioAuthToken = z.output<typeof TwilioAuthToken>;

/** SID of an API key for requests, or null to use the auth token. */
export const TwilioApiKeySid = z.string().regex(
  /^SK[0-9a-fA-F]{32}$/u,
  "must be SK and 32 hexadecimal digits",
).check(validText).nullable();
export type TwilioApiKeySid = z.output<typeof TwilioApiKeySid>;

/** Secret of the API key; never shown. */
export const TwilioApiKeySecret = z.string().min(1).check(atMost(255)).regex(
  /^[ -~]+$/u,
  "must have no characters but printable ASCII",
).check(validText).nullable();
export type TwilioApiKeySecret = z.output<typeof TwilioApiKeySecret>;

/**
 * Messaging service that sends, or null. The sender of each message is passed on with it, and
 * must be in its pool.
 */
export const TwilioMessagingServiceSid = z.string().regex(
  /^MG[0-9a-fA-F]{32}$/u,
  "must be MG and 32 hexadecimal digits",
).check(validText).nullable();
export type TwilioMessagingServiceSid = z.output<typeof TwilioMessagingServiceSid>;

export const HttpUrl = z.string().min(1).check(atMost(2048)).regex(
  /^https?:\/\/[^?#]+[^?#/]$/u,
  "must be an http or https URL without a query, and without a slash at its end",
).check(validText);
export type HttpUrl = z.output<typeof HttpUrl>;

/** URL of Twilio's API; of a region, `https://api.sydney.au1.twilio.com`. */
export const TwilioUrl = HttpUrl;
export type TwilioUrl = z.output<typeof TwilioUrl>;

/**
 * Maximum number of requests that wait for a response at once, each on a connection of its own.
 * As many as the rate times the response time keep up with the rate.
 */
export const HttpWindow = z.int().min(1).max(1000);
export type HttpWindow = z.output<typeof HttpWindow>;

/** Seconds after which a provider that has not responded has failed. */
export const HttpTimeout = z.int().min(1).max(300);
export type HttpTimeout = z.output<typeof HttpTimeout>;

/**
 * Treatment of a submission whose response never came. resubmit: the provider is asked for the
 * message or recognises a repetition, where it can; else it is sent again, and can arrive twice.
 * wait: a status callback is waited for, which names the message; without one it can be lost
 * unnoticed.
 */
export const HttpUnconfirmed = z.enum(["resubmit", "wait"]);
export type HttpUnconfirmed = z.output<typeof HttpUnconfirmed>;

/**
 * Texts and MMS by Twilio Programmable Messaging. It needs the Account SID and the Auth Token,
 * both on the first page of Twilio's console.
 */
export const NewTwilio = z.strictObject({
  "name": ConnectorName,
  "kind": TwilioKind,
  "account-sid": TwilioAccountSid,
  "auth-token": TwilioAuthToken,
  "api-key-sid": TwilioApiKeySid.default(null),
  "api-key-secret": TwilioApiKeySecret.default(null),
  "messaging-service-sid": TwilioMessagingServiceSid.default(null),
  "url": TwilioUrl.default("https://api.twilio.com"),
  "tls-ca": TlsCa.default(null),
  "tls-certificate": TlsCertificate.default(null),
  "tls-key": TlsKey.default(null),
  "window": HttpWindow.default(32),
  "rate": ConnectorRate.default(null),
  "burst": ConnectorBurst.default(0),
  "timeout": HttpTimeout.default(30),
  "unconfirmed": HttpUnconfirmed.default("resubmit"),
  "missing-report": MissingReport.default("silent"),
  "disabled": ConnectorDisabled.default(false),
});
export type NewTwilio = z.output<typeof NewTwilio>;

/** Provider; telnyx is the Telnyx Messaging API. */
export const TelnyxKind = z.enum(["telnyx"]);
export type TelnyxKind = z.output<typeof TelnyxKind>;

/** API key (v2). Never shown. */
export const TelnyxApiKey = HttpSecret;
export type TelnyxApiKey = z.output<typeof TelnyxApiKey>;

/** Public key (Ed25519) of the account; it verifies callbacks. */
export const TelnyxPublicKey = z.string().regex(
  /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/u,
  "must be 32 bytes in base64",
).check(validText);
export type TelnyxPublicKey = z.output<typeof TelnyxPublicKey>;

/**
 * Messaging profile that sends, which alphanumeric senders need; null sends through the profile
 * of the sender's number.
 */
export const TelnyxMessagingProfileId = z.string().regex(
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u,
  "must be a UUID in lower case",
).check(validText).nullable();
export type TelnyxMessagingProfileId = z.output<typeof TelnyxMessagingProfileId>;

/** URL of Telnyx's API, with its version. */
export const TelnyxUrl = HttpUrl;
export type TelnyxUrl = z.output<typeof TelnyxUrl>;

/**
 * Texts and MMS by the Telnyx Messaging API. It needs an API key and the Public Key of the
 * account, by which webhooks are verified.
 */
export const NewTelnyx = z.strictObject({
  "name": ConnectorName,
  "kind": TelnyxKind,
  "api-key": TelnyxApiKey,
  "public-key": TelnyxPublicKey,
  "messaging-profile-id": TelnyxMessagingProfileId.default(null),
  "url": TelnyxUrl.default("https://api.telnyx.com/v2"),
  "tls-ca": TlsCa.default(null),
  "tls-certificate": TlsCertificate.default(null),
  "tls-key": TlsKey.default(null),
  "window": HttpWindow.default(32),
  "rate": ConnectorRate.default(null),
  "burst": ConnectorBurst.default(0),
  "timeout": HttpTimeout.default(30),
  "unconfirmed": HttpUnconfirmed.default("wait"),
  "missing-report": MissingReport.default("silent"),
  "disabled": ConnectorDisabled.default(false),
});
export type NewTelnyx = z.output<typeof NewTelnyx>;

/** Provider; plivo is the Plivo Messaging API. */
export const PlivoKind = z.enum(["plivo"]);
export type PlivoKind = z.output<typeof PlivoKind>;

/** Auth ID of the account or the subaccount. */
export const PlivoAuthId = z.string().regex(
  /^(MA|SA)[A-Z0-9]{18}$/u,
  "must be MA or SA and 18 capital letters or digits",
).check(validText);
export type PlivoAuthId = z.output<typeof PlivoAuthId>;

/** Auth token of the Auth ID; Plivo signs callbacks with it. Never shown. */
export const PlivoAuthToken = HttpSecret;
export type PlivoAuthToken = z.output<typeof PlivoAuthToken>;

/**
 * Whether a callback without a signature of version 3 is verified by version 2, which signs
 * neither the query nor the body: a client that has seen one can send others under its address.
 */
export const PlivoAcceptV2Signatures = z.boolean();
export type PlivoAcceptV2Signatures = z.output<typeof PlivoAcceptV2Signatures>;

/** URL of Plivo's API, without its version. */
export const PlivoUrl = HttpUrl;
export type PlivoUrl = z.output<typeof PlivoUrl>;

/**
 * Texts and MMS by the Plivo Messaging API. It needs the Auth ID and the Auth Token, both on
 * the overview of Plivo's console.
 */
export const NewPlivo = z.strictObject({
  "name": ConnectorName,
  "kind": PlivoKind,
  "auth-id": PlivoAuthId,
  "auth-token": PlivoAuthToken,
  "accept-v2-signatures": PlivoAcceptV2Signatures.default(false),
  "url": PlivoUrl.default("https://api.plivo.com"),
  "tls-ca": TlsCa.default(null),
  "tls-certificate": TlsCertificate.default(null),
  "tls-key": TlsKey.default(null),
  "window": HttpWindow.default(32),
  "rate": ConnectorRate.default(null),
  "burst": ConnectorBurst.default(0),
  "timeout": HttpTimeout.default(30),
  "unconfirmed": HttpUnconfirmed.default("wait"),
  "missing-report": MissingReport.default("silent"),
  "disabled": ConnectorDisabled.default(false),
});
export type NewPlivo = z.output<typeof NewPlivo>;

/** Provider; bandwidth is the Bandwidth Messaging API. */
export const BandwidthKind = z.enum(["bandwidth"]);
export type BandwidthKind = z.output<typeof BandwidthKind>;

/** Account id. */
export const BandwidthAccountId = z.string().regex(
  /^[A-Za-z0-9-]{1,64}$/u,
  "must be 1 to 64 letters, digits or hyphens",
).check(validText);
export type BandwidthAccountId = z.output<typeof BandwidthAccountId>;

/** Id of the messaging application, whose callback URLs are used. */
export const BandwidthApplicationId = z.string().regex(
  /^[A-Za-z0-9-]{1,64}$/u,
  "must be 1 to 64 letters, digits or hyphens",
).check(validText);
export type BandwidthApplicationId = z.output<typeof BandwidthApplicationId>;

/** Client id of the API credentials (OAuth 2.0). */
export const BandwidthClientId = z.string().min(1).check(atMost(255)).regex(
  /^[!-9;-~]+$/u,
  "must have no characters but printable ASCII, without spaces and colons",
).check(validText);
export type BandwidthClientId = z.output<typeof BandwidthClientId>;

/** Client secret of the API credentials. Never shown. */
export const BandwidthClientSecret = HttpSecret;
export type BandwidthClientSecret = z.output<typeof BandwidthClientSecret>;

/** User name that the application's callbacks are sent with. */
export const BandwidthCallbackUsername = z.string().min(1).check(atMost(255)).regex(
  /^[ -9;-~]+$/u,
  "must have no characters but printable ASCII, without colons",
).check(validText);
export type BandwidthCallbackUsername = z.output<typeof BandwidthCallbackUsername>;

/** Password that the application's callbacks are sent with. Never shown. */
export const BandwidthCallbackPassword = HttpSecret;
export type BandwidthCallbackPassword = z.output<typeof BandwidthCallbackPassword>;

/** URL of Bandwidth's messaging API, with its version. */
export const BandwidthUrl = HttpUrl;
export type BandwidthUrl = z.output<typeof BandwidthUrl>;

/** URL that grants access tokens. */
export const BandwidthTokenUrl = HttpUrl;
export type BandwidthTokenUrl = z.output<typeof BandwidthTokenUrl>;

/**
 * Texts and MMS by the Bandwidth Messaging API. It needs the account id, a messaging
 * application with its callback user and password, and API credentials (client id and secret).
 */
export const NewBandwidth = z.strictObject({
  "name": ConnectorName,
  "kind": BandwidthKind,
  "account-id": BandwidthAccountId,
  "application-id": BandwidthApplicationId,
  "client-id": BandwidthClientId,
  "client-secret": BandwidthClientSecret,
  "callback-username": BandwidthCallbackUsername,
  "callback-password": BandwidthCallbackPassword,
  "url": BandwidthUrl.default("https://messaging.bandwidth.com/api/v2"),
  "token-url": BandwidthTokenUrl.default("https://api.bandwidth.com/api/v1/oauth2/token"),
  "tls-ca": TlsCa.default(null),
  "tls-certificate": TlsCertificate.default(null),
  "tls-key": TlsKey.default(null),
  "window": HttpWindow.default(32),
  "rate": ConnectorRate.default(null),
  "burst": ConnectorBurst.default(0),
  "timeout": HttpTimeout.default(30),
  "unconfirmed": HttpUnconfirmed.default("wait"),
  "missing-report": MissingReport.default("silent"),
  "disabled": ConnectorDisabled.default(false),
});
export type NewBandwidth = z.output<typeof NewBandwidth>;

/** Provider; vonage is the Vonage Messages API. */
export const VonageKind = z.enum(["vonage"]);
export type VonageKind = z.output<typeof VonageKind>;

/** Id of the application with the Messages capability. */
export const VonageApplicationId = z.string().regex(
  /^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/u,
  "must be a UUID",
).check(validText);
export type VonageApplicationId = z.output<typeof VonageApplicationId>;

/**
 * Private key of the application, RSA of at least 2048 bits in PEM, with its line ends. It signs
 * requests. Never shown.
 */
export const VonagePrivateKey = z.string().min(1).check(atMost(16384)).regex(
  /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]+$/u,
  "must have no control characters but tabs and line breaks",
).check(validText);
export type VonagePrivateKey = z.output<typeof VonagePrivateKey>;

/** Signature secret of the account; it verifies webhooks. Never shown. */
export const VonageSignatureSecret = HttpSecret;
export type VonageSignatureSecret = z.output<typeof VonageSignatureSecret>;

/** URL of the Messages API, without its version; of a region, `https://api-eu.nexmo.com`. */
export const VonageUrl = HttpUrl;
export type VonageUrl = z.output<typeof VonageUrl>;

/**
 * Texts and MMS by the Vonage Messages API. It needs an application with its private key, and
 * the signature secret of the account.
 */
export const NewVonage = z.strictObject({
  "name": ConnectorName,
  "kind": VonageKind,
  "application-id": VonageApplicationId,
  "private-key": VonagePrivateKey,
  "signature-secret": VonageSignatureSecret,
  "url": VonageUrl.default("https://api.nexmo.com"),
  "tls-ca": TlsCa.default(null),
  "tls-certificate": TlsCertificate.default(null),
  "tls-key": TlsKey.default(null),
  "window": HttpWindow.default(32),
  "rate": ConnectorRate.default(null),
  "burst": ConnectorBurst.default(0),
  "timeout": HttpTimeout.default(30),
  "unconfirmed": HttpUnconfirmed.default("wait"),
  "missing-report": MissingReport.default("silent"),
  "disabled": ConnectorDisabled.default(false),
});
export type NewVonage = z.output<typeof NewVonage>;

/** Provider; sinch is the SMS API of Sinch. */
export const SinchKind = z.enum(["sinch"]);
export type SinchKind = z.output<typeof SinchKind>;

/** Id of the service plan, which is of one region. */
export const SinchServicePlanId = z.string().min(1).check(atMost(64)).regex(
  /^[A-Za-z0-9_-]+$/u,
  "must have no characters but letters, digits, - and _",
).check(validText);
export type SinchServicePlanId = z.output<typeof SinchServicePlanId>;

/** API token of the service plan. Never shown. */
export const SinchApiToken = HttpSecret;
export type SinchApiToken = z.output<typeof SinchApiToken>;

/**
 * Token that callbacks return in their URL, as `?token=`; it protects callbacks that Sinch does
 * not sign. Null: they are signed by `webhook-secret`. Never shown.
 */
export const SinchCallbackToken = z.string().min(16).check(atMost(255)).regex(
  /^[A-Za-z0-9_-]+$/u,
  "must have no characters but letters, digits, - and _",
).check(validText).nullable();
export type SinchCallbackToken = z.output<typeof SinchCallbackToken>;

/**
 * Secret of the HMAC by which Sinch signs callbacks, once its account manager has enabled that.
 * Null: they are not signed. Never shown.
 */
export const SinchWebhookSecret = z.string().min(1).check(atMost(255)).regex(
  /^[ -~]+$/u,
  "must have no characters but printable ASCII",
).check(validText).nullable();
export type SinchWebhookSecret = z.output<typeof SinchWebhookSecret>;

/**
 * URL of Sinch's SMS API in the region of the service plan, such as
 * `https://eu.sms.api.sinch.com`.
 */
export const SinchUrl = HttpUrl;
export type SinchUrl = z.output<typeof SinchUrl>;

/**
 * Texts by the SMS API of Sinch, and MMS where Sinch has enabled it. It needs the id of the
 * service plan and its API token, and a word of your choice that protects callbacks.
 */
export const NewSinch = z.strictObject({
  "name": ConnectorName,
  "kind": SinchKind,
  "service-plan-id": SinchServicePlanId,
  "api-token": SinchApiToken,
  "callback-token": SinchCallbackToken.default(null),
  "webhook-secret": SinchWebhookSecret.default(null),
  "url": SinchUrl.default("https://us.sms.api.sinch.com"),
  "tls-ca": TlsCa.default(null),
  "tls-certificate": TlsCertificate.default(null),
  "tls-key": TlsKey.default(null),
  "window": HttpWindow.default(32),
  "rate": ConnectorRate.default(null),
  "burst": ConnectorBurst.default(0),
  "timeout": HttpTimeout.default(30),
  "unconfirmed": HttpUnconfirmed.default("resubmit"),
  "missing-report": MissingReport.default("silent"),
  "disabled": ConnectorDisabled.default(false),
});
export type NewSinch = z.output<typeof NewSinch>;

/** Provider; infobip is Infobip, by SMS API v3 and MMS API v2. */
export const InfobipKind = z.enum(["infobip"]);
export type InfobipKind = z.output<typeof InfobipKind>;

/** Base URL of the account, such as `https://xxxxx.api.infobip.com`. */
export const InfobipUrl = HttpUrl;
export type InfobipUrl = z.output<typeof InfobipUrl>;

/** API key, with scopes for sending and for logs. Never shown. */
export const InfobipApiKey = HttpSecret;
export type InfobipApiKey = z.output<typeof InfobipApiKey>;

/**
 * Token that callbacks return in their URL, as `?token=`, since Infobip does not sign them.
 * Never shown.
 */
export const InfobipCallbackToken = z.string().min(16).check(atMost(255)).regex(
  /^[A-Za-z0-9_-]+$/u,
  "must have no characters but letters, digits, - and _",
).check(validText);
export type InfobipCallbackToken = z.output<typeof InfobipCallbackToken>;

/**
 * Texts and MMS by Infobip. It needs the base URL of the account and an API key, and a word of
 * your choice that protects callbacks.
 */
export const NewInfobip = z.strictObject({
  "name": ConnectorName,
  "kind": InfobipKind,
  "url": InfobipUrl,
  "api-key": InfobipApiKey,
  "callback-token": InfobipCallbackToken,
  "tls-ca": TlsCa.default(null),
  "tls-certificate": TlsCertificate.default(null),
  "tls-key": TlsKey.default(null),
  "window": HttpWindow.default(32),
  "rate": ConnectorRate.default(null),
  "burst": ConnectorBurst.default(0),
  "timeout": HttpTimeout.default(30),
  "unconfirmed": HttpUnconfirmed.default("resubmit"),
  "missing-report": MissingReport.default("silent"),
  "disabled": ConnectorDisabled.default(false),
});
export type NewInfobip = z.output<typeof NewInfobip>;

/** Provider; smsgate is SMS Gateway for Android. */
export const SmsgateKind = z.enum(["smsgate"]);
export type SmsgateKind = z.output<typeof SmsgateKind>;

/**
 * URL of the API: of the app's local server, `http://<phone>:8080`, or of a server that the
 * phone fetches messages from, `https://api.sms-gate.app/3rdparty/v1`. The latter ends in
 * `/3rdparty/v1`.
 */
export const SmsgateUrl = HttpUrl;
export type SmsgateUrl = z.output<typeof SmsgateUrl>;

/** User name that the app shows for the server. */
export const SmsgateUsername = z.string().min(1).check(atMost(128)).regex(
  /^[!-9;-~]+$/u,
  "must be printable ASCII without spaces and colons",
).check(validText);
export type SmsgateUsername = z.output<typeof SmsgateUsername>;

/** Password that the app shows for the server; never shown here. */
export const SmsgatePassword = HttpSecret;
export type SmsgatePassword = z.output<typeof SmsgatePassword>;

/**
 * Key with which the phone signs webhooks, in the app at Settings, Webhooks, Signing Key; never
 * shown here.
 */
export const SmsgateSigningKey = HttpSecret;
export type SmsgateSigningKey = z.output<typeof SmsgateSigningKey>;

/**
 * Id of the phone that sends; webhooks of other phones are ignored. Required with a server,
 * which otherwise takes any phone of the account. null: the phone of the local server.
 */
export const SmsgateDeviceId = z.string().min(1).check(atMost(64)).regex(
  /^[!-~]+$/u,
  "must be printable ASCII without spaces",
).check(validText).nullable();
export type SmsgateDeviceId = z.output<typeof SmsgateDeviceId>;

/** Slot of the SIM that sends, counted from 1; null: the app selects it. */
export const SmsgateSimNumber = z.int().min(1).max(3).nullable();
export type SmsgateSimNumber = z.output<typeof SmsgateSimNumber>;

/**
 * Number of the SIM, for messages of handsets whose recipient the phone does not know. null:
 * such a message is refused, and the phone repeats it for two days.
 */
export const SmsgateNumber = z.string().min(3).check(atMost(15)).regex(
  /^[1-9][0-9]{2,14}$/u,
  "must be 3 to 15 digits, the country code first",
).check(validText).nullable();
export type SmsgateNumber = z.output<typeof SmsgateNumber>;

/**
 * Texts by an Android phone of your own with the app SMS Gateway. It needs the address,
 * username and password that the app shows, and its signing key.
 */
export const NewSmsgate = z.strictObject({
  "name": ConnectorName,
  "kind": SmsgateKind,
  "url": SmsgateUrl,
  "username": SmsgateUsername,
  "password": SmsgatePassword,
  "signing-key": SmsgateSigningKey,
  "device-id": SmsgateDeviceId.default(null),
  "sim-number": SmsgateSimNumber.default(null),
  "number": SmsgateNumber.default(null),
  "tls-ca": TlsCa.default(null),
  "tls-certificate": TlsCertificate.default(null),
  "tls-key": TlsKey.default(null),
  "window": HttpWindow.default(4),
  "rate": ConnectorRate.default(null),
  "burst": ConnectorBurst.default(0),
  "timeout": HttpTimeout.default(30),
  "unconfirmed": HttpUnconfirmed.default("resubmit"),
  "missing-report": MissingReport.default("silent"),
  "disabled": ConnectorDisabled.default(false),
});
export type NewSmsgate = z.output<typeof NewSmsgate>;

/** Provider; http is a template for any simple provider. */
export const HttpTemplateKind = z.enum(["http"]);
export type HttpTemplateKind = z.output<typeof HttpTemplateKind>;

/**
 * URL of the request, with placeholders such as `{to}` in path and query. They are encoded for
 * their place.
 */
export const HttpTemplateUrl = z.string().min(1).check(atMost(2048)).regex(
  /^https?:\/\/[^\s#]+$/u,
  "must be an http or https URL without spaces and fragment",
).check(validText);
export type HttpTemplateUrl = z.output<typeof HttpTemplateUrl>;

/** Method of the request. A GET has no body. */
export const HttpTemplateMethod = z.enum(["GET", "POST"]);
export type HttpTemplateMethod = z.output<typeof HttpTemplateMethod>;

/**
 * Headers, one a line: `Name: value`, with placeholders. They may hold credentials, and are never
 * shown.
 */
export const HttpTemplateHeaders = z.string().min(1).check(atMost(8192)).regex(
  /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]+$/u,
  "must have no control characters but tabs and line breaks",
).check(validText).nullable();
export type HttpTemplateHeaders = z.output<typeof HttpTemplateHeaders>;

/** Credential for the placeholder `{secret}`; never shown. */
export const HttpTemplateSecret = z.string().min(6).check(atMost(1024)).regex(
  /^[ -~]+$/u,
  "must have no characters but printable ASCII",
).check(validText).nullable();
export type HttpTemplateSecret = z.output<typeof HttpTemplateSecret>;

/** Form of the body. form: fields, one a line, `name=value`. */
export const HttpTemplateBodyType = z.enum(["json", "form", "xml", "text"]);
export type HttpTemplateBodyType = z.output<typeof HttpTemplateBodyType>;

/**
 * Body of the request, with placeholders: `{to}`, `{from}`, `{text}`, `{id}`, `{status-url}`,
 * `{validity}`, `{secret}`; `{to:plus}` has a plus sign. Values are encoded for the form of the body.
 */
export const HttpTemplateBody = z.string().min(1).check(atMost(20000)).regex(
  /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]+$/u,
  "must have no control characters but tabs and line breaks",
).check(validText).nullable();
export type HttpTemplateBody = z.output<typeof HttpTemplateBody>;

/** URL of the request for MMS, on the same server. null: `url`. */
export const HttpTemplateMmsUrl = z.string().min(1).check(atMost(2048)).regex(
  /^https?:\/\/[^\s#]+$/u,
  "must be an http or https URL without spaces and fragment",
).check(validText).nullable();
export type HttpTemplateMmsUrl = z.output<typeof HttpTemplateMmsUrl>;

/**
 * Body of the request for MMS, with `{subject}`, `{media-urls}` and `{media-url-1}`, too. null: the
 * provider takes no MMS.
 */
export const HttpTemplateMmsBody = z.string().min(1).check(atMost(20000)).regex(
  /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]+$/u,
  "must have no control characters but tabs and line breaks",
).check(validText).nullable();
export type HttpTemplateMmsBody = z.output<typeof HttpTemplateMmsBody>;

/** Statuses of success, separated by commas. null: 200 to 299. */
export const HttpTemplateSuccessStatuses = z.string().min(1).check(atMost(100)).regex(
  /^2[0-9]{2}(,[ ]*2[0-9]{2})*$/u,
  "must be statuses from 200 to 299, separated by commas",
).check(validText).nullable();
export type HttpTemplateSuccessStatuses = z.output<typeof HttpTemplateSuccessStatuses>;

/**
 * Signs of success in a response, one a line: `path=value`, or `text:/expression/` for plain
 * text. Any of them suffices. null: the status suffices.
 */
export const HttpTemplateSuccessMatch = z.string().min(1).check(atMost(1000)).regex(
  /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]+$/u,
  "must have no control characters but tabs and line breaks",
).check(validText).nullable();
export type HttpTemplateSuccessMatch = z.output<typeof HttpTemplateSuccessMatch>;

/**
 * Path of the message id in the response, such as `messages.0.id`, or an expression for plain
 * text, such as `text:/OK: (\S+)/`. null: it has none.
 */
export const HttpTemplateIdPath = z.string().min(1).check(atMost(1000)).regex(
  /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]+$/u,
  "must have no control characters but tabs and line breaks",
).check(validText).nullable();
export type HttpTemplateIdPath = z.output<typeof HttpTemplateIdPath>;

/** Path of the error code in the response, or an expression as in `id-path`. */
export const HttpTemplateErrorPath = z.string().min(1).check(atMost(1000)).regex(
  /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]+$/u,
  "must have no control characters but tabs and line breaks",
).check(validText).nullable();
export type HttpTemplateErrorPath = z.output<typeof HttpTemplateErrorPath>;

/** Path of the error's description in the response, or an expression as in `id-path`. */
export const HttpTemplateErrorTextPath = z.string().min(1).check(atMost(1000)).regex(
  /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]+$/u,
  "must have no control characters but tabs and line breaks",
).check(validText).nullable();
export type HttpTemplateErrorTextPath = z.output<typeof HttpTemplateErrorTextPath>;

/**
 * Meanings of error codes, one a line: `code=kind`; `http-400` is the code of a status without
 * another. Kinds are those of the manual, such as `recipient`.
 */
export const HttpTemplateCodes = z.string().min(1).check(atMost(20000)).regex(
  /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]+$/u,
  "must have no control characters but tabs and line breaks",
).check(validText).nullable();
export type HttpTemplateCodes = z.output<typeof HttpTemplateCodes>;

/** Whether the provider recognises a repeated request by `{id}`, so that it is not sent twice. */
export const HttpTemplateIdempotent = z.boolean();
export type HttpTemplateIdempotent = z.output<typeof HttpTemplateIdempotent>;

/**
 * URL that responds with success where the credentials are right, such as that of the
 * balance. It gets a GET with the headers. null: the credentials are not checked.
 */
export const HttpTemplateCheckUrl = z.string().min(1).check(atMost(2048)).regex(
  /^https?:\/\/[^\s#]+$/u,
  "must be an http or https URL without spaces and fragment",
).check(validText).nullable();
export type HttpTemplateCheckUrl = z.output<typeof HttpTemplateCheckUrl>;

/**
 * Token that callbacks have in their URL, as `?token=`; callbacks without it are refused. Never
 * shown.
 */
export const HttpTemplateCallbackToken = z.string().min(16).check(atMost(255)).regex(
  /^[A-Za-z0-9_-]+$/u,
  "must have no characters but letters, digits, hyphens and underscores",
).check(validText).nullable();
export type HttpTemplateCallbackToken = z.output<typeof HttpTemplateCallbackToken>;

/** Text that responds to a callback. null: an empty one. */
export const HttpTemplateCallbackResponse = z.string().min(1).check(atMost(1000)).regex(
  /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]+$/u,
  "must have no control characters but tabs and line breaks",
).check(validText).nullable();
export type HttpTemplateCallbackResponse = z.output<typeof HttpTemplateCallbackResponse>;

/**
 * Path of the list in callbacks that have several events; other paths begin at its items. null:
 * there is one, or the body is the list.
 */
export const HttpTemplateEventsPath = z.string().min(1).check(atMost(1000)).regex(
  /^[^\s\u0000-\u001f\u007f]+$/u,
  "must have no spaces and control characters",
).check(validText).nullable();
export type HttpTemplateEventsPath = z.output<typeof HttpTemplateEventsPath>;

/** Path of the status in status callbacks: a name of JSON, form or query. null: there are none. */
export const HttpTemplateStatusPath = z.string().min(1).check(atMost(1000)).regex(
  /^[^\s\u0000-\u001f\u007f]+$/u,
  "must have no spaces and control characters",
).check(validText).nullable();
export type HttpTemplateStatusPath = z.output<typeof HttpTemplateStatusPath>;

/**
 * Path of the id in status callbacks: that of `id-path`, or `{id}` without `id-path`. null: the
 * address `{status-url}` names the message.
 */
export const HttpTemplateStatusIdPath = z.string().min(1).check(atMost(1000)).regex(
  /^[^\s\u0000-\u001f\u007f]+$/u,
  "must have no spaces and control characters",
).check(validText).nullable();
export type HttpTemplateStatusIdPath = z.output<typeof HttpTemplateStatusIdPath>;

/** Path of the error code in status callbacks. */
export const HttpTemplateStatusErrorPath = z.string().min(1).check(atMost(1000)).regex(
  /^[^\s\u0000-\u001f\u007f]+$/u,
  "must have no spaces and control characters",
).check(validText).nullable();
export type HttpTemplateStatusErrorPath = z.output<typeof HttpTemplateStatusErrorPath>;

/**
 * Meanings of statuses, one a line, such as `DELIVRD=delivered`: `delivered`, `noted`, or a kind as
 * in `codes`. Others are noted.
 */
export const HttpTemplateStatuses = z.string().min(1).check(atMost(20000)).regex(
  /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]+$/u,
  "must have no control characters but tabs and line breaks",
).check(validText).nullable();
export type HttpTemplateStatuses = z.output<typeof HttpTemplateStatuses>;

/** Path of the sender in messages of handsets. null: there are none. */
export const HttpTemplateInboundFromPath = z.string().min(1).check(atMost(1000)).regex(
  /^[^\s\u0000-\u001f\u007f]+$/u,
  "must have no spaces and control characters",
).check(validText).nullable();
export type HttpTemplateInboundFromPath = z.output<typeof HttpTemplateInboundFromPath>;

/** Path of the recipient in messages of handsets. Of several, those that are senders get it. */
export const HttpTemplateInboundToPath = z.string().min(1).check(atMost(1000)).regex(
  /^[^\s\u0000-\u001f\u007f]+$/u,
  "must have no spaces and control characters",
).check(validText).nullable();
export type HttpTemplateInboundToPath = z.output<typeof HttpTemplateInboundToPath>;

/** Path of the text in messages of handsets. */
export const HttpTemplateInboundTextPath = z.string().min(1).check(atMost(1000)).regex(
  /^[^\s\u0000-\u001f\u007f]+$/u,
  "must have no spaces and control characters",
).check(validText).nullable();
export type HttpTemplateInboundTextPath = z.output<typeof HttpTemplateInboundTextPath>;

/** Path of the id in messages of handsets. null: a repeated callback is another message. */
export const HttpTemplateInboundIdPath = z.string().min(1).check(atMost(1000)).regex(
  /^[^\s\u0000-\u001f\u007f]+$/u,
  "must have no spaces and control characters",
).check(validText).nullable();
export type HttpTemplateInboundIdPath = z.output<typeof HttpTemplateInboundIdPath>;

/** Path of the addresses of files in messages of handsets, such as `media.*.url`. */
export const HttpTemplateInboundMediaPath = z.string().min(1).check(atMost(1000)).regex(
  /^[^\s\u0000-\u001f\u007f]+$/u,
  "must have no spaces and control characters",
).check(validText).nullable();
export type HttpTemplateInboundMediaPath = z.output<typeof HttpTemplateInboundMediaPath>;

/** Maximum length of a text, in characters. */
export const HttpTemplateTextMaxLength = z.int().min(1).max(100000);
export type HttpTemplateTextMaxLength = z.output<typeof HttpTemplateTextMaxLength>;

/** Maximum size of all files of an MMS together, in bytes. */
export const HttpTemplateMmsMaxBytes = z.int().min(1000).max(100000000);
export type HttpTemplateMmsMaxBytes = z.output<typeof HttpTemplateMmsMaxBytes>;

/**
 * Maximum number of files of an MMS. Without `{media-urls}` it is at most the number of
 * `{media-url-1}`, `{media-url-2}` and so on.
 */
export const HttpTemplateMmsMaxFiles = z.int().min(1).max(20);
export type HttpTemplateMmsMaxFiles = z.output<typeof HttpTemplateMmsMaxFiles>;

/**
 * Texts and MMS by any simple HTTP API, described by templates instead of code. It needs the
 * address of the API, mostly a header with a key, and the body of a request with placeholders.
 */
export const NewHttpTemplate = z.strictObject({
  "name": ConnectorName,
  "kind": HttpTemplateKind,
  "url": HttpTemplateUrl,
  "method": HttpTemplateMethod.default("POST"),
  "headers": HttpTemplateHeaders.default(null),
  "secret": HttpTemplateSecret.default(null),
  "body-type": HttpTemplateBodyType.default("json"),
  "body": HttpTemplateBody.default(null),
  "mms-url": HttpTemplateMmsUrl.default(null),
  "mms-body": HttpTemplateMmsBody.default(null),
  "success-statuses": HttpTemplateSuccessStatuses.default(null),
  "success-match": HttpTemplateSuccessMatch.default(null),
  "id-path": HttpTemplateIdPath.default(null),
  "error-path": HttpTemplateErrorPath.default(null),
  "error-text-path": HttpTemplateErrorTextPath.default(null),
  "codes": HttpTemplateCodes.default(null),
  "idempotent": HttpTemplateIdempotent.default(false),
  "check-url": HttpTemplateCheckUrl.default(null),
  "callback-token": HttpTemplateCallbackToken.default(null),
  "callback-response": HttpTemplateCallbackResponse.default(null),
  "events-path": HttpTemplateEventsPath.default(null),
  "status-path": HttpTemplateStatusPath.default(null),
  "status-id-path": HttpTemplateStatusIdPath.default(null),
  "status-error-path": HttpTemplateStatusErrorPath.default(null),
  "statuses": HttpTemplateStatuses.default(null),
  "inbound-from-path": HttpTemplateInboundFromPath.default(null),
  "inbound-to-path": HttpTemplateInboundToPath.default(null),
  "inbound-text-path": HttpTemplateInboundTextPath.default(null),
  "inbound-id-path": HttpTemplateInboundIdPath.default(null),
  "inbound-media-path": HttpTemplateInboundMediaPath.default(null),
  "text-max-length": HttpTemplateTextMaxLength.default(1600),
  "mms-max-bytes": HttpTemplateMmsMaxBytes.default(1000000),
  "mms-max-files": HttpTemplateMmsMaxFiles.default(10),
  "tls-ca": TlsCa.default(null),
  "tls-certificate": TlsCertificate.default(null),
  "tls-key": TlsKey.default(null),
  "window": HttpWindow.default(8),
  "rate": ConnectorRate.default(null),
  "burst": ConnectorBurst.default(0),
  "timeout": HttpTimeout.default(30),
  "unconfirmed": HttpUnconfirmed.default("wait"),
  "missing-report": MissingReport.default("silent"),
  "disabled": ConnectorDisabled.default(false),
});
export type NewHttpTemplate = z.output<typeof NewHttpTemplate>;

export const NewConnector = z.discriminatedUnion("kind", [
  NewMmscMm7,
  NewSmscSmpp,
  NewTwilio,
  NewTelnyx,
  NewPlivo,
  NewBandwidth,
  NewVonage,
  NewSinch,
  NewInfobip,
  NewSmsgate,
  NewHttpTemplate,
]);
export type NewConnector = z.output<typeof NewConnector>;

export const MmscMm7Change = z.strictObject({
  "url": MmscMm7Url.optional(),
  "username": MmscMm7Username.optional(),
  "password": MmscMm7Password.optional(),
  "vaspid": MmscMm7Vaspid.optional(),
  "vasid": MmscMm7Vasid.optional(),
  "service-code": MmscMm7ServiceCode.optional(),
  "mm7-version": MmscMm7Mm7Version.optional(),
  "namespace": MmscMm7Namespace.optional(),
  "transfer-encoding": MmscMm7TransferEncoding.optional(),
  "tls-ca": TlsCa.optional(),
  "tls-certificate": TlsCertificate.optional(),
  "tls-key": TlsKey.optional(),
  "window": MmscMm7Window.optional(),
  "rate": ConnectorRate.optional(),
  "burst": ConnectorBurst.optional(),
  "timeout": MmscMm7Timeout.optional(),
  "relay-username": MmscMm7RelayUsername.optional(),
  "relay-password": MmscMm7RelayPassword.optional(),
  "unconfirmed": MmscMm7Unconfirmed.optional(),
  "missing-report": MissingReport.optional(),
  "disabled": ConnectorDisabled.optional(),
});
export type MmscMm7Change = z.output<typeof MmscMm7Change>;

export const SmscSmppChange = z.strictObject({
  "host": SmscSmppHost.optional(),
  "port": SmscSmppPort.optional(),
  "tls": SmscSmppTls.optional(),
  "tls-ca": TlsCa.optional(),
  "tls-certificate": TlsCertificate.optional(),
  "tls-key": TlsKey.optional(),
  "bind": SmscSmppBind.optional(),
  "sessions": SmscSmppSessions.optional(),
  "system-id": SmscSmppSystemId.optional(),
  "password": SmscSmppPassword.optional(),
  "system-type": SmscSmppSystemType.optional(),
  "window": SmscSmppWindow.optional(),
  "rate": SmscSmppRate.optional(),
  "burst": SmscSmppBurst.optional(),
  "enquire-link": SmscSmppEnquireLink.optional(),
  "timeout": SmscSmppTimeout.optional(),
  "source-ton": SmscSmppSourceTon.optional(),
  "source-npi": SmscSmppSourceNpi.optional(),
  "dest-ton": SmscSmppDestTon.optional(),
  "dest-npi": SmscSmppDestNpi.optional(),
  "concatenation": SmscSmppConcatenation.optional(),
  "payload-refused": SmscSmppPayloadRefused.optional(),
  "alphabets": SmscSmppAlphabets.optional(),
  "service-type": SmscSmppServiceType.optional(),
  "receipt-ids": SmscSmppReceiptIds.optional(),
  "receipts": SmscSmppReceipts.optional(),
  "user-message-reference": SmscSmppUserMessageReference.optional(),
  "unconfirmed": Unconfirmed.optional(),
  "missing-report": MissingReport.optional(),
  "disabled": ConnectorDisabled.optional(),
});
export type SmscSmppChange = z.output<typeof SmscSmppChange>;

export const TwilioChange = z.strictObject({
  "account-sid": TwilioAccountSid.optional(),
  "auth-token": TwilioAuthToken.optional(),
  "api-key-sid": TwilioApiKeySid.optional(),
  "api-key-secret": TwilioApiKeySecret.optional(),
  "messaging-service-sid": TwilioMessagingServiceSid.optional(),
  "url": TwilioUrl.optional(),
  "tls-ca": TlsCa.optional(),
  "tls-certificate": TlsCertificate.optional(),
  "tls-key": TlsKey.optional(),
  "window": HttpWindow.optional(),
  "rate": ConnectorRate.optional(),
  "burst": ConnectorBurst.optional(),
  "timeout": HttpTimeout.optional(),
  "unconfirmed": HttpUnconfirmed.optional(),
  "missing-report": MissingReport.optional(),
  "disabled": ConnectorDisabled.optional(),
});
export type TwilioChange = z.output<typeof TwilioChange>;

export const TelnyxChange = z.strictObject({
  "api-key": TelnyxApiKey.optional(),
  "public-key": TelnyxPublicKey.optional(),
  "messaging-profile-id": TelnyxMessagingProfileId.optional(),
  "url": TelnyxUrl.optional(),
  "tls-ca": TlsCa.optional(),
  "tls-certificate": TlsCertificate.optional(),
  "tls-key": TlsKey.optional(),
  "window": HttpWindow.optional(),
  "rate": ConnectorRate.optional(),
  "burst": ConnectorBurst.optional(),
  "timeout": HttpTimeout.optional(),
  "unconfirmed": HttpUnconfirmed.optional(),
  "missing-report": MissingReport.optional(),
  "disabled": ConnectorDisabled.optional(),
});
export type TelnyxChange = z.output<typeof TelnyxChange>;

export const PlivoChange = z.strictObject({
  "auth-id": PlivoAuthId.optional(),
  "auth-token": PlivoAuthToken.optional(),
  "accept-v2-signatures": PlivoAcceptV2Signatures.optional(),
  "url": PlivoUrl.optional(),
  "tls-ca": TlsCa.optional(),
  "tls-certificate": TlsCertificate.optional(),
  "tls-key": TlsKey.optional(),
  "window": HttpWindow.optional(),
  "rate": ConnectorRate.optional(),
  "burst": ConnectorBurst.optional(),
  "timeout": HttpTimeout.optional(),
  "unconfirmed": HttpUnconfirmed.optional(),
  "missing-report": MissingReport.optional(),
  "disabled": ConnectorDisabled.optional(),
});
export type PlivoChange = z.output<typeof PlivoChange>;

export const BandwidthChange = z.strictObject({
  "account-id": BandwidthAccountId.optional(),
  "application-id": BandwidthApplicationId.optional(),
  "client-id": BandwidthClientId.optional(),
  "client-secret": BandwidthClientSecret.optional(),
  "callback-username": BandwidthCallbackUsername.optional(),
  "callback-password": BandwidthCallbackPassword.optional(),
  "url": BandwidthUrl.optional(),
  "token-url": BandwidthTokenUrl.optional(),
  "tls-ca": TlsCa.optional(),
  "tls-certificate": TlsCertificate.optional(),
  "tls-key": TlsKey.optional(),
  "window": HttpWindow.optional(),
  "rate": ConnectorRate.optional(),
  "burst": ConnectorBurst.optional(),
  "timeout": HttpTimeout.optional(),
  "unconfirmed": HttpUnconfirmed.optional(),
  "missing-report": MissingReport.optional(),
  "disabled": ConnectorDisabled.optional(),
});
export type BandwidthChange = z.output<typeof BandwidthChange>;

export const VonageChange = z.strictObject({
  "application-id": VonageApplicationId.optional(),
  "private-key": VonagePrivateKey.optional(),
  "signature-secret": VonageSignatureSecret.optional(),
  "url": VonageUrl.optional(),
  "tls-ca": TlsCa.optional(),
  "tls-certificate": TlsCertificate.optional(),
  "tls-key": TlsKey.optional(),
  "window": HttpWindow.optional(),
  "rate": ConnectorRate.optional(),
  "burst": ConnectorBurst.optional(),
  "timeout": HttpTimeout.optional(),
  "unconfirmed": HttpUnconfirmed.optional(),
  "missing-report": MissingReport.optional(),
  "disabled": ConnectorDisabled.optional(),
});
export type VonageChange = z.output<typeof VonageChange>;

export const SinchChange = z.strictObject({
  "service-plan-id": SinchServicePlanId.optional(),
  "api-token": SinchApiToken.optional(),
  "callback-token": SinchCallbackToken.optional(),
  "webhook-secret": SinchWebhookSecret.optional(),
  "url": SinchUrl.optional(),
  "tls-ca": TlsCa.optional(),
  "tls-certificate": TlsCertificate.optional(),
  "tls-key": TlsKey.optional(),
  "window": HttpWindow.optional(),
  "rate": ConnectorRate.optional(),
  "burst": ConnectorBurst.optional(),
  "timeout": HttpTimeout.optional(),
  "unconfirmed": HttpUnconfirmed.optional(),
  "missing-report": MissingReport.optional(),
  "disabled": ConnectorDisabled.optional(),
});
export type SinchChange = z.output<typeof SinchChange>;

export const InfobipChange = z.strictObject({
  "url": InfobipUrl.optional(),
  "api-key": InfobipApiKey.optional(),
  "callback-token": InfobipCallbackToken.optional(),
  "tls-ca": TlsCa.optional(),
  "tls-certificate": TlsCertificate.optional(),
  "tls-key": TlsKey.optional(),
  "window": HttpWindow.optional(),
  "rate": ConnectorRate.optional(),
  "burst": ConnectorBurst.optional(),
  "timeout": HttpTimeout.optional(),
  "unconfirmed": HttpUnconfirmed.optional(),
  "missing-report": MissingReport.optional(),
  "disabled": ConnectorDisabled.optional(),
});
export type InfobipChange = z.output<typeof InfobipChange>;

export const SmsgateChange = z.strictObject({
  "url": SmsgateUrl.optional(),
  "username": SmsgateUsername.optional(),
  "password": SmsgatePassword.optional(),
  "signing-key": SmsgateSigningKey.optional(),
  "device-id": SmsgateDeviceId.optional(),
  "sim-number": SmsgateSimNumber.optional(),
  "number": SmsgateNumber.optional(),
  "tls-ca": TlsCa.optional(),
  "tls-certificate": TlsCertificate.optional(),
  "tls-key": TlsKey.optional(),
  "window": HttpWindow.optional(),
  "rate": ConnectorRate.optional(),
  "burst": ConnectorBurst.optional(),
  "timeout": HttpTimeout.optional(),
  "unconfirmed": HttpUnconfirmed.optional(),
  "missing-report": MissingReport.optional(),
  "disabled": ConnectorDisabled.optional(),
});
export type SmsgateChange = z.output<typeof SmsgateChange>;

export const HttpTemplateChange = z.strictObject({
  "url": HttpTemplateUrl.optional(),
  "method": HttpTemplateMethod.optional(),
  "headers": HttpTemplateHeaders.optional(),
  "secret": HttpTemplateSecret.optional(),
  "body-type": HttpTemplateBodyType.optional(),
  "body": HttpTemplateBody.optional(),
  "mms-url": HttpTemplateMmsUrl.optional(),
  "mms-body": HttpTemplateMmsBody.optional(),
  "success-statuses": HttpTemplateSuccessStatuses.optional(),
  "success-match": HttpTemplateSuccessMatch.optional(),
  "id-path": HttpTemplateIdPath.optional(),
  "error-path": HttpTemplateErrorPath.optional(),
  "error-text-path": HttpTemplateErrorTextPath.optional(),
  "codes": HttpTemplateCodes.optional(),
  "idempotent": HttpTemplateIdempotent.optional(),
  "check-url": HttpTemplateCheckUrl.optional(),
  "callback-token": HttpTemplateCallbackToken.optional(),
  "callback-response": HttpTemplateCallbackResponse.optional(),
  "events-path": HttpTemplateEventsPath.optional(),
  "status-path": HttpTemplateStatusPath.optional(),
  "status-id-path": HttpTemplateStatusIdPath.optional(),
  "status-error-path": HttpTemplateStatusErrorPath.optional(),
  "statuses": HttpTemplateStatuses.optional(),
  "inbound-from-path": HttpTemplateInboundFromPath.optional(),
  "inbound-to-path": HttpTemplateInboundToPath.optional(),
  "inbound-text-path": HttpTemplateInboundTextPath.optional(),
  "inbound-id-path": HttpTemplateInboundIdPath.optional(),
  "inbound-media-path": HttpTemplateInboundMediaPath.optional(),
  "text-max-length": HttpTemplateTextMaxLength.optional(),
  "mms-max-bytes": HttpTemplateMmsMaxBytes.optional(),
  "mms-max-files": HttpTemplateMmsMaxFiles.optional(),
  "tls-ca": TlsCa.optional(),
  "tls-certificate": TlsCertificate.optional(),
  "tls-key": TlsKey.optional(),
  "window": HttpWindow.optional(),
  "rate": ConnectorRate.optional(),
  "burst": ConnectorBurst.optional(),
  "timeout": HttpTimeout.optional(),
  "unconfirmed": HttpUnconfirmed.optional(),
  "missing-report": MissingReport.optional(),
  "disabled": ConnectorDisabled.optional(),
});
export type HttpTemplateChange = z.output<typeof HttpTemplateChange>;

/** Fields of the connector's kind. */
export const ConnectorChange = deferred(
  z.union([
    MmscMm7Change,
    SmscSmppChange,
    TwilioChange,
    TelnyxChange,
    PlivoChange,
    BandwidthChange,
    VonageChange,
    SinchChange,
    InfobipChange,
    SmsgateChange,
    HttpTemplateChange,
  ]),
);
export type ConnectorChange = z.output<typeof ConnectorChange>;

/** Form in which the messages are sent; a fallback SMS counts as sms. */
export const RouteKind = z.enum(["mms", "sms"]);
export type RouteKind = z.output<typeof RouteKind>;

export const ConnectorTest = z.strictObject({
  "account": AccountId,
  "from": z.string().min(1).check(atMost(64)).check(validText),
  "to": z.string().min(1).check(atMost(64)).check(validText),
  "kind": RouteKind.optional(),
  "text": z.string().min(1).check(atMost(1600)).check(validText).optional(),
});
export type ConnectorTest = z.output<typeof ConnectorTest>;

/**
 * The SMSC of an operator or aggregator, for texts over SMPP 3.4. It needs host and port, and
 * the system_id and password of the bind.
 */
export const NewSmsc = z.strictObject({
  "name": ConnectorName,
  "host": SmscSmppHost,
  "port": SmscSmppPort.default(2775),
  "tls": SmscSmppTls.default(false),
  "tls-ca": TlsCa.default(null),
  "tls-certificate": TlsCertificate.default(null),
  "tls-key": TlsKey.default(null),
  "bind": SmscSmppBind.default("transceiver"),
  "sessions": SmscSmppSessions.default(1),
  "system-id": SmscSmppSystemId,
  "password": SmscSmppPassword.default(null),
  "system-type": SmscSmppSystemType.default(""),
  "window": SmscSmppWindow.default(10),
  "rate": SmscSmppRate.default(null),
  "burst": SmscSmppBurst.default(0),
  "enquire-link": SmscSmppEnquireLink.default(30),
  "timeout": SmscSmppTimeout.default(30),
  "source-ton": SmscSmppSourceTon.default(null),
  "source-npi": SmscSmppSourceNpi.default(null),
  "dest-ton": SmscSmppDestTon.default(1),
  "dest-npi": SmscSmppDestNpi.default(1),
  "concatenation": SmscSmppConcatenation.default("udh8"),
  "payload-refused": SmscSmppPayloadRefused.default("segments"),
  "alphabets": SmscSmppAlphabets.default("gsm"),
  "service-type": SmscSmppServiceType.default(""),
  "receipt-ids": SmscSmppReceiptIds.default("same"),
  "receipts": SmscSmppReceipts.default("each"),
  "user-message-reference": SmscSmppUserMessageReference.default(true),
  "unconfirmed": Unconfirmed.default("resubmit"),
  "missing-report": MissingReport.default("silent"),
  "disabled": ConnectorDisabled.default(false),
});
export type NewSmsc = z.output<typeof NewSmsc>;

export const SmscChange = z.strictObject({
  "host": SmscSmppHost.optional(),
  "port": SmscSmppPort.optional(),
  "tls": SmscSmppTls.optional(),
  "tls-ca": TlsCa.optional(),
  "tls-certificate": TlsCertificate.optional(),
  "tls-key": TlsKey.optional(),
  "bind": SmscSmppBind.optional(),
  "sessions": SmscSmppSessions.optional(),
  "system-id": SmscSmppSystemId.optional(),
  "password": SmscSmppPassword.optional(),
  "system-type": SmscSmppSystemType.optional(),
  "window": SmscSmppWindow.optional(),
  "rate": SmscSmppRate.optional(),
  "burst": SmscSmppBurst.optional(),
  "enquire-link": SmscSmppEnquireLink.optional(),
  "timeout": SmscSmppTimeout.optional(),
  "source-ton": SmscSmppSourceTon.optional(),
  "source-npi": SmscSmppSourceNpi.optional(),
  "dest-ton": SmscSmppDestTon.optional(),
  "dest-npi": SmscSmppDestNpi.optional(),
  "concatenation": SmscSmppConcatenation.optional(),
  "payload-refused": SmscSmppPayloadRefused.optional(),
  "alphabets": SmscSmppAlphabets.optional(),
  "service-type": SmscSmppServiceType.optional(),
  "receipt-ids": SmscSmppReceiptIds.optional(),
  "receipts": SmscSmppReceipts.optional(),
  "user-message-reference": SmscSmppUserMessageReference.optional(),
  "unconfirmed": Unconfirmed.optional(),
  "missing-report": MissingReport.optional(),
  "disabled": ConnectorDisabled.optional(),
});
export type SmscChange = z.output<typeof SmscChange>;

/** Size limit of an MMS on the wire, in bytes. */
export const MaxBytes = z.int().min(10000).max(100000000);
export type MaxBytes = z.output<typeof MaxBytes>;

/** Size limit on the wire, in bytes; null means none of its own. */
export const MaxBytesOfKind = z.int().min(10000).max(100000000).nullable();
export type MaxBytesOfKind = z.output<typeof MaxBytesOfKind>;

export const OperatorChange = z.strictObject({
  "name": z.string().min(1).check(atMost(200)).check(validText).optional(),
  "country": Country.optional(),
  "mms": z.boolean().optional(),
  "max-bytes": MaxBytes.optional(),
  "max-bytes-short-code": MaxBytesOfKind.optional(),
  "max-bytes-toll-free": MaxBytesOfKind.optional(),
  "max-bytes-10dlc": MaxBytesOfKind.optional(),
  "max-bytes-alphanumeric": MaxBytesOfKind.optional(),
  "gsm-subjects": z.boolean().optional(),
});
export type OperatorChange = z.output<typeof OperatorChange>;

/** Id of a mobile operator. */
export const MobileOperatorId = z.string().regex(
  /^[A-Za-z0-9_-]{1,40}$/u,
  "must have 1 to 40 letters, digits, _ and -",
).check(validText);
export type MobileOperatorId = z.output<typeof MobileOperatorId>;

/**
 * Comma-separated names of connectors, in order of preference; empty means that matching
 * messages are refused.
 */
export const RouteConnectors = z.string().check(atMost(1000)).regex(
  /^(|[a-z0-9_-]{1,40}( *, *[a-z0-9_-]{1,40})*)$/u,
  "must be names of connectors with commas between them",
).check(validText);
export type RouteConnectors = z.output<typeof RouteConnectors>;

export const NewRoute = z.strictObject({
  "account": AccountId.optional(),
  "sender": z.string().min(1).check(atMost(20)).check(validText).optional(),
  "operator": MobileOperatorId.optional(),
  "kind": RouteKind,
  "connectors": RouteConnectors,
});
export type NewRoute = z.output<typeof NewRoute>;

export const RouteChange = z.strictObject({ "connectors": RouteConnectors });
export type RouteChange = z.output<typeof RouteChange>;

export const MessageResend = z.strictObject({
  "idempotency-key": z.string().regex(
    /^[A-Za-z0-9._-]{1,255}$/u,
    "must be 1 to 255 letters, digits, periods, underscores or hyphens",
  ).check(validText).optional(),
});
export type MessageResend = z.output<typeof MessageResend>;

/** Id of the transaction, repeated in its postbacks. */
export const TrackingId = z.string().min(1).check(atMost(64)).check(validText);
export type TrackingId = z.output<typeof TrackingId>;

/**
 * Selection of postbacks, by at least one field. State `sent` needs an account or a
 * tracking-id.
 */
export const PostbackReplay = z.strictObject({
  "account": AccountId.optional(),
  "state": z.enum(["dead", "parked", "sent"]).optional(),
  "receiver": z.string().min(1).check(atMost(64)).check(validText).optional(),
  "tracking-id": TrackingId.optional(),
  "code": z.string().min(1).check(atMost(64)).check(validText).optional(),
  "since": z.string().check(atMost(64)).check(validText).optional(),
  "until": z.string().check(atMost(64)).check(validText).optional(),
});
export type PostbackReplay = z.output<typeof PostbackReplay>;

export const TemplateName = z.strictObject({
  "name": z.string().min(1).check(atMost(200)).check(validText),
});
export type TemplateName = z.output<typeof TemplateName>;

export const TemplateSend = z.strictObject({
  "from": z.string().min(1).check(atMost(64)).check(validText),
  "to": z.string().min(1).check(atMost(64)).check(validText),
  "campaign-ref": z.string().check(atMost(200)).check(validText).optional(),
  "client-reference": z.string().check(atMost(64)).check(validText).optional(),
  "merge-tag-data": atMostFields(
    500,
    z.record(
      z.string().check(atMost(100)).check(validText),
      z.string().check(atMost(5000)).check(validText),
    ),
  ).optional(),
});
export type TemplateSend = z.output<typeof TemplateSend>;

export const NewUpload = z.strictObject({
  "name": z.string().min(1).check(atMost(255)).check(validText),
  "content": z.string().min(1).check(atMost(360000000)).check(validText),
});
export type NewUpload = z.output<typeof NewUpload>;

export const NewUploads = z.strictObject({ "file": z.array(NewUpload).min(1).max(50) });
export type NewUploads = z.output<typeof NewUploads>;

/** Number with country code. */
export const PersonNumber = z.string().min(1).check(atMost(64)).check(validText);
export type PersonNumber = z.output<typeof PersonNumber>;

/**
 * Account whose data is meant; by default all. What is known of the handset and its operator
 * belongs to no account.
 */
export const PersonAccount = z.string().regex(
  /^[a-z0-9-]{1,40}$/u,
  "must have 1 to 40 of the characters a-z, 0-9 and -",
).check(validText);
export type PersonAccount = z.output<typeof PersonAccount>;

export const PersonRequest = z.strictObject({
  "number": PersonNumber,
  "account": PersonAccount.optional(),
});
export type PersonRequest = z.output<typeof PersonRequest>;

export const PersonErasure = z.strictObject({
  "number": PersonNumber,
  "account": PersonAccount.optional(),
  "confirm": z.boolean().default(false),
});
export type PersonErasure = z.output<typeof PersonErasure>;

export const LoopbackHandsetChange = z.strictObject({
  "operator-id": z.string().regex(
    /^[A-Za-z0-9_-]{1,40}$/u,
    "must have 1 to 40 letters, digits, _ and -",
  ).check(validText).nullable().optional(),
  "handset": z.string().min(1).check(atMost(200)).check(validText).nullable().optional(),
  "outcome": z.enum(["delivered", "expired", "failed", "rejected", "unrecognised", "silence"])
    .nullable().optional(),
});
export type LoopbackHandsetChange = z.output<typeof LoopbackHandsetChange>;

export const InjectedSms = z.strictObject({
  "from": z.string().min(1).check(atMost(64)).check(validText),
  "to": z.string().min(1).check(atMost(64)).check(validText),
  "text": z.string().check(atMost(39015)).check(validText),
  "operator-id": z.string().min(1).check(atMost(40)).check(validText).optional(),
});
export type InjectedSms = z.output<typeof InjectedSms>;

export const InjectedFile = z.strictObject({
  "name": z.string().min(1).check(atMost(255)).check(validText),
  "content": z.string().check(atMost(360000000)).check(validText),
});
export type InjectedFile = z.output<typeof InjectedFile>;

export const InjectedMms = z.strictObject({
  "from": z.string().min(1).check(atMost(64)).check(validText),
  "to": z.string().min(1).check(atMost(64)).check(validText),
  "subject": z.string().min(1).check(atMost(1000)).check(validText).optional(),
  "text": z.string().min(1).check(atMost(39015)).check(validText).optional(),
  "file": z.array(InjectedFile).max(50).optional(),
  "operator-id": z.string().min(1).check(atMost(40)).check(validText).optional(),
});
export type InjectedMms = z.output<typeof InjectedMms>;

export const InjectedReport = z.strictObject({
  "tracking-id": TrackingId,
  "outcome": z.enum(["delivered", "expired", "failed", "rejected", "unrecognised", "noted"]),
  "details": z.string().min(1).check(atMost(1000)).check(validText).optional(),
  "handset": z.string().min(1).check(atMost(1000)).check(validText).optional(),
});
export type InjectedReport = z.output<typeof InjectedReport>;

/** Request validators by operation. Bodies are not coerced and refuse unknown fields. */
export const adminRequests = {
  createAccount: { params: z.object({}), query: z.object({}), body: NewAccount },
  listAccounts: {
    params: z.object({}),
    query: z.object({
      "cursor": text(z.string().check(atMost(2000))).optional(),
      "limit": integer(z.int().min(1).max(200)).default(50),
    }),
  },
  readAccount: {
    params: z.object({ "account": text(z.string().min(1).check(atMost(40))) }),
    query: z.object({}),
  },
  changeAccount: {
    params: z.object({ "account": text(z.string().min(1).check(atMost(40))) }),
    query: z.object({}),
    body: AccountChange,
  },
  setLogo: {
    params: z.object({ "account": text(z.string().min(1).check(atMost(40))) }),
    query: z.object({}),
    body: NewLogo,
  },
  removeLogo: {
    params: z.object({ "account": text(z.string().min(1).check(atMost(40))) }),
    query: z.object({}),
  },
  issueKey: {
    params: z.object({ "account": text(z.string().min(1).check(atMost(40))) }),
    query: z.object({}),
    body: NewKey,
  },
  listKeys: {
    params: z.object({ "account": text(z.string().min(1).check(atMost(40))) }),
    query: z.object({}),
  },
  changeKey: {
    params: z.object({
      "account": text(z.string().min(1).check(atMost(40))),
      "key-id": text(z.string().min(1).check(atMost(64))),
    }),
    query: z.object({}),
    body: KeyChange,
  },
  revokeKey: {
    params: z.object({
      "account": text(z.string().min(1).check(atMost(40))),
      "key-id": text(z.string().min(1).check(atMost(64))),
    }),
    query: z.object({}),
  },
  rotateWebhookSecret: {
    params: z.object({ "account": text(z.string().min(1).check(atMost(40))) }),
    query: z.object({ "receiver": text(z.string().min(1).check(atMost(40))).default("default") }),
    body: SecretRotation,
  },
  pingAccount: {
    params: z.object({ "account": text(z.string().min(1).check(atMost(40))) }),
    query: z.object({ "receiver": text(z.string().min(1).check(atMost(40))).default("default") }),
  },
  performAction: {
    params: z.object({ "account": text(z.string().min(1).check(atMost(40))) }),
    query: z.object({}),
    body: ActionRequest,
  },
  addSender: {
    params: z.object({ "account": text(z.string().min(1).check(atMost(40))) }),
    query: z.object({}),
    body: NewSender,
  },
  listSenders: {
    params: z.object({ "account": text(z.string().min(1).check(atMost(40))) }),
    query: z.object({}),
  },
  changeSender: {
    params: z.object({
      "account": text(z.string().min(1).check(atMost(40))),
      "address": text(z.string().min(1).check(atMost(64))),
    }),
    query: z.object({}),
    body: SenderChange,
  },
  removeSender: {
    params: z.object({
      "account": text(z.string().min(1).check(atMost(40))),
      "address": text(z.string().min(1).check(atMost(64))),
    }),
    query: z.object({}),
  },
  createPool: {
    params: z.object({ "account": text(z.string().min(1).check(atMost(40))) }),
    query: z.object({}),
    body: NewPool,
  },
  listPools: {
    params: z.object({ "account": text(z.string().min(1).check(atMost(40))) }),
    query: z.object({}),
  },
  changePool: {
    params: z.object({
      "account": text(z.string().min(1).check(atMost(40))),
      "pool": text(z.string().min(1).check(atMost(40))),
    }),
    query: z.object({}),
    body: PoolChange,
  },
  removePool: {
    params: z.object({
      "account": text(z.string().min(1).check(atMost(40))),
      "pool": text(z.string().min(1).check(atMost(40))),
    }),
    query: z.object({}),
  },
  createReceiver: {
    params: z.object({ "account": text(z.string().min(1).check(atMost(40))) }),
    query: z.object({}),
    body: NewReceiver,
  },
  listReceivers: {
    params: z.object({ "account": text(z.string().min(1).check(atMost(40))) }),
    query: z.object({}),
  },
  changeReceiver: {
    params: z.object({
      "account": text(z.string().min(1).check(atMost(40))),
      "receiver": text(z.string().min(1).check(atMost(40))),
    }),
    query: z.object({}),
    body: ReceiverChange,
  },
  removeReceiver: {
    params: z.object({
      "account": text(z.string().min(1).check(atMost(40))),
      "receiver": text(z.string().min(1).check(atMost(40))),
    }),
    query: z.object({}),
  },
  createCampaign: {
    params: z.object({ "account": text(z.string().min(1).check(atMost(40))) }),
    query: z.object({}),
    body: NewCampaign,
  },
  listCampaigns: {
    params: z.object({ "account": text(z.string().min(1).check(atMost(40))) }),
    query: z.object({
      "cursor": text(z.string().check(atMost(2000))).optional(),
      "limit": integer(z.int().min(1).max(200)).default(50),
    }),
  },
  readCampaign: {
    params: z.object({
      "account": text(z.string().min(1).check(atMost(40))),
      "campaign-ref": text(z.string().min(1).check(atMost(200))),
    }),
    query: z.object({}),
  },
  changeCampaign: {
    params: z.object({
      "account": text(z.string().min(1).check(atMost(40))),
      "campaign-ref": text(z.string().min(1).check(atMost(200))),
    }),
    query: z.object({}),
    body: CampaignChange,
  },
  removeCampaign: {
    params: z.object({
      "account": text(z.string().min(1).check(atMost(40))),
      "campaign-ref": text(z.string().min(1).check(atMost(200))),
    }),
    query: z.object({}),
  },
  addSubscription: {
    params: z.object({ "account": text(z.string().min(1).check(atMost(40))) }),
    query: z.object({}),
    body: NewSubscription,
  },
  listSubscriptions: {
    params: z.object({ "account": text(z.string().min(1).check(atMost(40))) }),
    query: z.object({
      "cursor": text(z.string().check(atMost(2000))).optional(),
      "limit": integer(z.int().min(1).max(200)).default(50),
    }),
  },
  removeSubscription: {
    params: z.object({
      "account": text(z.string().min(1).check(atMost(40))),
      "campaign-ref": text(z.string().min(1).check(atMost(200))),
      "recipient": text(z.string().min(1).check(atMost(64))),
    }),
    query: z.object({}),
  },
  addBlock: {
    params: z.object({ "account": text(z.string().min(1).check(atMost(40))) }),
    query: z.object({}),
    body: NewBlock,
  },
  listBlocks: {
    params: z.object({ "account": text(z.string().min(1).check(atMost(40))) }),
    query: z.object({
      "number": text(z.string().check(atMost(64))).optional(),
      "originator": text(z.string().check(atMost(64))).optional(),
      "cursor": text(z.string().check(atMost(2000))).optional(),
      "limit": integer(z.int().min(1).max(200)).default(50),
    }),
  },
  removeBlock: {
    params: z.object({
      "account": text(z.string().min(1).check(atMost(40))),
      "number": text(z.string().min(1).check(atMost(64))),
    }),
    query: z.object({ "originator": text(z.string().check(atMost(64))).optional() }),
  },
  listReplies: {
    params: z.object({ "account": text(z.string().min(1).check(atMost(40))) }),
    query: z.object({}),
  },
  changeReplies: {
    params: z.object({
      "account": text(z.string().min(1).check(atMost(40))),
      "language": choice(["en", "fr", "es"]),
    }),
    query: z.object({}),
    body: RepliesChange,
  },
  createToken: { params: z.object({}), query: z.object({}), body: NewToken },
  listTokens: { params: z.object({}), query: z.object({}) },
  revokeToken: {
    params: z.object({ "token-id": text(z.string().min(1).check(atMost(64))) }),
    query: z.object({}),
  },
  createConnector: { params: z.object({}), query: z.object({}), body: NewConnector },
  listConnectors: { params: z.object({}), query: z.object({}) },
  readConnector: {
    params: z.object({ "connector": text(z.string().min(1).check(atMost(40))) }),
    query: z.object({}),
  },
  changeConnector: {
    params: z.object({ "connector": text(z.string().min(1).check(atMost(40))) }),
    query: z.object({}),
    body: ConnectorChange,
  },
  removeConnector: {
    params: z.object({ "connector": text(z.string().min(1).check(atMost(40))) }),
    query: z.object({ "force": flag().default(false) }),
  },
  previewConnector: { params: z.object({}), query: z.object({}), body: NewConnector },
  checkConnector: {
    params: z.object({ "connector": text(z.string().min(1).check(atMost(40))) }),
    query: z.object({}),
  },
  testConnector: {
    params: z.object({ "connector": text(z.string().min(1).check(atMost(40))) }),
    query: z.object({}),
    body: ConnectorTest,
  },
  readConnectorState: {
    params: z.object({ "connector": text(z.string().min(1).check(atMost(40))) }),
    query: z.object({}),
  },
  createSmsc: { params: z.object({}), query: z.object({}), body: NewSmsc },
  listSmscs: { params: z.object({}), query: z.object({}) },
  readSmsc: {
    params: z.object({ "connector": text(z.string().min(1).check(atMost(40))) }),
    query: z.object({}),
  },
  changeSmsc: {
    params: z.object({ "connector": text(z.string().min(1).check(atMost(40))) }),
    query: z.object({}),
    body: SmscChange,
  },
  removeSmsc: {
    params: z.object({ "connector": text(z.string().min(1).check(atMost(40))) }),
    query: z.object({ "force": flag().default(false) }),
  },
  listOperators: { params: z.object({}), query: z.object({}) },
  readOperator: {
    params: z.object({
      "operator": text(
        z.string().regex(/^[A-Za-z0-9_-]{1,40}$/u, "must have 1 to 40 letters, digits, _ and -"),
      ),
    }),
    query: z.object({}),
  },
  setOperator: {
    params: z.object({
      "operator": text(
        z.string().regex(/^[A-Za-z0-9_-]{1,40}$/u, "must have 1 to 40 letters, digits, _ and -"),
      ),
    }),
    query: z.object({}),
    body: OperatorChange,
  },
  removeOperator: {
    params: z.object({
      "operator": text(
        z.string().regex(/^[A-Za-z0-9_-]{1,40}$/u, "must have 1 to 40 letters, digits, _ and -"),
      ),
    }),
    query: z.object({}),
  },
  addRoute: { params: z.object({}), query: z.object({}), body: NewRoute },
  listRoutes: { params: z.object({}), query: z.object({}) },
  explainRoute: {
    params: z.object({}),
    query: z.object({
      "account": text(
        z.string().regex(
          /^[a-z0-9-]{1,40}$/u,
          "must have 1 to 40 of the characters a-z, 0-9 and -",
        ),
      ),
      "from": text(z.string().min(1).check(atMost(20))),
      "to": text(z.string().min(1).check(atMost(40))),
      "kind": choice(["mms", "sms"]),
      "operator": text(
        z.string().regex(/^[A-Za-z0-9_-]{1,40}$/u, "must have 1 to 40 letters, digits, _ and -"),
      ).optional(),
    }),
  },
  changeRoute: {
    params: z.object({ "route": integer(z.int().min(1).max(2147483647)) }),
    query: z.object({}),
    body: RouteChange,
  },
  removeRoute: {
    params: z.object({ "route": integer(z.int().min(1).max(2147483647)) }),
    query: z.object({}),
  },
  listLookups: {
    params: z.object({}),
    query: z.object({
      "account": text(
        z.string().regex(
          /^[a-z0-9-]{1,40}$/u,
          "must have 1 to 40 of the characters a-z, 0-9 and -",
        ),
      ).optional(),
      "from": text(
        z.string().regex(
          /^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$/u,
          "must be a day such as 2026-07-01",
        ),
      ).optional(),
      "to": text(
        z.string().regex(
          /^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$/u,
          "must be a day such as 2026-07-01",
        ),
      ).optional(),
      "cursor": text(z.string().check(atMost(2000))).optional(),
      "limit": integer(z.int().min(1).max(200)).default(50),
    }),
  },
  listMessages: {
    params: z.object({}),
    query: z.object({
      "account": text(
        z.string().regex(
          /^[a-z0-9-]{1,40}$/u,
          "must have 1 to 40 of the characters a-z, 0-9 and -",
        ),
      ).optional(),
      "recipient": text(z.string().check(atMost(64))).optional(),
      "tracking-id": text(z.string().check(atMost(64))).optional(),
      "state": choice([
        "scheduled",
        "accepted",
        "preparing",
        "sent",
        "submitted",
        "unreported",
        "delivered",
        "expired",
        "failed",
        "rejected",
        "unrecognised",
        "canceled",
      ]).optional(),
      "cursor": text(z.string().check(atMost(2000))).optional(),
      "limit": integer(z.int().min(1).max(200)).default(50),
    }),
  },
  searchMessages: {
    params: z.object({}),
    query: z.object({
      "query": text(z.string().check(atMost(500))).optional(),
      "account": text(
        z.string().regex(
          /^[a-z0-9-]{1,40}$/u,
          "must have 1 to 40 of the characters a-z, 0-9 and -",
        ),
      ).optional(),
      "direction": choice(["out", "in"]).optional(),
      "kind": choice(["MMS", "SMS"]).optional(),
      "state": choice([
        "scheduled",
        "accepted",
        "preparing",
        "sent",
        "submitted",
        "unreported",
        "delivered",
        "expired",
        "failed",
        "rejected",
        "unrecognised",
        "canceled",
        "received",
        "any-failed",
        "any-open",
      ]).optional(),
      "number": text(z.string().check(atMost(64))).optional(),
      "text": text(z.string().check(atMost(500))).optional(),
      "tracking-id": text(z.string().check(atMost(64))).optional(),
      "client-reference": text(z.string().check(atMost(64))).optional(),
      "mms-id": text(z.string().check(atMost(64))).optional(),
      "campaign-ref": text(z.string().check(atMost(64))).optional(),
      "sender": text(z.string().check(atMost(64))).optional(),
      "connector": text(z.string().check(atMost(40))).optional(),
      "operator": text(z.string().check(atMost(40))).optional(),
      "carrier-id": text(z.string().check(atMost(500))).optional(),
      "code": text(z.string().check(atMost(8))).optional(),
      "reason": text(z.string().check(atMost(500))).optional(),
      "from": text(z.string().check(atMost(64))).optional(),
      "to": text(z.string().check(atMost(64))).optional(),
      "cursor": text(z.string().check(atMost(2000))).optional(),
      "limit": integer(z.int().min(1).max(100)).default(50),
    }),
  },
  readMessage: {
    params: z.object({ "tracking-id": text(z.string().min(1).check(atMost(64))) }),
    query: z.object({}),
  },
  resendMessage: {
    params: z.object({ "tracking-id": text(z.string().min(1).check(atMost(64))) }),
    query: z.object({}),
    body: MessageResend,
  },
  cancelMessage: {
    params: z.object({ "tracking-id": text(z.string().min(1).check(atMost(64))) }),
    query: z.object({}),
  },
  listExchanges: {
    params: z.object({ "tracking-id": text(z.string().min(1).check(atMost(64))) }),
    query: z.object({
      "cursor": text(z.string().check(atMost(2000))).optional(),
      "limit": integer(z.int().min(1).max(200)).default(50),
    }),
  },
  listLinks: {
    params: z.object({}),
    query: z.object({
      "account": text(
        z.string().regex(
          /^[a-z0-9-]{1,40}$/u,
          "must have 1 to 40 of the characters a-z, 0-9 and -",
        ),
      ).optional(),
      "tracking-id": text(z.string().check(atMost(64))).optional(),
      "cursor": text(z.string().check(atMost(2000))).optional(),
      "limit": integer(z.int().min(1).max(200)).default(50),
    }),
  },
  listInbound: {
    params: z.object({}),
    query: z.object({
      "account": text(
        z.string().regex(
          /^[a-z0-9-]{1,40}$/u,
          "must have 1 to 40 of the characters a-z, 0-9 and -",
        ),
      ).optional(),
      "from": text(z.string().check(atMost(64))).optional(),
      "to": text(z.string().check(atMost(64))).optional(),
      "cursor": text(z.string().check(atMost(2000))).optional(),
      "limit": integer(z.int().min(1).max(200)).default(50),
    }),
  },
  readInbound: {
    params: z.object({ "tracking-id": text(z.string().min(1).check(atMost(64))) }),
    query: z.object({}),
  },
  listPostbacks: {
    params: z.object({}),
    query: z.object({
      "account": text(
        z.string().regex(
          /^[a-z0-9-]{1,40}$/u,
          "must have 1 to 40 of the characters a-z, 0-9 and -",
        ),
      ).optional(),
      "receiver": text(z.string().check(atMost(64))).optional(),
      "state": choice(["pending", "sent", "dead", "parked"]).optional(),
      "tracking-id": text(z.string().check(atMost(64))).optional(),
      "code": text(z.string().check(atMost(64))).optional(),
      "since": text(z.string().check(atMost(64))).optional(),
      "until": text(z.string().check(atMost(64))).optional(),
      "cursor": text(z.string().check(atMost(2000))).optional(),
      "limit": integer(z.int().min(1).max(200)).default(50),
    }),
  },
  countPostbacks: {
    params: z.object({}),
    query: z.object({
      "account": text(
        z.string().regex(
          /^[a-z0-9-]{1,40}$/u,
          "must have 1 to 40 of the characters a-z, 0-9 and -",
        ),
      ).optional(),
      "receiver": text(z.string().check(atMost(64))).optional(),
      "state": choice(["dead", "parked"]).optional(),
      "tracking-id": text(z.string().check(atMost(64))).optional(),
      "code": text(z.string().check(atMost(64))).optional(),
      "since": text(z.string().check(atMost(64))).optional(),
      "until": text(z.string().check(atMost(64))).optional(),
    }),
  },
  replayPostbacks: { params: z.object({}), query: z.object({}), body: PostbackReplay },
  streamPostbacks: {
    params: z.object({}),
    query: z.object({
      "account": text(
        z.string().regex(
          /^[a-z0-9-]{1,40}$/u,
          "must have 1 to 40 of the characters a-z, 0-9 and -",
        ),
      ),
      "receiver": text(z.string().min(1).check(atMost(40))).default("default"),
      "after": text(z.string().regex(/^[0-9]{1,18}$/u, "must be a cursor of an earlier response"))
        .optional(),
      "wait": integer(z.int().min(0).max(3600)).default(0),
    }),
  },
  replayPostback: {
    params: z.object({ "id": text(z.string().min(1).check(atMost(64))) }),
    query: z.object({}),
  },
  readStatus: { params: z.object({}), query: z.object({}) },
  catchUpRetention: { params: z.object({}), query: z.object({}) },
  listConnectorStates: { params: z.object({}), query: z.object({}) },
  listReceiverStates: {
    params: z.object({}),
    query: z.object({
      "account": text(
        z.string().regex(
          /^[a-z0-9-]{1,40}$/u,
          "must have 1 to 40 of the characters a-z, 0-9 and -",
        ),
      ).optional(),
      "cursor": text(z.string().check(atMost(2000))).optional(),
      "limit": integer(z.int().min(1).max(200)).default(50),
    }),
  },
  readOverview: {
    params: z.object({}),
    query: z.object({ "span": choice(["hour", "day", "month"]).default("day") }),
  },
  readStats: { params: z.object({}), query: z.object({}) },
  listTemplates: {
    params: z.object({}),
    query: z.object({
      "account": text(
        z.string().regex(
          /^[a-z0-9-]{1,40}$/u,
          "must have 1 to 40 of the characters a-z, 0-9 and -",
        ),
      ).optional(),
      "state": choice(["locked", "ready", "failed"]).optional(),
      "text": text(z.string().check(atMost(200))).optional(),
      "cursor": text(z.string().check(atMost(2000))).optional(),
      "limit": integer(z.int().min(1).max(200)).default(50),
    }),
  },
  readTemplate: {
    params: z.object({ "mms-id": text(z.string().min(1).check(atMost(64))) }),
    query: z.object({}),
  },
  renameTemplate: {
    params: z.object({ "mms-id": text(z.string().min(1).check(atMost(64))) }),
    query: z.object({}),
    body: TemplateName,
  },
  removeTemplate: {
    params: z.object({ "mms-id": text(z.string().min(1).check(atMost(64))) }),
    query: z.object({}),
  },
  retryTemplate: {
    params: z.object({ "mms-id": text(z.string().min(1).check(atMost(64))) }),
    query: z.object({}),
  },
  sendTemplate: {
    params: z.object({ "mms-id": text(z.string().min(1).check(atMost(64))) }),
    query: z.object({}),
    body: TemplateSend,
  },
  readFile: {
    params: z.object({
      "sha256": text(z.string().regex(/^[0-9a-f]{64}$/u, "must be a SHA-256 in hex")),
    }),
    query: z.object({}),
  },
  uploadFiles: { params: z.object({}), query: z.object({}), body: NewUploads },
  exportPerson: { params: z.object({}), query: z.object({}), body: PersonRequest },
  erasePerson: { params: z.object({}), query: z.object({}), body: PersonErasure },
  listLoopback: {
    params: z.object({}),
    query: z.object({
      "to": text(z.string().check(atMost(64))).optional(),
      "tracking-id": text(z.string().check(atMost(64))).optional(),
      "cursor": text(z.string().check(atMost(2000))).optional(),
      "limit": integer(z.int().min(1).max(200)).default(50),
    }),
  },
  readLoopback: {
    params: z.object({ "carrier-id": text(z.string().min(1).check(atMost(500))) }),
    query: z.object({}),
  },
  readLoopbackPart: {
    params: z.object({
      "carrier-id": text(z.string().min(1).check(atMost(500))),
      "index": integer(z.int().min(0)),
    }),
    query: z.object({}),
  },
  readLoopbackHandset: {
    params: z.object({ "number": text(z.string().min(1).check(atMost(64))) }),
    query: z.object({}),
  },
  setLoopbackHandset: {
    params: z.object({ "number": text(z.string().min(1).check(atMost(64))) }),
    query: z.object({}),
    body: LoopbackHandsetChange,
  },
  waitInbox: {
    params: z.object({}),
    query: z.object({
      "to": text(z.string().min(1).check(atMost(64))),
      "from": text(z.string().min(1).check(atMost(64))).optional(),
      "matches": text(z.string().min(1).check(atMost(200))).optional(),
      "after": text(z.string().regex(/^[0-9]{1,18}$/u, "must be a cursor of an earlier response"))
        .optional(),
      "since": text(z.string().check(atMost(64))).optional(),
      "timeout": integer(z.int().min(0).max(3600)).default(10),
    }),
  },
  clearInbox: {
    params: z.object({}),
    query: z.object({ "to": text(z.string().min(1).check(atMost(64))).optional() }),
  },
  injectSms: { params: z.object({}), query: z.object({}), body: InjectedSms },
  injectMms: { params: z.object({}), query: z.object({}), body: InjectedMms },
  injectReport: { params: z.object({}), query: z.object({}), body: InjectedReport },
} satisfies Record<string, { params: z.ZodObject; query: z.ZodObject; body?: z.ZodType }>;

export type AdminOperationId = keyof typeof adminRequests;

/** Validators of `ConnectorChange`, by kind of connector. */
export const connectorChanges = {
  mmsc_mm7: MmscMm7Change,
  smsc_smpp: SmscSmppChange,
  twilio: TwilioChange,
  telnyx: TelnyxChange,
  plivo: PlivoChange,
  bandwidth: BandwidthChange,
  vonage: VonageChange,
  sinch: SinchChange,
  infobip: InfobipChange,
  smsgate: SmsgateChange,
  http: HttpTemplateChange,
} satisfies Record<NewConnector["kind"], z.ZodType>;

export interface AccountCreated {
  /** Id of an account. */
  "account": string;
  /** API key in full. */
  "api-key": string;
  /** Secret that signs the account's postbacks (Standard Webhooks). */
  "webhook-secret": string;
}

export interface Account {
  /** Id of an account. */
  "account": string;
  /** Name of the customer. */
  "name": string;
  /** Name of the sender on message pages; null means none. */
  "display-name": string | null;
  /**
   * Colour of links and icons on message pages; null means the default. Pages darken or lighten
   * it as far as needed to be read.
   */
  "accent-colour": string | null;
  /** Whether the account has a logo. */
  "logo-set": boolean;
  /** URL that receives postbacks; without one, they are parked. */
  "postback-url": string | null;
  /** Whether the account may use MM7. */
  "mm7": boolean;
  /** URL that receives MM7 delivery reports and inbound messages. */
  "mm7-url": string | null;
  /** User name of the Basic credentials for `mm7-url`; without one, no credentials are sent. */
  "mm7-username": string | null;
  /** Whether the account has an `mm7-password`. */
  "mm7-password-set": boolean;
  /**
   * Reading of the account's MM7 requests. `strict` is the letter of the specification.
   * `lenient` takes a missing `allowAdaptations` for true and, without Content, the only other
   * part of the request; responses are text/xml where the request's type, or that of its
   * envelope, is text/xml. null means the setting `MM7_DIALECT`.
   */
  "mm7-dialect": "strict" | "lenient" | null;
  /**
   * Whether MM7 responses are always text/xml, regardless of the Accept header. null means as
   * `mm7-dialect` says.
   */
  "mm7-text-xml": boolean | null;
  /**
   * Treatment of a SubmitReq whose Content lacks `allowAdaptations`: `required` refuses it,
   * `true` and `false` are the values assumed. null means as `mm7-dialect` says, and in the
   * strict dialect the setting `MM7_ALLOW_ADAPTATIONS`.
   */
  "mm7-allow-adaptations": "required" | "true" | "false" | null;
  /**
   * MM7Version of requests to `mm7-url`, from 5.3.0 to 6.8.0; null means that of the account's
   * last submission.
   */
  "mm7-version": string | null;
  /**
   * Namespace of requests to `mm7-url`, of release 5 or 6; null means that of the account's last
   * submission.
   */
  "mm7-namespace": string | null;
  /** Content-Transfer-Encoding of the files sent to `mm7-url`. */
  "mm7-transfer-encoding": "binary" | "base64";
  /** Whether Priority of a SubmitReq orders its messages here, as `priority` of the JSON API does; it is passed on to the carrier in either case. */
  "mm7-priority": boolean;
  /** Whether inbound MMS cause N401 postbacks. */
  "mms-mo-postbacks": boolean;
  /** Whether inbound SMS cause N211 postbacks. */
  "sms-mo-postbacks": boolean;
  /** Whether postbacks have optional fields beside those of the specification. */
  "extended-postbacks": boolean;
  /** Hours in which alone messages of the JSON API are sent that have no `delivery-window` of their own: days, hours and time zone, such as `mon,tue,wed,thu,fri 09:00-20:00 recipient`. Without days it opens each day; without a zone it follows the recipient's number. Null: all hours. */
  "delivery-window": string | null;
  /** Time zone, by its name of the tz database, of recipients whose number does not tell theirs. */
  "time-zone": string;
  /** Whether refusals of `/api/v2` have `help` in the body. */
  "error-help": boolean;
  /** Whether STOP from a handset blocks it, and START lifts the block. */
  "opt-out": boolean;
  /**
   * Senders that reply to keywords: none, those of the US, or all. STOP and START get a reply
   * only if they change something; HELP, INFO and AIDE get one, too. Without `opt-out`, there are
   * no replies.
   */
  "keyword-replies": "none" | "us" | "all";
  /**
   * Whether quotation marks, dashes, spaces and ellipses of SMS become plain ones if the whole
   * text then is in the GSM alphabet. null means the setting `SMS_PLAIN_TYPOGRAPHY`.
   */
  "smart-encoding": boolean | null;
  /** Whether an MMS may be sent as SMS. */
  "allow-fallback-sms": boolean;
  /** Whether recipients must be subscribed to the campaign of a message. */
  "enforce-campaign-check": boolean;
  /** Whether delivery reports are requested from carriers. */
  "delivery-reports": boolean;
  /**
   * Messages whose operator is looked up, which may cost a fee, where the request does not name
   * it: `mms`, and texts whose routes depend on it; `always`, every text as well, so that its
   * postbacks name the operator, too; `never`, none: only what is known without a fee counts.
   */
  "operator-lookup": "mms" | "always" | "never";
  /** Rate limit, in messages per second; null means none. */
  "rate": number | null;
  /** Whether the account is disabled, so that its requests are refused. */
  "disabled": boolean;
  /** Last four characters of the webhook secret. */
  "webhook-secret-hint": string;
  /**
   * Time until which postbacks are also signed with the previous webhook secret; null if there
   * was none.
   */
  "former-secret-until": string | null;
  /** Time in ISO 8601. */
  "created-at": string;
}

export interface AccountPage {
  "items": Account[];
  /** Value of `cursor` for the next page; null on the last. */
  "next-cursor": string | null;
}

export interface KeyIssued {
  /** Id of the key. */
  "key-id": string;
  /** API key in full. */
  "api-key": string;
  /** Time in ISO 8601. */
  "created-at": string;
}

export interface Key {
  /** Id of the key. */
  "key-id": string;
  /** Last four characters of the key. */
  "hint": string;
  /** Comma-separated actions that the key may perform; `submit` is a submission over MM7. Null: all. */
  "actions": string | null;
  /** Comma-separated senders of the account that the key may send from. Null: all of them. */
  "senders": string | null;
  /** Comma-separated addresses and CIDR ranges that requests with the key may come from. Null: anywhere. */
  "networks": string | null;
  /** Time in ISO 8601. */
  "created-at": string;
  /** Time in ISO 8601, or null. */
  "revoked-at": string | null;
}

export interface KeyList {
  "items": Key[];
}

export interface SecretRotated {
  /** Secret that signs the account's postbacks (Standard Webhooks). */
  "webhook-secret": string;
  /** Time in ISO 8601, or null. */
  "former-until": string | null;
}

export interface PingResult {
  /** URL that the sample was posted to. */
  "url": string;
  /** Id of the sample. */
  "webhook-id": string;
  /** Whether a postback would have counted as sent. */
  "taken": boolean;
  /** HTTP status of the response; null if there was none. */
  "http-status": number | null;
  /** Reason why there was no response; null if there was one. */
  "error": string | null;
  /** Time from the request to the response, in milliseconds. */
  "milliseconds": number;
}

export interface Sender {
  /** Digits, or the alphanumeric name. */
  "address": string;
  /** Kind of sender. */
  "kind": "short-code" | "toll-free" | "10dlc" | "alphanumeric";
  /** Country, as ISO 3166-1 alpha-2 code. */
  "country": string;
  /** Comma-separated countries that the sender serves, its own first. */
  "countries": string;
  /** VASID that MM7 requests must carry. */
  "vasid": string | null;
  /** Whether other accounts use the sender, too. */
  "shared": boolean;
  /** Connector for MMS that match no route; null means `DEFAULT_CONNECTOR`. */
  "mms-connector": string | null;
  /** Connector for SMS that match no route; null means `DEFAULT_CONNECTOR`. */
  "sms-connector": string | null;
  /**
   * Reasons why messages cannot be sent: no route, no connector of the sender and no
   * `DEFAULT_CONNECTOR` takes its MMS or its SMS; the carriers of a country that it serves
   * take no alphanumeric senders.
   */
  "warnings": string[];
}

export interface SenderList {
  "items": Sender[];
}

export interface Pool {
  /** Name of the pool. */
  "pool": string;
  /** Comma-separated senders; those with another weight than 1 have it behind a colon. */
  "senders": string;
  /** Days for which a recipient keeps the sender; 0: none. */
  "sticky-days": number;
  /** Time in ISO 8601. */
  "created-at": string;
}

export interface PoolList {
  "items": Pool[];
}

export interface ReceiverCreated {
  /** Name of the receiver. */
  "receiver": string;
  /** Secret that signs the account's postbacks (Standard Webhooks). */
  "webhook-secret": string;
}

export interface Receiver {
  /** Name of the receiver. */
  "receiver": string;
  /** URL of the receiver; null means that its postbacks are parked. */
  "url": string | null;
  /** Form of its postbacks. */
  "format": "json" | "xml";
  /** Comma-separated codes that it gets. Null: all but N311. */
  "codes": string | null;
  /** Comma-separated senders that it hears of. Null: all. */
  "senders": string | null;
  /** Comma-separated campaigns that it hears of. Null: all. */
  "campaign-refs": string | null;
  /** Whether it gets no postbacks. */
  "disabled": boolean;
  /** Last four characters of its secret. */
  "webhook-secret-hint": string;
  /** Time in ISO 8601, or null. */
  "former-secret-until": string | null;
  /** Time in ISO 8601. */
  "created-at": string;
}

export interface ReceiverList {
  "items": Receiver[];
}

export interface Campaign {
  /** Campaign reference. */
  "campaign-ref": string;
  /** Title, as postbacks have it. */
  "title": string | null;
  /** Brand that the campaign is for, as postbacks have it. */
  "brand-name": string | null;
  /** Sender of the account that the campaign's texts go out from. */
  "from": string | null;
  /** Text that asks a recipient to confirm with YES. */
  "cta-text": string | null;
  /** Text that follows a subscription. */
  "welcome-text": string | null;
  /** Text that follows the end of a subscription. */
  "goodbye-text": string | null;
  /** Time in ISO 8601. */
  "created-at": string;
}

export interface CampaignPage {
  "items": Campaign[];
  /** Value of `cursor` for the next page; null on the last. */
  "next-cursor": string | null;
}

/** Evidence of consent, as the request gave it; empty where it gave none. */
export interface Consent {
  /** Form, page or event at which it was given. */
  "source"?: string;
  /** Time at which it was given. */
  "collected-at"?: string;
  /** Words that the recipient saw. */
  "text-shown"?: string;
  /** Customer's own id of the recipient. */
  "subscriber-ref"?: string;
  /** Time zone of the recipient. */
  "timezone"?: string;
  /** Customer's own fields. */
  "data"?: Record<string, string>;
}

export interface Subscription {
  /** Campaign reference. */
  "campaign-ref": string;
  /** Recipient's number with country code. */
  "recipient": string;
  /** State of the subscription; `pending` waits for the recipient's confirmation. */
  "state": "pending" | "subscribed";
  /** Time at which the recipient was subscribed, or asked to confirm. */
  "since": string;
  /** End of the time to confirm; null for a recipient who is subscribed. */
  "expires-at": string | null;
  /** Evidence of consent, as the request gave it; empty where it gave none. */
  "consent": Consent;
}

export interface SubscriptionPage {
  "items": Subscription[];
  /** Value of `cursor` for the next page; null on the last. */
  "next-cursor": string | null;
}

export interface Block {
  /** Id of an account. */
  "account": string;
  /** Sender that may not message the recipient; null means all of the account. */
  "originator": string | null;
  /** Recipient's number with country code; of an erased number, `erased:` and a digest. */
  "number": string;
  /**
   * Origin of the block: a keyword from the handset, an administrator, or the account itself by
   * the action `block`.
   */
  "made-by": "keyword" | "operator" | "api";
  /** Time in ISO 8601. */
  "since": string;
}

export interface BlockPage {
  "items": Block[];
  /** Value of `cursor` for the next page; null on the last. */
  "next-cursor": string | null;
}

export interface Replies {
  /** ISO 639-1 code of the language. */
  "language": "en" | "fr" | "es";
  /** Comma-separated keywords in addition to the standard ones; may be empty. */
  "stop-words": string;
  /** Comma-separated keywords in addition to the standard ones; may be empty. */
  "start-words": string;
  /** Comma-separated keywords in addition to the standard ones; may be empty. */
  "help-words": string;
  /** Reply to STOP and its synonyms. */
  "stop-text": string;
  /** Reply to START and its synonyms. */
  "start-text": string;
  /** Reply to HELP and its synonyms. */
  "help-text": string;
}

export interface RepliesList {
  "items": Replies[];
}

export interface TokenCreated {
  /** Id of the token. */
  "token-id": string;
  /** Name of its holder in the audit log and the console, of which one token at a time is valid; not `admin` or `reader`. */
  "name": string;
  /** Token in full. */
  "token": string;
}

export interface Token {
  /** Id of the token. */
  "token-id": string;
  /** Name of its holder in the audit log and the console, of which one token at a time is valid; not `admin` or `reader`. */
  "name": string;
  /** Comma-separated scopes. Each may read; `support` also sends messages again, replays postbacks, changes blocks, opt-ins and simulated handsets, and exports personal data, `provision` changes accounts with their keys and senders, `all` everything. */
  "scopes": string;
  /** Last four characters of the token. */
  "hint": string;
  /** Time in ISO 8601. */
  "created-at": string;
  /** Name of the token that created it. */
  "created-by": string;
  /** Time in ISO 8601, or null. */
  "expires-at": string | null;
  /** Time in ISO 8601, or null. */
  "revoked-at": string | null;
}

export interface TokenList {
  "items": Token[];
}

export interface MmscMm7 {
  /** Name of a connector. */
  "name": string;
  /** Protocol; mmsc_mm7 is MM7 to an MMSC. */
  "kind": "mmsc_mm7";
  /** Where the MMSC takes submissions. */
  "url": string;
  /** User of the Basic credentials for `url`; without one none are sent. */
  "username": string | null;
  /** Whether `password` is set. */
  "password-set": boolean;
  /** VASPID that the MMSC knows us by. */
  "vaspid": string;
  /** VASID that goes with it, or null for none. */
  "vasid": string | null;
  /** ServiceCode of messages that bring none of their own, or null for none. */
  "service-code": string | null;
  /** MM7Version that we send, from 5.3.0 to 6.8.0. */
  "mm7-version": string;
  /** Namespace of the MM7 schema, of release 5 or 6. */
  "namespace": string;
  /** Content-Transfer-Encoding of the files. */
  "transfer-encoding": "binary" | "base64";
  /**
   * Certificates (PEM) of authorities that this connector trusts beside the built-in roots and
   * those of `CA_CERTIFICATES`; null for none.
   */
  "tls-ca": string | null;
  /**
   * Certificate (PEM) that we show to a carrier that asks for one, with those between it and its
   * authority below it; null for none. It needs a `tls-key`.
   */
  "tls-certificate": string | null;
  /** Whether `tls-key` is set. */
  "tls-key-set": boolean;
  /** Maximum number of submissions that wait for a response at once. */
  "window": number;
  /**
   * Maximum number of submissions in any window of a second, from each process, or null for no
   * limit. They are evenly spaced, except for those of a `burst`.
   */
  "rate": number | null;
  /**
   * Submissions that may go at once after a quiet time, within `rate`; 0 spaces all evenly, which
   * suits a carrier that counts by parts of a second, too.
   */
  "burst": number;
  /** Seconds after which an MMSC that has not responded has failed. */
  "timeout": number;
  /** User of the MMSC's own Basic credentials; without them it may not come. */
  "relay-username": string | null;
  /** Whether `relay-password` is set. */
  "relay-password-set": boolean;
  /**
   * Treatment of a submission whose response never came. resubmit: it is submitted again,
   * under the same TransactionID, and can arrive twice. wait: it is not, and can be lost
   * unnoticed. Its report cannot be attributed to it, for no response brought its
   * MessageID: the message ends at its expiry.
   */
  "unconfirmed": "resubmit" | "wait";
  /**
   * Treatment of a message that the carrier takes and never reports on, `REPORT_GRACE` after
   * its expiry. silent: it ends without a postback, since many carriers report on some messages
   * only. expired: it counts as expired, for a carrier that reports on all. A report that comes
   * later wins in either case.
   */
  "missing-report": "silent" | "expired";
  /**
   * Whether it is disabled: it submits nothing, and ends its sessions. Messages go to the next
   * connector of their route, or wait until it is enabled. Callbacks of a hosted API, and reports
   * of an MMSC, are still taken.
   */
  "disabled": boolean;
  /** Where the MMSC reports and delivers. */
  "relay-url": string;
  /** Time in ISO 8601. */
  "created-at": string;
  /** Time in ISO 8601. */
  "changed-at": string;
}

export interface SmscSmpp {
  /** Name of a connector. */
  "name": string;
  /** Protocol; smsc_smpp is SMPP 3.4 to an SMSC. */
  "kind": "smsc_smpp";
  /**
   * Host name or IP address of the SMSC, IPv6 without brackets, in a private network too; stored
   * in lower case. A name is resolved for each connection.
   */
  "host": string;
  /** TCP port of the SMSC; 2775 is registered for SMPP. */
  "port": number;
  /**
   * Whether it speaks TLS, with a certificate that is valid for `host`. Not by default: most
   * SMSCs are reached through a private network, in the clear.
   */
  "tls": boolean;
  /**
   * Certificates (PEM) of authorities that this connector trusts beside the built-in roots and
   * those of `CA_CERTIFICATES`; null for none.
   */
  "tls-ca": string | null;
  /**
   * Certificate (PEM) that we show to a carrier that asks for one, with those between it and its
   * authority below it; null for none. It needs a `tls-key`.
   */
  "tls-certificate": string | null;
  /** Whether `tls-key` is set. */
  "tls-key-set": boolean;
  /**
   * transceiver: one session for both directions, which spares the SMSC half of them. split: a
   * transmitter and a receiver, for an SMSC that knows no transceivers.
   */
  "bind": "transceiver" | "split";
  /**
   * How many sessions are held at once; of pairs, where the bind is split. Many SMSCs refuse a
   * second one that was not agreed on.
   */
  "sessions": number;
  /** The system_id that the SMSC knows us by; SMPP has space for 15 characters. */
  "system-id": string;
  /** Whether `password` is set. */
  "password-set": boolean;
  /** The system_type of the bind; empty, which nearly all SMSCs want. */
  "system-type": string;
  /**
   * Maximum number of segments that wait for a response at once, in each session; 10 is what
   * SMPP 3.4 recommends. More are faster where the SMSC is far away.
   */
  "window": number;
  /**
   * Maximum number of segments in any window of a second, over all sessions of each process, or
   * null for no limit. They are evenly spaced, except for those of a `burst`. An SMSC that is
   * given too much says so, and is given less for a while.
   */
  "rate": number | null;
  /**
   * Segments that may go at once after a quiet time, within `rate`; 0 spaces all evenly, which
   * suits an SMSC that counts by parts of a second, too.
   */
  "burst": number;
  /**
   * Seconds without a PDU from the SMSC, or to it, after which an enquire_link asks whether it is
   * there; 30, because firewalls forget connections that are silent for longer than a minute.
   * After two without a response, each within `timeout`, the session is dropped and bound anew.
   */
  "enquire-link": number;
  /**
   * Seconds after which an SMSC that has not taken a connection or responded to a PDU has failed;
   * 30 outlasts a pause of its database.
   */
  "timeout": number;
  /**
   * Type of number of senders (SMPP 3.4 section 5.2.5), or null for that of their form: 3 for
   * short codes, 5 for names, 1 for numbers. Some SMSCs want another.
   */
  "source-ton": number | null;
  /**
   * Numbering plan of senders (section 5.2.6: 0, 1, 3, 4, 6, 8, 9, 10, 14 or 18), or null for
   * that of their form: 0 for short codes and names, 1 for numbers.
   */
  "source-npi": number | null;
  /**
   * Type of number of recipients (section 5.2.5); 1, international, because they are written
   * with their country code.
   */
  "dest-ton": number;
  /**
   * Numbering plan of recipients (section 5.2.6: 0, 1, 3, 4, 6, 8, 9, 10, 14 or 18); 1, that of
   * telephones.
   */
  "dest-npi": number;
  /**
   * How the segments of a text say that they belong together. udh8: in a header with a reference
   * of 8 bits, which every handset reads. udh16: of 16 bits, which fewer confuse. sar: in fields
   * of which the SMSC makes the header. payload: the SMSC is given the whole text, and cuts it.
   */
  "concatenation": "udh8" | "udh16" | "sar" | "payload";
  /**
   * Treatment of a long text whose message_payload the SMSC refuses, with concatenation: payload.
   * segments: it goes in segments as by udh8, and so do those of the next hour. fail: it fails,
   * as any that is refused.
   */
  "payload-refused": "segments" | "fail";
  /**
   * Alphabets of texts before UCS-2, which takes any: GSM's alphabet as data_coding 0,
   * Latin-1 as 3, or the first of both that holds the text. Without GSM's, an inbound 0 is read
   * as Latin-1 where that is taken. gsm: handsets know it, and it holds 160 characters.
   */
  "alphabets": "none" | "gsm" | "latin1" | "gsm-latin1";
  /** The service_type of submissions; empty, which is the SMSC's default. */
  "service-type": string;
  /**
   * How receipts name a message: by the same id as the response to its submission, as SMPP
   * wants; or the response's is hexadecimal and the receipt's decimal, or the other way round.
   * any takes whichever fits, in either letter case, and can mistake one for another.
   */
  "receipt-ids": "same" | "hex-to-decimal" | "decimal-to-hex" | "any";
  /**
   * Receipts of a text in several segments. each: on each segment; it is delivered with the last.
   * any: one on any segment is on the whole text, of which the first final one decides.
   */
  "receipts": "each" | "any";
  /**
   * Whether submissions carry a user_message_reference, made of the tracking-id. A receipt that
   * returns it finds a message whose response never came, if the text is in one piece. An SMSC
   * that names a version before 3.4 gets none. false: for another one that refuses optional
   * parameters.
   */
  "user-message-reference": boolean;
  /**
   * Treatment of a submission whose response never came. resubmit: it is submitted again, and
   * can arrive twice. wait: a receipt is waited for, and without one it can be lost unnoticed.
   */
  "unconfirmed": "resubmit" | "wait";
  /**
   * Treatment of a message that the carrier takes and never reports on, `REPORT_GRACE` after
   * its expiry. silent: it ends without a postback, since many carriers report on some messages
   * only. expired: it counts as expired, for a carrier that reports on all. A report that comes
   * later wins in either case.
   */
  "missing-report": "silent" | "expired";
  /**
   * Whether it is disabled: it submits nothing, and ends its sessions. Messages go to the next
   * connector of their route, or wait until it is enabled. Callbacks of a hosted API, and reports
   * of an MMSC, are still taken.
   */
  "disabled": boolean;
  /** Time in ISO 8601. */
  "created-at": string;
  /** Time in ISO 8601. */
  "changed-at": string;
}

export interface Twilio {
  /** Name of a connector. */
  "name": string;
  /** Provider; twilio is Twilio Programmable Messaging. */
  "kind": "twilio";
  /** Account SID. */
  "account-sid": string;
  /** Whether `auth-token` is set. */
  "auth-token-set": boolean;
  /** SID of an API key for requests, or null to use the auth token. */
  "api-key-sid": string | null;
  /** Whether `api-key-secret` is set. */
  "api-key-secret-set": boolean;
  /**
   * Messaging service that sends, or null. The sender of each message is passed on with it, and
   * must be in its pool.
   */
  "messaging-service-sid": string | null;
  /** URL of Twilio's API; of a region, `https://api.sydney.au1.twilio.com`. */
  "url": string;
  /**
   * Certificates (PEM) of authorities that this connector trusts beside the built-in roots and
   * those of `CA_CERTIFICATES`; null for none.
   */
  "tls-ca": string | null;
  /**
   * Certificate (PEM) that we show to a carrier that asks for one, with those between it and its
   * authority below it; null for none. It needs a `tls-key`.
   */
  "tls-certificate": string | null;
  /** Whether `tls-key` is set. */
  "tls-key-set": boolean;
  /**
   * Maximum number of requests that wait for a response at once, each on a connection of its own.
   * As many as the rate times the response time keep up with the rate.
   */
  "window": number;
  /**
   * Maximum number of submissions in any window of a second, from each process, or null for no
   * limit. They are evenly spaced, except for those of a `burst`.
   */
  "rate": number | null;
  /**
   * Submissions that may go at once after a quiet time, within `rate`; 0 spaces all evenly, which
   * suits a carrier that counts by parts of a second, too.
   */
  "burst": number;
  /** Seconds after which a provider that has not responded has failed. */
  "timeout": number;
  /**
   * Treatment of a submission whose response never came. resubmit: the provider is asked for the
   * message or recognises a repetition, where it can; else it is sent again, and can arrive twice.
   * wait: a status callback is waited for, which names the message; without one it can be lost
   * unnoticed.
   */
  "unconfirmed": "resubmit" | "wait";
  /**
   * Treatment of a message that the carrier takes and never reports on, `REPORT_GRACE` after
   * its expiry. silent: it ends without a postback, since many carriers report on some messages
   * only. expired: it counts as expired, for a carrier that reports on all. A report that comes
   * later wins in either case.
   */
  "missing-report": "silent" | "expired";
  /**
   * Whether it is disabled: it submits nothing, and ends its sessions. Messages go to the next
   * connector of their route, or wait until it is enabled. Callbacks of a hosted API, and reports
   * of an MMSC, are still taken.
   */
  "disabled": boolean;
  /**
   * Where the carrier reports and delivers: status callbacks below it at `/status`, messages of
   * handsets at `/inbound`.
   */
  "callback-url": string;
  /** Time in ISO 8601. */
  "created-at": string;
  /** Time in ISO 8601. */
  "changed-at": string;
}

export interface Telnyx {
  /** Name of a connector. */
  "name": string;
  /** Provider; telnyx is the Telnyx Messaging API. */
  "kind": "telnyx";
  /** Whether `api-key` is set. */
  "api-key-set": boolean;
  /** Public key (Ed25519) of the account; it verifies callbacks. */
  "public-key": string;
  /**
   * Messaging profile that sends, which alphanumeric senders need; null sends through the profile
   * of the sender's number.
   */
  "messaging-profile-id": string | null;
  /** URL of Telnyx's API, with its version. */
  "url": string;
  /**
   * Certificates (PEM) of authorities that this connector trusts beside the built-in roots and
   * those of `CA_CERTIFICATES`; null for none.
   */
  "tls-ca": string | null;
  /**
   * Certificate (PEM) that we show to a carrier that asks for one, with those between it and its
   * authority below it; null for none. It needs a `tls-key`.
   */
  "tls-certificate": string | null;
  /** Whether `tls-key` is set. */
  "tls-key-set": boolean;
  /**
   * Maximum number of requests that wait for a response at once, each on a connection of its own.
   * As many as the rate times the response time keep up with the rate.
   */
  "window": number;
  /**
   * Maximum number of submissions in any window of a second, from each process, or null for no
   * limit. They are evenly spaced, except for those of a `burst`.
   */
  "rate": number | null;
  /**
   * Submissions that may go at once after a quiet time, within `rate`; 0 spaces all evenly, which
   * suits a carrier that counts by parts of a second, too.
   */
  "burst": number;
  /** Seconds after which a provider that has not responded has failed. */
  "timeout": number;
  /**
   * Treatment of a submission whose response never came. resubmit: the provider is asked for the
   * message or recognises a repetition, where it can; else it is sent again, and can arrive twice.
   * wait: a status callback is waited for, which names the message; without one it can be lost
   * unnoticed.
   */
  "unconfirmed": "resubmit" | "wait";
  /**
   * Treatment of a message that the carrier takes and never reports on, `REPORT_GRACE` after
   * its expiry. silent: it ends without a postback, since many carriers report on some messages
   * only. expired: it counts as expired, for a carrier that reports on all. A report that comes
   * later wins in either case.
   */
  "missing-report": "silent" | "expired";
  /**
   * Whether it is disabled: it submits nothing, and ends its sessions. Messages go to the next
   * connector of their route, or wait until it is enabled. Callbacks of a hosted API, and reports
   * of an MMSC, are still taken.
   */
  "disabled": boolean;
  /**
   * Where the carrier reports and delivers: status callbacks below it at `/status`, messages of
   * handsets at `/inbound`.
   */
  "callback-url": string;
  /** Time in ISO 8601. */
  "created-at": string;
  /** Time in ISO 8601. */
  "changed-at": string;
}

export interface Plivo {
  /** Name of a connector. */
  "name": string;
  /** Provider; plivo is the Plivo Messaging API. */
  "kind": "plivo";
  /** Auth ID of the account or the subaccount. */
  "auth-id": string;
  /** Whether `auth-token` is set. */
  "auth-token-set": boolean;
  /**
   * Whether a callback without a signature of version 3 is verified by version 2, which signs
   * neither the query nor the body: a client that has seen one can send others under its address.
   */
  "accept-v2-signatures": boolean;
  /** URL of Plivo's API, without its version. */
  "url": string;
  /**
   * Certificates (PEM) of authorities that this connector trusts beside the built-in roots and
   * those of `CA_CERTIFICATES`; null for none.
   */
  "tls-ca": string | null;
  /**
   * Certificate (PEM) that we show to a carrier that asks for one, with those between it and its
   * authority below it; null for none. It needs a `tls-key`.
   */
  "tls-certificate": string | null;
  /** Whether `tls-key` is set. */
  "tls-key-set": boolean;
  /**
   * Maximum number of requests that wait for a response at once, each on a connection of its own.
   * As many as the rate times the response time keep up with the rate.
   */
  "window": number;
  /**
   * Maximum number of submissions in any window of a second, from each process, or null for no
   * limit. They are evenly spaced, except for those of a `burst`.
   */
  "rate": number | null;
  /**
   * Submissions that may go at once after a quiet time, within `rate`; 0 spaces all evenly, which
   * suits a carrier that counts by parts of a second, too.
   */
  "burst": number;
  /** Seconds after which a provider that has not responded has failed. */
  "timeout": number;
  /**
   * Treatment of a submission whose response never came. resubmit: the provider is asked for the
   * message or recognises a repetition, where it can; else it is sent again, and can arrive twice.
   * wait: a status callback is waited for, which names the message; without one it can be lost
   * unnoticed.
   */
  "unconfirmed": "resubmit" | "wait";
  /**
   * Treatment of a message that the carrier takes and never reports on, `REPORT_GRACE` after
   * its expiry. silent: it ends without a postback, since many carriers report on some messages
   * only. expired: it counts as expired, for a carrier that reports on all. A report that comes
   * later wins in either case.
   */
  "missing-report": "silent" | "expired";
  /**
   * Whether it is disabled: it submits nothing, and ends its sessions. Messages go to the next
   * connector of their route, or wait until it is enabled. Callbacks of a hosted API, and reports
   * of an MMSC, are still taken.
   */
  "disabled": boolean;
  /**
   * Where the carrier reports and delivers: status callbacks below it at `/status`, messages of
   * handsets at `/inbound`.
   */
  "callback-url": string;
  /** Time in ISO 8601. */
  "created-at": string;
  /** Time in ISO 8601. */
  "changed-at": string;
}

export interface Bandwidth {
  /** Name of a connector. */
  "name": string;
  /** Provider; bandwidth is the Bandwidth Messaging API. */
  "kind": "bandwidth";
  /** Account id. */
  "account-id": string;
  /** Id of the messaging application, whose callback URLs are used. */
  "application-id": string;
  /** Client id of the API credentials (OAuth 2.0). */
  "client-id": string;
  /** Whether `client-secret` is set. */
  "client-secret-set": boolean;
  /** User name that the application's callbacks are sent with. */
  "callback-username": string;
  /** Whether `callback-password` is set. */
  "callback-password-set": boolean;
  /** URL of Bandwidth's messaging API, with its version. */
  "url": string;
  /** URL that grants access tokens. */
  "token-url": string;
  /**
   * Certificates (PEM) of authorities that this connector trusts beside the built-in roots and
   * those of `CA_CERTIFICATES`; null for none.
   */
  "tls-ca": string | null;
  /**
   * Certificate (PEM) that we show to a carrier that asks for one, with those between it and its
   * authority below it; null for none. It needs a `tls-key`.
   */
  "tls-certificate": string | null;
  /** Whether `tls-key` is set. */
  "tls-key-set": boolean;
  /**
   * Maximum number of requests that wait for a response at once, each on a connection of its own.
   * As many as the rate times the response time keep up with the rate.
   */
  "window": number;
  /**
   * Maximum number of submissions in any window of a second, from each process, or null for no
   * limit. They are evenly spaced, except for those of a `burst`.
   */
  "rate": number | null;
  /**
   * Submissions that may go at once after a quiet time, within `rate`; 0 spaces all evenly, which
   * suits a carrier that counts by parts of a second, too.
   */
  "burst": number;
  /** Seconds after which a provider that has not responded has failed. */
  "timeout": number;
  /**
   * Treatment of a submission whose response never came. resubmit: the provider is asked for the
   * message or recognises a repetition, where it can; else it is sent again, and can arrive twice.
   * wait: a status callback is waited for, which names the message; without one it can be lost
   * unnoticed.
   */
  "unconfirmed": "resubmit" | "wait";
  /**
   * Treatment of a message that the carrier takes and never reports on, `REPORT_GRACE` after
   * its expiry. silent: it ends without a postback, since many carriers report on some messages
   * only. expired: it counts as expired, for a carrier that reports on all. A report that comes
   * later wins in either case.
   */
  "missing-report": "silent" | "expired";
  /**
   * Whether it is disabled: it submits nothing, and ends its sessions. Messages go to the next
   * connector of their route, or wait until it is enabled. Callbacks of a hosted API, and reports
   * of an MMSC, are still taken.
   */
  "disabled": boolean;
  /**
   * Where the carrier reports and delivers: status callbacks below it at `/status`, messages of
   * handsets at `/inbound`.
   */
  "callback-url": string;
  /** Time in ISO 8601. */
  "created-at": string;
  /** Time in ISO 8601. */
  "changed-at": string;
}

export interface Vonage {
  /** Name of a connector. */
  "name": string;
  /** Provider; vonage is the Vonage Messages API. */
  "kind": "vonage";
  /** Id of the application with the Messages capability. */
  "application-id": string;
  /** Whether `private-key` is set. */
  "private-key-set": boolean;
  /** Whether `signature-secret` is set. */
  "signature-secret-set": boolean;
  /** URL of the Messages API, without its version; of a region, `https://api-eu.nexmo.com`. */
  "url": string;
  /**
   * Certificates (PEM) of authorities that this connector trusts beside the built-in roots and
   * those of `CA_CERTIFICATES`; null for none.
   */
  "tls-ca": string | null;
  /**
   * Certificate (PEM) that we show to a carrier that asks for one, with those between it and its
   * authority below it; null for none. It needs a `tls-key`.
   */
  "tls-certificate": string | null;
  /** Whether `tls-key` is set. */
  "tls-key-set": boolean;
  /**
   * Maximum number of requests that wait for a response at once, each on a connection of its own.
   * As many as the rate times the response time keep up with the rate.
   */
  "window": number;
  /**
   * Maximum number of submissions in any window of a second, from each process, or null for no
   * limit. They are evenly spaced, except for those of a `burst`.
   */
  "rate": number | null;
  /**
   * Submissions that may go at once after a quiet time, within `rate`; 0 spaces all evenly, which
   * suits a carrier that counts by parts of a second, too.
   */
  "burst": number;
  /** Seconds after which a provider that has not responded has failed. */
  "timeout": number;
  /**
   * Treatment of a submission whose response never came. resubmit: the provider is asked for the
   * message or recognises a repetition, where it can; else it is sent again, and can arrive twice.
   * wait: a status callback is waited for, which names the message; without one it can be lost
   * unnoticed.
   */
  "unconfirmed": "resubmit" | "wait";
  /**
   * Treatment of a message that the carrier takes and never reports on, `REPORT_GRACE` after
   * its expiry. silent: it ends without a postback, since many carriers report on some messages
   * only. expired: it counts as expired, for a carrier that reports on all. A report that comes
   * later wins in either case.
   */
  "missing-report": "silent" | "expired";
  /**
   * Whether it is disabled: it submits nothing, and ends its sessions. Messages go to the next
   * connector of their route, or wait until it is enabled. Callbacks of a hosted API, and reports
   * of an MMSC, are still taken.
   */
  "disabled": boolean;
  /**
   * Where the carrier reports and delivers: status callbacks below it at `/status`, messages of
   * handsets at `/inbound`.
   */
  "callback-url": string;
  /** Time in ISO 8601. */
  "created-at": string;
  /** Time in ISO 8601. */
  "changed-at": string;
}

export interface Sinch {
  /** Name of a connector. */
  "name": string;
  /** Provider; sinch is the SMS API of Sinch. */
  "kind": "sinch";
  /** Id of the service plan, which is of one region. */
  "service-plan-id": string;
  /** Whether `api-token` is set. */
  "api-token-set": boolean;
  /** Whether `callback-token` is set. */
  "callback-token-set": boolean;
  /** Whether `webhook-secret` is set. */
  "webhook-secret-set": boolean;
  /**
   * URL of Sinch's SMS API in the region of the service plan, such as
   * `https://eu.sms.api.sinch.com`.
   */
  "url": string;
  /**
   * Certificates (PEM) of authorities that this connector trusts beside the built-in roots and
   * those of `CA_CERTIFICATES`; null for none.
   */
  "tls-ca": string | null;
  /**
   * Certificate (PEM) that we show to a carrier that asks for one, with those between it and its
   * authority below it; null for none. It needs a `tls-key`.
   */
  "tls-certificate": string | null;
  /** Whether `tls-key` is set. */
  "tls-key-set": boolean;
  /**
   * Maximum number of requests that wait for a response at once, each on a connection of its own.
   * As many as the rate times the response time keep up with the rate.
   */
  "window": number;
  /**
   * Maximum number of submissions in any window of a second, from each process, or null for no
   * limit. They are evenly spaced, except for those of a `burst`.
   */
  "rate": number | null;
  /**
   * Submissions that may go at once after a quiet time, within `rate`; 0 spaces all evenly, which
   * suits a carrier that counts by parts of a second, too.
   */
  "burst": number;
  /** Seconds after which a provider that has not responded has failed. */
  "timeout": number;
  /**
   * Treatment of a submission whose response never came. resubmit: the provider is asked for the
   * message or recognises a repetition, where it can; else it is sent again, and can arrive twice.
   * wait: a status callback is waited for, which names the message; without one it can be lost
   * unnoticed.
   */
  "unconfirmed": "resubmit" | "wait";
  /**
   * Treatment of a message that the carrier takes and never reports on, `REPORT_GRACE` after
   * its expiry. silent: it ends without a postback, since many carriers report on some messages
   * only. expired: it counts as expired, for a carrier that reports on all. A report that comes
   * later wins in either case.
   */
  "missing-report": "silent" | "expired";
  /**
   * Whether it is disabled: it submits nothing, and ends its sessions. Messages go to the next
   * connector of their route, or wait until it is enabled. Callbacks of a hosted API, and reports
   * of an MMSC, are still taken.
   */
  "disabled": boolean;
  /**
   * Where the carrier reports and delivers: status callbacks below it at `/status`, messages of
   * handsets at `/inbound`.
   */
  "callback-url": string;
  /** Time in ISO 8601. */
  "created-at": string;
  /** Time in ISO 8601. */
  "changed-at": string;
}

export interface Infobip {
  /** Name of a connector. */
  "name": string;
  /** Provider; infobip is Infobip, by SMS API v3 and MMS API v2. */
  "kind": "infobip";
  /** Base URL of the account, such as `https://xxxxx.api.infobip.com`. */
  "url": string;
  /** Whether `api-key` is set. */
  "api-key-set": boolean;
  /** Whether `callback-token` is set. */
  "callback-token-set": boolean;
  /**
   * Certificates (PEM) of authorities that this connector trusts beside the built-in roots and
   * those of `CA_CERTIFICATES`; null for none.
   */
  "tls-ca": string | null;
  /**
   * Certificate (PEM) that we show to a carrier that asks for one, with those between it and its
   * authority below it; null for none. It needs a `tls-key`.
   */
  "tls-certificate": string | null;
  /** Whether `tls-key` is set. */
  "tls-key-set": boolean;
  /**
   * Maximum number of requests that wait for a response at once, each on a connection of its own.
   * As many as the rate times the response time keep up with the rate.
   */
  "window": number;
  /**
   * Maximum number of submissions in any window of a second, from each process, or null for no
   * limit. They are evenly spaced, except for those of a `burst`.
   */
  "rate": number | null;
  /**
   * Submissions that may go at once after a quiet time, within `rate`; 0 spaces all evenly, which
   * suits a carrier that counts by parts of a second, too.
   */
  "burst": number;
  /** Seconds after which a provider that has not responded has failed. */
  "timeout": number;
  /**
   * Treatment of a submission whose response never came. resubmit: the provider is asked for the
   * message or recognises a repetition, where it can; else it is sent again, and can arrive twice.
   * wait: a status callback is waited for, which names the message; without one it can be lost
   * unnoticed.
   */
  "unconfirmed": "resubmit" | "wait";
  /**
   * Treatment of a message that the carrier takes and never reports on, `REPORT_GRACE` after
   * its expiry. silent: it ends without a postback, since many carriers report on some messages
   * only. expired: it counts as expired, for a carrier that reports on all. A report that comes
   * later wins in either case.
   */
  "missing-report": "silent" | "expired";
  /**
   * Whether it is disabled: it submits nothing, and ends its sessions. Messages go to the next
   * connector of their route, or wait until it is enabled. Callbacks of a hosted API, and reports
   * of an MMSC, are still taken.
   */
  "disabled": boolean;
  /**
   * Where the carrier reports and delivers: status callbacks below it at `/status`, messages of
   * handsets at `/inbound`.
   */
  "callback-url": string;
  /** Time in ISO 8601. */
  "created-at": string;
  /** Time in ISO 8601. */
  "changed-at": string;
}

export interface Smsgate {
  /** Name of a connector. */
  "name": string;
  /** Provider; smsgate is SMS Gateway for Android. */
  "kind": "smsgate";
  /**
   * URL of the API: of the app's local server, `http://<phone>:8080`, or of a server that the
   * phone fetches messages from, `https://api.sms-gate.app/3rdparty/v1`. The latter ends in
   * `/3rdparty/v1`.
   */
  "url": string;
  /** User name that the app shows for the server. */
  "username": string;
  /** Whether `password` is set. */
  "password-set": boolean;
  /** Whether `signing-key` is set. */
  "signing-key-set": boolean;
  /**
   * Id of the phone that sends; webhooks of other phones are ignored. Required with a server,
   * which otherwise takes any phone of the account. null: the phone of the local server.
   */
  "device-id": string | null;
  /** Slot of the SIM that sends, counted from 1; null: the app selects it. */
  "sim-number": number | null;
  /**
   * Number of the SIM, for messages of handsets whose recipient the phone does not know. null:
   * such a message is refused, and the phone repeats it for two days.
   */
  "number": string | null;
  /**
   * Certificates (PEM) of authorities that this connector trusts beside the built-in roots and
   * those of `CA_CERTIFICATES`; null for none.
   */
  "tls-ca": string | null;
  /**
   * Certificate (PEM) that we show to a carrier that asks for one, with those between it and its
   * authority below it; null for none. It needs a `tls-key`.
   */
  "tls-certificate": string | null;
  /** Whether `tls-key` is set. */
  "tls-key-set": boolean;
  /**
   * Maximum number of requests that wait for a response at once, each on a connection of its own.
   * As many as the rate times the response time keep up with the rate.
   */
  "window": number;
  /**
   * Maximum number of submissions in any window of a second, from each process, or null for no
   * limit. They are evenly spaced, except for those of a `burst`.
   */
  "rate": number | null;
  /**
   * Submissions that may go at once after a quiet time, within `rate`; 0 spaces all evenly, which
   * suits a carrier that counts by parts of a second, too.
   */
  "burst": number;
  /** Seconds after which a provider that has not responded has failed. */
  "timeout": number;
  /**
   * Treatment of a submission whose response never came. resubmit: the provider is asked for the
   * message or recognises a repetition, where it can; else it is sent again, and can arrive twice.
   * wait: a status callback is waited for, which names the message; without one it can be lost
   * unnoticed.
   */
  "unconfirmed": "resubmit" | "wait";
  /**
   * Treatment of a message that the carrier takes and never reports on, `REPORT_GRACE` after
   * its expiry. silent: it ends without a postback, since many carriers report on some messages
   * only. expired: it counts as expired, for a carrier that reports on all. A report that comes
   * later wins in either case.
   */
  "missing-report": "silent" | "expired";
  /**
   * Whether it is disabled: it submits nothing, and ends its sessions. Messages go to the next
   * connector of their route, or wait until it is enabled. Callbacks of a hosted API, and reports
   * of an MMSC, are still taken.
   */
  "disabled": boolean;
  /**
   * Where the carrier reports and delivers: status callbacks below it at `/status`, messages of
   * handsets at `/inbound`.
   */
  "callback-url": string;
  /** Time in ISO 8601. */
  "created-at": string;
  /** Time in ISO 8601. */
  "changed-at": string;
}

export interface HttpTemplate {
  /** Name of a connector. */
  "name": string;
  /** Provider; http is a template for any simple provider. */
  "kind": "http";
  /**
   * URL of the request, with placeholders such as `{to}` in path and query. They are encoded for
   * their place.
   */
  "url": string;
  /** Method of the request. A GET has no body. */
  "method": "GET" | "POST";
  /** Whether `headers` is set. */
  "headers-set": boolean;
  /** Whether `secret` is set. */
  "secret-set": boolean;
  /** Form of the body. form: fields, one a line, `name=value`. */
  "body-type": "json" | "form" | "xml" | "text";
  /**
   * Body of the request, with placeholders: `{to}`, `{from}`, `{text}`, `{id}`, `{status-url}`,
   * `{validity}`, `{secret}`; `{to:plus}` has a plus sign. Values are encoded for the form of the body.
   */
  "body": string | null;
  /** URL of the request for MMS, on the same server. null: `url`. */
  "mms-url": string | null;
  /**
   * Body of the request for MMS, with `{subject}`, `{media-urls}` and `{media-url-1}`, too. null: the
   * provider takes no MMS.
   */
  "mms-body": string | null;
  /** Statuses of success, separated by commas. null: 200 to 299. */
  "success-statuses": string | null;
  /**
   * Signs of success in a response, one a line: `path=value`, or `text:/expression/` for plain
   * text. Any of them suffices. null: the status suffices.
   */
  "success-match": string | null;
  /**
   * Path of the message id in the response, such as `messages.0.id`, or an expression for plain
   * text, such as `text:/OK: (\S+)/`. null: it has none.
   */
  "id-path": string | null;
  /** Path of the error code in the response, or an expression as in `id-path`. */
  "error-path": string | null;
  /** Path of the error's description in the response, or an expression as in `id-path`. */
  "error-text-path": string | null;
  /**
   * Meanings of error codes, one a line: `code=kind`; `http-400` is the code of a status without
   * another. Kinds are those of the manual, such as `recipient`.
   */
  "codes": string | null;
  /** Whether the provider recognises a repeated request by `{id}`, so that it is not sent twice. */
  "idempotent": boolean;
  /**
   * URL that responds with success where the credentials are right, such as that of the
   * balance. It gets a GET with the headers. null: the credentials are not checked.
   */
  "check-url": string | null;
  /** Whether `callback-token` is set. */
  "callback-token-set": boolean;
  /** Text that responds to a callback. null: an empty one. */
  "callback-response": string | null;
  /**
   * Path of the list in callbacks that have several events; other paths begin at its items. null:
   * there is one, or the body is the list.
   */
  "events-path": string | null;
  /** Path of the status in status callbacks: a name of JSON, form or query. null: there are none. */
  "status-path": string | null;
  /**
   * Path of the id in status callbacks: that of `id-path`, or `{id}` without `id-path`. null: the
   * address `{status-url}` names the message.
   */
  "status-id-path": string | null;
  /** Path of the error code in status callbacks. */
  "status-error-path": string | null;
  /**
   * Meanings of statuses, one a line, such as `DELIVRD=delivered`: `delivered`, `noted`, or a kind as
   * in `codes`. Others are noted.
   */
  "statuses": string | null;
  /** Path of the sender in messages of handsets. null: there are none. */
  "inbound-from-path": string | null;
  /** Path of the recipient in messages of handsets. Of several, those that are senders get it. */
  "inbound-to-path": string | null;
  /** Path of the text in messages of handsets. */
  "inbound-text-path": string | null;
  /** Path of the id in messages of handsets. null: a repeated callback is another message. */
  "inbound-id-path": string | null;
  /** Path of the addresses of files in messages of handsets, such as `media.*.url`. */
  "inbound-media-path": string | null;
  /** Maximum length of a text, in characters. */
  "text-max-length": number;
  /** Maximum size of all files of an MMS together, in bytes. */
  "mms-max-bytes": number;
  /**
   * Maximum number of files of an MMS. Without `{media-urls}` it is at most the number of
   * `{media-url-1}`, `{media-url-2}` and so on.
   */
  "mms-max-files": number;
  /**
   * Certificates (PEM) of authorities that this connector trusts beside the built-in roots and
   * those of `CA_CERTIFICATES`; null for none.
   */
  "tls-ca": string | null;
  /**
   * Certificate (PEM) that we show to a carrier that asks for one, with those between it and its
   * authority below it; null for none. It needs a `tls-key`.
   */
  "tls-certificate": string | null;
  /** Whether `tls-key` is set. */
  "tls-key-set": boolean;
  /**
   * Maximum number of requests that wait for a response at once, each on a connection of its own.
   * As many as the rate times the response time keep up with the rate.
   */
  "window": number;
  /**
   * Maximum number of submissions in any window of a second, from each process, or null for no
   * limit. They are evenly spaced, except for those of a `burst`.
   */
  "rate": number | null;
  /**
   * Submissions that may go at once after a quiet time, within `rate`; 0 spaces all evenly, which
   * suits a carrier that counts by parts of a second, too.
   */
  "burst": number;
  /** Seconds after which a provider that has not responded has failed. */
  "timeout": number;
  /**
   * Treatment of a submission whose response never came. resubmit: the provider is asked for the
   * message or recognises a repetition, where it can; else it is sent again, and can arrive twice.
   * wait: a status callback is waited for, which names the message; without one it can be lost
   * unnoticed.
   */
  "unconfirmed": "resubmit" | "wait";
  /**
   * Treatment of a message that the carrier takes and never reports on, `REPORT_GRACE` after
   * its expiry. silent: it ends without a postback, since many carriers report on some messages
   * only. expired: it counts as expired, for a carrier that reports on all. A report that comes
   * later wins in either case.
   */
  "missing-report": "silent" | "expired";
  /**
   * Whether it is disabled: it submits nothing, and ends its sessions. Messages go to the next
   * connector of their route, or wait until it is enabled. Callbacks of a hosted API, and reports
   * of an MMSC, are still taken.
   */
  "disabled": boolean;
  /**
   * Where the carrier reports and delivers: status callbacks below it at `/status`, messages of
   * handsets at `/inbound`.
   */
  "callback-url": string;
  /** Time in ISO 8601. */
  "created-at": string;
  /** Time in ISO 8601. */
  "changed-at": string;
}

export interface ConnectorList {
  "items":
    (
      | MmscMm7
      | SmscSmpp
      | Twilio
      | Telnyx
      | Plivo
      | Bandwidth
      | Vonage
      | Sinch
      | Infobip
      | Smsgate
      | HttpTemplate
    )[];
}

export interface PreviewedRequest {
  /** Kind of the sample message. */
  "kind": "SMS" | "MMS";
  /** Method of the request. */
  "method": "GET" | "POST";
  /** URL of the request, its credentials masked. */
  "url": string;
  /** Headers by name; values that may be credentials are masked. */
  "headers": Record<string, string>;
  /** Body, or null where there is none. */
  "body": string | null;
}

export interface ConnectorPreview {
  "items": PreviewedRequest[];
}

export interface ConnectorFinding {
  /** Whether it is as it should be. */
  "ok": boolean;
  /** Checked fact, in words. */
  "fact": string;
  /** Remedy, or null where there is nothing to do. */
  "advice": string | null;
}

export interface ConnectorFindings {
  "items": ConnectorFinding[];
}

export interface Message {
  /** Id of the transaction, repeated in its postbacks. */
  "tracking-id": string;
  /** Id of an account. */
  "account": string;
  /** Kind of message that was requested. */
  "kind": "MMS_MT" | "SMS_MT";
  /**
   * State of the message. scheduled: it waits for its `send-at`, or for its delivery window to
   * open. unreported: a carrier accepted it and never reported on it; no postback follows unless
   * a report arrives after all. canceled: `cancelmessage` called it back in time.
   */
  "state":
    | "scheduled"
    | "accepted"
    | "preparing"
    | "sent"
    | "submitted"
    | "unreported"
    | "delivered"
    | "expired"
    | "failed"
    | "rejected"
    | "unrecognised"
    | "canceled";
  /** Form in which the message was sent; null until then. */
  "sent-as": "MMS" | "SMS" | null;
  /** Short code or number that the message is sent from. */
  "from": string;
  /** Recipient's number with country code. */
  "to": string;
  /** Operator of the recipient, if known. */
  "operator-id": string | null;
  /** Template of the message, if any. */
  "mms-id": string | null;
  /** Customer's own id of the transaction. */
  "client-reference": string | null;
  /** Campaign reference. */
  "campaign-ref": string | null;
  /** Number of messages that the text is billed as; null for an MMS. */
  "segments": number | null;
  /** Connector that the message was submitted to. */
  "connector": string | null;
  /** Id of the message at the carrier. */
  "carrier-id": string | null;
  /** Handset, if the carrier reports it. */
  "handset": string | null;
  /** Outcome in words, where the state does not say everything. */
  "status-details": string | null;
  /**
   * Reason for the outcome, in the carrier's words and codes or ours; not part of any
   * postback.
   */
  "status-reason": string | null;
  /** URL that its postbacks go to in place of the account's, if the request named one. */
  "status-callback": string | null;
  /**
   * Tracking-id of the inbound message whose keyword caused this automatic reply; null for
   * other messages. A reply has no postbacks.
   */
  "reply-to": string | null;
  /** Time in ISO 8601. */
  "accepted-at": string;
  /** Time in ISO 8601. */
  "updated-at": string;
}

export interface ConnectorSession {
  /** Type of the bind: transceiver, transmitter or receiver. */
  "type": string;
  /** Time in ISO 8601. */
  "bound-at": string;
}

export interface UnmatchedReport {
  /** Time in ISO 8601. */
  "at": string;
  /** Id that the report names; null if it has none that can be read. */
  "carrier-id": string | null;
  /**
   * Report of an SMSC in its own words, without what it quotes of the message; null for
   * other carriers.
   */
  "text": string | null;
}

export interface ConnectorState {
  /** Name of a connector. */
  "connector": string;
  /** Kind of the connector; `loopback` is built in. */
  "kind": string;
  /** Host of the carrier; null for loopback. */
  "host": string | null;
  /**
   * Whether submissions can reach the carrier from this process: by its sessions, or by the
   * last response. unknown: nothing was submitted since the start. disabled: an administrator
   * has disabled the connector.
   */
  "state": "up" | "down" | "unknown" | "disabled";
  /** Sessions that are bound now; none for carriers without sessions. */
  "sessions": ConnectorSession[];
  /** Sessions that the connector keeps bound. */
  "sessions-max": number;
  /** Submissions that wait for the carrier's response, in this process. */
  "in-flight": number;
  /** Submissions that wait for a session, the window or the rate, in this process. */
  "waiting": number;
  /** Maximum of `in-flight`, over all sessions; null means unlimited. */
  "window": number | null;
  /** Maximum per second; null means unlimited. */
  "rate": number | null;
  /**
   * Circuit breaker in this process. While it is open, the other connectors of a route come
   * first.
   */
  "circuit-breaker": "closed" | "open" | "half-open";
  /** Time in ISO 8601, or null. */
  "open-until": string | null;
  /** Time in ISO 8601, or null. */
  "last-success-at": string | null;
  /** Last failure of a bind or submission, since the start of this process. */
  "last-error": string | null;
  /** Time in ISO 8601, or null. */
  "last-error-at": string | null;
  /** Latest reports that this process has found no message for, at most 20, the newest first. */
  "unmatched-reports": UnmatchedReport[];
  /**
   * Change of the connector's settings that what its carrier sends asks for; absent if there
   * is none. `receipts: any` after ten long texts in a row that got one final receipt each.
   */
  "suggestion"?: string;
}

export interface Smsc {
  /** Name of a connector. */
  "name": string;
  /**
   * Host name or IP address of the SMSC, IPv6 without brackets, in a private network too; stored
   * in lower case. A name is resolved for each connection.
   */
  "host": string;
  /** TCP port of the SMSC; 2775 is registered for SMPP. */
  "port": number;
  /**
   * Whether it speaks TLS, with a certificate that is valid for `host`. Not by default: most
   * SMSCs are reached through a private network, in the clear.
   */
  "tls": boolean;
  /**
   * Certificates (PEM) of authorities that this connector trusts beside the built-in roots and
   * those of `CA_CERTIFICATES`; null for none.
   */
  "tls-ca": string | null;
  /**
   * Certificate (PEM) that we show to a carrier that asks for one, with those between it and its
   * authority below it; null for none. It needs a `tls-key`.
   */
  "tls-certificate": string | null;
  /** Whether `tls-key` is set. */
  "tls-key-set": boolean;
  /**
   * transceiver: one session for both directions, which spares the SMSC half of them. split: a
   * transmitter and a receiver, for an SMSC that knows no transceivers.
   */
  "bind": "transceiver" | "split";
  /**
   * How many sessions are held at once; of pairs, where the bind is split. Many SMSCs refuse a
   * second one that was not agreed on.
   */
  "sessions": number;
  /** The system_id that the SMSC knows us by; SMPP has space for 15 characters. */
  "system-id": string;
  /** Whether `password` is set. */
  "password-set": boolean;
  /** The system_type of the bind; empty, which nearly all SMSCs want. */
  "system-type": string;
  /**
   * Maximum number of segments that wait for a response at once, in each session; 10 is what
   * SMPP 3.4 recommends. More are faster where the SMSC is far away.
   */
  "window": number;
  /**
   * Maximum number of segments in any window of a second, over all sessions of each process, or
   * null for no limit. They are evenly spaced, except for those of a `burst`. An SMSC that is
   * given too much says so, and is given less for a while.
   */
  "rate": number | null;
  /**
   * Segments that may go at once after a quiet time, within `rate`; 0 spaces all evenly, which
   * suits an SMSC that counts by parts of a second, too.
   */
  "burst": number;
  /**
   * Seconds without a PDU from the SMSC, or to it, after which an enquire_link asks whether it is
   * there; 30, because firewalls forget connections that are silent for longer than a minute.
   * After two without a response, each within `timeout`, the session is dropped and bound anew.
   */
  "enquire-link": number;
  /**
   * Seconds after which an SMSC that has not taken a connection or responded to a PDU has failed;
   * 30 outlasts a pause of its database.
   */
  "timeout": number;
  /**
   * Type of number of senders (SMPP 3.4 section 5.2.5), or null for that of their form: 3 for
   * short codes, 5 for names, 1 for numbers. Some SMSCs want another.
   */
  "source-ton": number | null;
  /**
   * Numbering plan of senders (section 5.2.6: 0, 1, 3, 4, 6, 8, 9, 10, 14 or 18), or null for
   * that of their form: 0 for short codes and names, 1 for numbers.
   */
  "source-npi": number | null;
  /**
   * Type of number of recipients (section 5.2.5); 1, international, because they are written
   * with their country code.
   */
  "dest-ton": number;
  /**
   * Numbering plan of recipients (section 5.2.6: 0, 1, 3, 4, 6, 8, 9, 10, 14 or 18); 1, that of
   * telephones.
   */
  "dest-npi": number;
  /**
   * How the segments of a text say that they belong together. udh8: in a header with a reference
   * of 8 bits, which every handset reads. udh16: of 16 bits, which fewer confuse. sar: in fields
   * of which the SMSC makes the header. payload: the SMSC is given the whole text, and cuts it.
   */
  "concatenation": "udh8" | "udh16" | "sar" | "payload";
  /**
   * Treatment of a long text whose message_payload the SMSC refuses, with concatenation: payload.
   * segments: it goes in segments as by udh8, and so do those of the next hour. fail: it fails,
   * as any that is refused.
   */
  "payload-refused": "segments" | "fail";
  /**
   * Alphabets of texts before UCS-2, which takes any: GSM's alphabet as data_coding 0,
   * Latin-1 as 3, or the first of both that holds the text. Without GSM's, an inbound 0 is read
   * as Latin-1 where that is taken. gsm: handsets know it, and it holds 160 characters.
   */
  "alphabets": "none" | "gsm" | "latin1" | "gsm-latin1";
  /** The service_type of submissions; empty, which is the SMSC's default. */
  "service-type": string;
  /**
   * How receipts name a message: by the same id as the response to its submission, as SMPP
   * wants; or the response's is hexadecimal and the receipt's decimal, or the other way round.
   * any takes whichever fits, in either letter case, and can mistake one for another.
   */
  "receipt-ids": "same" | "hex-to-decimal" | "decimal-to-hex" | "any";
  /**
   * Receipts of a text in several segments. each: on each segment; it is delivered with the last.
   * any: one on any segment is on the whole text, of which the first final one decides.
   */
  "receipts": "each" | "any";
  /**
   * Whether submissions carry a user_message_reference, made of the tracking-id. A receipt that
   * returns it finds a message whose response never came, if the text is in one piece. An SMSC
   * that names a version before 3.4 gets none. false: for another one that refuses optional
   * parameters.
   */
  "user-message-reference": boolean;
  /**
   * Treatment of a submission whose response never came. resubmit: it is submitted again, and
   * can arrive twice. wait: a receipt is waited for, and without one it can be lost unnoticed.
   */
  "unconfirmed": "resubmit" | "wait";
  /**
   * Treatment of a message that the carrier takes and never reports on, `REPORT_GRACE` after
   * its expiry. silent: it ends without a postback, since many carriers report on some messages
   * only. expired: it counts as expired, for a carrier that reports on all. A report that comes
   * later wins in either case.
   */
  "missing-report": "silent" | "expired";
  /**
   * Whether it is disabled: it submits nothing, and ends its sessions. Messages go to the next
   * connector of their route, or wait until it is enabled. Callbacks of a hosted API, and reports
   * of an MMSC, are still taken.
   */
  "disabled": boolean;
  /** Time in ISO 8601. */
  "created-at": string;
  /** Time in ISO 8601. */
  "changed-at": string;
}

export interface SmscList {
  "items": Smsc[];
}

export interface Operator {
  /** Id of a mobile operator. */
  "operator": string;
  /** Display name. */
  "name": string;
  /** Country, as ISO 3166-1 alpha-2 code. */
  "country": string;
  /** Whether the operator's handsets receive MMS. */
  "mms": boolean;
  /** Size limit of an MMS on the wire, in bytes. */
  "max-bytes": number;
  /** Size limit for MMS from short codes, in bytes; null means `max-bytes`. */
  "max-bytes-short-code": number | null;
  /** Size limit for MMS from toll-free numbers, in bytes; null means `max-bytes`. */
  "max-bytes-toll-free": number | null;
  /** Size limit for MMS from 10DLC numbers, in bytes; null means `max-bytes`. */
  "max-bytes-10dlc": number | null;
  /** Size limit for MMS from alphanumeric senders, in bytes; null means `max-bytes`. */
  "max-bytes-alphanumeric": number | null;
  /** Whether subjects are limited to the characters of the GSM alphabet. */
  "gsm-subjects": boolean;
  /** Origin of the values: shipped, the loopback carrier, or set by an administrator. */
  "source": "shipped" | "loopback" | "set";
  /** Time at which an administrator set the values; null if none did. */
  "changed-at": string | null;
}

export interface OperatorList {
  "items": Operator[];
}

export interface Route {
  /** Number of the route. */
  "route": number;
  /** Account of the messages; null means any. */
  "account": string | null;
  /** Sender of the messages; null means any. */
  "sender": string | null;
  /** Operator of the recipients; null means any. */
  "operator": string | null;
  /** Form in which the messages are sent; a fallback SMS counts as sms. */
  "kind": "mms" | "sms";
  /**
   * Comma-separated names of connectors, in order of preference; empty means that matching
   * messages are refused.
   */
  "connectors": string;
  /** Time in ISO 8601. */
  "created-at": string;
  /** Time in ISO 8601. */
  "changed-at": string;
}

export interface RouteList {
  "items": Route[];
}

export interface ExplainedConnector {
  /** Name of a connector. */
  "connector": string;
  /** Whether it exists. */
  "set-up": boolean;
  /** Whether it is disabled; another one is preferred, else the message waits. */
  "disabled": boolean;
  /** Circuit breaker in the process that responds. */
  "circuit-breaker": "closed" | "open" | "half-open";
}

export interface RouteExplanation {
  /** Sender in normal form. */
  "from": string;
  /** Number in normal form. */
  "to": string;
  /** Operator of the recipient; null means unknown. */
  "operator": string | null;
  /** Name of the operator. */
  "operator-name": string | null;
  /**
   * Source of the operator. given: in the request. known: stored, cached or by prefix.
   * unknown: a message would have it looked up, if `operator-needed`.
   */
  "operator-source": "given" | "known" | "unknown";
  /** Whether a message is accepted only once its operator is looked up. */
  "operator-needed": boolean;
  /** Whether the operator takes MMS; null means unknown. */
  "operator-mms": boolean | null;
  /** Maximum size of an MMS on the wire, in bytes. */
  "max-bytes": number;
  /**
   * Source of the connectors: a route, the sender's own connector, or
   * `DEFAULT_CONNECTOR`.
   */
  "decided-by": "route" | "sender" | "default" | "none";
  /** Number of the route that matches. */
  "route": number | null;
  /**
   * Rank of the route, 1 being the most specific: sender and operator, sender, account and
   * operator, account, operator, any message.
   */
  "route-precedence": number | null;
  /** Connectors in the order of attempts now. None, with a route: its messages are refused. */
  "connectors": ExplainedConnector[];
  /** Reason why no connector takes the message; null if one does. */
  "missing": string | null;
  /** Handset that a carrier has named for the number. */
  "handset": string | null;
  /** Whether the recipient has opted out, so that the message is rejected. */
  "opted-out": boolean;
  /**
   * Time until which a message waits for the account's `delivery-window` to open; null: it goes
   * now.
   */
  "opens-at": string | null;
}

export interface LookupCount {
  /** Id of an account. */
  "account": string;
  /** Day in UTC. */
  "day": string;
  /** Number of lookups that the provider responded to. */
  "lookups": number;
}

export interface LookupCountPage {
  "items": LookupCount[];
  /** Value of `cursor` for the next page; null on the last. */
  "next-cursor": string | null;
}

export interface MessagePage {
  "items": Message[];
  /** Value of `cursor` for the next page; null on the last. */
  "next-cursor": string | null;
}

export interface FoundPicture {
  /** Media type. */
  "type": string;
  /** SHA-256 of the content, in hex, by which `readFile` finds it. */
  "sha256": string;
}

export interface FoundMessage {
  /** Id of the transaction, repeated in its postbacks. */
  "tracking-id": string;
  /** To a handset (`out`) or from one (`in`). */
  "direction": "out" | "in";
  /** Kind of message, as submitted or received. */
  "kind": "MMS" | "SMS";
  /** Door that it came through; null for one from a handset, and for an automatic reply. */
  "door": "JSON" | "MM7" | null;
  /** State of the message; `received` for one from a handset. */
  "state":
    | "scheduled"
    | "accepted"
    | "preparing"
    | "sent"
    | "submitted"
    | "unreported"
    | "delivered"
    | "expired"
    | "failed"
    | "rejected"
    | "unrecognised"
    | "canceled"
    | "received";
  /** Id of an account. */
  "account": string;
  /** Sender. */
  "from": string;
  /** Recipient. */
  "to": string;
  /** Connector that it was sent or received over; null until one is chosen. */
  "connector": string | null;
  /** Form in which it was sent; null until then, and for received messages. */
  "sent-as": "MMS" | "SMS" | null;
  /** Start of its subject and texts, at most 160 characters. */
  "excerpt": string | null;
  /** First image of an MMS, in its smallest form; null without one. */
  "picture": FoundPicture | null;
  /** Reason of the state, as in postbacks. */
  "status-details": string | null;
  /** When it was accepted, or received from a handset. */
  "at": string;
  /** When it was last changed. */
  "updated-at": string;
}

export interface SearchPage {
  "items": FoundMessage[];
  /** Value of `cursor` for the next page; null on the last. */
  "next-cursor": string | null;
  /**
   * Whether the search ended before the page was full, because too many messages had to be
   * compared. The next page goes on from there; a narrower search needs fewer.
   */
  "partial": boolean;
}

export interface Rendition {
  /**
   * Class of handsets and operators that the rendition is for; web: the picture that hosted
   * pages show on large or dense screens, or instead of an animation. No carrier gets it.
   */
  "name": string;
  /** MIME type. */
  "type": string;
  /** Size, in bytes. */
  "bytes": number;
  /** Width, in pixels. */
  "width": number | null;
  /** Height, in pixels. */
  "height": number | null;
  /** Duration, in milliseconds. */
  "duration-ms": number | null;
  /** SHA-256 of the content, in hex, by which `readFile` finds it. */
  "sha256": string;
}

export interface MessageFile {
  /** Kind of content. */
  "kind": "image" | "audio" | "video" | "contact" | "calendar" | "pdf" | "ms-excel";
  /**
   * URL that the file was fetched from; `cid:…` for a part that came with the message; else
   * the name of the generated object.
   */
  "url": string;
  /**
   * Forms of the file; `source` is the file as it came with the message, or was generated
   * for it.
   */
  "renditions": Rendition[];
}

export interface MessageSlide {
  /** Text of the slide; null if there is none. */
  "text": string | null;
  "files": MessageFile[];
}

export interface MessageContent {
  /** Text of an SMS; null for an MMS. */
  "text": string | null;
  /** Subject of an MMS; null if there is none. */
  "subject": string | null;
  /** Slides of an MMS, in their order; none of an SMS. */
  "slides": MessageSlide[];
  /** Text that is sent where the MMS cannot be; null if nothing is. */
  "fallback-text": string | null;
  /** URL of the message's page, if it has one. */
  "page-url": string | null;
}

export interface HistoryEntry {
  /** Time in ISO 8601. */
  "at": string;
  /** Name of the event. */
  "event": string;
  /** State after the event, if it has one. */
  "state": string | null;
  /** Details of the event. */
  "details"?: string;
}

/** Attempt at a postback that the receiver did not take. */
export interface FailedAttempt {
  /** Time in ISO 8601. */
  "at": string;
  /** Time until it failed, in milliseconds. */
  "milliseconds": number;
  /** HTTP status of the response; null if none came. */
  "http-status": number | null;
  /** Reason why it counts as failed. */
  "error": string;
  /**
   * Beginning of the response's body, up to 400 bytes, as one line without control characters;
   * null if there is none.
   */
  "response": string | null;
}

export interface PostbackEntry {
  /** Id of the postback, sent as `webhook-id`. */
  "id": string;
  /** Name of its receiver; `mm7` for a request to a VASP, `callback-…` for a status callback. */
  "receiver": string;
  /** URL that it goes to, if the request named one. */
  "status-callback"?: string;
  /** Event code; `DeliveryReportReq` or `DeliverReq` for a request to a VASP over MM7. */
  "code": string;
  /**
   * State of the postback. dead: given up after the last retry, or refused permanently. parked:
   * waits until its receiver has a URL, or is enabled.
   */
  "state": "pending" | "sent" | "dead" | "parked";
  /** Number of failed attempts. */
  "attempts": number;
  /** Time in ISO 8601. */
  "created-at": string;
  /** Time in ISO 8601, or null. */
  "sent-at": string | null;
  /** Time in ISO 8601, or null. */
  "next-attempt-at": string | null;
  /** Error of the last failed attempt, from the receiver or the network. */
  "last-error": string | null;
  /**
   * The last failed attempts, the earliest first, also those before a replay. They go with the
   * postback.
   */
  "failed-attempts": FailedAttempt[];
  /** Body of the request. For MM7, its source: the elements as `message`, and `files`. */
  "body": Record<string, unknown>;
}

export interface MessageDetail {
  /** Id of the transaction, repeated in its postbacks. */
  "tracking-id": string;
  /** Id of an account. */
  "account": string;
  /** Kind of message that was requested. */
  "kind": "MMS_MT" | "SMS_MT";
  /**
   * State of the message. scheduled: it waits for its `send-at`, or for its delivery window to
   * open. unreported: a carrier accepted it and never reported on it; no postback follows unless
   * a report arrives after all. canceled: `cancelmessage` called it back in time.
   */
  "state":
    | "scheduled"
    | "accepted"
    | "preparing"
    | "sent"
    | "submitted"
    | "unreported"
    | "delivered"
    | "expired"
    | "failed"
    | "rejected"
    | "unrecognised"
    | "canceled";
  /** Form in which the message was sent; null until then. */
  "sent-as": "MMS" | "SMS" | null;
  /** Short code or number that the message is sent from. */
  "from": string;
  /** Recipient's number with country code. */
  "to": string;
  /** Operator of the recipient, if known. */
  "operator-id": string | null;
  /** Template of the message, if any. */
  "mms-id": string | null;
  /** Customer's own id of the transaction. */
  "client-reference": string | null;
  /** Campaign reference. */
  "campaign-ref": string | null;
  /** Number of messages that the text is billed as; null for an MMS. */
  "segments": number | null;
  /** Connector that the message was submitted to. */
  "connector": string | null;
  /** Id of the message at the carrier. */
  "carrier-id": string | null;
  /** Handset, if the carrier reports it. */
  "handset": string | null;
  /** Outcome in words, where the state does not say everything. */
  "status-details": string | null;
  /**
   * Reason for the outcome, in the carrier's words and codes or ours; not part of any
   * postback.
   */
  "status-reason": string | null;
  /** URL that its postbacks go to in place of the account's, if the request named one. */
  "status-callback": string | null;
  /**
   * Tracking-id of the inbound message whose keyword caused this automatic reply; null for
   * other messages. A reply has no postbacks.
   */
  "reply-to": string | null;
  /** Time in ISO 8601. */
  "accepted-at": string;
  /** Time in ISO 8601. */
  "updated-at": string;
  "content": MessageContent;
  /** Number of submissions attempted. */
  "attempts": number;
  /** Whether the carrier is asked for a delivery report. */
  "delivery-report": boolean;
  /**
   * Time until which it waits: for its `send-at`, its delivery window or its next attempt;
   * absent if it does not, and in exports of personal data.
   */
  "due-at"?: string;
  /** Time in ISO 8601. */
  "expires-at": string;
  /** Order among the messages of its account. */
  "priority": "high" | "normal" | "low";
  /**
   * Days, hours and time zones in which alone it goes out, such as
   * `mon,tue 09:00-20:00 America/New_York`; null: it may at any time.
   */
  "delivery-window": string | null;
  /** Tracking-id of the message that it sends again; null if it sends none. */
  "resent-from": string | null;
  /** Messages that sent it again, newest first, at most 100; absent where there are none. */
  "resent-as"?: string[];
  /** Id of its OpenTelemetry trace; null if the message is not traced. */
  "trace-id": string | null;
  /**
   * Times that work on it was interrupted: its processing failed by our fault, and is tried again
   * after each lease. From the third on, one an hour counts.
   */
  "interruptions": number;
  /** Error of the last interruption; null where there was none. */
  "interruption-reason": string | null;
  "history": HistoryEntry[];
  "postbacks": PostbackEntry[];
}

export interface Exchange {
  /** Time in ISO 8601. */
  "at": string;
  /** `client` for a customer, else the connector. */
  "peer": string;
  /** `in`: from the peer; `out`: from this service. */
  "direction": "in" | "out";
  /** Protocol. */
  "protocol": "json" | "xml" | "mm7" | "smpp" | "http";
  /** Operation, command or status. */
  "title": string;
  /** JSON as sent, the envelope of MM7 or a list of its other parts, or the fields of an SMPP PDU as JSON. Credentials are masked. */
  "content": string;
  /** Length of the whole content, in bytes. */
  "bytes": number;
  /** Whether the content is longer than `EXCHANGE_MAX_BYTES`, and cut. */
  "truncated": boolean;
}

export interface ExchangePage {
  /** Whether exchanges are recorded now (`EXCHANGE_LOG`). */
  "recording": boolean;
  "items": Exchange[];
  /** Value of `cursor` for the next page; null on the last. */
  "next-cursor": string | null;
}

export interface Link {
  /** URL in the text of the message. */
  "url": string;
  /** Purpose: `page` shows the message, `click` redirects to the target. */
  "kind": "page" | "click";
  /** Id of an account. */
  "account": string;
  /** Id of the transaction, repeated in its postbacks. */
  "tracking-id": string;
  /** URL of the target; null for a page, and if the recipient's data is erased. */
  "target": string | null;
  /** Number of times the link was opened. */
  "clicks": number;
  /** Number of times a messenger's robot opened the link to show a preview. */
  "previews": number;
  /** Time in ISO 8601, or null. */
  "first-click-at": string | null;
  /** Time in ISO 8601, or null. */
  "last-click-at": string | null;
  /** Time in ISO 8601. */
  "created-at": string;
  /** Time in ISO 8601. */
  "expires-at": string;
}

export interface LinkPage {
  "items": Link[];
  /** Value of `cursor` for the next page; null on the last. */
  "next-cursor": string | null;
}

export interface ReceivedFile {
  /** File name, unique within the message. */
  "name": string;
  /** MIME type as received. */
  "type": string;
  /** Size, in bytes. */
  "bytes": number;
  /** URL of the file; it works without further credentials. */
  "url": string;
  /** SHA-256 of the content, in hex, by which `readFile` finds it. */
  "sha256": string;
}

export interface InboundMessage {
  /** Id of the transaction, repeated in its postbacks. */
  "tracking-id": string;
  /** Id of an account. */
  "account": string;
  /** Kind of message. */
  "kind": "MMS_MO" | "SMS_MO";
  /** Connector that received the message. */
  "connector": string;
  /**
   * Number of the end user with country code. A sender that is no international number is as
   * the carrier spells it: a name, a short code, a national number, or empty.
   */
  "from": string;
  /** Short code or number that the message was sent to. */
  "to": string;
  /** Subject of an MMS; null if there is none. */
  "subject": string | null;
  /** Text of an SMS; null for an MMS. */
  "text": string | null;
  /** Operator of the end user, if known. */
  "operator-id": string | null;
  "files": ReceivedFile[];
  /** Time in ISO 8601. */
  "received-at": string;
}

export interface InboundPage {
  "items": InboundMessage[];
  /** Value of `cursor` for the next page; null on the last. */
  "next-cursor": string | null;
}

export interface InboundDetail {
  /** Id of the transaction, repeated in its postbacks. */
  "tracking-id": string;
  /** Id of an account. */
  "account": string;
  /** Kind of message. */
  "kind": "MMS_MO" | "SMS_MO";
  /** Connector that received the message. */
  "connector": string;
  /**
   * Number of the end user with country code. A sender that is no international number is as
   * the carrier spells it: a name, a short code, a national number, or empty.
   */
  "from": string;
  /** Short code or number that the message was sent to. */
  "to": string;
  /** Subject of an MMS; null if there is none. */
  "subject": string | null;
  /** Text of an SMS; null for an MMS. */
  "text": string | null;
  /** Operator of the end user, if known. */
  "operator-id": string | null;
  "files": ReceivedFile[];
  /** Time in ISO 8601. */
  "received-at": string;
  "history": HistoryEntry[];
  "postbacks": PostbackEntry[];
}

export interface PostbackRecord {
  /** Id of the postback, sent as `webhook-id`. */
  "id": string;
  /** Name of its receiver; `mm7` for a request to a VASP, `callback-…` for a status callback. */
  "receiver": string;
  /** URL that it goes to, if the request named one. */
  "status-callback"?: string;
  /** Event code; `DeliveryReportReq` or `DeliverReq` for a request to a VASP over MM7. */
  "code": string;
  /**
   * State of the postback. dead: given up after the last retry, or refused permanently. parked:
   * waits until its receiver has a URL, or is enabled.
   */
  "state": "pending" | "sent" | "dead" | "parked";
  /** Number of failed attempts. */
  "attempts": number;
  /** Time in ISO 8601. */
  "created-at": string;
  /** Time in ISO 8601, or null. */
  "sent-at": string | null;
  /** Time in ISO 8601, or null. */
  "next-attempt-at": string | null;
  /** Error of the last failed attempt, from the receiver or the network. */
  "last-error": string | null;
  /**
   * The last failed attempts, the earliest first, also those before a replay. They go with the
   * postback.
   */
  "failed-attempts": FailedAttempt[];
  /** Body of the request. For MM7, its source: the elements as `message`, and `files`. */
  "body": Record<string, unknown>;
  /** Id of an account. */
  "account": string;
  /** Id of the transaction, repeated in its postbacks. */
  "tracking-id": string;
  /** Time in ISO 8601, or null. */
  "replayed-at": string | null;
}

export interface PostbackPage {
  "items": PostbackRecord[];
  /** Value of `cursor` for the next page; null on the last. */
  "next-cursor": string | null;
}

export interface PostbackCount {
  /** Number of postbacks that match. */
  "count": number;
  /** Whether these are all; otherwise older ones may match, too. */
  "complete": boolean;
}

export interface PostbacksReplayed {
  /** Number of postbacks replayed. */
  "replayed": number;
}

/** Headers of the request, signed now; receivers accept that for some minutes. */
export interface PostbackHeaders {
  /** `application/json` or `application/xml`. */
  "content-type": string;
  /** Id of the postback. */
  "webhook-id": string;
  /** Seconds since the epoch at the signature. */
  "webhook-timestamp": string;
  /** Signatures by the secrets of the receiver, separated by a space. */
  "webhook-signature": string;
  /** Id of the mobile operator, if known. */
  "x-service-carrier-id"?: string;
}

export interface StreamedPostback {
  /** Id of the postback, the same in every attempt. */
  "webhook-id": string;
  /** Event code. */
  "code": string;
  /** Id of the transaction, repeated in its postbacks. */
  "tracking-id": string;
  /** Time in ISO 8601. */
  "created-at": string;
  /** Headers of the request, signed now; receivers accept that for some minutes. */
  "headers": PostbackHeaders;
  /** Body of the request in the format of the receiver, signed as it is. */
  "body": string;
  /** Place in the order in which messages or postbacks come. */
  "cursor": string;
}

export interface PostbackStream {
  "items": StreamedPostback[];
  /** Place in the order in which messages or postbacks come. */
  "next-cursor": string;
}

export interface Problem {
  /** critical: customers notice it. warning: an operator should look within the day. */
  "severity": "critical" | "warning";
  /** The problem in a sentence. */
  "text": string;
  /** Section of the manual that says what to do. */
  "manual": string;
}

export interface DueWork {
  /**
   * delivery: messages that no carrier has. preparation: messages whose files are fitted to
   * their operator. template: templates in transcoding. postback: postbacks to be sent.
   */
  "stage": "delivery" | "preparation" | "template" | "postback";
  /** Number that is due, up to 10,000. */
  "waiting": number;
  /** Time in ISO 8601, or null. */
  "oldest-due-at": string | null;
}

export interface RateWait {
  /** Name of a connector. */
  "connector": string;
  /** Number of messages, up to 10,000. */
  "waiting": number;
  /** Submissions per second; null where the connector has no rate any more. */
  "rate": number | null;
  /** Seconds until the last of them goes; null where the carrier accepts nothing. */
  "last-in-seconds": number | null;
}

export interface InterruptedItem {
  "kind": "message" | "template" | "postback";
  /** Tracking-id of a message, mms-id of a template, webhook-id of a postback. */
  "id": string;
  /** Id of the transaction, repeated in its postbacks. */
  "tracking-id": string;
  /** Number of interruptions. */
  "times": number;
  /** Time in ISO 8601. */
  "since": string;
  /** Time in ISO 8601. */
  "last-at": string;
  /** Error of the last interruption. */
  "reason": string;
}

export interface ReceiverDown {
  /** Id of an account. */
  "account": string;
  /** Name of the receiver; `mm7` is the VASP, and `callback-…` status callbacks. */
  "receiver": string;
  /** Time in ISO 8601, or null. */
  "open-until": string | null;
  /** Last failure of an attempt. */
  "last-error": string | null;
  /** Time in ISO 8601, or null. */
  "last-error-at": string | null;
}

export interface Status {
  /** Severity of the worst problem. */
  "status": "ok" | "warning" | "critical";
  /** Problems of the service, the worst first. */
  "problems": Problem[];
  /** Version of slidepost. */
  "version": string;
  /** Commit that it was built from; `unknown` where the build recorded none. */
  "commit": string;
  /** Version of Deno. */
  "deno": string;
  /** Version of V8. */
  "v8": string;
  /** Time in ISO 8601. */
  "started-at": string;
  /** `ok`, or the reason why the component is unavailable. */
  "checks": {
    /** The database. */
    "store": string;
    /** The database's writes. */
    "writes": string;
    /** The queue of postbacks. */
    "queue": string;
    /** The stored files. */
    "files": string;
    /** The programs that transcode files. */
    "ffmpeg": string;
    /** The machine's clock, by the database's. */
    "clock": string;
  };
  "transcoding": {
    /** Whether ffmpeg runs in a sandbox, without other files and the network. */
    "sandboxed": boolean;
  };
  /** Work that is due, by its stage; none where the database is down. */
  "work": DueWork[];
  /**
   * Messages that wait for nothing but the rate of their connector, by connector. They are no
   * problem.
   */
  "waiting-for-rate": RateWait[];
  /**
   * Work that was interrupted three times or more, the last one first, up to 20. It is tried
   * again after each lease.
   */
  "interrupted": InterruptedItem[];
  /** All connectors; none where the database is down. */
  "connectors": ConnectorState[];
  /** Receivers of postbacks whose circuit breaker is open. */
  "receivers-down": ReceiverDown[];
  "database": {
    /** Hosts of the server, or `embedded`. */
    "server": string;
    /** Version of Postgres; null where it is down. */
    "version": string | null;
    /** Size of the database on disk; null where it is down. */
    "bytes": number | null;
  };
  "files": {
    /** Directory or bucket of stored files. */
    "place": string;
    /** Free space on the disk of DATA_DIR; null where it is unknown. */
    "free-bytes": number | null;
  };
}

export interface ConnectorStateList {
  "items": ConnectorState[];
}

export interface ReceiverState {
  /** Id of an account. */
  "account": string;
  /** Name of the receiver. */
  "receiver": string;
  /** Form of the postbacks: JSON, XML, or requests to the VASP over MM7. */
  "format": "json" | "xml" | "mm7";
  /** Whether its postbacks are parked. */
  "disabled": boolean;
  /** URL of the receiver; null means that its postbacks are parked. */
  "url": string | null;
  /** Circuit breaker in this process. While it is open, postbacks wait. */
  "circuit-breaker": "closed" | "open" | "half-open";
  /** Time in ISO 8601, or null. */
  "open-until": string | null;
  /** Time in ISO 8601, or null. */
  "last-success-at": string | null;
  /** Last failure of an attempt, since the start of this process. */
  "last-error": string | null;
  /** Time in ISO 8601, or null. */
  "last-error-at": string | null;
  /** Postbacks to be sent; `counted-max` means at least so many. */
  "pending": number;
  /** Time in ISO 8601, or null. */
  "oldest-pending-at": string | null;
  /** Parked postbacks; `counted-max` means at least so many. */
  "parked": number;
  /** Dead postbacks among the newest 1,000 dead and parked ones of all receivers. */
  "dead": number;
}

export interface ReceiverStatePage {
  "items": ReceiverState[];
  /**
   * Maximum of `pending` and `parked`: 1,000 for a receiver alone on its page, fewer for each
   * of several.
   */
  "counted-max": number;
  /** Value of `cursor` for the next page; null on the last. */
  "next-cursor": string | null;
}

export interface OverviewTotals {
  /** Messages that were accepted. */
  "accepted": number;
  /** Messages that a carrier took. */
  "submitted": number;
  /** Messages reported as delivered. */
  "delivered": number;
  /** Messages that failed, expired, or were rejected or not recognised. */
  "failed": number;
  /** Messages whose carrier never reported. */
  "unreported": number;
  /** Messages from handsets. */
  "received": number;
}

export interface OverviewSlot {
  /** Time in ISO 8601. */
  "at": string;
  /** Messages that were accepted. */
  "accepted": number;
  /** Messages that a carrier took. */
  "submitted": number;
  /** Messages reported as delivered. */
  "delivered": number;
  /** Messages that failed, expired, or were rejected or not recognised. */
  "failed": number;
  /** Messages whose carrier never reported. */
  "unreported": number;
  /** Messages from handsets. */
  "received": number;
}

export interface OverviewFailure {
  /** Form that was asked for. */
  "kind": "MMS" | "SMS";
  "state": "failed" | "rejected" | "unrecognised" | "expired";
  /**
   * Reason, as in postbacks: `Network Unreachable`. That of an SMS that expired is
   * `Message Expired`.
   */
  "status-details": string;
  /** Code of the postback: `E101`. */
  "code": string;
  /** Number of messages that ended so. */
  "messages": number;
}

export interface OverviewAccount {
  /** Id of an account. */
  "account": string;
  /** Messages that were accepted. */
  "accepted": number;
  /** Messages that a carrier took. */
  "submitted": number;
  /** Messages reported as delivered. */
  "delivered": number;
  /** Messages that failed, expired, or were rejected or not recognised. */
  "failed": number;
  /** Messages whose carrier never reported. */
  "unreported": number;
  /** Messages from handsets. */
  "received": number;
}

export interface OverviewLatency {
  /** Median in milliseconds, to within 10 %. */
  "p50-ms": number;
  /** Time that 95 % of the messages took at most, in milliseconds, to within 10 %. */
  "p95-ms": number;
}

export interface Overview {
  "span": "hour" | "day" | "month";
  /** Time in ISO 8601. */
  "from": string;
  /** Time in ISO 8601. */
  "to": string;
  "totals": OverviewTotals;
  /** The slots of the span; the current one, which is not over, is the last. */
  "slots": OverviewSlot[];
  /** How messages ended that were not delivered, the ten most frequent ways first. */
  "failures": OverviewFailure[];
  /** The ten accounts with the most messages, accepted and received. */
  "accounts": OverviewAccount[];
  /** Time from the acceptance of messages until a carrier took them. */
  "accept-to-submit": OverviewLatency | null;
  /** Time from the submission of messages to their final report. */
  "submit-to-report": OverviewLatency | null;
}

export interface StatsMinute {
  /** Time in ISO 8601. */
  "at": string;
  /** Messages that were accepted. */
  "accepted": number;
  /** Messages that a carrier took. */
  "submitted": number;
  /** Messages reported as delivered. */
  "delivered": number;
  /** Messages that failed, expired, or were rejected or not recognised. */
  "failed": number;
  /**
   * Median time from acceptance to the carrier's response, in milliseconds, to within 10 %;
   * null without submissions.
   */
  "latency-p50-ms": number | null;
  /** Time within which 95 % of the submissions had the carrier's response. */
  "latency-p95-ms": number | null;
  /**
   * Most messages that waited for a carrier in this minute; 10000 means at least so many;
   * null means not measured.
   */
  "backlog": number | null;
}

export interface Stats {
  /** The last 60 minutes; the current one, which is not over, is the last. */
  "minutes": StatsMinute[];
}

export interface TemplateMedia {
  /** Slide number, counted from 1. */
  "slide": number;
  /** Kind of content. */
  "kind": "image" | "audio" | "video" | "contact" | "calendar" | "pdf" | "ms-excel";
  /** URL of the file, as given in the request. */
  "url": string;
  /** State of the file. waiting: fetched, and queued for transcoding behind other files. */
  "state": "pending" | "fetching" | "waiting" | "transcoding" | "done" | "failed";
  /** Progress of transcoding; present only while it runs, and if it can be determined. */
  "percent"?: number;
  "renditions": Rendition[];
  /** Reason for the failure. */
  "error": string | null;
}

export interface Template {
  /** Id of the template. */
  "mms-id": string;
  /** Id of an account. */
  "account": string;
  /** Name of the template. */
  "name": string;
  /**
   * State of the template. locked: its files are being fetched and transcoded. failed: it cannot be
   * sent, unless a retry of its files succeeds.
   */
  "state": "locked" | "ready" | "failed";
  /** Id of the transaction, repeated in its postbacks. */
  "tracking-id": string;
  /** Number of slides. */
  "slides": number;
  "media": TemplateMedia[];
  /** Time in ISO 8601. */
  "created-at": string;
  /** Time at which a draft is removed; absent in a template. */
  "draft-until"?: string;
}

export interface TemplatePage {
  "items": Template[];
  /** Value of `cursor` for the next page; null on the last. */
  "next-cursor": string | null;
}

/** Barcode of an image template; lengths are in pixels. */
export interface TemplateBarcode {
  /** Content of the barcode. */
  "id": string;
  /** Symbology. */
  "type": string;
  /** Distance from the left edge. */
  "position-x": number;
  /** Distance from the top edge. */
  "position-y": number;
  /** Width; null: 300, or more if the barcode needs it. */
  "width": number | null;
  /** Height. */
  "height": number;
  /** Colour of the bars and the text. */
  "foreground-color": string;
  /** Colour behind the bars. */
  "background-color": string;
  /** Width of the frame. */
  "border-width": number;
  /** Whether its text is omitted. */
  "hide-text": boolean;
  /** Whether its background is omitted. */
  "transparent": boolean;
  /** Typeface of its text. */
  "font": string;
  /** Size of its text. */
  "font-size": number;
  /** Alignment in its box. */
  "alignment": string;
  /** Clockwise rotation, in degrees. */
  "rotate": number;
}

/** Text area of an image template; lengths are in pixels. */
export interface TemplateTextArea {
  /** Text. */
  "text": string;
  /** Distance from the left edge. */
  "position-x": number;
  /** Distance from the top edge. */
  "position-y": number;
  /** Width at which the text wraps. */
  "width": number;
  /** Typeface. */
  "font": string;
  /** Size of the letters. */
  "font-size": number;
  /** Colour. */
  "font-color": string;
}

/** Image template, drawn for each recipient. */
export interface TemplatePicture {
  /** URL of the background; null if there is none. */
  "background-image-url": string | null;
  /** Barcode of an image template; lengths are in pixels. */
  "barcode"?: TemplateBarcode;
  /** Text areas; later ones are drawn over earlier ones. */
  "text-areas": TemplateTextArea[];
}

export interface TemplateSlide {
  /** Text of the slide; null if there is none. */
  "text": string | null;
  /** Image template, drawn for each recipient. */
  "picture"?: TemplatePicture;
}

/** Content of a template, with its merge tags. */
export interface TemplateContent {
  /** Subject; null if there is none. */
  "subject": string | null;
  /** Slides in their order. Their files are in `media`. */
  "slides": TemplateSlide[];
  /** Text of the fallback SMS; null if there is none. */
  "fallback-text": string | null;
  /** Whether the fallback SMS is disabled. */
  "disable-fallback-sms": boolean;
  /** Whether the fallback SMS has no link to the message's page. */
  "disable-fallback-sms-link": boolean;
}

export interface TemplateDetail {
  /** Id of the template. */
  "mms-id": string;
  /** Id of an account. */
  "account": string;
  /** Name of the template. */
  "name": string;
  /**
   * State of the template. locked: its files are being fetched and transcoded. failed: it cannot be
   * sent, unless a retry of its files succeeds.
   */
  "state": "locked" | "ready" | "failed";
  /** Id of the transaction, repeated in its postbacks. */
  "tracking-id": string;
  /** Number of slides. */
  "slides": number;
  "media": TemplateMedia[];
  /** Time in ISO 8601. */
  "created-at": string;
  /** Time at which a draft is removed; absent in a template. */
  "draft-until"?: string;
  /** Customer's own id of the transaction. */
  "client-reference": string | null;
  /** Content of a template, with its merge tags. */
  "content": TemplateContent;
  /**
   * Sentences about the files that are worth knowing and no failure, each with its slide:
   * a picture that is scaled down to under 120 pixels in width, an animated PNG that
   * becomes a still, a track of a film that is left out.
   */
  "warnings": string[];
  /**
   * Times that work on it was interrupted: its processing failed by our fault, and is tried again
   * after each lease. From the third on, one an hour counts.
   */
  "interruptions": number;
  /** Error of the last interruption; null where there was none. */
  "interruption-reason": string | null;
  "history": HistoryEntry[];
  "postbacks": PostbackEntry[];
}

export interface Upload {
  /** File name, without characters that addresses forbid. */
  "name": string;
  /** MIME type by the extension. */
  "type": string;
  /** Size, in bytes. */
  "bytes": number;
  /** SHA-256 of the content, in hex, by which `readFile` finds it. */
  "sha256": string;
  /** URL of the file; who knows it may read the file. */
  "url": string;
  /** Time in ISO 8601. */
  "expires-at": string;
}

export interface Uploads {
  "items": Upload[];
}

export interface PersonMessage {
  /** Id of the transaction, repeated in its postbacks. */
  "tracking-id": string;
  /** Id of an account. */
  "account": string;
  /** Kind of message that was requested. */
  "kind": "MMS_MT" | "SMS_MT";
  /**
   * State of the message. scheduled: it waits for its `send-at`, or for its delivery window to
   * open. unreported: a carrier accepted it and never reported on it; no postback follows unless
   * a report arrives after all. canceled: `cancelmessage` called it back in time.
   */
  "state":
    | "scheduled"
    | "accepted"
    | "preparing"
    | "sent"
    | "submitted"
    | "unreported"
    | "delivered"
    | "expired"
    | "failed"
    | "rejected"
    | "unrecognised"
    | "canceled";
  /** Form in which the message was sent; null until then. */
  "sent-as": "MMS" | "SMS" | null;
  /** Short code or number that the message is sent from. */
  "from": string;
  /** Recipient's number with country code. */
  "to": string;
  /** Operator of the recipient, if known. */
  "operator-id": string | null;
  /** Template of the message, if any. */
  "mms-id": string | null;
  /** Customer's own id of the transaction. */
  "client-reference": string | null;
  /** Campaign reference. */
  "campaign-ref": string | null;
  /** Number of messages that the text is billed as; null for an MMS. */
  "segments": number | null;
  /** Connector that the message was submitted to. */
  "connector": string | null;
  /** Id of the message at the carrier. */
  "carrier-id": string | null;
  /** Handset, if the carrier reports it. */
  "handset": string | null;
  /** Outcome in words, where the state does not say everything. */
  "status-details": string | null;
  /**
   * Reason for the outcome, in the carrier's words and codes or ours; not part of any
   * postback.
   */
  "status-reason": string | null;
  /** URL that its postbacks go to in place of the account's, if the request named one. */
  "status-callback": string | null;
  /**
   * Tracking-id of the inbound message whose keyword caused this automatic reply; null for
   * other messages. A reply has no postbacks.
   */
  "reply-to": string | null;
  /** Time in ISO 8601. */
  "accepted-at": string;
  /** Time in ISO 8601. */
  "updated-at": string;
  "content": MessageContent;
  /** Number of submissions attempted. */
  "attempts": number;
  /** Whether the carrier is asked for a delivery report. */
  "delivery-report": boolean;
  /**
   * Time until which it waits: for its `send-at`, its delivery window or its next attempt;
   * absent if it does not, and in exports of personal data.
   */
  "due-at"?: string;
  /** Time in ISO 8601. */
  "expires-at": string;
  /** Order among the messages of its account. */
  "priority": "high" | "normal" | "low";
  /**
   * Days, hours and time zones in which alone it goes out, such as
   * `mon,tue 09:00-20:00 America/New_York`; null: it may at any time.
   */
  "delivery-window": string | null;
  /** Tracking-id of the message that it sends again; null if it sends none. */
  "resent-from": string | null;
  /** Messages that sent it again, newest first, at most 100; absent where there are none. */
  "resent-as"?: string[];
  /** Id of its OpenTelemetry trace; null if the message is not traced. */
  "trace-id": string | null;
  /**
   * Times that work on it was interrupted: its processing failed by our fault, and is tried again
   * after each lease. From the third on, one an hour counts.
   */
  "interruptions": number;
  /** Error of the last interruption; null where there was none. */
  "interruption-reason": string | null;
  "history": HistoryEntry[];
  "postbacks": PostbackEntry[];
  /** Numbers that the message shows as further recipients. */
  "display-only": string[];
  "links": Link[];
  "exchanges": Exchange[];
}

export interface PersonInbound {
  /** Id of the transaction, repeated in its postbacks. */
  "tracking-id": string;
  /** Id of an account. */
  "account": string;
  /** Kind of message. */
  "kind": "MMS_MO" | "SMS_MO";
  /** Connector that received the message. */
  "connector": string;
  /**
   * Number of the end user with country code. A sender that is no international number is as
   * the carrier spells it: a name, a short code, a national number, or empty.
   */
  "from": string;
  /** Short code or number that the message was sent to. */
  "to": string;
  /** Subject of an MMS; null if there is none. */
  "subject": string | null;
  /** Text of an SMS; null for an MMS. */
  "text": string | null;
  /** Operator of the end user, if known. */
  "operator-id": string | null;
  "files": ReceivedFile[];
  /** Time in ISO 8601. */
  "received-at": string;
  "history": HistoryEntry[];
  "postbacks": PostbackEntry[];
  "exchanges": Exchange[];
}

export interface PersonShown {
  /** Id of the transaction, repeated in its postbacks. */
  "tracking-id": string;
  /** Id of an account. */
  "account": string;
  /** Time in ISO 8601. */
  "accepted-at": string;
}

export interface PersonResponse {
  /** Id of an account. */
  "account": string;
  /** `Idempotency-Key` of the request. */
  "key": string;
  /** Time in ISO 8601. */
  "claimed-at": string;
  /** Response as stored; null if only the key has the number. */
  "text": string | null;
}

export interface LoopbackPart {
  /** Content-ID without angle brackets. */
  "content-id": string;
  /** MIME type. */
  "type": string;
  /** File name, if any. */
  "location": string | null;
  /** Size, in bytes. */
  "bytes": number;
  /** Content of a text or a presentation; null for other parts. */
  "text": string | null;
  /** SHA-256 of the content of a file; null for a text. */
  "sha256": string | null;
}

export interface LoopbackMessage {
  /** Id of the message at the carrier. */
  "carrier-id": string;
  /** Id of the transaction, repeated in its postbacks. */
  "tracking-id": string;
  /** Form in which the carrier received the message. */
  "kind": "MMS" | "SMS";
  /** Short code or number that the message is sent from. */
  "from": string;
  /** Recipient's number with country code. */
  "to": string;
  /** Subject of an MMS; null if there is none. */
  "subject": string | null;
  /** Text of an SMS; null for an MMS. */
  "text": string | null;
  "parts": LoopbackPart[];
  /** Time in ISO 8601. */
  "received-at": string;
}

export interface PersonSubscription {
  /** Campaign reference. */
  "campaign-ref": string;
  /** Recipient's number with country code. */
  "recipient": string;
  /** State of the subscription; `pending` waits for the recipient's confirmation. */
  "state": "pending" | "subscribed";
  /** Time at which the recipient was subscribed, or asked to confirm. */
  "since": string;
  /** End of the time to confirm; null for a recipient who is subscribed. */
  "expires-at": string | null;
  /** Evidence of consent, as the request gave it; empty where it gave none. */
  "consent": Consent;
  /** Id of an account. */
  "account": string;
}

export interface PersonSubscriptionChange {
  /** Id of an account. */
  "account": string;
  /** Campaign reference. */
  "campaign-ref": string;
  /** Id of the change, by which its postback is found. */
  "tracking-id": string;
  /** Beginning (N301) or end (N302), as the postback has it. */
  "code": "N301" | "N302";
  /** Cause of the change, as the postback has it. */
  "source": "MANAGER" | "API" | "MO" | "WEB" | "IMPORTED";
  /** Time in ISO 8601. */
  "at": string;
  /** Evidence of consent, as the request gave it; empty where it gave none. */
  "consent": Consent;
}

export interface PersonReply {
  /** Id of an account. */
  "account": string;
  /** Sender that replied. */
  "originator": string;
  /** Kind of keyword. */
  "kind": string;
  /** Time in ISO 8601. */
  "at": string;
}

export interface PersonHandset {
  /** Model as the carrier reported it. */
  "handset": string;
  /** Time in ISO 8601. */
  "seen-at": string;
}

export interface PersonOperator {
  /** Id of the operator. */
  "operator-id": string;
  /** Time in ISO 8601. */
  "seen-at": string;
}

export interface LoopbackHandset {
  /** Recipient's number with country code. */
  "number": string;
  /** Operator that look-ups find; null for that of the number's last digits. */
  "operator-id": string | null;
  /** Model that delivery reports name; null for that of the last digits. */
  "handset": string | null;
  /** Outcome of messages to it; null for that of the last digits. */
  "outcome": "delivered" | "expired" | "failed" | "rejected" | "unrecognised" | "silence" | null;
}

export interface PersonExport {
  /** The number, as digits. */
  "number": string;
  /** Account whose data this is; null for all. */
  "account": string | null;
  /** Time in ISO 8601. */
  "exported-at": string;
  /** Messages to the number, oldest first. */
  "messages": PersonMessage[];
  /** Messages from the number, oldest first. */
  "inbound": PersonInbound[];
  /** Messages to others that show the number as a further recipient. */
  "shown-in": PersonShown[];
  /** Stored responses with the number in the response or its `Idempotency-Key`. */
  "responses": PersonResponse[];
  /** Messages that the loopback carrier accepted. */
  "loopback-messages": LoopbackMessage[];
  /** Subscriptions to campaigns. */
  "subscriptions": PersonSubscription[];
  /** Beginnings and ends of subscriptions, oldest first. */
  "subscription-changes": PersonSubscriptionChange[];
  /** Senders that may not message the number. */
  "blocks": Block[];
  /** Last replies to keywords of the handset. */
  "keyword-replies": PersonReply[];
  /** Model of the handset, if it is known. */
  "handsets": PersonHandset[];
  /** Operator of the number, if it is known. */
  "operators": PersonOperator[];
  /** Handset that the loopback carrier simulates, if one is chosen. */
  "loopback-handsets": LoopbackHandset[];
}

/** Amounts of what was stored, by kind. */
export interface PersonCounts {
  /** Messages to the number. */
  "messages": number;
  /** Messages to the number that have not ended. */
  "under-way": number;
  /** Messages from the number. */
  "inbound": number;
  /** Postbacks about them. */
  "postbacks": number;
  /** Postbacks that are still to be sent. */
  "pending-postbacks": number;
  /** Links in the messages. */
  "links": number;
  /** Entries of the exchange log. */
  "exchanges": number;
  /** Stored files of the messages. */
  "files": number;
  /** Messages to others that show the number as a further recipient. */
  "shown-in": number;
  /** Stored responses with the number in the response or its `Idempotency-Key`. */
  "responses": number;
  /** Subscriptions to campaigns. */
  "subscriptions": number;
  /** Beginnings and ends of subscriptions, with their postbacks. */
  "subscription-changes": number;
  /** Times of replies to keywords of the handset. */
  "keyword-replies": number;
  /** Blocks that have the number itself. */
  "blocks": number;
  /** Messages that the loopback carrier accepted. */
  "loopback-messages": number;
  /**
   * Facts of the handset: its model, its operator, and the handset that the loopback carrier
   * simulates.
   */
  "handset-facts": number;
}

export interface PersonErased {
  /** Account whose data was erased; null for all. */
  "account": string | null;
  /** Time in ISO 8601. */
  "at": string;
}

export interface PersonReport {
  /** The number, as digits. */
  "number": string;
  /** Account whose data is meant; null for all. */
  "account": string | null;
  /** Whether data has been erased; never where there was none. */
  "erased": boolean;
  /** Whether nothing is stored about the number, in any form of it. */
  "nothing-found": boolean;
  /**
   * Number of messages that could not be erased yet, because a carrier takes them at this
   * moment; repeat the erasure.
   */
  "remaining": number;
  /** Amounts of what was stored, by kind. */
  "found": PersonCounts;
  /** Accounts that have messages to or from the number. */
  "accounts": string[];
  /** Number of blocks that hold by a digest of the number. */
  "erased-blocks": number;
  /** Erasures of the number on record, the last of each account and of all. */
  "erasures": PersonErased[];
}

export interface LoopbackPage {
  "items": LoopbackMessage[];
  /** Value of `cursor` for the next page; null on the last. */
  "next-cursor": string | null;
}

export interface InboxPart {
  /** Content-ID without angle brackets. */
  "content-id": string;
  /** MIME type. */
  "type": string;
  /** File name, if any. */
  "location": string | null;
  /** Size, in bytes. */
  "bytes": number;
  /** Address of the content in the admin API, for requests with its token. */
  "url": string;
}

export interface InboxMessage {
  /** Id of the message at the carrier. */
  "carrier-id": string;
  /** Id of the transaction, repeated in its postbacks. */
  "tracking-id": string;
  /** Form in which the carrier received the message. */
  "kind": "MMS" | "SMS";
  /** Short code or number that the message is sent from. */
  "from": string;
  /** Recipient's number with country code. */
  "to": string;
  /** Subject of an MMS; null if there is none. */
  "subject": string | null;
  /** Text of an SMS; of an MMS its text parts, one per line, and null if there is none. */
  "text": string | null;
  /** URLs in the text. */
  "links": string[];
  /**
   * Codes to type in: numbers of 4 to 8 digits that stand alone in the text, as in
   * `G-482913` and `123-456`, without letters and hyphens.
   */
  "codes": string[];
  "parts": InboxPart[];
  /** Time in ISO 8601. */
  "received-at": string;
  /** Place in the order in which messages or postbacks come. */
  "cursor": string;
}

export interface InboxCleared {
  /** Number of messages. */
  "deleted": number;
  /** Number of the handset; null for all. */
  "to": string | null;
}

/**
 * Response bodies by operation; `undefined` where there is none, the response itself where its media
 * type varies, or it is a file or streamed.
 */
export interface AdminResponses {
  createAccount: AccountCreated;
  listAccounts: AccountPage;
  readAccount: Account;
  changeAccount: Account;
  setLogo: Account;
  removeLogo: undefined;
  issueKey: KeyIssued;
  listKeys: KeyList;
  changeKey: Key;
  revokeKey: undefined;
  rotateWebhookSecret: SecretRotated;
  pingAccount: PingResult;
  performAction: Response;
  addSender: Sender;
  listSenders: SenderList;
  changeSender: Sender;
  removeSender: undefined;
  createPool: Pool;
  listPools: PoolList;
  changePool: Pool;
  removePool: undefined;
  createReceiver: ReceiverCreated;
  listReceivers: ReceiverList;
  changeReceiver: Receiver;
  removeReceiver: undefined;
  createCampaign: Campaign;
  listCampaigns: CampaignPage;
  readCampaign: Campaign;
  changeCampaign: Campaign;
  removeCampaign: undefined;
  addSubscription: Subscription;
  listSubscriptions: SubscriptionPage;
  removeSubscription: undefined;
  addBlock: Block;
  listBlocks: BlockPage;
  removeBlock: undefined;
  listReplies: RepliesList;
  changeReplies: Replies;
  createToken: TokenCreated;
  listTokens: TokenList;
  revokeToken: undefined;
  createConnector:
    | MmscMm7
    | SmscSmpp
    | Twilio
    | Telnyx
    | Plivo
    | Bandwidth
    | Vonage
    | Sinch
    | Infobip
    | Smsgate
    | HttpTemplate;
  listConnectors: ConnectorList;
  readConnector:
    | MmscMm7
    | SmscSmpp
    | Twilio
    | Telnyx
    | Plivo
    | Bandwidth
    | Vonage
    | Sinch
    | Infobip
    | Smsgate
    | HttpTemplate;
  changeConnector:
    | MmscMm7
    | SmscSmpp
    | Twilio
    | Telnyx
    | Plivo
    | Bandwidth
    | Vonage
    | Sinch
    | Infobip
    | Smsgate
    | HttpTemplate;
  removeConnector: undefined;
  previewConnector: ConnectorPreview;
  checkConnector: ConnectorFindings;
  testConnector: Message;
  readConnectorState: ConnectorState;
  createSmsc: Smsc;
  listSmscs: SmscList;
  readSmsc: Smsc;
  changeSmsc: Smsc;
  removeSmsc: undefined;
  listOperators: OperatorList;
  readOperator: Operator;
  setOperator: Operator;
  removeOperator: undefined;
  addRoute: Route;
  listRoutes: RouteList;
  explainRoute: RouteExplanation;
  changeRoute: Route;
  removeRoute: undefined;
  listLookups: LookupCountPage;
  listMessages: MessagePage;
  searchMessages: SearchPage;
  readMessage: MessageDetail;
  resendMessage: Message;
  cancelMessage: Message;
  listExchanges: ExchangePage;
  listLinks: LinkPage;
  listInbound: InboundPage;
  readInbound: InboundDetail;
  listPostbacks: PostbackPage;
  countPostbacks: PostbackCount;
  replayPostbacks: PostbacksReplayed;
  streamPostbacks: PostbackStream;
  replayPostback: PostbackRecord;
  readStatus: Status;
  catchUpRetention: undefined;
  listConnectorStates: ConnectorStateList;
  listReceiverStates: ReceiverStatePage;
  readOverview: Overview;
  readStats: Stats;
  listTemplates: TemplatePage;
  readTemplate: TemplateDetail;
  renameTemplate: Template;
  removeTemplate: undefined;
  retryTemplate: Template;
  sendTemplate: Message;
  readFile: Response;
  uploadFiles: Uploads;
  exportPerson: Response;
  erasePerson: PersonReport;
  listLoopback: LoopbackPage;
  readLoopback: LoopbackMessage;
  readLoopbackPart: Response;
  readLoopbackHandset: LoopbackHandset;
  setLoopbackHandset: LoopbackHandset;
  waitInbox: InboxMessage;
  clearInbox: InboxCleared;
  injectSms: InboundMessage;
  injectMms: InboundMessage;
  injectReport: Message;
}

/** Validated request of an operation. */
export type AdminRequest<Id extends AdminOperationId> = {
  [Part in keyof typeof adminRequests[Id]]: z.output<typeof adminRequests[Id][Part]>;
};

/**
 * Handlers by operation: a new operation does not compile without its handler. `raw` is the request
 * as it came, whose signal aborts when the client is gone; the principal is the holder of its token.
 */
export type AdminHandlers = {
  [Id in AdminOperationId]: (
    request: AdminRequest<Id>,
    raw: Request,
    principal: { readonly name: string },
  ) => Promise<AdminResponses[Id]>;
};
