// deno-lint-ignore-file
// Written by `deno task generate` from tools/mm7.xsd. Edit that, not this.
/** Messages of MM7 (3GPP TS 23.140), with their names on the wire. */
import {
  attribute,
  type ChoiceRule,
  element,
  type FieldsRule,
  type LimitedText,
} from "../schema/mm7_rules.ts";

/** XML namespace of the messages. */
export const NAMESPACE =
  "http://www.3gpp.org/ftp/Specs/archive/23_series/23.140/schema/REL-6-MM7-1-4";

export type AddressCoding = "encrypted" | "obfuscated";
const ADDRESS_CODING: readonly AddressCoding[] = ["encrypted", "obfuscated"];

/** Address, by the name of its element. */
export interface Address {
  kind: "RFC2822Address" | "Number" | "ShortCode";
  value: string;
  displayOnly?: boolean;
  addressCoding?: AddressCoding;
  id?: string;
}
const ADDRESS: ChoiceRule = {
  kind: "choice",
  many: false,
  names: ["RFC2822Address", "Number", "ShortCode"],
  value: "string",
  attributes: [
    attribute("displayOnly", "boolean", "?"),
    attribute("addressCoding", ADDRESS_CODING, "?"),
    attribute("id", "string", "?"),
  ],
};

export interface SenderIdentification {
  VASPID: string;
  VASID?: string;
  SenderAddress: Address;
}
const SENDER_IDENTIFICATION: FieldsRule = {
  kind: "fields",
  attributes: [],
  elements: [
    element("VASPID", "string", "1"),
    element("VASID", "string", "?"),
    element("SenderAddress", ADDRESS, "1"),
  ],
};

export interface Recipients {
  To?: Address[];
  Cc?: Address[];
  Bcc?: Address[];
}
const RECIPIENTS: FieldsRule = {
  kind: "fields",
  attributes: [],
  elements: [
    element("To", { ...ADDRESS, many: true }, "*"),
    element("Cc", { ...ADDRESS, many: true }, "*"),
    element("Bcc", { ...ADDRESS, many: true }, "*"),
  ],
};

export interface ReplyCharging {
  replyChargingSize?: number;
  replyDeadline?: string;
}
const REPLY_CHARGING: FieldsRule = {
  kind: "fields",
  attributes: [
    attribute("replyChargingSize", "integer", "?"),
    attribute("replyDeadline", "string", "?"),
  ],
  elements: [],
};

export type Priority = "Normal" | "High" | "Low";
const PRIORITY: readonly Priority[] = ["Normal", "High", "Low"];

export type ChargedParty = "Sender" | "Recipient" | "Both" | "Neither" | "ThirdParty";
const CHARGED_PARTY: readonly ChargedParty[] = [
  "Sender",
  "Recipient",
  "Both",
  "Neither",
  "ThirdParty",
];

export interface DeliveryCondition {
  DC: number[];
}
const DELIVERY_CONDITION: FieldsRule = {
  kind: "fields",
  attributes: [],
  elements: [element("DC", "integer", "+")],
};

/** Smallest content class that the message fits (spec 2.1). */
export type ContentClass =
  | "text"
  | "image-basic"
  | "image-rich"
  | "video-basic"
  | "video-rich"
  | "megapixel"
  | "content-basic"
  | "content-rich";
const CONTENT_CLASS: readonly ContentClass[] = [
  "text",
  "image-basic",
  "image-rich",
  "video-basic",
  "video-rich",
  "megapixel",
  "content-basic",
  "content-rich",
];

/** Part that holds the content, as `cid:` URL (RFC 2392). Accounts may be set to allow a missing allowAdaptations, which is required otherwise (spec 2.1). */
export interface SubmitContent {
  href: string;
  allowAdaptations?: boolean;
}
const SUBMIT_CONTENT: FieldsRule = {
  kind: "fields",
  attributes: [attribute("href", "string", "1"), attribute("allowAdaptations", "boolean", "?")],
  elements: [],
};

