/**
 * Codes of Infobip: errors of requests, statuses that refuse a message, and errors of reports, which
 * have names. Errors without a row count by the status beside them.
 */
import type { CodeRow } from "../http_carrier/provider.ts";
import { REFUSALS } from "./statuses.ts";

/** Errors of requests; those of older operations count by their HTTP status. */
const REQUEST_ERRORS: readonly CodeRow[] = [
  { code: "E400", kind: "request", when: "the request is not of the API" },
  { code: "E401", kind: "credentials", when: "the API key is wrong" },
  { code: "E403", kind: "credentials", when: "the API key lacks a scope" },
  { code: "E429", kind: "throttled", when: "too many requests" },
  { code: "E500", kind: "unconfirmed", when: "an error at Infobip" },
];

/** Errors of reports on SMS and MMS. */
const REPORT_ERRORS: readonly CodeRow[] = [
  { code: "EC_UNKNOWN_SUBSCRIBER", kind: "recipient", when: "the recipient is unknown" },
  { code: "EC_UNIDENTIFIED_SUBSCRIBER", kind: "recipient", when: "the recipient is unknown" },
  { code: "EC_ABSENT_SUBSCRIBER_SM", kind: "unreachable", when: "the handset is off or away" },
  { code: "EC_ABSENT_SUBSCRIBER", kind: "unreachable", when: "the handset is off or away" },
  { code: "EC_ROAMING_NOT_ALLOWED", kind: "unreachable", when: "the handset roams" },
  { code: "EC_SUBSCRIBER_BUSY_FOR_MT_SMS", kind: "unreachable", when: "the handset is busy" },
  {
    code: "EC_SM_DF_MEMORYCAPACITYEXCEEDED",
    kind: "unreachable",
    when: "the handset's inbox is full",
  },
  { code: "EC_ILLEGAL_SUBSCRIBER", kind: "blocked", when: "the operator blocks the number" },
  { code: "EC_CALL_BARRED", kind: "recipient", when: "the operator has suspended the recipient" },
  { code: "EC_DEST_ADDRESS_SUSPENDED", kind: "recipient", when: "the number is suspended" },
  { code: "EC_DEACTIVATED_LIST", kind: "recipient", when: "the number is deactivated" },
  { code: "EC_USER_OUT_OF_CREDIT", kind: "recipient", when: "the recipient is out of credit" },
  { code: "EC_TELESERVICE_NOT_PROVISIONED", kind: "unsupported", when: "the number has no SMS" },
  { code: "EC_CANNOT_RECEIVE_SC", kind: "unsupported", when: "its operator has no short codes" },
  {
    code: "EC_DEST_ADDRESS_UNABLE_TO_RECEIVE_SMS",
    kind: "unsupported",
    when: "the number takes no SMS",
  },
  {
    code: "EC_DESTINATION_NOT_SMS_PROVISIONED",
    kind: "unsupported",
    when: "the number takes no SMS",
  },
  {
    code: "EC_ACCOUNT_NOT_PROVISIONED_FOR_CHANNEL",
    kind: "unsupported",
    when: "the network is not covered, or not set up on the account",
  },
  { code: "EC_SC_BLOCKED_BY_END_USER", kind: "blocked", when: "the recipient blocks the sender" },
  {
    code: "EC_SC_BLOCKED_FOR_END_USER",
    kind: "blocked",
    when: "the operator blocks the sender for the recipient",
  },
  { code: "EC_CONTENT_BLOCKED", kind: "blocked", when: "the recipient has opted out" },
  { code: "EC_BLOCKED_BY_CAMPAIGN_BLACKLIST", kind: "blocked", when: "blocked by the campaign" },
  { code: "EC_SIGNALS_BLOCKED", kind: "blocked", when: "blocked against fraud" },
  { code: "EC_IMSI_BLACKLISTED", kind: "blocked", when: "the subscriber is blocked" },
  { code: "EC_BLACKLISTED_DESTINATIONADDRESS", kind: "blocked", when: "the number is blocked" },
  { code: "EC_DESTINATION_BLOCKED_BY_OPERATOR", kind: "blocked", when: "the number is blocked" },
  { code: "EC_DEST_ADDRESS_BLACKLISTED", kind: "blocked", when: "Do Not Disturb" },
  { code: "EC_INVALID_DESTINATION_ADDRESS", kind: "recipient", when: "the number is invalid" },
  { code: "EC_INVALID_REQUEST_DESTINATION", kind: "recipient", when: "the country is unknown" },
  { code: "EC_OPERATOR_NOT_FOUND", kind: "recipient", when: "the number belongs to no operator" },
  { code: "EC_MSG_TEXT_TOO_LONG", kind: "size", when: "the text is too long" },
  { code: "EC_INVALID_SOURCE_ADDRESS", kind: "sender", when: "the operator refuses the sender" },
  { code: "EC_BLACKLISTED_SENDERADDRESS", kind: "sender", when: "the sender is blocked" },
  {
    code: "EC_CAMPAIGNID_NOT_PROVISIONED",
    kind: "sender",
    when: "the operator has no such campaign, or not an active one",
  },
  { code: "EC_INVALID_GLOBAL_CAMPAIGN_ID", kind: "sender", when: "the campaign is invalid" },
  { code: "EC_CAMPAIGN_ID_REJECTED", kind: "sender", when: "the operator refuses the campaign" },
  {
    code: "EC_ACC_HAS_NO_ADRESS_FOR_DESR",
    kind: "sender",
    when: "the account has no sender for the destination",
  },
  { code: "EC_TF_NUMBER_NOT_VERIFIED", kind: "sender", when: "the toll-free number is unverified" },
  { code: "EC_SC_NOT_PROVISIONED", kind: "sender", when: "the operator has no such short code" },
  { code: "EC_SC_EXPIRED", kind: "sender", when: "the short code has expired" },
  { code: "EC_SC_BLOCKED", kind: "sender", when: "the operator blocks the short code" },
  { code: "EC_ACCOUNT_ACCESS_DENIED", kind: "credentials", when: "the account has no access" },
  { code: "EC_MONTHLY_LIMIT_REACHED", kind: "funds", when: "the account's credits are used up" },
  { code: "EC_LIMIT_REACHED", kind: "throttled", when: "AT&T's rate of the campaign" },
  { code: "EC_QUOTA_REACHED", kind: "throttled", when: "T-Mobile's daily limit of the brand" },
  { code: "EC_10DLC_LIMIT_REACHED", kind: "throttled", when: "an operator's limit for 10DLC" },
  { code: "EC_SIGNALS_HARD_LIMIT_REACHED", kind: "throttled", when: "the daily limit" },
  { code: "EC_DESTINATION_FLOODING", kind: "throttled", when: "too many to the recipient" },
  { code: "EC_DESTINATION_TXT_FLOODING", kind: "throttled", when: "too many identical texts" },
  { code: "EC_REJECTED_SPAM_BY_OPERATOR", kind: "content", when: "the operator reads it as spam" },
  { code: "EC_CONTENT_BLOCKED_BY_OPERATOR", kind: "content", when: "the content is blocked" },
  { code: "EC_VALIDITY_EXPIRED", kind: "expired", when: "it could not be delivered in time" },
  { code: "EC_MESSAGE_EXPIRED", kind: "expired", when: "it could not be delivered in time" },
  { code: "EC_VP_EXPIRED", kind: "expired", when: "it could not be delivered in time" },
  { code: "EC_MSISDN_NOT_REGISTERED", kind: "recipient", when: "MMS: the number is unknown" },
  { code: "EC_RECIPIENT_NOT_FOUND", kind: "recipient", when: "MMS: the number is unknown" },
  { code: "EC_UNKNOWN_CARRIER", kind: "recipient", when: "MMS: the operator is unknown" },
  { code: "EC_RECIPIENT_DEACTIVATED", kind: "recipient", when: "MMS: the number is deactivated" },
  { code: "EC_RECIPIENT_SUSPENDED", kind: "recipient", when: "MMS: the number is suspended" },
  {
    code: "EC_MMS_INVALID_DESTINATION_ADDRESS",
    kind: "recipient",
    when: "MMS: the number is invalid",
  },
  {
    code: "EC_RECIPIENT_BLOCKED_BY_OPERATOR",
    kind: "blocked",
    when: "MMS: the operator blocks the recipient",
  },
  {
    code: "EC_MMS_SC_BLOCKED_BY_END_USER",
    kind: "blocked",
    when: "MMS: the recipient blocks the sender",
  },
  {
    code: "EC_HANDSET_DOES_NOT_SUPPORT_MMS",
    kind: "unsupported",
    when: "MMS: the handset takes none",
  },
  {
    code: "EC_CONTENT_CANNOT_BE_DOWNLOADED_ON_HANDSET",
    kind: "unsupported",
    when: "MMS: the handset cannot fetch it",
  },
  {
    code: "EC_SOURCE_ADDRESS_NOT_REGISTERED",
    kind: "sender",
    when: "MMS: the operator does not have the sender",
  },
  { code: "EC_MMS_INVALID_SOURCE_ADDRESS", kind: "sender", when: "MMS: the sender is invalid" },
  { code: "EC_CAMPAIGN_BLOCKED_BY_OPERATOR", kind: "sender", when: "MMS: the campaign is blocked" },
  {
    code: "EC_CAMPAIGN_INFO_NOT_PROVISIONED",
    kind: "sender",
    when: "MMS: the operator has no such campaign",
  },
  {
    code: "EC_MMS_CONTENT_BLOCKED_BY_OPERATOR",
    kind: "content",
    when: "MMS: the operator blocks the content",
  },
  { code: "EC_MMS_INVALID_SUBJECT", kind: "content", when: "MMS: the subject is invalid" },
  { code: "EC_INVALID_SUBJECT", kind: "content", when: "MMS: the subject is invalid" },
  { code: "EC_URL_ATTACHMENT_TOO_LARGE", kind: "size", when: "MMS: a file is too big" },
  { code: "EC_TOO_BIG_CONTENT", kind: "size", when: "MMS: too big for the operator" },
  { code: "EC_REMOTE_CONTENT_FAILURE", kind: "media", when: "MMS: a file cannot be fetched" },
  {
    code: "EC_REMOTE_CONTENT_INTERNAL_FAILURE",
    kind: "media",
    when: "MMS: a file could not be fetched, by an error at Infobip",
  },
];

export const CODES: readonly CodeRow[] = [...REQUEST_ERRORS, ...REFUSALS, ...REPORT_ERRORS];
