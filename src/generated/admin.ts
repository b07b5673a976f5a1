// deno-lint-ignore-file
// Written by `deno task generate` from openapi.yaml. Change that, not this.
/** The administration: what its operations take and answer. */
import { z } from "zod";
import type { AdminOperationId } from "./admin_operations.ts";
import { atMost, choice, integer, text, validText } from "./runtime.ts";

/** Id of an account. */
export const AccountId = z.string().regex(
  /^[a-z0-9-]{1,40}$/u,
  "must have 1 to 40 of the characters a-z, 0-9 and -",
).check(validText);
export type AccountId = z.output<typeof AccountId>;

/** URL, or null for none. */
export const NullableUrl = z.string().min(1).regex(/^https?:\/\//u, "must be an http or https URL")
  .check(validText).nullable();
export type NullableUrl = z.output<typeof NullableUrl>;

/** User of Basic credentials (RFC 7617), or null for none. */
export const Username = z.string().min(1).check(atMost(255)).regex(
  /^[^:\p{Cc}]+$/u,
  "must have no colon and no control characters",
).check(validText).nullable();
export type Username = z.output<typeof Username>;

/** Password of Basic credentials (RFC 7617), or null for none. */
export const Password = z.string().min(1).check(atMost(255)).regex(
  /^\P{Cc}+$/u,
  "must have no control characters",
).check(validText).nullable();
export type Password = z.output<typeof Password>;

/** Messages a second that the account may send, or null for no limit. */
export const Rate = z.int().min(1).nullable();
export type Rate = z.output<typeof Rate>;

export const NewAccount = z.strictObject({
  "account": AccountId.optional(),
  "name": z.string().min(1).check(atMost(200)).check(validText),
  "postback-url": NullableUrl.default(null),
  "mm7": z.boolean().default(true),
  "mm7-url": NullableUrl.default(null),
  "mm7-username": Username.default(null),
  "mm7-password": Password.default(null),
  "mm7-text-xml": z.boolean().default(false),
  "mms-mo-postbacks": z.boolean().default(true),
  "allow-fallback-sms": z.boolean().default(true),
  "enforce-campaign-check": z.boolean().default(false),
  "delivery-reports": z.boolean().default(true),
  "rate": Rate.default(null),
  "disabled": z.boolean().default(false),
});
export type NewAccount = z.output<typeof NewAccount>;

export const AccountChange = z.strictObject({
  "name": z.string().min(1).check(atMost(200)).check(validText).optional(),
  "postback-url": NullableUrl.optional(),
  "mm7": z.boolean().optional(),
  "mm7-url": NullableUrl.optional(),
  "mm7-username": Username.optional(),
  "mm7-password": Password.optional(),
  "mm7-text-xml": z.boolean().optional(),
  "mms-mo-postbacks": z.boolean().optional(),
  "allow-fallback-sms": z.boolean().optional(),
  "enforce-campaign-check": z.boolean().optional(),
  "delivery-reports": z.boolean().optional(),
  "rate": Rate.optional(),
  "disabled": z.boolean().optional(),
});
export type AccountChange = z.output<typeof AccountChange>;

export const NewKey = z.strictObject({
  "api-key": z.string().regex(/^[A-Za-z0-9]{8,128}$/u, "must be 8 to 128 letters and digits").check(
    validText,
  ).optional(),
});
export type NewKey = z.output<typeof NewKey>;

/** Kind of sender. */
export const SenderKind = z.enum(["short-code", "toll-free", "10dlc", "alphanumeric"]);
export type SenderKind = z.output<typeof SenderKind>;

/** ISO 3166-1 alpha-2 code of its country. */
export const Country = z.string().regex(
  /^[A-Z]{2}$/u,
  "must be an ISO 3166-1 alpha-2 code in upper case",
).check(validText);
export type Country = z.output<typeof Country>;

export const NewSender = z.strictObject({
  "address": z.string().min(1).check(atMost(20)).check(validText),
  "kind": SenderKind,
  "country": Country,
  "vasid": z.string().min(1).check(validText).optional(),
  "shared": z.boolean().default(false),
  "mms-connector": z.string().min(1).check(validText).optional(),
  "sms-connector": z.string().min(1).check(validText).optional(),
});
export type NewSender = z.output<typeof NewSender>;

export const NewSubscription = z.strictObject({
  "campaign-ref": z.string().min(1).check(atMost(200)).check(validText),
  "recipient": z.string().min(1).check(validText),
});
export type NewSubscription = z.output<typeof NewSubscription>;

/** Name of a connector. */
export const ConnectorName = z.string().regex(
  /^[a-z0-9_-]{1,40}$/u,
  "must have 1 to 40 of the characters a-z, 0-9, _ and -",
).check(validText);
export type ConnectorName = z.output<typeof ConnectorName>;

/** What it speaks; mmsc_mm7 is MM7 to an MMSC. */
export const ConnectorKind = z.enum(["mmsc_mm7"]);
export type ConnectorKind = z.output<typeof ConnectorKind>;

/** Where the MMSC takes submissions. */
export const ConnectorUrl = z.string().min(1).regex(/^https?:\/\//u, "must be an http or https URL")
  .check(validText);
export type ConnectorUrl = z.output<typeof ConnectorUrl>;

/** VASPID that the MMSC knows us by. */
export const Vaspid = z.string().min(1).check(atMost(255)).regex(
  /^\P{Cc}+$/u,
  "must have no control characters",
).check(validText);
export type Vaspid = z.output<typeof Vaspid>;

/** VASID that goes with it, or null for none. */
export const Vasid = z.string().min(1).check(atMost(255)).regex(
  /^\P{Cc}+$/u,
  "must have no control characters",
).check(validText).nullable();
export type Vasid = z.output<typeof Vasid>;

/** ServiceCode of messages that bring none of their own, or null for none. */
export const ServiceCode = z.string().min(1).check(atMost(255)).regex(
  /^\P{Cc}+$/u,
  "must have no control characters",
).check(validText).nullable();
export type ServiceCode = z.output<typeof ServiceCode>;

/** MM7Version that we say, from 5.3.0 to 6.8.0. */
export const Mm7Version = z.string().check(validText);
export type Mm7Version = z.output<typeof Mm7Version>;

/** Namespace of the MM7 schema, of release 5 or 6. */
export const Mm7Namespace = z.string().check(validText);
export type Mm7Namespace = z.output<typeof Mm7Namespace>;

/** Content-Transfer-Encoding of the files. */
export const TransferEncoding = z.enum(["binary", "base64"]);
export type TransferEncoding = z.output<typeof TransferEncoding>;

/** Most submissions that wait for an answer at once. */
export const Window = z.int().min(1).max(1000);
export type Window = z.output<typeof Window>;

/** Submissions a second, or null for no limit. */
export const ConnectorRate = z.int().min(1).max(10000).nullable();
export type ConnectorRate = z.output<typeof ConnectorRate>;

/** Seconds after which an MMSC that has not answered has failed. */
export const ConnectorTimeout = z.int().min(1).max(300);
export type ConnectorTimeout = z.output<typeof ConnectorTimeout>;

export const NewConnector = z.strictObject({
  "name": ConnectorName,
  "kind": ConnectorKind,
  "url": ConnectorUrl,
  "username": Username.default(null),
  "password": Password.default(null),
  "vaspid": Vaspid,
  "vasid": Vasid.default(null),
  "service-code": ServiceCode.default(null),
  "mm7-version": Mm7Version.default("6.8.0"),
  "namespace": Mm7Namespace.default(
    "http://www.3gpp.org/ftp/Specs/archive/23_series/23.140/schema/REL-6-MM7-1-4",
  ),
  "transfer-encoding": TransferEncoding.default("binary"),
  "window": Window.default(10),
  "rate": ConnectorRate.default(null),
  "timeout": ConnectorTimeout.default(30),
  "relay-username": Username.default(null),
  "relay-password": Password.default(null),
});
export type NewConnector = z.output<typeof NewConnector>;

export const ConnectorChange = z.strictObject({
  "url": ConnectorUrl.optional(),
  "username": Username.optional(),
  "password": Password.optional(),
  "vaspid": Vaspid.optional(),
  "vasid": Vasid.optional(),
  "service-code": ServiceCode.optional(),
  "mm7-version": Mm7Version.optional(),
  "namespace": Mm7Namespace.optional(),
  "transfer-encoding": TransferEncoding.optional(),
  "window": Window.optional(),
  "rate": ConnectorRate.optional(),
  "timeout": ConnectorTimeout.optional(),
  "relay-username": Username.optional(),
  "relay-password": Password.optional(),
});
export type ConnectorChange = z.output<typeof ConnectorChange>;

/** What each operation takes. Bodies are not coerced and refuse unknown fields. */
export const adminRequests = {
  createAccount: { params: z.object({}), query: z.object({}), body: NewAccount },
  listAccounts: {
    params: z.object({}),
    query: z.object({
      "cursor": text(z.string()).optional(),
      "limit": integer(z.int().min(1).max(200)).default(50),
    }),
  },
  readAccount: { params: z.object({ "account": text(z.string().min(1)) }), query: z.object({}) },
  changeAccount: {
    params: z.object({ "account": text(z.string().min(1)) }),
    query: z.object({}),
    body: AccountChange,
  },
  issueKey: {
    params: z.object({ "account": text(z.string().min(1)) }),
    query: z.object({}),
    body: NewKey,
  },
  listKeys: { params: z.object({ "account": text(z.string().min(1)) }), query: z.object({}) },
  revokeKey: {
    params: z.object({ "account": text(z.string().min(1)), "key-id": text(z.string().min(1)) }),
    query: z.object({}),
  },
  addSender: {
    params: z.object({ "account": text(z.string().min(1)) }),
    query: z.object({}),
    body: NewSender,
  },
  listSenders: { params: z.object({ "account": text(z.string().min(1)) }), query: z.object({}) },
  removeSender: {
    params: z.object({ "account": text(z.string().min(1)), "address": text(z.string().min(1)) }),
    query: z.object({}),
  },
  addSubscription: {
    params: z.object({ "account": text(z.string().min(1)) }),
    query: z.object({}),
    body: NewSubscription,
  },
  listSubscriptions: {
    params: z.object({ "account": text(z.string().min(1)) }),
    query: z.object({
      "cursor": text(z.string()).optional(),
      "limit": integer(z.int().min(1).max(200)).default(50),
    }),
  },
  removeSubscription: {
    params: z.object({
      "account": text(z.string().min(1)),
      "campaign-ref": text(z.string().min(1)),
      "recipient": text(z.string().min(1)),
    }),
    query: z.object({}),
  },
  createConnector: { params: z.object({}), query: z.object({}), body: NewConnector },
  listConnectors: { params: z.object({}), query: z.object({}) },
  readConnector: {
    params: z.object({ "connector": text(z.string().min(1)) }),
    query: z.object({}),
  },
  changeConnector: {
    params: z.object({ "connector": text(z.string().min(1)) }),
    query: z.object({}),
    body: ConnectorChange,
  },
  removeConnector: {
    params: z.object({ "connector": text(z.string().min(1)) }),
    query: z.object({}),
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
      "recipient": text(z.string()).optional(),
      "tracking-id": text(z.string()).optional(),
      "state": choice([
        "accepted",
        "preparing",
        "sent",
        "submitted",
        "delivered",
        "expired",
        "failed",
        "rejected",
        "unrecognised",
      ]).optional(),
      "cursor": text(z.string()).optional(),
      "limit": integer(z.int().min(1).max(200)).default(50),
    }),
  },
  readMessage: {
    params: z.object({ "tracking-id": text(z.string().min(1)) }),
    query: z.object({}),
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
      "tracking-id": text(z.string()).optional(),
      "cursor": text(z.string()).optional(),
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
      "from": text(z.string()).optional(),
      "to": text(z.string()).optional(),
      "cursor": text(z.string()).optional(),
      "limit": integer(z.int().min(1).max(200)).default(50),
    }),
  },
  readInbound: {
    params: z.object({ "tracking-id": text(z.string().min(1)) }),
    query: z.object({}),
  },
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
      "cursor": text(z.string()).optional(),
      "limit": integer(z.int().min(1).max(200)).default(50),
    }),
  },
  readTemplate: { params: z.object({ "mms-id": text(z.string().min(1)) }), query: z.object({}) },
  listLoopback: {
    params: z.object({}),
    query: z.object({
      "to": text(z.string()).optional(),
      "tracking-id": text(z.string()).optional(),
      "cursor": text(z.string()).optional(),
      "limit": integer(z.int().min(1).max(200)).default(50),
    }),
  },
  readLoopback: {
    params: z.object({ "carrier-id": text(z.string().min(1)) }),
    query: z.object({}),
  },
  readLoopbackPart: {
    params: z.object({ "carrier-id": text(z.string().min(1)), "index": integer(z.int().min(0)) }),
    query: z.object({}),
  },
} satisfies Record<AdminOperationId, { params: z.ZodType; query: z.ZodType; body?: z.ZodType }>;

