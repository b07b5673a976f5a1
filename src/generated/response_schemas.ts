// deno-lint-ignore-file
// Written by `deno task generate` from openapi.yaml. Edit that, not this.
/** Schemas of response bodies, and of requests that are not JSON, for `routes.ts`. */
import { z } from "zod";

/** Id of the template. */
export const MmsId = z.string().min(1);

/** Acceptance of a template. */
export const SavemmsResponse = z.object({
  "status": z.enum(["success"]),
  "status-details": z.string(),
  "mms-id": MmsId,
});

/** Id of the transaction, repeated in its postbacks. */
export const TrackingId = z.string().min(1).max(64);

/** Recipient's number with country code. */
export const Recipient = z.string();

/** Short code or number that the message is sent from. */
export const Originator = z.string();

/** Acceptance of an MMS. */
export const SendsavedmmsResponse = z.object({
  "status": z.enum(["Success"]),
  "mms-id": MmsId,
  "tracking-id": TrackingId,
  "to": Recipient,
  "from": Originator,
  "status-details": z.string(),
  "warnings": z.array(z.string()).optional(),
});

/** Acceptance of an SMS. */
export const SendsmsResponse = z.object({
  "status": z.enum(["Success"]),
  "tracking-id": TrackingId,
  "to": Recipient,
  "from": Originator,
  "segments": z.int().min(1),
  "status-details": z.string(),
});

/** Content of the file. */
export const FileBytes = z.string();

/** Code of the error. */
export const ErrorCode = z.string().regex(/^E[0-9]{3,4}$/u, "must have the declared form");

/** Description of the error, naming the field. */
export const ErrorInfo = z.string();

export const Failure = z.object({
  "status": z.enum(["failure"]),
  "error-code": ErrorCode,
  "error-info": ErrorInfo,
});

export const SendsmsFailure = z.object({
  "status": z.enum(["Failure"]),
  "error-code": ErrorCode,
  "error-info": ErrorInfo,
  "to": z.string().optional(),
});

/** `SendsmsFailure` once the action is known to be `sendsms`, otherwise `Failure`. */
export const AnyFailure = z.union([Failure, SendsmsFailure]);

/** SOAP envelope with the elements of `tools/mm7.xsd`. */
export const Mm7Envelope = z.string();

/** Text of one line. */
export const PlainText = z.string();

export const Health = z.object({
  "status": z.enum(["ok", "unavailable", "stopping"]),
  "checks": z.object({
    "store": z.string(),
    "writes": z.string(),
    "queue": z.string(),
    "files": z.string(),
    "ffmpeg": z.string(),
    "clock": z.string(),
  }).optional(),
});

/** Id of an account. */
export const AccountId = z.string().regex(
  /^[a-z0-9-]{1,40}$/u,
  "must have 1 to 40 of the characters a-z, 0-9 and -",
);

/** API key in full. */
export const ApiKey = z.string().min(1);

/** Secret that signs the account's postbacks (Standard Webhooks). */
export const WebhookSecret = z.string().regex(/^whsec_/u, "must have the declared form");

export const AccountCreated = z.object({
  "account": AccountId,
  "api-key": ApiKey,
  "webhook-secret": WebhookSecret,
});

/** Name of the sender on message pages; null means none. */
export const DisplayName = z.string().min(1).max(60).regex(
  /^(?=.*[^\p{Cf}\p{Z}])[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+$/u,
  "must have a visible character and no control characters",
).nullable();

/**
 * Colour of links and icons on message pages; null means the default. Pages darken or lighten
 * it as far as needed to be read.
 */
export const AccentColour = z.string().regex(
  /^#[0-9a-fA-F]{6}$/u,
  "must be a colour such as `#c2185b`",
).nullable();

/**
 * Reading of the account's MM7 requests. `strict` is the letter of the specification.
 * `lenient` takes a missing `allowAdaptations` for true and, without Content, the only other
 * part of the request; responses are text/xml where the request's type, or that of its
 * envelope, is text/xml. null means the setting `MM7_DIALECT`.
 */
export const Mm7Dialect = z.enum(["strict", "lenient"]).nullable();

/**
 * Whether MM7 responses are always text/xml, regardless of the Accept header. null means as
 * `mm7-dialect` says.
 */
export const Mm7TextXml = z.boolean().nullable();

/**
 * Treatment of a SubmitReq whose Content lacks `allowAdaptations`: `required` refuses it,
 * `true` and `false` are the values assumed. null means as `mm7-dialect` says, and in the
 * strict dialect the setting `MM7_ALLOW_ADAPTATIONS`.
 */
export const MissingAdaptations = z.enum(["required", "true", "false"]).nullable();

/**
 * MM7Version of requests to `mm7-url`, from 5.3.0 to 6.8.0; null means that of the account's
 * last submission.
 */
export const NoticeVersion = z.string().max(20).nullable();

/**
 * Namespace of requests to `mm7-url`, of release 5 or 6; null means that of the account's last
 * submission.
 */
export const NoticeNamespace = z.string().max(200).nullable();

/** Content-Transfer-Encoding of the files sent to `mm7-url`. */
export const NoticeEncoding = z.enum(["binary", "base64"]);

/**
 * Senders that reply to keywords: none, those of the US, or all. STOP and START get a reply
 * only if they change something; HELP, INFO and AIDE get one, too. Without `opt-out`, there are
 * no replies.
 */
export const KeywordReplies = z.enum(["none", "us", "all"]);

/**
 * Whether quotation marks, dashes, spaces and ellipses of SMS become plain ones if the whole
 * text then is in the GSM alphabet. null means the setting `SMS_PLAIN_TYPOGRAPHY`.
 */
export const SmartEncoding = z.boolean().nullable();

/**
 * Messages whose operator is looked up, which may cost a fee, where the request does not name
 * it: `mms`, and texts whose routes depend on it; `always`, every text as well, so that its
 * postbacks name the operator, too; `never`, none: only what is known without a fee counts.
 */
export const OperatorLookups = z.enum(["mms", "always", "never"]);

/** Rate limit, in messages per second; null means none. */
export const Rate = z.int().min(1).nullable();

/** Time in ISO 8601. */
export const Instant = z.string();

export const Account = z.object({
  "account": AccountId,
  "name": z.string(),
  "display-name": DisplayName,
  "accent-colour": AccentColour,
  "logo-set": z.boolean(),
  "postback-url": z.string().nullable(),
  "mm7": z.boolean(),
  "mm7-url": z.string().nullable(),
  "mm7-username": z.string().nullable(),
  "mm7-password-set": z.boolean(),
  "mm7-dialect": Mm7Dialect,
  "mm7-text-xml": Mm7TextXml,
  "mm7-allow-adaptations": MissingAdaptations,
  "mm7-version": NoticeVersion,
  "mm7-namespace": NoticeNamespace,
  "mm7-transfer-encoding": NoticeEncoding,
  "mms-mo-postbacks": z.boolean(),
  "sms-mo-postbacks": z.boolean(),
  "opt-out": z.boolean(),
  "keyword-replies": KeywordReplies,
  "smart-encoding": SmartEncoding,
  "allow-fallback-sms": z.boolean(),
  "enforce-campaign-check": z.boolean(),
  "delivery-reports": z.boolean(),
  "operator-lookup": OperatorLookups,
  "rate": Rate,
  "disabled": z.boolean(),
  "webhook-secret-hint": z.string(),
  "former-secret-until": z.string().nullable(),
  "created-at": Instant,
});

/** Value of `cursor` for the next page; null on the last. */
export const NextCursor = z.string().nullable();

export const AccountPage = z.object({ "items": z.array(Account), "next-cursor": NextCursor });

export const KeyIssued = z.object({
  "key-id": z.string(),
  "api-key": ApiKey,
  "created-at": Instant,
});

/** Comma-separated actions that the key may perform; `submit` is a submission over MM7. Null: all. */
export const KeyActions = z.string().max(200).regex(
  /^ *(savemms|sendsavedmms|sendsms|createimage|createcontact|createcalendar|submit)( *, *(savemms|sendsavedmms|sendsms|createimage|createcontact|createcalendar|submit))* *$/u,
  "must be a comma-separated list of savemms, sendsavedmms, sendsms, createimage, createcontact, createcalendar and submit",
).nullable();

/** Comma-separated senders of the account that the key may send from. Null: all of them. */
export const KeySenders = z.string().min(1).max(4000).nullable();

/** Comma-separated addresses and CIDR ranges that requests with the key may come from. Null: anywhere. */
export const KeyNetworks = z.string().min(1).max(4000).nullable();

/** Time in ISO 8601, or null. */
export const NullableInstant = z.string().nullable();

export const Key = z.object({
  "key-id": z.string(),
  "hint": z.string().max(4),
  "actions": KeyActions,
  "senders": KeySenders,
  "networks": KeyNetworks,
  "created-at": Instant,
  "revoked-at": NullableInstant,
});

export const KeyList = z.object({ "items": z.array(Key) });

export const SecretRotated = z.object({
  "webhook-secret": WebhookSecret,
  "former-until": NullableInstant,
});

export const PingResult = z.object({
  "url": z.string(),
  "webhook-id": z.string(),
  "taken": z.boolean(),
  "http-status": z.int().nullable(),
  "error": z.string().nullable(),
  "milliseconds": z.int().min(0),
});

/** Response of `/api/v2`, by action. */
export const ActionResponse = z.union([SavemmsResponse, SendsavedmmsResponse, SendsmsResponse]);

/** Kind of sender. */
export const SenderKind = z.enum(["short-code", "toll-free", "10dlc", "alphanumeric"]);

/** Country, as ISO 3166-1 alpha-2 code. */
export const Country = z.string().regex(
  /^[A-Z]{2}$/u,
  "must be an ISO 3166-1 alpha-2 code in upper case",
);

/** Comma-separated countries, as ISO 3166-1 alpha-2 codes. */
export const SenderCountries = z.string().max(1000).regex(
  /^[A-Z]{2}( *, *[A-Z]{2}){0,249}$/u,
  "must be ISO 3166-1 alpha-2 codes in upper case with commas between them",
);

export const Sender = z.object({
  "address": z.string(),
  "kind": SenderKind,
  "country": Country,
  "countries": SenderCountries,
  "vasid": z.string().nullable(),
  "shared": z.boolean(),
  "mms-connector": z.string().nullable(),
  "sms-connector": z.string().nullable(),
  "warnings": z.array(z.string()),
});

export const SenderList = z.object({ "items": z.array(Sender) });

export const Subscription = z.object({ "campaign-ref": z.string(), "recipient": z.string() });

export const SubscriptionPage = z.object({
  "items": z.array(Subscription),
  "next-cursor": NextCursor,
});

export const Block = z.object({
  "account": AccountId,
  "originator": z.string().nullable(),
  "number": z.string(),
  "made-by": z.enum(["keyword", "operator"]),
  "since": Instant,
});

export const BlockPage = z.object({ "items": z.array(Block), "next-cursor": NextCursor });

/** ISO 639-1 code of the language. */
export const ReplyLanguage = z.enum(["en", "fr", "es"]);

/** Comma-separated keywords in addition to the standard ones; may be empty. */
export const ReplyWords = z.string().max(500);

export const Replies = z.object({
  "language": ReplyLanguage,
  "stop-words": ReplyWords,
  "start-words": ReplyWords,
  "help-words": ReplyWords,
  "stop-text": z.string(),
  "start-text": z.string(),
  "help-text": z.string(),
});

export const RepliesList = z.object({ "items": z.array(Replies) });

/** Name of its holder in the audit log and the console, of which one token at a time is valid; not `admin` or `reader`. */
export const TokenName = z.string().regex(
  /^[a-z][a-z0-9._-]{1,39}$/u,
  "must be 2 to 40 lower-case letters, digits, periods, underscores or hyphens, a letter first",
);

export const TokenCreated = z.object({
  "token-id": z.string(),
  "name": TokenName,
  "token": z.string(),
});

/** Comma-separated scopes. Each may read; `support` also replays postbacks, changes blocks, opt-ins and simulated handsets, and exports personal data, `provision` changes accounts with their keys and senders, `all` everything. */
export const TokenScopes = z.string().max(100).regex(
  /^ *(read|support|provision|all)( *, *(read|support|provision|all))* *$/u,
  "must be a comma-separated list of read, support, provision and all",
);

export const Token = z.object({
  "token-id": z.string(),
  "name": TokenName,
  "scopes": TokenScopes,
  "hint": z.string().max(4),
  "created-at": Instant,
  "created-by": z.string(),
  "expires-at": NullableInstant,
  "revoked-at": NullableInstant,
});

export const TokenList = z.object({ "items": z.array(Token) });

/** Name of a connector. */
export const ConnectorName = z.string().regex(
  /^[a-z0-9_-]{1,40}$/u,
  "must have 1 to 40 of the characters a-z, 0-9, _ and -",
);

/** Protocol; mmsc_mm7 is MM7 to an MMSC. */
export const MmscMm7Kind = z.enum(["mmsc_mm7"]);

/** Where the MMSC takes submissions. */
export const ConnectorUrl = z.string().min(1).max(2048).regex(
  /^https?:\/\//u,
  "must be an http or https URL",
);

/** User name of Basic credentials (RFC 7617); null means none. */
export const Username = z.string().min(1).max(255).regex(
  /^[^:\x00-\x1f\x7f-\x9f]+$/u,
  "must have no colon and no control characters",
).nullable();

/** VASPID that the MMSC knows us by. */
export const Vaspid = z.string().min(1).max(255).regex(
  /^[^\x00-\x1f\x7f-\x9f]+$/u,
  "must have no control characters",
);

/** VASID that goes with it, or null for none. */
export const Vasid = z.string().min(1).max(255).regex(
  /^[^\x00-\x1f\x7f-\x9f]+$/u,
  "must have no control characters",
).nullable();

/** ServiceCode of messages that bring none of their own, or null for none. */
export const ServiceCode = z.string().min(1).max(255).regex(
  /^[^\x00-\x1f\x7f-\x9f]+$/u,
  "must have no control characters",
).nullable();

/** MM7Version that we send, from 5.3.0 to 6.8.0. */
export const Mm7Version = z.string().max(20);

/** Namespace of the MM7 schema, of release 5 or 6. */
export const Mm7Namespace = z.string().max(200);

/** Content-Transfer-Encoding of the files. */
export const TransferEncoding = z.enum(["binary", "base64"]);

/**
 * Certificates (PEM) of authorities that this connector trusts beside the built-in roots and
 * those of `CA_CERTIFICATES`; null for none.
 */
export const TlsCa = z.string().min(1).max(131072).regex(
  /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]+$/u,
  "must have no control characters but tabs and line breaks",
).nullable();