/** Submission of a message (spec 2.1). */
export interface SubmitReq {
  MM7Version: string;
  SenderIdentification: SenderIdentification;
  Recipients: Recipients;
  ServiceCode?: string;
  LinkedID?: string;
  MessageClass?: string;
  TimeStamp?: string;
  ReplyCharging?: ReplyCharging;
  EarliestDeliveryTime?: string;
  ExpiryDate?: string;
  DeliveryReport?: boolean;
  ReadReply?: boolean;
  Priority?: Priority;
  Subject?: string;
  ChargedParty?: ChargedParty;
  ChargedPartyID?: string;
  DistributionIndicator?: boolean;
  DeliveryCondition?: DeliveryCondition;
  ApplicID?: string;
  ReplyApplicID?: string;
  AuxApplicInfo?: string;
  ContentClass?: ContentClass;
  DRMContent?: boolean;
  Content: SubmitContent;
}
const SUBMIT_REQ: FieldsRule = {
  kind: "fields",
  attributes: [],
  elements: [
    element("MM7Version", "string", "1"),
    element("SenderIdentification", SENDER_IDENTIFICATION, "1"),
    element("Recipients", RECIPIENTS, "1"),
    element("ServiceCode", { maxLength: 255 }, "?"),
    element("LinkedID", "string", "?"),
    element("MessageClass", { maxLength: 255 }, "?"),
    element("TimeStamp", "string", "?"),
    element("ReplyCharging", REPLY_CHARGING, "?"),
    element("EarliestDeliveryTime", "string", "?"),
    element("ExpiryDate", "string", "?"),
    element("DeliveryReport", "boolean", "?"),
    element("ReadReply", "boolean", "?"),
    element("Priority", PRIORITY, "?"),
    element("Subject", { maxLength: 1000 }, "?"),
    element("ChargedParty", CHARGED_PARTY, "?"),
    element("ChargedPartyID", "string", "?"),
    element("DistributionIndicator", "boolean", "?"),
    element("DeliveryCondition", DELIVERY_CONDITION, "?"),
    element("ApplicID", "string", "?"),
    element("ReplyApplicID", "string", "?"),
    element("AuxApplicInfo", "string", "?"),
    element("ContentClass", CONTENT_CLASS, "?"),
    element("DRMContent", "boolean", "?"),
    element("Content", SUBMIT_CONTENT, "1"),
  ],
};

export interface Status {
  StatusCode: number;
  StatusText?: string;
  Details?: string;
}
const STATUS: FieldsRule = {
  kind: "fields",
  attributes: [],
  elements: [
    element("StatusCode", "integer", "1"),
    element("StatusText", "string", "?"),
    element("Details", "string", "?"),
  ],
};

/** Acceptance of a message; MessageID is in every report on it (spec 2.2). */
export interface SubmitRsp {
  MM7Version: string;
  Status: Status;
  MessageID?: string;
}
const SUBMIT_RSP: FieldsRule = {
  kind: "fields",
  attributes: [],
  elements: [
    element("MM7Version", "string", "1"),
    element("Status", STATUS, "1"),
    element("MessageID", "string", "?"),
  ],
};

export interface PreviousSenders {
  User: Address[];
}
const PREVIOUS_SENDERS: FieldsRule = {
  kind: "fields",
  attributes: [],
  elements: [element("User", { ...ADDRESS, many: true }, "+")],
};

export interface PreviousTimes {
  DateTime: string[];
}
const PREVIOUS_TIMES: FieldsRule = {
  kind: "fields",
  attributes: [],
  elements: [element("DateTime", "string", "+")],
};

/** Handset; UAProf is the URL of its profile, or its name. */
export interface UACapabilities {
  UAProf?: string;
  TimeStamp?: string;
}
const UA_CAPABILITIES: FieldsRule = {
  kind: "fields",
  attributes: [attribute("UAProf", "string", "?"), attribute("TimeStamp", "string", "?")],
  elements: [],
};

/** Part that holds the content, as `cid:` URL (RFC 2392). */
export interface Content {
  href: string;
  allowAdaptations?: boolean;
}
const CONTENT: FieldsRule = {
  kind: "fields",
  attributes: [attribute("href", "string", "1"), attribute("allowAdaptations", "boolean", "?")],
  elements: [],
};

/** Message from a handset (MO). */
export interface DeliverReq {
  MM7Version: string;
  MMSRelayServerID?: string;
  VASPID?: string;
  VASID?: string;
  LinkedID?: string;
  Sender: Address;
  Recipients?: Recipients;
  Previouslysentby?: PreviousSenders;
  Previouslysentdateandtime?: PreviousTimes;
  SenderSPI?: string;
  RecipientSPI?: string;
  TimeStamp?: string;
  ReplyChargingID?: string;
  Priority?: Priority;
  Subject?: string;
  ApplicID?: string;
  ReplyApplicID?: string;
  AuxApplicInfo?: string;
  UACapabilities?: UACapabilities;
  Content?: Content;
}
const DELIVER_REQ: FieldsRule = {
  kind: "fields",
  attributes: [],
  elements: [
    element("MM7Version", "string", "1"),
    element("MMSRelayServerID", "string", "?"),
    element("VASPID", "string", "?"),
    element("VASID", "string", "?"),
    element("LinkedID", "string", "?"),
    element("Sender", ADDRESS, "1"),
    element("Recipients", RECIPIENTS, "?"),
    element("Previouslysentby", PREVIOUS_SENDERS, "?"),
    element("Previouslysentdateandtime", PREVIOUS_TIMES, "?"),
    element("SenderSPI", "string", "?"),
    element("RecipientSPI", "string", "?"),
    element("TimeStamp", "string", "?"),
    element("ReplyChargingID", "string", "?"),
    element("Priority", PRIORITY, "?"),
    element("Subject", "string", "?"),
    element("ApplicID", "string", "?"),
    element("ReplyApplicID", "string", "?"),
    element("AuxApplicInfo", "string", "?"),
    element("UACapabilities", UA_CAPABILITIES, "?"),
    element("Content", CONTENT, "?"),
  ],
};

