// deno-lint-ignore-file
// Written by `deno task generate` from openapi.yaml. Change that, not this.
/** Response bodies, and requests that are not JSON: `routes.ts` stands on them. */
import { z } from "zod";

/** Id of the template. */
export const MmsId = z.string().min(1);

export const SavemmsResponse = z.object({
  "status": z.enum(["success"]),
  "status-details": z.string(),
  "mms-id": MmsId,
});

/** Id of the transaction, also in its postbacks. */
export const TrackingId = z.string().min(1);

/** Number of the recipient with country code. */
export const Recipient = z.string();

/** Short code or number that the message is sent from. */
export const Originator = z.string();

export const SendsavedmmsResponse = z.object({
  "status": z.enum(["Success"]),
  "mms-id": MmsId,
  "tracking-id": TrackingId,
  "to": Recipient,
  "from": Originator,
  "status-details": z.string(),
});

export const SendsmsResponse = z.object({
  "status": z.enum(["Success"]),
  "tracking-id": TrackingId,
  "to": Recipient,
  "from": Originator,
  "segments": z.int().min(1),
  "status-details": z.string(),
});

/** The file itself. */
export const File = z.string();

/** What kind of fault it is. */
export const ErrorCode = z.string().regex(/^E[0-9]{3,4}$/u, "must have the declared form");

/** The field, and what is wrong with it. */
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

/** `SendsmsFailure` once the action is known to be `sendsms`, else `Failure`. */
export const AnyFailure = z.union([Failure, SendsmsFailure]);

/** SOAP envelope with the elements of tools/mm7.xsd. */
export const Mm7Envelope = z.string();

/** A line for people. */
export const PlainText = z.string();

export const Health = z.object({
  "status": z.enum(["ok", "unavailable"]),
  "checks": z.object({ "store": z.string(), "queue": z.string(), "ffmpeg": z.string() }).optional(),
});

/** Id of an account. */
export const AccountId = z.string().regex(
  /^[a-z0-9-]{1,40}$/u,
  "must have 1 to 40 of the characters a-z, 0-9 and -",
);

/** The API key in full. */
export const ApiKey = z.string().min(1);

export const AccountCreated = z.object({
  "account": AccountId,
  "api-key": ApiKey,
  "webhook-secret": z.string().regex(/^whsec_/u, "must have the declared form"),
});

/** Messages a second that the account may send, or null for no limit. */
export const Rate = z.int().min(1).nullable();

/** A point in time. */
export const Instant = z.string();

export const Account = z.object({
  "account": AccountId,
  "name": z.string(),
  "postback-url": z.string().nullable(),
  "mm7": z.boolean(),
  "mm7-url": z.string().nullable(),
  "mm7-username": z.string().nullable(),
  "mm7-password-set": z.boolean(),
  "mm7-text-xml": z.boolean(),
  "mms-mo-postbacks": z.boolean(),
  "allow-fallback-sms": z.boolean(),
  "enforce-campaign-check": z.boolean(),
  "delivery-reports": z.boolean(),
  "rate": Rate,
  "disabled": z.boolean(),
  "created-at": Instant,
});

/** Given as `cursor` it brings the next page; null on the last. */
export const NextCursor = z.string().nullable();

export const AccountPage = z.object({ "items": z.array(Account), "next-cursor": NextCursor });

export const KeyIssued = z.object({
  "key-id": z.string(),
  "api-key": ApiKey,
  "created-at": Instant,
});

/** A point in time, or null. */
export const NullableInstant = z.string().nullable();

export const Key = z.object({
  "key-id": z.string(),
  "hint": z.string().max(4),
  "created-at": Instant,
  "revoked-at": NullableInstant,
});

export const KeyList = z.object({ "items": z.array(Key) });

/** Kind of sender. */
export const SenderKind = z.enum(["short-code", "toll-free", "10dlc", "alphanumeric"]);

/** ISO 3166-1 alpha-2 code of its country. */
export const Country = z.string().regex(
  /^[A-Z]{2}$/u,
  "must be an ISO 3166-1 alpha-2 code in upper case",
);

export const Sender = z.object({
  "address": z.string(),
  "kind": SenderKind,
  "country": Country,
  "vasid": z.string().nullable(),
  "shared": z.boolean(),
  "mms-connector": z.string().nullable(),
  "sms-connector": z.string().nullable(),
});

export const SenderList = z.object({ "items": z.array(Sender) });

export const Subscription = z.object({ "campaign-ref": z.string(), "recipient": z.string() });

export const SubscriptionPage = z.object({
  "items": z.array(Subscription),
  "next-cursor": NextCursor,
});

/** Name of a connector. */
export const ConnectorName = z.string().regex(
  /^[a-z0-9_-]{1,40}$/u,
  "must have 1 to 40 of the characters a-z, 0-9, _ and -",
);

/** What it speaks; mmsc_mm7 is MM7 to an MMSC. */
export const ConnectorKind = z.enum(["mmsc_mm7"]);

/** Where the MMSC takes submissions. */
export const ConnectorUrl = z.string().min(1).regex(
  /^https?:\/\//u,
  "must be an http or https URL",
);

/** User of Basic credentials (RFC 7617), or null for none. */
export const Username = z.string().min(1).max(255).regex(
  /^[^:\p{Cc}]+$/u,
  "must have no colon and no control characters",
).nullable();