/**
 * Certificate (PEM) that we show to a carrier that asks for one, with those between it and its
 * authority below it; null for none. It needs a `tls-key`.
 */
export const TlsCertificate = z.string().min(1).max(65536).regex(
  /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]+$/u,
  "must have no control characters but tabs and line breaks",
).nullable();

/** Maximum number of submissions that wait for a response at once. */
export const Window = z.int().min(1).max(1000);

/**
 * Maximum number of submissions in any window of a second, from each process, or null for no
 * limit. They are evenly spaced, except for those of a `burst`.
 */
export const ConnectorRate = z.int().min(1).max(10000).nullable();

/**
 * Submissions that may go at once after a quiet time, within `rate`; 0 spaces all evenly, which
 * suits a carrier that counts by parts of a second, too.
 */
export const ConnectorBurst = z.int().min(0).max(10000);

/** Seconds after which an MMSC that has not responded has failed. */
export const ConnectorTimeout = z.int().min(1).max(300);

/**
 * Treatment of a submission whose response never came. resubmit: it is submitted again, and
 * can arrive twice. wait: a receipt is waited for, and without one it can be lost unnoticed.
 */
export const Unconfirmed = z.enum(["resubmit", "wait"]);

/**
 * Treatment of a message that the carrier takes and never reports on, `REPORT_GRACE` after
 * its expiry. silent: it ends without a postback, since many carriers report on some messages
 * only. expired: it counts as expired, for a carrier that reports on all. A report that comes
 * later wins in either case.
 */
export const MissingReport = z.enum(["silent", "expired"]);

export const MmscMm7 = z.object({
  "name": ConnectorName,
  "kind": MmscMm7Kind,
  "url": ConnectorUrl,
  "username": Username,
  "password-set": z.boolean(),
  "vaspid": Vaspid,
  "vasid": Vasid,
  "service-code": ServiceCode,
  "mm7-version": Mm7Version,
  "namespace": Mm7Namespace,
  "transfer-encoding": TransferEncoding,
  "tls-ca": TlsCa,
  "tls-certificate": TlsCertificate,
  "tls-key-set": z.boolean(),
  "window": Window,
  "rate": ConnectorRate,
  "burst": ConnectorBurst,
  "timeout": ConnectorTimeout,
  "relay-username": Username,
  "relay-password-set": z.boolean(),
  "unconfirmed": Unconfirmed,
  "missing-report": MissingReport,
  "relay-url": z.string(),
  "created-at": Instant,
  "changed-at": Instant,
});

/** Protocol; smsc_smpp is SMPP 3.4 to an SMSC. */
export const SmscSmppKind = z.enum(["smsc_smpp"]);

/**
 * Host name or IP address of the SMSC, IPv6 without brackets, in a private network too; stored
 * in lower case. A name is resolved for each connection.
 */
export const SmscHost = z.string().min(1).max(253).regex(
  /^(\w+(-+\w+)*(\.\w+(-+\w+)*)*|[\da-fA-F.]*:[\da-fA-F:.]*)$/u,
  "must be a host name or an IP address",
);

/** TCP port of the SMSC; 2775 is registered for SMPP. */
export const SmscPort = z.int().min(1).max(65535);

/**
 * Whether it speaks TLS, with a certificate that is valid for `host`. Not by default: most
 * SMSCs are reached through a private network, in the clear.
 */
export const SmscTls = z.boolean();

/**
 * transceiver: one session for both directions, which spares the SMSC half of them. split: a
 * transmitter and a receiver, for an SMSC that knows no transceivers.
 */
export const SmscBind = z.enum(["transceiver", "split"]);

/**
 * How many sessions are held at once; of pairs, where the bind is split. Many SMSCs refuse a
 * second one that was not agreed on.
 */
export const SmscSessions = z.int().min(1).max(32);

/** The system_id that the SMSC knows us by; SMPP has room for 15 characters. */
export const SystemId = z.string().min(1).max(15).regex(
  /^[ -~]+$/u,
  "must have no characters but printable ASCII",
);