export interface AccountCreated {
  /** Id of an account. */
  "account": string;
  /** The API key in full. */
  "api-key": string;
  /** Secret that signs the account's postbacks (Standard Webhooks). */
  "webhook-secret": string;
}

export interface Account {
  /** Id of an account. */
  "account": string;
  /** Name for people. */
  "name": string;
  /** Where postbacks go; without one they are kept. */
  "postback-url": string | null;
  /** Whether it may use the MM7 door. */
  "mm7": boolean;
  /** Where MM7 delivery reports and inbound messages go. */
  "mm7-url": string | null;
  /** User of the Basic credentials for `mm7-url`; without one none are sent. */
  "mm7-username": string | null;
  /** Whether it has an `mm7-password`. */
  "mm7-password-set": boolean;
  /** Whether answers of the MM7 door are text/xml, whatever the request accepts. */
  "mm7-text-xml": boolean;
  /** Whether inbound MMS are announced by N401. */
  "mms-mo-postbacks": boolean;
  /** Whether an MMS may go out as SMS. */
  "allow-fallback-sms": boolean;
  /** Whether recipients must be subscribed to the campaign of a send. */
  "enforce-campaign-check": boolean;
  /** Whether carriers are asked for delivery reports. */
  "delivery-reports": boolean;
  /** Messages a second that the account may send, or null for no limit. */
  "rate": number | null;
  /** Whether the account is shut out. */
  "disabled": boolean;
  /** A point in time. */
  "created-at": string;
}