/** VASPID that the MMSC knows us by. */
export const Vaspid = z.string().min(1).max(255).regex(
  /^\P{Cc}+$/u,
  "must have no control characters",
);

/** VASID that goes with it, or null for none. */
export const Vasid = z.string().min(1).max(255).regex(
  /^\P{Cc}+$/u,
  "must have no control characters",
).nullable();

/** ServiceCode of messages that bring none of their own, or null for none. */
export const ServiceCode = z.string().min(1).max(255).regex(
  /^\P{Cc}+$/u,
  "must have no control characters",
).nullable();

/** MM7Version that we say, from 5.3.0 to 6.8.0. */
export const Mm7Version = z.string();

/** Namespace of the MM7 schema, of release 5 or 6. */
export const Mm7Namespace = z.string();

/** Content-Transfer-Encoding of the files. */
export const TransferEncoding = z.enum(["binary", "base64"]);

/** Most submissions that wait for an answer at once. */
export const Window = z.int().min(1).max(1000);

/** Submissions a second, or null for no limit. */
export const ConnectorRate = z.int().min(1).max(10000).nullable();

/** Seconds after which an MMSC that has not answered has failed. */
export const ConnectorTimeout = z.int().min(1).max(300);

export const Connector = z.object({
  "name": ConnectorName,
  "kind": ConnectorKind,
  "url": ConnectorUrl,
  "username": Username,
  "password-set": z.boolean(),
  "vaspid": Vaspid,
  "vasid": Vasid,
  "service-code": ServiceCode,
  "mm7-version": Mm7Version,
  "namespace": Mm7Namespace,
  "transfer-encoding": TransferEncoding,
  "window": Window,
  "rate": ConnectorRate,
  "timeout": ConnectorTimeout,
  "relay-username": Username,
  "relay-password-set": z.boolean(),
  "relay-url": z.string(),
  "created-at": Instant,
  "changed-at": Instant,
});

export const ConnectorList = z.object({ "items": z.array(Connector) });

/** What was asked for. */
export const MessageKind = z.enum(["MMS_MT", "SMS_MT"]);

/** Where the message is on its way. */
export const MessageState = z.enum([
  "accepted",
  "preparing",
  "sent",
  "submitted",
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
  "accepted-at": Instant,
  "updated-at": Instant,
});

export const MessagePage = z.object({ "items": z.array(Message), "next-cursor": NextCursor });

export const HistoryEntry = z.object({
  "at": Instant,
  "event": z.string(),
  "state": z.string().nullable(),
  "details": z.string().optional(),
});

export const PostbackEntry = z.object({
  "id": z.string(),
  "code": z.string(),
  "state": z.enum(["pending", "sent", "dead", "held"]),
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
  "accepted-at": Instant,
  "updated-at": Instant,
  "history": z.array(HistoryEntry),
  "postbacks": z.array(PostbackEntry),
});

export const Link = z.object({
  "url": z.string(),
  "kind": z.enum(["page", "click"]),
  "account": AccountId,
  "tracking-id": TrackingId,
  "target": z.string().nullable(),
  "clicks": z.int().min(0),
  "first-click-at": NullableInstant,
  "last-click-at": NullableInstant,
  "created-at": Instant,
  "expires-at": Instant,
});

export const LinkPage = z.object({ "items": z.array(Link), "next-cursor": NextCursor });

/** Number of the end user with country code. */
export const EndUser = z.string();

/** Short code or number that it was sent to. */
export const InboundTo = z.string();

export const ReceivedFile = z.object({
  "name": z.string(),
  "type": z.string(),
  "bytes": z.int().min(0),
  "url": z.string(),
});

export const InboundMessage = z.object({
  "tracking-id": TrackingId,
  "account": AccountId,
  "kind": z.enum(["MMS_MO"]),
  "connector": z.string(),
  "from": EndUser,
  "to": InboundTo,
  "subject": z.string().nullable(),
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
  "kind": z.enum(["MMS_MO"]),
  "connector": z.string(),
  "from": EndUser,
  "to": InboundTo,
  "subject": z.string().nullable(),
  "operator-id": z.string().nullable(),
  "files": z.array(ReceivedFile),
  "received-at": Instant,
  "history": z.array(HistoryEntry),
  "postbacks": z.array(PostbackEntry),
});

/** Locked until encoded; a failed one can never be sent. */
export const TemplateState = z.enum(["locked", "ready", "failed"]);

export const Rendition = z.object({
  "name": z.string(),
  "type": z.string(),
  "bytes": z.int().min(0),
  "width": z.int().min(1).nullable(),
  "height": z.int().min(1).nullable(),
  "duration-ms": z.int().min(0).nullable(),
});

export const TemplateMedia = z.object({
  "slide": z.int().min(1),
  "kind": z.enum(["image", "audio", "video", "contact", "calendar", "pdf", "ms-excel"]),
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

export const LoopbackPart = z.object({
  "content-id": z.string(),
  "type": z.string(),
  "location": z.string().nullable(),
  "bytes": z.int().min(0),
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

export const LoopbackPage = z.object({
  "items": z.array(LoopbackMessage),
  "next-cursor": NextCursor,
});