/** The system_type of the bind; empty, which nearly all SMSCs want. */
export const SystemType = z.string().max(12).regex(
  /^[ -~]*$/u,
  "must have no characters but printable ASCII",
);

/**
 * Maximum number of segments that wait for a response at once, in each session; 10 is what
 * SMPP 3.4 recommends. More are faster where the SMSC is far away.
 */
export const SmscWindow = z.int().min(1).max(1000);

/**
 * Maximum number of segments in any window of a second, over all sessions of each process, or
 * null for no limit. They are evenly spaced, except for those of a `burst`. An SMSC that is
 * given too much says so, and is given less for a while.
 */
export const SmscRate = z.int().min(1).max(100000).nullable();

/**
 * Segments that may go at once after a quiet time, within `rate`; 0 spaces all evenly, which
 * suits an SMSC that counts by parts of a second, too.
 */
export const SmscBurst = z.int().min(0).max(100000);

/**
 * Seconds without a PDU from the SMSC, or to it, after which an enquire_link asks whether it is
 * there; 30, because firewalls forget connections that are silent for longer than a minute.
 * After two without a response, each within `timeout`, the session is dropped and bound anew.
 */
export const EnquireLink = z.int().min(5).max(600);

/**
 * Seconds after which an SMSC that has not taken a connection or responded to a PDU has failed;
 * 30 outlasts a pause of its database.
 */
export const SmscTimeout = z.int().min(1).max(300);

/**
 * Type of number of senders (SMPP 3.4 section 5.2.5), or null for that of their form: 3 for
 * short codes, 5 for names, 1 for numbers. Some SMSCs want another.
 */
export const SourceTon = z.int().min(0).max(6).nullable();

/**
 * Numbering plan of senders (section 5.2.6: 0, 1, 3, 4, 6, 8, 9, 10, 14 or 18), or null for
 * that of their form: 0 for short codes and names, 1 for numbers.
 */
export const SourceNpi = z.int().min(0).max(18).nullable();

/**
 * Type of number of recipients (section 5.2.5); 1, international, because they are written
 * with their country code.
 */
export const DestTon = z.int().min(0).max(6);

/**
 * Numbering plan of recipients (section 5.2.6: 0, 1, 3, 4, 6, 8, 9, 10, 14 or 18); 1, that of
 * telephones.
 */
export const DestNpi = z.int().min(0).max(18);

/**
 * How the segments of a text say that they belong together. udh8: in a header with a reference
 * of 8 bits, which every handset reads. udh16: of 16 bits, which fewer confuse. sar: in fields
 * of which the SMSC makes the header. payload: the SMSC is given the whole text, and cuts it.
 */
export const Concatenation = z.enum(["udh8", "udh16", "sar", "payload"]);

/**
 * Treatment of a long text whose message_payload the SMSC refuses, with concatenation: payload.
 * segments: it goes in segments as by udh8, and so do those of the next hour. fail: it fails,
 * as any that is refused.
 */
export const PayloadRefused = z.enum(["segments", "fail"]);

/**
 * Alphabets of texts before UCS-2, which takes any: GSM's alphabet as data_coding 0,
 * Latin-1 as 3, or the first of both that holds the text. Without GSM's, an inbound 0 is read
 * as Latin-1 where that is taken. gsm: handsets know it, and it holds 160 characters.
 */
export const SmscAlphabets = z.enum(["none", "gsm", "latin1", "gsm-latin1"]);

/** The service_type of submissions; empty, which is the SMSC's default. */
export const ServiceType = z.string().max(5).regex(
  /^[ -~]*$/u,
  "must have no characters but printable ASCII",
);

/**
 * How receipts name a message: by the same id as the response to its submission, as SMPP
 * wants; or the response's is hexadecimal and the receipt's decimal, or the other way round.
 * any takes whichever fits, in either letter case, and can mistake one for another.
 */
export const ReceiptIds = z.enum(["same", "hex-to-decimal", "decimal-to-hex", "any"]);

/**
 * Receipts of a text in several segments. each: on each segment; it is delivered with the last.
 * any: one on any segment is on the whole text, of which the first final one decides.
 */
export const Receipts = z.enum(["each", "any"]);

/**
 * Whether submissions carry a user_message_reference, made of the tracking-id. A receipt that
 * returns it finds a message whose response never came, if the text is in one piece. An SMSC
 * that names a version before 3.4 gets none. false: for another one that refuses optional
 * parameters.
 */
export const UserMessageReference = z.boolean();

export const SmscSmpp = z.object({
  "kind": SmscSmppKind,
  "name": ConnectorName,
  "host": SmscHost,
  "port": SmscPort,
  "tls": SmscTls,
  "tls-ca": TlsCa,
  "tls-certificate": TlsCertificate,
  "tls-key-set": z.boolean(),
  "bind": SmscBind,
  "sessions": SmscSessions,
  "system-id": SystemId,
  "password-set": z.boolean(),
  "system-type": SystemType,
  "window": SmscWindow,
  "rate": SmscRate,
  "burst": SmscBurst,
  "enquire-link": EnquireLink,
  "timeout": SmscTimeout,
  "source-ton": SourceTon,
  "source-npi": SourceNpi,
  "dest-ton": DestTon,
  "dest-npi": DestNpi,
  "concatenation": Concatenation,
  "payload-refused": PayloadRefused,
  "alphabets": SmscAlphabets,
  "service-type": ServiceType,
  "receipt-ids": ReceiptIds,
  "receipts": Receipts,
  "user-message-reference": UserMessageReference,
  "unconfirmed": Unconfirmed,
  "missing-report": MissingReport,
  "created-at": Instant,
  "changed-at": Instant,
});

/** Provider; twilio is Twilio Programmable Messaging. */
export const TwilioKind = z.enum(["twilio"]);

/** Account SID. */
export const TwilioAccountSid = z.string().regex(
  /^AC[0-9a-fA-F]{32}$/u,
  "must be AC and 32 hexadecimal digits",
);

/** SID of an API key for requests, or null to use the auth token. */
export const TwilioApiKeySid = z.string().regex(
  /^SK[0-9a-fA-F]{32}$/u,
  "must be SK and 32 hexadecimal digits",
).nullable();

/**
 * Messaging service that sends, or null. The sender of each message is passed on with it, and
 * must be in its pool.
 */
export const TwilioMessagingServiceSid = z.string().regex(
  /^MG[0-9a-fA-F]{32}$/u,
  "must be MG and 32 hexadecimal digits",
).nullable();