export interface DeliverRsp {
  MM7Version: string;
  Status: Status;
  ServiceCode?: string;
  ApplicID?: string;
  ReplyApplicID?: string;
  AuxApplicInfo?: string;
}
const DELIVER_RSP: FieldsRule = {
  kind: "fields",
  attributes: [],
  elements: [
    element("MM7Version", "string", "1"),
    element("Status", STATUS, "1"),
    element("ServiceCode", "string", "?"),
    element("ApplicID", "string", "?"),
    element("ReplyApplicID", "string", "?"),
    element("AuxApplicInfo", "string", "?"),
  ],
};

/** Status of a message; the last two are carriers' own (contract section 6). */
export type MMStatus =
  | "Expired"
  | "Retrieved"
  | "Deferred"
  | "Rejected"
  | "Indeterminate"
  | "Forwarded"
  | "Unrecognised"
  | "NotSupported"
  | "Unreachable";
const MM_STATUS: readonly MMStatus[] = [
  "Expired",
  "Retrieved",
  "Deferred",
  "Rejected",
  "Indeterminate",
  "Forwarded",
  "Unrecognised",
  "NotSupported",
  "Unreachable",
];

/** Status of a submitted message. Relays confuse Sender and Recipient: match by MessageID. */
export interface DeliveryReportReq {
  MM7Version: string;
  MMSRelayServerID?: string;
  MessageID: string;
  Recipient: Address;
  Sender: Address;
  Date: string;
  MMStatus: MMStatus;
  StatusText?: string;
  ApplicID?: string;
  ReplyApplicID?: string;
  AuxApplicInfo?: string;
  UACapabilities?: UACapabilities;
}
const DELIVERY_REPORT_REQ: FieldsRule = {
  kind: "fields",
  attributes: [],
  elements: [
    element("MM7Version", "string", "1"),
    element("MMSRelayServerID", "string", "?"),
    element("MessageID", "string", "1"),
    element("Recipient", ADDRESS, "1"),
    element("Sender", ADDRESS, "1"),
    element("Date", "string", "1"),
    element("MMStatus", MM_STATUS, "1"),
    element("StatusText", "string", "?"),
    element("ApplicID", "string", "?"),
    element("ReplyApplicID", "string", "?"),
    element("AuxApplicInfo", "string", "?"),
    element("UACapabilities", UA_CAPABILITIES, "?"),
  ],
};

export interface DeliveryReportRsp {
  MM7Version: string;
  Status: Status;
}
const DELIVERY_REPORT_RSP: FieldsRule = {
  kind: "fields",
  attributes: [],
  elements: [element("MM7Version", "string", "1"), element("Status", STATUS, "1")],
};

export type ReadStatus = "Indeterminate" | "Read" | "Deleted without being read";
const READ_STATUS: readonly ReadStatus[] = ["Indeterminate", "Read", "Deleted without being read"];

/** Read status of a delivered message. */
export interface ReadReplyReq {
  MM7Version: string;
  MMSRelayServerID?: string;
  MessageID: string;
  Recipient: Address;
  Sender: Address;
  TimeStamp: string;
  MMStatus: ReadStatus;
  StatusText?: string;
  ApplicID?: string;
  ReplyApplicID?: string;
  AuxApplicInfo?: string;
}
const READ_REPLY_REQ: FieldsRule = {
  kind: "fields",
  attributes: [],
  elements: [
    element("MM7Version", "string", "1"),
    element("MMSRelayServerID", "string", "?"),
    element("MessageID", "string", "1"),
    element("Recipient", ADDRESS, "1"),
    element("Sender", ADDRESS, "1"),
    element("TimeStamp", "string", "1"),
    element("MMStatus", READ_STATUS, "1"),
    element("StatusText", "string", "?"),
    element("ApplicID", "string", "?"),
    element("ReplyApplicID", "string", "?"),
    element("AuxApplicInfo", "string", "?"),
  ],
};

export interface ReadReplyRsp {
  MM7Version: string;
  Status: Status;
}
const READ_REPLY_RSP: FieldsRule = {
  kind: "fields",
  attributes: [],
  elements: [element("MM7Version", "string", "1"), element("Status", STATUS, "1")],
};