export interface AccountPage {
  "items": Account[];
  /** Given as `cursor` it brings the next page; null on the last. */
  "next-cursor": string | null;
}

export interface KeyIssued {
  /** Names the key. */
  "key-id": string;
  /** The API key in full. */
  "api-key": string;
  /** A point in time. */
  "created-at": string;
}

export interface Key {
  /** Names the key. */
  "key-id": string;
  /** Its last four characters. */
  "hint": string;
  /** A point in time. */
  "created-at": string;
  /** A point in time, or null. */
  "revoked-at": string | null;
}

export interface KeyList {
  "items": Key[];
}

export interface Sender {
  /** Digits, or the alphanumeric name. */
  "address": string;
  /** Kind of sender. */
  "kind": "short-code" | "toll-free" | "10dlc" | "alphanumeric";
  /** ISO 3166-1 alpha-2 code of its country. */
  "country": string;
  /** VASID that MM7 requests must carry. */
  "vasid": string | null;
  /** Whether other accounts use it too. */
  "shared": boolean;
  /** Connector that takes its MMS. */
  "mms-connector": string | null;
  /** Connector that takes its SMS. */
  "sms-connector": string | null;
}

export interface SenderList {
  "items": Sender[];
}

export interface Subscription {
  /** The campaign. */
  "campaign-ref": string;
  /** Number with country code. */
  "recipient": string;
}