export const HttpUrl = z.string().min(1).max(2048).regex(
  /^https?:\/\/[^?#]+[^?#/]$/u,
  "must be an http or https URL without a query, and without a slash at its end",
);

/** URL of Twilio's API; of a region, `https://api.sydney.au1.twilio.com`. */
export const TwilioUrl = HttpUrl;

/**
 * Maximum number of requests that wait for a response at once, each on a connection of its own.
 * As many as the rate times the response time keep up with the rate.
 */
export const HttpWindow = z.int().min(1).max(1000);

/** Seconds after which a provider that has not responded has failed. */
export const HttpTimeout = z.int().min(1).max(300);

/**
 * Treatment of a submission whose response never came. resubmit: the provider is asked for the
 * message or recognises a repetition, where it can; else it is sent again, and can arrive twice.
 * wait: a status callback is waited for, which names the message; without one it can be lost
 * unnoticed.
 */
export const HttpUnconfirmed = z.enum(["resubmit", "wait"]);

/**
 * Where the carrier reports and delivers: status callbacks below it at `/status`, messages of
 * handsets at `/inbound`.
 */
export const CallbackUrl = z.string();

export const Twilio = z.object({
  "name": ConnectorName,
  "kind": TwilioKind,
  "account-sid": TwilioAccountSid,
  "auth-token-set": z.boolean(),
  "api-key-sid": TwilioApiKeySid,
  "api-key-secret-set": z.boolean(),
  "messaging-service-sid": TwilioMessagingServiceSid,
  "url": TwilioUrl,
  "tls-ca": TlsCa,
  "tls-certificate": TlsCertificate,
  "tls-key-set": z.boolean(),
  "window": HttpWindow,
  "rate": ConnectorRate,
  "burst": ConnectorBurst,
  "timeout": HttpTimeout,
  "unconfirmed": HttpUnconfirmed,
  "missing-report": MissingReport,
  "callback-url": CallbackUrl,
  "created-at": Instant,
  "changed-at": Instant,
});

/** Provider; telnyx is the Telnyx Messaging API. */
export const TelnyxKind = z.enum(["telnyx"]);

/** Public key (Ed25519) of the account; it verifies callbacks. */
export const TelnyxPublicKey = z.string().regex(
  /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/u,
  "must be 32 bytes in base64",
);

/**
 * Messaging profile that sends, which alphanumeric senders need; null sends through the profile
 * of the sender's number.
 */
export const TelnyxMessagingProfileId = z.string().regex(
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u,
  "must be a UUID in lower case",
).nullable();

/** URL of Telnyx's API, with its version. */
export const TelnyxUrl = HttpUrl;

export const Telnyx = z.object({
  "name": ConnectorName,
  "kind": TelnyxKind,
  "api-key-set": z.boolean(),
  "public-key": TelnyxPublicKey,
  "messaging-profile-id": TelnyxMessagingProfileId,
  "url": TelnyxUrl,
  "tls-ca": TlsCa,
  "tls-certificate": TlsCertificate,
  "tls-key-set": z.boolean(),
  "window": HttpWindow,
  "rate": ConnectorRate,
  "burst": ConnectorBurst,
  "timeout": HttpTimeout,
  "unconfirmed": HttpUnconfirmed,
  "missing-report": MissingReport,
  "callback-url": CallbackUrl,
  "created-at": Instant,
  "changed-at": Instant,
});

/** Provider; plivo is the Plivo Messaging API. */
export const PlivoKind = z.enum(["plivo"]);

/** Auth ID of the account or the subaccount. */
export const PlivoAuthId = z.string().regex(
  /^(MA|SA)[A-Z0-9]{18}$/u,
  "must be MA or SA and 18 capital letters or digits",
);

/**
 * Whether a callback without a signature of version 3 is verified by version 2, which signs
 * neither the query nor the body: a client that has seen one can send others under its address.
 */
export const PlivoAcceptV2Signatures = z.boolean();

/** URL of Plivo's API, without its version. */
export const PlivoUrl = HttpUrl;

export const Plivo = z.object({
  "name": ConnectorName,
  "kind": PlivoKind,
  "auth-id": PlivoAuthId,
  "auth-token-set": z.boolean(),
  "accept-v2-signatures": PlivoAcceptV2Signatures,
  "url": PlivoUrl,
  "tls-ca": TlsCa,
  "tls-certificate": TlsCertificate,
  "tls-key-set": z.boolean(),
  "window": HttpWindow,
  "rate": ConnectorRate,
  "burst": ConnectorBurst,
  "timeout": HttpTimeout,
  "unconfirmed": HttpUnconfirmed,
  "missing-report": MissingReport,
  "callback-url": CallbackUrl,
  "created-at": Instant,
  "changed-at": Instant,
});

/** Provider; bandwidth is the Bandwidth Messaging API. */
export const BandwidthKind = z.enum(["bandwidth"]);

/** Account id. */
export const BandwidthAccountId = z.string().regex(
  /^[A-Za-z0-9-]{1,64}$/u,
  "must be 1 to 64 letters, digits or hyphens",
);

/** Id of the messaging application, whose callback URLs are used. */
export const BandwidthApplicationId = z.string().regex(
  /^[A-Za-z0-9-]{1,64}$/u,
  "must be 1 to 64 letters, digits or hyphens",
);

/** Client id of the API credentials (OAuth 2.0). */
export const BandwidthClientId = z.string().min(1).max(255).regex(
  /^[!-9;-~]+$/u,
  "must have no characters but printable ASCII, without spaces and colons",
);

/** User name that the application's callbacks are sent with. */
export const BandwidthCallbackUsername = z.string().min(1).max(255).regex(
  /^[ -9;-~]+$/u,
  "must have no characters but printable ASCII, without colons",
);

/** URL of Bandwidth's messaging API, with its version. */
export const BandwidthUrl = HttpUrl;

/** URL that grants access tokens. */
export const BandwidthTokenUrl = HttpUrl;

export const Bandwidth = z.object({
  "name": ConnectorName,
  "kind": BandwidthKind,
  "account-id": BandwidthAccountId,
  "application-id": BandwidthApplicationId,
  "client-id": BandwidthClientId,
  "client-secret-set": z.boolean(),
  "callback-username": BandwidthCallbackUsername,
  "callback-password-set": z.boolean(),
  "url": BandwidthUrl,
  "token-url": BandwidthTokenUrl,
  "tls-ca": TlsCa,
  "tls-certificate": TlsCertificate,
  "tls-key-set": z.boolean(),
  "window": HttpWindow,
  "rate": ConnectorRate,
  "burst": ConnectorBurst,
  "timeout": HttpTimeout,
  "unconfirmed": HttpUnconfirmed,
  "missing-report": MissingReport,
  "callback-url": CallbackUrl,
  "created-at": Instant,
  "changed-at": Instant,
});

/** Provider; vonage is the Vonage Messages API. */
export const VonageKind = z.enum(["vonage"]);

/** Id of the application with the Messages capability. */
export const VonageApplicationId = z.string().regex(
  /^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/u,
  "must be a UUID",
);

/** URL of the Messages API, without its version; of a region, `https://api-eu.nexmo.com`. */
export const VonageUrl = HttpUrl;

export const Vonage = z.object({
  "name": ConnectorName,
  "kind": VonageKind,
  "application-id": VonageApplicationId,
  "private-key-set": z.boolean(),
  "signature-secret-set": z.boolean(),
  "url": VonageUrl,
  "tls-ca": TlsCa,
  "tls-certificate": TlsCertificate,
  "tls-key-set": z.boolean(),
  "window": HttpWindow,
  "rate": ConnectorRate,
  "burst": ConnectorBurst,
  "timeout": HttpTimeout,
  "unconfirmed": HttpUnconfirmed,
  "missing-report": MissingReport,
  "callback-url": CallbackUrl,
  "created-at": Instant,
  "changed-at": Instant,
});

/** Provider; sinch is the SMS API of Sinch. */
export const SinchKind = z.enum(["sinch"]);

/** Id of the service plan, which is of one region. */
export const SinchServicePlanId = z.string().min(1).max(64).regex(
  /^[A-Za-z0-9_-]+$/u,
  "must have no characters but letters, digits, - and _",
);

/**
 * URL of Sinch's SMS API in the region of the service plan, such as
 * `https://eu.sms.api.sinch.com`.
 */
export const SinchUrl = HttpUrl;

export const Sinch = z.object({
  "name": ConnectorName,
  "kind": SinchKind,
  "service-plan-id": SinchServicePlanId,
  "api-token-set": z.boolean(),
  "callback-token-set": z.boolean(),
  "webhook-secret-set": z.boolean(),
  "url": SinchUrl,
  "tls-ca": TlsCa,
  "tls-certificate": TlsCertificate,
  "tls-key-set": z.boolean(),
  "window": HttpWindow,
  "rate": ConnectorRate,
  "burst": ConnectorBurst,
  "timeout": HttpTimeout,
  "unconfirmed": HttpUnconfirmed,
  "missing-report": MissingReport,
  "callback-url": CallbackUrl,
  "created-at": Instant,
  "changed-at": Instant,
});

/** Provider; infobip is Infobip, by SMS API v3 and MMS API v2. */
export const InfobipKind = z.enum(["infobip"]);

/** Base URL of the account, such as `https://xxxxx.api.infobip.com`. */
export const InfobipUrl = HttpUrl;

export const Infobip = z.object({
  "name": ConnectorName,
  "kind": InfobipKind,
  "url": InfobipUrl,
  "api-key-set": z.boolean(),
  "callback-token-set": z.boolean(),
  "tls-ca": TlsCa,
  "tls-certificate": TlsCertificate,
  "tls-key-set": z.boolean(),
  "window": HttpWindow,
  "rate": ConnectorRate,
  "burst": ConnectorBurst,
  "timeout": HttpTimeout,
  "unconfirmed": HttpUnconfirmed,
  "missing-report": MissingReport,
  "callback-url": CallbackUrl,
  "created-at": Instant,
  "changed-at": Instant,
});

/** Provider; smsgate is SMS Gateway for Android. */
export const SmsgateKind = z.enum(["smsgate"]);

/**
 * URL of the API: of the app's local server, `http://<phone>:8080`, or of a server that the
 * phone fetches messages from, `https://api.sms-gate.app/3rdparty/v1`. The latter ends in
 * `/3rdparty/v1`.
 */
export const SmsgateUrl = HttpUrl;

/** User name that the app shows for the server. */
export const SmsgateUsername = z.string().min(1).max(128).regex(
  /^[!-9;-~]+$/u,
  "must be printable ASCII without spaces and colons",
);

/**
 * Id of the phone that sends; webhooks of other phones are ignored. Required with a server,
 * which otherwise takes any phone of the account. null: the phone of the local server.
 */
export const SmsgateDeviceId = z.string().min(1).max(64).regex(
  /^[!-~]+$/u,
  "must be printable ASCII without spaces",
).nullable();

/** Slot of the SIM that sends, counted from 1; null: the app selects it. */
export const SmsgateSimNumber = z.int().min(1).max(3).nullable();

/**
 * Number of the SIM, for messages of handsets whose recipient the phone does not know. null:
 * such a message is refused, and the phone repeats it for two days.
 */
export const SmsgateNumber = z.string().min(3).max(15).regex(
  /^[1-9][0-9]{2,14}$/u,
  "must be 3 to 15 digits, the country code first",
).nullable();

export const Smsgate = z.object({
  "name": ConnectorName,
  "kind": SmsgateKind,
  "url": SmsgateUrl,
  "username": SmsgateUsername,
  "password-set": z.boolean(),
  "signing-key-set": z.boolean(),
  "device-id": SmsgateDeviceId,
  "sim-number": SmsgateSimNumber,
  "number": SmsgateNumber,
  "tls-ca": TlsCa,
  "tls-certificate": TlsCertificate,
  "tls-key-set": z.boolean(),
  "window": HttpWindow,
  "rate": ConnectorRate,
  "burst": ConnectorBurst,
  "timeout": HttpTimeout,
  "unconfirmed": HttpUnconfirmed,
  "missing-report": MissingReport,
  "callback-url": CallbackUrl,
  "created-at": Instant,
  "changed-at": Instant,
});

/** Provider; http is a template for any simple provider. */
export const HttpTemplateKind = z.enum(["http"]);

/**
 * URL of the request, with placeholders such as `{to}` in path and query. They are encoded for
 * their place.
 */
export const HttpTemplateUrl = z.string().min(1).max(2048).regex(
  /^https?:\/\/[^\s#]+$/u,
  "must be an http or https URL without spaces and fragment",
);

/** Method of the request. A GET has no body. */
export const HttpTemplateMethod = z.enum(["GET", "POST"]);

/** Form of the body. form: fields, one a line, `name=value`. */
export const HttpTemplateBodyType = z.enum(["json", "form", "xml", "text"]);

/**
 * Body of the request, with placeholders: `{to}`, `{from}`, `{text}`, `{id}`, `{status-url}`,
 * `{validity}`, `{secret}`; `{to:plus}` has a plus sign. Values are encoded for the form of the body.
 */
export const HttpTemplateBody = z.string().min(1).max(20000).regex(
  /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]+$/u,
  "must have no control characters but tabs and line breaks",
).nullable();

/** URL of the request for MMS, on the same server. null: `url`. */
export const HttpTemplateMmsUrl = z.string().min(1).max(2048).regex(
  /^https?:\/\/[^\s#]+$/u,
  "must be an http or https URL without spaces and fragment",
).nullable();

/**
 * Body of the request for MMS, with `{subject}`, `{media-urls}` and `{media-url-1}`, too. null: the
 * provider takes no MMS.
 */
export const HttpTemplateMmsBody = z.string().min(1).max(20000).regex(
  /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]+$/u,
  "must have no control characters but tabs and line breaks",
).nullable();

/** Statuses of success, separated by commas. null: 200 to 299. */
export const HttpTemplateSuccessStatuses = z.string().min(1).max(100).regex(
  /^2[0-9]{2}(,[ ]*2[0-9]{2})*$/u,
  "must be statuses from 200 to 299, separated by commas",
).nullable();

/**
 * Signs of success in a response, one a line: `path=value`, or `text:/expression/` for plain
 * text. Any of them suffices. null: the status suffices.
 */
export const HttpTemplateSuccessMatch = z.string().min(1).max(1000).regex(
  /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]+$/u,
  "must have no control characters but tabs and line breaks",
).nullable();