/** Cancellation of a message. */
export interface CancelReq {
  MM7Version: string;
  SenderIdentification: SenderIdentification;
  MessageID: string;
  ApplicID?: string;
  ReplyApplicID?: string;
  AuxApplicInfo?: string;
}
const CANCEL_REQ: FieldsRule = {
  kind: "fields",
  attributes: [],
  elements: [
    element("MM7Version", "string", "1"),
    element("SenderIdentification", SENDER_IDENTIFICATION, "1"),
    element("MessageID", "string", "1"),
    element("ApplicID", "string", "?"),
    element("ReplyApplicID", "string", "?"),
    element("AuxApplicInfo", "string", "?"),
  ],
};

export interface CancelRsp {
  MM7Version: string;
  Status: Status;
}
const CANCEL_RSP: FieldsRule = {
  kind: "fields",
  attributes: [],
  elements: [element("MM7Version", "string", "1"), element("Status", STATUS, "1")],
};

/** Replacement of a message that is not delivered yet. */
export interface ReplaceReq {
  MM7Version: string;
  SenderIdentification: SenderIdentification;
  MessageID: string;
  ServiceCode?: string;
  TimeStamp?: string;
  ReadReply?: boolean;
  EarliestDeliveryTime?: string;
  DistributionIndicator?: boolean;
  ApplicID?: string;
  ReplyApplicID?: string;
  AuxApplicInfo?: string;
  ContentClass?: ContentClass;
  DRMContent?: boolean;
  Content?: Content;
}
const REPLACE_REQ: FieldsRule = {
  kind: "fields",
  attributes: [],
  elements: [
    element("MM7Version", "string", "1"),
    element("SenderIdentification", SENDER_IDENTIFICATION, "1"),
    element("MessageID", "string", "1"),
    element("ServiceCode", "string", "?"),
    element("TimeStamp", "string", "?"),
    element("ReadReply", "boolean", "?"),
    element("EarliestDeliveryTime", "string", "?"),
    element("DistributionIndicator", "boolean", "?"),
    element("ApplicID", "string", "?"),
    element("ReplyApplicID", "string", "?"),
    element("AuxApplicInfo", "string", "?"),
    element("ContentClass", CONTENT_CLASS, "?"),
    element("DRMContent", "boolean", "?"),
    element("Content", CONTENT, "?"),
  ],
};

export interface ReplaceRsp {
  MM7Version: string;
  Status: Status;
}
const REPLACE_RSP: FieldsRule = {
  kind: "fields",
  attributes: [],
  elements: [element("MM7Version", "string", "1"), element("Status", STATUS, "1")],
};

export interface RSErrorRsp {
  MM7Version: string;
  Status: Status;
}
const RS_ERROR_RSP: FieldsRule = {
  kind: "fields",
  attributes: [],
  elements: [element("MM7Version", "string", "1"), element("Status", STATUS, "1")],
};

export interface VASPErrorRsp {
  MM7Version: string;
  Status: Status;
}
const VASP_ERROR_RSP: FieldsRule = {
  kind: "fields",
  attributes: [],
  elements: [element("MM7Version", "string", "1"), element("Status", STATUS, "1")],
};

/** Limits of TransactionID, which is in the SOAP header. */
export const TRANSACTION_ID: LimitedText = { maxLength: 255 };

/** Messages by name. */
export interface Messages {
  SubmitReq: SubmitReq;
  SubmitRsp: SubmitRsp;
  DeliverReq: DeliverReq;
  DeliverRsp: DeliverRsp;
  DeliveryReportReq: DeliveryReportReq;
  DeliveryReportRsp: DeliveryReportRsp;
  ReadReplyReq: ReadReplyReq;
  ReadReplyRsp: ReadReplyRsp;
  CancelReq: CancelReq;
  CancelRsp: CancelRsp;
  ReplaceReq: ReplaceReq;
  ReplaceRsp: ReplaceRsp;
  RSErrorRsp: RSErrorRsp;
  VASPErrorRsp: VASPErrorRsp;
}
export type MessageName = keyof Messages;

/** Field rules of the messages by name. */
export const MESSAGES: Readonly<Record<MessageName, FieldsRule>> = {
  SubmitReq: SUBMIT_REQ,
  SubmitRsp: SUBMIT_RSP,
  DeliverReq: DELIVER_REQ,
  DeliverRsp: DELIVER_RSP,
  DeliveryReportReq: DELIVERY_REPORT_REQ,
  DeliveryReportRsp: DELIVERY_REPORT_RSP,
  ReadReplyReq: READ_REPLY_REQ,
  ReadReplyRsp: READ_REPLY_RSP,
  CancelReq: CANCEL_REQ,
  CancelRsp: CANCEL_RSP,
  ReplaceReq: REPLACE_REQ,
  ReplaceRsp: REPLACE_RSP,
  RSErrorRsp: RS_ERROR_RSP,
  VASPErrorRsp: VASP_ERROR_RSP,
};