export interface SubscriptionPage {
  "items": Subscription[];
  /** Given as `cursor` it brings the next page; null on the last. */
  "next-cursor": string | null;
}

export interface Connector {
  /** Name of a connector. */
  "name": string;
  /** What it speaks; mmsc_mm7 is MM7 to an MMSC. */
  "kind": "mmsc_mm7";
  /** Where the MMSC takes submissions. */
  "url": string;
  /** User of the Basic credentials for `url`; without one none are sent. */
  "username": string | null;
  /** Whether it has a `password`. */
  "password-set": boolean;
  /** VASPID that the MMSC knows us by. */
  "vaspid": string;
  /** VASID that goes with it, or null for none. */
  "vasid": string | null;
  /** ServiceCode of messages that bring none of their own, or null for none. */
  "service-code": string | null;
  /** MM7Version that we say, from 5.3.0 to 6.8.0. */
  "mm7-version": string;
  /** Namespace of the MM7 schema, of release 5 or 6. */
  "namespace": string;
  /** Content-Transfer-Encoding of the files. */
  "transfer-encoding": "binary" | "base64";
  /** Most submissions that wait for an answer at once. */
  "window": number;
  /** Submissions a second, or null for no limit. */
  "rate": number | null;
  /** Seconds after which an MMSC that has not answered has failed. */
  "timeout": number;
  /** User of the MMSC's own Basic credentials; without them it may not come. */
  "relay-username": string | null;
  /** Whether it has a `relay-password`. */
  "relay-password-set": boolean;
  /** Where the MMSC reports and delivers. */
  "relay-url": string;
  /** A point in time. */
  "created-at": string;
  /** A point in time. */
  "changed-at": string;
}