/**
 * Path of the message id in the response, such as `messages.0.id`, or an expression for plain
 * text, such as `text:/OK: (\S+)/`. null: it has none.
 */
export const HttpTemplateIdPath = z.string().min(1).max(1000).regex(
  /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]+$/u,
  "must have no control characters but tabs and line breaks",
).nullable();

/** Path of the error code in the response, or an expression as in `id-path`. */
export const HttpTemplateErrorPath = z.string().min(1).max(1000).regex(
  /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]+$/u,
  "must have no control characters but tabs and line breaks",
).nullable();

/** Path of the error's description in the response, or an expression as in `id-path`. */
export const HttpTemplateErrorTextPath = z.string().min(1).max(1000).regex(
  /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]+$/u,
  "must have no control characters but tabs and line breaks",
).nullable();

/**
 * Meanings of error codes, one a line: `code=kind`; `http-400` is the code of a status without
 * another. Kinds are those of the manual, such as `recipient`.
 */
export const HttpTemplateCodes = z.string().min(1).max(20000).regex(
  /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]+$/u,
  "must have no control characters but tabs and line breaks",
).nullable();

/** Whether the provider recognises a repeated request by `{id}`, so that it is not sent twice. */
export const HttpTemplateIdempotent = z.boolean();

/**
 * URL that responds with success where the credentials are right, such as that of the
 * balance. It gets a GET with the headers. null: the credentials are not checked.
 */
export const HttpTemplateCheckUrl = z.string().min(1).max(2048).regex(
  /^https?:\/\/[^\s#]+$/u,
  "must be an http or https URL without spaces and fragment",
).nullable();

/** Text that responds to a callback. null: an empty one. */
export const HttpTemplateCallbackResponse = z.string().min(1).max(1000).regex(
  /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]+$/u,
  "must have no control characters but tabs and line breaks",
).nullable();

/**
 * Path of the list in callbacks that have several events; other paths begin at its items. null:
 * there is one, or the body is the list.
 */
export const HttpTemplateEventsPath = z.string().min(1).max(1000).regex(
  /^[^\s\u0000-\u001f\u007f]+$/u,
  "must have no spaces and control characters",
).nullable();

/** Path of the status in status callbacks: a name of JSON, form or query. null: there are none. */
export const HttpTemplateStatusPath = z.string().min(1).max(1000).regex(
  /^[^\s\u0000-\u001f\u007f]+$/u,
  "must have no spaces and control characters",
).nullable();

/**
 * Path of the id in status callbacks: that of `id-path`, or `{id}` without `id-path`. null: the
 * address `{status-url}` names the message.
 */
export const HttpTemplateStatusIdPath = z.string().min(1).max(1000).regex(
  /^[^\s\u0000-\u001f\u007f]+$/u,
  "must have no spaces and control characters",
).nullable();

/** Path of the error code in status callbacks. */
export const HttpTemplateStatusErrorPath = z.string().min(1).max(1000).regex(
  /^[^\s\u0000-\u001f\u007f]+$/u,
  "must have no spaces and control characters",
).nullable();

/**
 * Meanings of statuses, one a line, such as `DELIVRD=delivered`: `delivered`, `noted`, or a kind as
 * in `codes`. Others are noted.
 */
export const HttpTemplateStatuses = z.string().min(1).max(20000).regex(
  /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]+$/u,
  "must have no control characters but tabs and line breaks",
).nullable();

/** Path of the sender in messages of handsets. null: there are none. */
export const HttpTemplateInboundFromPath = z.string().min(1).max(1000).regex(
  /^[^\s\u0000-\u001f\u007f]+$/u,
  "must have no spaces and control characters",
).nullable();

/** Path of the recipient in messages of handsets. Of several, those that are senders get it. */
export const HttpTemplateInboundToPath = z.string().min(1).max(1000).regex(
  /^[^\s\u0000-\u001f\u007f]+$/u,
  "must have no spaces and control characters",
).nullable();

/** Path of the text in messages of handsets. */
export const HttpTemplateInboundTextPath = z.string().min(1).max(1000).regex(
  /^[^\s\u0000-\u001f\u007f]+$/u,
  "must have no spaces and control characters",
).nullable();

/** Path of the id in messages of handsets. null: a repeated callback is another message. */
export const HttpTemplateInboundIdPath = z.string().min(1).max(1000).regex(
  /^[^\s\u0000-\u001f\u007f]+$/u,
  "must have no spaces and control characters",
).nullable();

/** Path of the addresses of files in messages of handsets, such as `media.*.url`. */
export const HttpTemplateInboundMediaPath = z.string().min(1).max(1000).regex(
  /^[^\s\u0000-\u001f\u007f]+$/u,
  "must have no spaces and control characters",
).nullable();

/** Maximum length of a text, in characters. */
export const HttpTemplateTextMaxLength = z.int().min(1).max(100000);

/** Maximum size of all files of an MMS together, in bytes. */
export const HttpTemplateMmsMaxBytes = z.int().min(1000).max(100000000);

/**
 * Maximum number of files of an MMS. Without `{media-urls}` it is at most the number of
 * `{media-url-1}`, `{media-url-2}` and so on.
 */
export const HttpTemplateMmsMaxFiles = z.int().min(1).max(20);

export const HttpTemplate = z.object({
  "name": ConnectorName,
  "kind": HttpTemplateKind,
  "url": HttpTemplateUrl,
  "method": HttpTemplateMethod,
  "headers-set": z.boolean(),
  "secret-set": z.boolean(),
  "body-type": HttpTemplateBodyType,
  "body": HttpTemplateBody,
  "mms-url": HttpTemplateMmsUrl,
  "mms-body": HttpTemplateMmsBody,
  "success-statuses": HttpTemplateSuccessStatuses,
  "success-match": HttpTemplateSuccessMatch,
  "id-path": HttpTemplateIdPath,
  "error-path": HttpTemplateErrorPath,
  "error-text-path": HttpTemplateErrorTextPath,
  "codes": HttpTemplateCodes,
  "idempotent": HttpTemplateIdempotent,
  "check-url": HttpTemplateCheckUrl,
  "callback-token-set": z.boolean(),
  "callback-response": HttpTemplateCallbackResponse,
  "events-path": HttpTemplateEventsPath,
  "status-path": HttpTemplateStatusPath,
  "status-id-path": HttpTemplateStatusIdPath,
  "status-error-path": HttpTemplateStatusErrorPath,
  "statuses": HttpTemplateStatuses,
  "inbound-from-path": HttpTemplateInboundFromPath,
  "inbound-to-path": HttpTemplateInboundToPath,
  "inbound-text-path": HttpTemplateInboundTextPath,
  "inbound-id-path": HttpTemplateInboundIdPath,
  "inbound-media-path": HttpTemplateInboundMediaPath,
  "text-max-length": HttpTemplateTextMaxLength,
  "mms-max-bytes": HttpTemplateMmsMaxBytes,
  "mms-max-files": HttpTemplateMmsMaxFiles,
  "tls-ca": TlsCa,
  "tls-certificate": TlsCertificate,
  "tls-key-set": z.boolean(),
  "window": HttpWindow,
  "rate": ConnectorRate,
  "burst": ConnectorBurst,
  "timeout": HttpTimeout,
  "unconfirmed": HttpUnconfirmed,
  "missing-report": MissingReport,
  "callback-url": CallbackUrl,
  "created-at": Instant,
  "changed-at": Instant,
});