export interface ConnectorList {
  "items": Connector[];
}

export interface Message {
  /** Id of the transaction, also in its postbacks. */
  "tracking-id": string;
  /** Id of an account. */
  "account": string;
  /** What was asked for. */
  "kind": "MMS_MT" | "SMS_MT";
  /** Where the message is on its way. */
  "state":
    | "accepted"
    | "preparing"
    | "sent"
    | "submitted"
    | "delivered"
    | "expired"
    | "failed"
    | "rejected"
    | "unrecognised";
  /** Which of the two it went out as, once it did. */
  "sent-as": "MMS" | "SMS" | null;
  /** Short code or number that the message is sent from. */
  "from": string;
  /** Number of the recipient with country code. */
  "to": string;
  /** Operator of the recipient, if known. */
  "operator-id": string | null;
  /** Its template, if it has one. */
  "mms-id": string | null;
  /** The customer's own id. */
  "client-reference": string | null;
  /** The campaign. */
  "campaign-ref": string | null;
  /** As how many messages its text is billed; null for an MMS. */
  "segments": number | null;
  /** Connector that it went to. */
  "connector": string | null;
  /** The carrier's id of it. */
  "carrier-id": string | null;
  /** The handset, where the carrier tells. */
  "handset": string | null;
  /** What became of it in words. */
  "status-details": string | null;
  /** A point in time. */
  "accepted-at": string;
  /** A point in time. */
  "updated-at": string;
}

export interface MessagePage {
  "items": Message[];
  /** Given as `cursor` it brings the next page; null on the last. */
  "next-cursor": string | null;
}

export interface HistoryEntry {
  /** A point in time. */
  "at": string;
  /** What happened. */
  "event": string;
  /** State after it, where it has one. */
  "state": string | null;
  /** More about it. */
  "details"?: string;
}

export interface PostbackEntry {
  /** Its `webhook-id`. */
  "id": string;
  /** Its code; for what goes to a VASP over MM7, `DeliveryReportReq` or `DeliverReq`. */
  "code": string;
  /**
   * Dead after the last retry, or once refused for good; held while the account has no URL
   * for it.
   */
  "state": "pending" | "sent" | "dead" | "held";
  /** Tries so far. */
  "attempts": number;
  /** A point in time. */
  "created-at": string;
  /** A point in time, or null. */
  "sent-at": string | null;
  /** A point in time, or null. */
  "next-attempt-at": string | null;
  /** What the receiver or the network said. */
  "last-error": string | null;
  /**
   * What is sent. Over MM7 it is what the request is made of: `message`, its elements, and
   * `files`.
   */
  "body": Record<string, unknown>;
}

export interface MessageDetail {
  /** Id of the transaction, also in its postbacks. */
  "tracking-id": string;
  /** Id of an account. */
  "account": string;
  /** What was asked for. */
  "kind": "MMS_MT" | "SMS_MT";
  /** Where the message is on its way. */
  "state":
    | "accepted"
    | "preparing"
    | "sent"
    | "submitted"
    | "delivered"
    | "expired"
    | "failed"
    | "rejected"
    | "unrecognised";
  /** Which of the two it went out as, once it did. */
  "sent-as": "MMS" | "SMS" | null;
  /** Short code or number that the message is sent from. */
  "from": string;
  /** Number of the recipient with country code. */
  "to": string;
  /** Operator of the recipient, if known. */
  "operator-id": string | null;
  /** Its template, if it has one. */
  "mms-id": string | null;
  /** The customer's own id. */
  "client-reference": string | null;
  /** The campaign. */
  "campaign-ref": string | null;
  /** As how many messages its text is billed; null for an MMS. */
  "segments": number | null;
  /** Connector that it went to. */
  "connector": string | null;
  /** The carrier's id of it. */
  "carrier-id": string | null;
  /** The handset, where the carrier tells. */
  "handset": string | null;
  /** What became of it in words. */
  "status-details": string | null;
  /** A point in time. */
  "accepted-at": string;
  /** A point in time. */
  "updated-at": string;
  "history": HistoryEntry[];
  "postbacks": PostbackEntry[];
}

export interface Link {
  /** What the text says. */
  "url": string;
  /** A page shows the message; a click leads to the target. */
  "kind": "page" | "click";
  /** Id of an account. */
  "account": string;
  /** Id of the transaction, also in its postbacks. */
  "tracking-id": string;
  /** Where it leads; null for a page. */
  "target": string | null;
  /** How often it was opened. */
  "clicks": number;
  /** A point in time, or null. */
  "first-click-at": string | null;
  /** A point in time, or null. */
  "last-click-at": string | null;
  /** A point in time. */
  "created-at": string;
  /** A point in time. */
  "expires-at": string;
}

export interface LinkPage {
  "items": Link[];
  /** Given as `cursor` it brings the next page; null on the last. */
  "next-cursor": string | null;
}

export interface ReceivedFile {
  /** Its name, unique in its message. */
  "name": string;
  /** Its MIME type as it came. */
  "type": string;
  /** Its size. */
  "bytes": number;
  /** Where whoever knows it can fetch the file. */
  "url": string;
}

export interface InboundMessage {
  /** Id of the transaction, also in its postbacks. */
  "tracking-id": string;
  /** Id of an account. */
  "account": string;
  /** What came. */
  "kind": "MMS_MO";
  /** Connector that it came by. */
  "connector": string;
  /** Number of the end user with country code. */
  "from": string;
  /** Short code or number that it was sent to. */
  "to": string;
  /** Its subject, if it has one. */
  "subject": string | null;
  /** Operator of the end user, if known. */
  "operator-id": string | null;
  "files": ReceivedFile[];
  /** A point in time. */
  "received-at": string;
}

export interface InboundPage {
  "items": InboundMessage[];
  /** Given as `cursor` it brings the next page; null on the last. */
  "next-cursor": string | null;
}