export const Connector = z.discriminatedUnion("kind", [
  MmscMm7,
  SmscSmpp,
  Twilio,
  Telnyx,
  Plivo,
  Bandwidth,
  Vonage,
  Sinch,
  Infobip,
  Smsgate,
  HttpTemplate,
]);

export const ConnectorList = z.object({ "items": z.array(Connector) });

export const PreviewedRequest = z.object({
  "kind": z.enum(["SMS", "MMS"]),
  "method": z.enum(["GET", "POST"]),
  "url": z.string(),
  "headers": z.record(z.string(), z.string()),
  "body": z.string().nullable(),
});

export const ConnectorPreview = z.object({ "items": z.array(PreviewedRequest) });

export const ConnectorFinding = z.object({
  "ok": z.boolean(),
  "fact": z.string(),
  "advice": z.string().nullable(),
});

export const ConnectorFindings = z.object({ "items": z.array(ConnectorFinding) });

export const ConnectorSession = z.object({ "type": z.string(), "bound-at": Instant });

/**
 * State of a circuit breaker. open: not used until the cooldown ends, or only after others.
 * half-open: the next attempt decides.
 */
export const BreakerState = z.enum(["closed", "open", "half-open"]);

export const UnmatchedReport = z.object({
  "at": Instant,
  "carrier-id": z.string().nullable(),
  "text": z.string().nullable(),
});

export const ConnectorState = z.object({
  "connector": ConnectorName,
  "kind": z.string(),
  "host": z.string().nullable(),
  "state": z.enum(["up", "down", "unknown"]),
  "sessions": z.array(ConnectorSession),
  "sessions-max": z.int().min(0),
  "in-flight": z.int().min(0),
  "waiting": z.int().min(0),
  "window": z.int().nullable(),
  "rate": z.int().nullable(),
  "circuit-breaker": BreakerState,
  "open-until": NullableInstant,
  "last-success-at": NullableInstant,
  "last-error": z.string().nullable(),
  "last-error-at": NullableInstant,
  "unmatched-reports": z.array(UnmatchedReport),
  "suggestion": z.string().optional(),
});

export const Smsc = z.object({
  "name": ConnectorName,
  "host": SmscHost,
  "port": SmscPort,
  "tls": SmscTls,
  "tls-ca": TlsCa,
  "tls-certificate": TlsCertificate,
  "tls-key-set": z.boolean(),
  "bind": SmscBind,
  "sessions": SmscSessions,
  "system-id": SystemId,
  "password-set": z.boolean(),
  "system-type": SystemType,
  "window": SmscWindow,
  "rate": SmscRate,
  "burst": SmscBurst,
  "enquire-link": EnquireLink,
  "timeout": SmscTimeout,
  "source-ton": SourceTon,
  "source-npi": SourceNpi,
  "dest-ton": DestTon,
  "dest-npi": DestNpi,
  "concatenation": Concatenation,
  "payload-refused": PayloadRefused,
  "alphabets": SmscAlphabets,
  "service-type": ServiceType,
  "receipt-ids": ReceiptIds,
  "receipts": Receipts,
  "user-message-reference": UserMessageReference,
  "unconfirmed": Unconfirmed,
  "missing-report": MissingReport,
  "created-at": Instant,
  "changed-at": Instant,
});

export const SmscList = z.object({ "items": z.array(Smsc) });

/** Id of a mobile operator. */
export const MobileOperatorId = z.string().regex(
  /^[A-Za-z0-9_-]{1,40}$/u,
  "must have 1 to 40 letters, digits, _ and -",
);

/** Size limit of an MMS on the wire, in bytes. */
export const MaxBytes = z.int().min(10000).max(100000000);

/** Size limit on the wire, in bytes; null means none of its own. */
export const MaxBytesOfKind = z.int().min(10000).max(100000000).nullable();

export const Operator = z.object({
  "operator": MobileOperatorId,
  "name": z.string(),
  "country": Country,
  "mms": z.boolean(),
  "max-bytes": MaxBytes,
  "max-bytes-short-code": MaxBytesOfKind,
  "max-bytes-toll-free": MaxBytesOfKind,
  "max-bytes-10dlc": MaxBytesOfKind,
  "max-bytes-alphanumeric": MaxBytesOfKind,
  "gsm-subjects": z.boolean(),
  "source": z.enum(["shipped", "loopback", "set"]),
  "changed-at": NullableInstant,
});

export const OperatorList = z.object({ "items": z.array(Operator) });

/** Form in which the messages are sent; a fallback SMS counts as sms. */
export const RouteKind = z.enum(["mms", "sms"]);

/**
 * Comma-separated names of connectors, in order of preference; empty means that matching
 * messages are refused.
 */
export const RouteConnectors = z.string().max(1000).regex(
  /^(|[a-z0-9_-]{1,40}( *, *[a-z0-9_-]{1,40})*)$/u,
  "must be names of connectors with commas between them",
);

export const Route = z.object({
  "route": z.int().min(1),
  "account": z.string().nullable(),
  "sender": z.string().nullable(),
  "operator": z.string().nullable(),
  "kind": RouteKind,
  "connectors": RouteConnectors,
  "created-at": Instant,
  "changed-at": Instant,
});

export const RouteList = z.object({ "items": z.array(Route) });

export const ExplainedConnector = z.object({
  "connector": ConnectorName,
  "set-up": z.boolean(),
  "circuit-breaker": BreakerState,
});

export const RouteExplanation = z.object({
  "from": z.string(),
  "to": z.string(),
  "operator": z.string().nullable(),
  "operator-name": z.string().nullable(),
  "operator-source": z.enum(["given", "known", "unknown"]),
  "operator-needed": z.boolean(),
  "operator-mms": z.boolean().nullable(),
  "max-bytes": z.int().min(1),
  "decided-by": z.enum(["route", "sender", "default", "none"]),
  "route": z.int().nullable(),
  "route-precedence": z.int().nullable(),
  "connectors": z.array(ExplainedConnector),
  "missing": z.string().nullable(),
  "handset": z.string().nullable(),
  "opted-out": z.boolean(),
});

/** Day in UTC. */
export const Day = z.string().regex(
  /^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$/u,
  "must be a day such as 2026-07-01",
);

export const LookupCount = z.object({
  "account": AccountId,
  "day": Day,
  "lookups": z.int().min(1),
});

export const LookupCountPage = z.object({
  "items": z.array(LookupCount),
  "next-cursor": NextCursor,
});

/** Kind of message that was requested. */
export const MessageKind = z.enum(["MMS_MT", "SMS_MT"]);

/**
 * State of the message. unreported: a carrier accepted it and never reported on it; no
 * postback follows unless a report arrives after all.
 */
export const MessageState = z.enum([
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
]);

export const Message = z.object({
  "tracking-id": TrackingId,
  "account": AccountId,
  "kind": MessageKind,
  "state": MessageState,
  "sent-as": z.enum(["MMS", "SMS"]).nullable(),
  "from": Originator,
  "to": Recipient,
  "operator-id": z.string().nullable(),
  "mms-id": z.string().nullable(),
  "client-reference": z.string().nullable(),
  "campaign-ref": z.string().nullable(),
  "segments": z.int().nullable(),
  "connector": z.string().nullable(),
  "carrier-id": z.string().nullable(),
  "handset": z.string().nullable(),
  "status-details": z.string().nullable(),
  "status-reason": z.string().nullable(),
  "reply-to": z.string().nullable(),
  "accepted-at": Instant,
  "updated-at": Instant,
});

export const MessagePage = z.object({ "items": z.array(Message), "next-cursor": NextCursor });

/** State of the message; `received` for one from a handset. */
export const FoundState = z.enum([
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
  "received",
]);

export const FoundMessage = z.object({
  "tracking-id": TrackingId,
  "direction": z.enum(["out", "in"]),
  "kind": z.enum(["MMS", "SMS"]),
  "door": z.enum(["JSON", "MM7"]).nullable(),
  "state": FoundState,
  "account": AccountId,
  "from": z.string(),
  "to": z.string(),
  "connector": z.string().nullable(),
  "sent-as": z.enum(["MMS", "SMS"]).nullable(),
  "excerpt": z.string().nullable(),
  "status-details": z.string().nullable(),
  "at": z.string(),
  "updated-at": z.string(),
});

export const SearchPage = z.object({
  "items": z.array(FoundMessage),
  "next-cursor": NextCursor,
  "partial": z.boolean(),
});

/** Kind of content. */
export const MediaKind = z.enum([
  "image",
  "audio",
  "video",
  "contact",
  "calendar",
  "pdf",
  "ms-excel",
]);

/** SHA-256 of the content, in hex, by which `readFile` finds it. */
export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/u, "must be a SHA-256 in hex");

export const Rendition = z.object({
  "name": z.string(),
  "type": z.string(),
  "bytes": z.int().min(0),
  "width": z.int().min(1).nullable(),
  "height": z.int().min(1).nullable(),
  "duration-ms": z.int().min(0).nullable(),
  "sha256": Sha256,
});

export const MessageFile = z.object({
  "kind": MediaKind,
  "url": z.string(),
  "renditions": z.array(Rendition),
});

export const MessageSlide = z.object({
  "text": z.string().nullable(),
  "files": z.array(MessageFile),
});

export const MessageContent = z.object({
  "text": z.string().nullable(),
  "subject": z.string().nullable(),
  "slides": z.array(MessageSlide),
  "fallback-text": z.string().nullable(),
  "page-url": z.string().nullable(),
});

/**
 * Times that work on it was interrupted: its processing failed by our fault, and is tried again
 * after each lease. From the third on, one an hour counts.
 */
export const InterruptionCount = z.int().min(0);

/** Error of the last interruption; null where there was none. */
export const InterruptionReason = z.string().nullable();

export const HistoryEntry = z.object({
  "at": Instant,
  "event": z.string(),
  "state": z.string().nullable(),
  "details": z.string().optional(),
});

/**
 * State of the postback. dead: given up after the last retry, or refused permanently. parked:
 * waits until the account has a URL for it.
 */
export const PostbackState = z.enum(["pending", "sent", "dead", "parked"]);

export const PostbackEntry = z.object({
  "id": z.string(),
  "code": z.string(),
  "state": PostbackState,
  "attempts": z.int().min(0),
  "created-at": Instant,
  "sent-at": NullableInstant,
  "next-attempt-at": NullableInstant,
  "last-error": z.string().nullable(),
  "body": z.record(z.string(), z.unknown()),
});

export const MessageDetail = z.object({
  "tracking-id": TrackingId,
  "account": AccountId,
  "kind": MessageKind,
  "state": MessageState,
  "sent-as": z.enum(["MMS", "SMS"]).nullable(),
  "from": Originator,
  "to": Recipient,
  "operator-id": z.string().nullable(),
  "mms-id": z.string().nullable(),
  "client-reference": z.string().nullable(),
  "campaign-ref": z.string().nullable(),
  "segments": z.int().nullable(),
  "connector": z.string().nullable(),
  "carrier-id": z.string().nullable(),
  "handset": z.string().nullable(),
  "status-details": z.string().nullable(),
  "status-reason": z.string().nullable(),
  "reply-to": z.string().nullable(),
  "accepted-at": Instant,
  "updated-at": Instant,
  "content": MessageContent,
  "attempts": z.int().min(0),
  "delivery-report": z.boolean(),
  "expires-at": Instant,
  "trace-id": z.string().nullable(),
  "interruptions": InterruptionCount,
  "interruption-reason": InterruptionReason,
  "history": z.array(HistoryEntry),
  "postbacks": z.array(PostbackEntry),
});

export const Exchange = z.object({
  "at": Instant,
  "peer": z.string(),
  "direction": z.enum(["in", "out"]),
  "protocol": z.enum(["json", "mm7", "smpp", "http"]),
  "title": z.string(),
  "content": z.string(),
  "bytes": z.int(),
  "truncated": z.boolean(),
});

export const ExchangePage = z.object({
  "recording": z.boolean(),
  "items": z.array(Exchange),
  "next-cursor": NextCursor,
});

export const Link = z.object({
  "url": z.string(),
  "kind": z.enum(["page", "click"]),
  "account": AccountId,
  "tracking-id": TrackingId,
  "target": z.string().nullable(),
  "clicks": z.int().min(0),
  "previews": z.int().min(0),
  "first-click-at": NullableInstant,
  "last-click-at": NullableInstant,
  "created-at": Instant,
  "expires-at": Instant,
});

export const LinkPage = z.object({ "items": z.array(Link), "next-cursor": NextCursor });

/**
 * Number of the end user with country code. A sender that is no international number is as
 * the carrier spells it: a name, a short code, a national number, or empty.
 */
export const EndUser = z.string();

/** Short code or number that the message was sent to. */
export const InboundTo = z.string();

export const ReceivedFile = z.object({
  "name": z.string(),
  "type": z.string(),
  "bytes": z.int().min(0),
  "url": z.string(),
  "sha256": Sha256,
});

export const InboundMessage = z.object({
  "tracking-id": TrackingId,
  "account": AccountId,
  "kind": z.enum(["MMS_MO", "SMS_MO"]),
  "connector": z.string(),
  "from": EndUser,
  "to": InboundTo,
  "subject": z.string().nullable(),
  "text": z.string().nullable(),
  "operator-id": z.string().nullable(),
  "files": z.array(ReceivedFile),
  "received-at": Instant,
});

export const InboundPage = z.object({
  "items": z.array(InboundMessage),
  "next-cursor": NextCursor,
});

export const InboundDetail = z.object({
  "tracking-id": TrackingId,
  "account": AccountId,
  "kind": z.enum(["MMS_MO", "SMS_MO"]),
  "connector": z.string(),
  "from": EndUser,
  "to": InboundTo,
  "subject": z.string().nullable(),
  "text": z.string().nullable(),
  "operator-id": z.string().nullable(),
  "files": z.array(ReceivedFile),
  "received-at": Instant,
  "history": z.array(HistoryEntry),
  "postbacks": z.array(PostbackEntry),
});

export const PostbackRecord = z.object({
  "id": z.string(),
  "code": z.string(),
  "state": PostbackState,
  "attempts": z.int().min(0),
  "created-at": Instant,
  "sent-at": NullableInstant,
  "next-attempt-at": NullableInstant,
  "last-error": z.string().nullable(),
  "body": z.record(z.string(), z.unknown()),
  "account": AccountId,
  "tracking-id": TrackingId,
  "replayed-at": NullableInstant,
});

export const PostbackPage = z.object({
  "items": z.array(PostbackRecord),
  "next-cursor": NextCursor,
});

export const PostbackCount = z.object({ "count": z.int().min(0), "complete": z.boolean() });

export const PostbacksReplayed = z.object({ "replayed": z.int().min(0) });

/** Headers of the request, signed now; receivers accept that for some minutes. */
export const PostbackHeaders = z.object({
  "content-type": z.string(),
  "webhook-id": z.string(),
  "webhook-timestamp": z.string(),
  "webhook-signature": z.string(),
  "x-service-carrier-id": z.string().optional(),
});

/** Place in the order in which messages or postbacks come. */
export const SequenceCursor = z.string().regex(
  /^[0-9]{1,18}$/u,
  "must be a cursor of an earlier response",
);

export const StreamedPostback = z.object({
  "webhook-id": z.string(),
  "code": z.string(),
  "tracking-id": TrackingId,
  "created-at": Instant,
  "headers": PostbackHeaders,
  "body": z.string(),
  "cursor": SequenceCursor,
});

export const PostbackStream = z.object({
  "items": z.array(StreamedPostback),
  "next-cursor": SequenceCursor,
});

export const Problem = z.object({
  "severity": z.enum(["critical", "warning"]),
  "text": z.string(),
  "manual": z.string(),
});

export const DueWork = z.object({
  "stage": z.enum(["delivery", "preparation", "template", "postback"]),
  "waiting": z.int().min(0),
  "oldest-due-at": NullableInstant,
});

export const RateWait = z.object({
  "connector": ConnectorName,
  "waiting": z.int().min(1),
  "rate": z.int().nullable(),
  "last-in-seconds": z.int().nullable(),
});

export const InterruptedItem = z.object({
  "kind": z.enum(["message", "template", "postback"]),
  "id": z.string(),
  "tracking-id": TrackingId,
  "times": z.int().min(3),
  "since": Instant,
  "last-at": Instant,
  "reason": z.string(),
});

export const ReceiverDown = z.object({
  "account": AccountId,
  "channel": z.enum(["json", "mm7"]),
  "open-until": NullableInstant,
  "last-error": z.string().nullable(),
  "last-error-at": NullableInstant,
});

export const Status = z.object({
  "status": z.enum(["ok", "warning", "critical"]),
  "problems": z.array(Problem),
  "version": z.string(),
  "commit": z.string(),
  "deno": z.string(),
  "v8": z.string(),
  "started-at": Instant,
  "checks": z.object({
    "store": z.string(),
    "writes": z.string(),
    "queue": z.string(),
    "files": z.string(),
    "ffmpeg": z.string(),
    "clock": z.string(),
  }),
  "transcoding": z.object({ "sandboxed": z.boolean() }),
  "work": z.array(DueWork),
  "waiting-for-rate": z.array(RateWait),
  "interrupted": z.array(InterruptedItem),
  "connectors": z.array(ConnectorState),
  "receivers-down": z.array(ReceiverDown),
  "database": z.object({
    "server": z.string(),
    "version": z.string().nullable(),
    "bytes": z.int().nullable(),
  }),
  "files": z.object({ "place": z.string(), "free-bytes": z.int().nullable() }),
});

export const ConnectorStateList = z.object({ "items": z.array(ConnectorState) });

export const Receiver = z.object({
  "account": AccountId,
  "channel": z.enum(["json", "mm7"]),
  "url": z.string().nullable(),
  "circuit-breaker": BreakerState,
  "open-until": NullableInstant,
  "last-success-at": NullableInstant,
  "last-error": z.string().nullable(),
  "last-error-at": NullableInstant,
  "pending": z.int().min(0),
  "oldest-pending-at": NullableInstant,
  "parked": z.int().min(0),
  "dead": z.int().min(0),
});

export const ReceiverPage = z.object({
  "items": z.array(Receiver),
  "counted-max": z.int().min(1),
  "next-cursor": NextCursor,
});

export const StatsMinute = z.object({
  "at": Instant,
  "accepted": z.int().min(0),
  "submitted": z.int().min(0),
  "delivered": z.int().min(0),
  "failed": z.int().min(0),
  "latency-p50-ms": z.int().nullable(),
  "latency-p95-ms": z.int().nullable(),
  "backlog": z.int().nullable(),
});