export interface InboundDetail {
  /** Id of the transaction, also in its postbacks. */
  "tracking-id": string;
  /** Id of an account. */
  "account": string;
  /** What came. */
  "kind": "MMS_MO";
  /** Connector that it came by. */
  "connector": string;
  /** Number of the end user with country code. */
  "from": string;
  /** Short code or number that it was sent to. */
  "to": string;
  /** Its subject, if it has one. */
  "subject": string | null;
  /** Operator of the end user, if known. */
  "operator-id": string | null;
  "files": ReceivedFile[];
  /** A point in time. */
  "received-at": string;
  "history": HistoryEntry[];
  "postbacks": PostbackEntry[];
}

export interface Rendition {
  /** Class of handsets and operators it is for. */
  "name": string;
  /** Its MIME type. */
  "type": string;
  /** Its size. */
  "bytes": number;
  /** Pixels. */
  "width": number | null;
  /** Pixels. */
  "height": number | null;
  /** Milliseconds. */
  "duration-ms": number | null;
}

export interface TemplateMedia {
  /** Its slide, counted from 1. */
  "slide": number;
  /** Kind of content. */
  "kind": "image" | "audio" | "video" | "contact" | "calendar" | "pdf" | "ms-excel";
  /** URL of the file as the request gave it. */
  "url": string;
  /**
   * Where it is on its way; waiting when it has been fetched and others are transcoded before
   * it.
   */
  "state": "pending" | "fetching" | "waiting" | "transcoding" | "done" | "failed";
  /** How much of it is transcoded; while it is, and where that can be told. */
  "percent"?: number;
  "renditions": Rendition[];
  /** Why it failed. */
  "error": string | null;
}

export interface Template {
  /** Id of the template. */
  "mms-id": string;
  /** Id of an account. */
  "account": string;
  /** Name of the template. */
  "name": string;
  /** Locked until encoded; a failed one can never be sent. */
  "state": "locked" | "ready" | "failed";
  /** Id of the transaction, also in its postbacks. */
  "tracking-id": string;
  /** How many slides it has. */
  "slides": number;
  "media": TemplateMedia[];
  /** A point in time. */
  "created-at": string;
}

export interface TemplatePage {
  "items": Template[];
  /** Given as `cursor` it brings the next page; null on the last. */
  "next-cursor": string | null;
}

export interface LoopbackPart {
  /** Content-ID without brackets. */
  "content-id": string;
  /** Its MIME type. */
  "type": string;
  /** Its file name, if it has one. */
  "location": string | null;
  /** Its size. */
  "bytes": number;
}

export interface LoopbackMessage {
  /** The carrier's id of it. */
  "carrier-id": string;
  /** Id of the transaction, also in its postbacks. */
  "tracking-id": string;
  /** What the carrier was given. */
  "kind": "MMS" | "SMS";
  /** Short code or number that the message is sent from. */
  "from": string;
  /** Number of the recipient with country code. */
  "to": string;
  /** Of an MMS that has one. */
  "subject": string | null;
  /** Of an SMS. */
  "text": string | null;
  "parts": LoopbackPart[];
  /** A point in time. */
  "received-at": string;
}

export interface LoopbackPage {
  "items": LoopbackMessage[];
  /** Given as `cursor` it brings the next page; null on the last. */
  "next-cursor": string | null;
}

/** What each operation answers; `undefined` where there is no body. */
export interface AdminResponses {
  createAccount: AccountCreated;
  listAccounts: AccountPage;
  readAccount: Account;
  changeAccount: Account;
  issueKey: KeyIssued;
  listKeys: KeyList;
  revokeKey: undefined;
  addSender: Sender;
  listSenders: SenderList;
  removeSender: undefined;
  addSubscription: Subscription;
  listSubscriptions: SubscriptionPage;
  removeSubscription: undefined;
  createConnector: Connector;
  listConnectors: ConnectorList;
  readConnector: Connector;
  changeConnector: Connector;
  removeConnector: undefined;
  listMessages: MessagePage;
  readMessage: MessageDetail;
  listLinks: LinkPage;
  listInbound: InboundPage;
  readInbound: InboundDetail;
  listTemplates: TemplatePage;
  readTemplate: Template;
  listLoopback: LoopbackPage;
  readLoopback: LoopbackMessage;
  readLoopbackPart: Uint8Array;
}