export const Stats = z.object({ "minutes": z.array(StatsMinute) });

/** State of the template. locked: being transcoded. failed: can never be sent. */
export const TemplateState = z.enum(["locked", "ready", "failed"]);

export const TemplateMedia = z.object({
  "slide": z.int().min(1),
  "kind": MediaKind,
  "url": z.string(),
  "state": z.enum(["pending", "fetching", "waiting", "transcoding", "done", "failed"]),
  "percent": z.int().min(0).max(100).optional(),
  "renditions": z.array(Rendition),
  "error": z.string().nullable(),
});

export const Template = z.object({
  "mms-id": MmsId,
  "account": AccountId,
  "name": z.string(),
  "state": TemplateState,
  "tracking-id": TrackingId,
  "slides": z.int().min(1),
  "media": z.array(TemplateMedia),
  "created-at": Instant,
});

export const TemplatePage = z.object({ "items": z.array(Template), "next-cursor": NextCursor });

/** Barcode of an image template; lengths are in pixels. */
export const TemplateBarcode = z.object({
  "id": z.string(),
  "type": z.string(),
  "position-x": z.int(),
  "position-y": z.int(),
  "width": z.int().nullable(),
  "height": z.int(),
  "foreground-color": z.string(),
  "background-color": z.string(),
  "border-width": z.int(),
  "hide-text": z.boolean(),
  "transparent": z.boolean(),
  "font": z.string(),
  "font-size": z.int(),
  "alignment": z.string(),
  "rotate": z.int(),
});

/** Text area of an image template; lengths are in pixels. */
export const TemplateTextArea = z.object({
  "text": z.string(),
  "position-x": z.int(),
  "position-y": z.int(),
  "width": z.int(),
  "font": z.string(),
  "font-size": z.int(),
  "font-color": z.string(),
});

/** Image template, drawn for each recipient. */
export const TemplatePicture = z.object({
  "background-image-url": z.string().nullable(),
  "barcode": TemplateBarcode.optional(),
  "text-areas": z.array(TemplateTextArea),
});

export const TemplateSlide = z.object({
  "text": z.string().nullable(),
  "picture": TemplatePicture.optional(),
});

/** Content of a template, with its merge tags. */
export const TemplateContent = z.object({
  "subject": z.string().nullable(),
  "slides": z.array(TemplateSlide),
  "fallback-text": z.string().nullable(),
  "disable-fallback-sms": z.boolean(),
  "disable-fallback-sms-link": z.boolean(),
});

export const TemplateDetail = z.object({
  "mms-id": MmsId,
  "account": AccountId,
  "name": z.string(),
  "state": TemplateState,
  "tracking-id": TrackingId,
  "slides": z.int().min(1),
  "media": z.array(TemplateMedia),
  "created-at": Instant,
  "client-reference": z.string().nullable(),
  "content": TemplateContent,
  "warnings": z.array(z.string()),
  "interruptions": InterruptionCount,
  "interruption-reason": InterruptionReason,
  "history": z.array(HistoryEntry),
  "postbacks": z.array(PostbackEntry),
});

export const Upload = z.object({
  "name": z.string(),
  "type": z.string(),
  "bytes": z.int().min(0),
  "sha256": Sha256,
  "url": z.string(),
  "expires-at": Instant,
});

export const Uploads = z.object({ "items": z.array(Upload) });

export const PersonMessage = z.object({
  "tracking-id": TrackingId,
  "account": AccountId,
  "kind": MessageKind,
  "state": MessageState,
  "sent-as": z.enum(["MMS", "SMS"]).nullable(),
  "from": Originator,
  "to": Recipient,
  "operator-id": z.string().nullable(),
  "mms-id": z.string().nullable(),
  "client-reference": z.string().nullable(),
  "campaign-ref": z.string().nullable(),
  "segments": z.int().nullable(),
  "connector": z.string().nullable(),
  "carrier-id": z.string().nullable(),
  "handset": z.string().nullable(),
  "status-details": z.string().nullable(),
  "status-reason": z.string().nullable(),
  "reply-to": z.string().nullable(),
  "accepted-at": Instant,
  "updated-at": Instant,
  "content": MessageContent,
  "attempts": z.int().min(0),
  "delivery-report": z.boolean(),
  "expires-at": Instant,
  "trace-id": z.string().nullable(),
  "interruptions": InterruptionCount,
  "interruption-reason": InterruptionReason,
  "history": z.array(HistoryEntry),
  "postbacks": z.array(PostbackEntry),
  "display-only": z.array(z.string()),
  "links": z.array(Link),
  "exchanges": z.array(Exchange),
});

export const PersonInbound = z.object({
  "tracking-id": TrackingId,
  "account": AccountId,
  "kind": z.enum(["MMS_MO", "SMS_MO"]),
  "connector": z.string(),
  "from": EndUser,
  "to": InboundTo,
  "subject": z.string().nullable(),
  "text": z.string().nullable(),
  "operator-id": z.string().nullable(),
  "files": z.array(ReceivedFile),
  "received-at": Instant,
  "history": z.array(HistoryEntry),
  "postbacks": z.array(PostbackEntry),
  "exchanges": z.array(Exchange),
});

export const PersonShown = z.object({
  "tracking-id": TrackingId,
  "account": AccountId,
  "accepted-at": Instant,
});

export const PersonResponse = z.object({
  "account": AccountId,
  "key": z.string(),
  "claimed-at": Instant,
  "text": z.string().nullable(),
});

export const LoopbackPart = z.object({
  "content-id": z.string(),
  "type": z.string(),
  "location": z.string().nullable(),
  "bytes": z.int().min(0),
  "text": z.string().nullable(),
  "sha256": z.string().nullable(),
});

export const LoopbackMessage = z.object({
  "carrier-id": z.string(),
  "tracking-id": TrackingId,
  "kind": z.enum(["MMS", "SMS"]),
  "from": Originator,
  "to": Recipient,
  "subject": z.string().nullable(),
  "text": z.string().nullable(),
  "parts": z.array(LoopbackPart),
  "received-at": Instant,
});

export const PersonSubscription = z.object({ "account": AccountId, "campaign-ref": z.string() });

export const PersonReply = z.object({
  "account": AccountId,
  "originator": z.string(),
  "kind": z.string(),
  "at": Instant,
});

export const PersonHandset = z.object({ "handset": z.string(), "seen-at": Instant });

export const PersonOperator = z.object({ "operator-id": z.string(), "seen-at": Instant });

export const LoopbackHandset = z.object({
  "number": Recipient,
  "operator-id": z.string().nullable(),
  "handset": z.string().nullable(),
  "outcome": z.enum(["delivered", "expired", "failed", "rejected", "unrecognised", "silence"])
    .nullable(),
});

export const PersonExport = z.object({
  "number": z.string(),
  "account": z.string().nullable(),
  "exported-at": Instant,
  "messages": z.array(PersonMessage),
  "inbound": z.array(PersonInbound),
  "shown-in": z.array(PersonShown),
  "responses": z.array(PersonResponse),
  "loopback-messages": z.array(LoopbackMessage),
  "subscriptions": z.array(PersonSubscription),
  "blocks": z.array(Block),
  "keyword-replies": z.array(PersonReply),
  "handsets": z.array(PersonHandset),
  "operators": z.array(PersonOperator),
  "loopback-handsets": z.array(LoopbackHandset),
});

/** Amounts of what was stored, by kind. */
export const PersonCounts = z.object({
  "messages": z.int().min(0),
  "under-way": z.int().min(0),
  "inbound": z.int().min(0),
  "postbacks": z.int().min(0),
  "pending-postbacks": z.int().min(0),
  "links": z.int().min(0),
  "exchanges": z.int().min(0),
  "files": z.int().min(0),
  "shown-in": z.int().min(0),
  "responses": z.int().min(0),
  "subscriptions": z.int().min(0),
  "keyword-replies": z.int().min(0),
  "blocks": z.int().min(0),
  "loopback-messages": z.int().min(0),
  "handset-facts": z.int().min(0),
});

export const PersonErased = z.object({ "account": z.string().nullable(), "at": Instant });

export const PersonReport = z.object({
  "number": z.string(),
  "account": z.string().nullable(),
  "erased": z.boolean(),
  "nothing-found": z.boolean(),
  "remaining": z.int().min(0),
  "found": PersonCounts,
  "accounts": z.array(z.string()),
  "erased-blocks": z.int().min(0),
  "erasures": z.array(PersonErased),
});

export const LoopbackPage = z.object({
  "items": z.array(LoopbackMessage),
  "next-cursor": NextCursor,
});

export const InboxPart = z.object({
  "content-id": z.string(),
  "type": z.string(),
  "location": z.string().nullable(),
  "bytes": z.int().min(0),
  "url": z.string(),
});

export const InboxMessage = z.object({
  "carrier-id": z.string(),
  "tracking-id": TrackingId,
  "kind": z.enum(["MMS", "SMS"]),
  "from": Originator,
  "to": Recipient,
  "subject": z.string().nullable(),
  "text": z.string().nullable(),
  "links": z.array(z.string()),
  "codes": z.array(z.string()),
  "parts": z.array(InboxPart),
  "received-at": Instant,
  "cursor": SequenceCursor,
});

export const InboxCleared = z.object({ "deleted": z.int().min(0), "to": z.string().nullable() });
