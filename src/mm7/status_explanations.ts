/** Causes and remedies of the status codes of MM7 (`status.ts`). */
import type { Explanation } from "../core/explanation.ts";
import type { StatusName } from "./status.ts";

const TOO_MANY = "More wrong credentials than `CREDENTIAL_FAILURE_BURST` have the same code with " +
  "`Retry-After`.";

export const STATUS_EXPLANATIONS: Readonly<Record<StatusName, Explanation>> = {
  success: {
    cause:
      "The message is accepted and durable. From an MMSC's point of view: the report or message is " +
      "taken.",
    remedy: "Keep the MessageID: reports and postbacks name it.",
  },
  clientError: {
    cause:
      "The account enforces campaigns, which MM7 cannot name; or the route for the recipient's " +
      "operator has no connector.",
    remedy:
      "Use the [JSON API](json-api.md) with `campaign-ref`, or ask the administrator; Details " +
      "tells which of the two it is.",
  },
  addressError: {
    cause:
      "The recipient, or an address that is displayOnly, is not a Number in international form, or " +
      "one that its country's number plan has not. To an MMSC: no account owns the recipient.",
    remedy: "Send one Number with its country code, in digits. For messages from handsets, the " +
      "administrator adds the [sender](accounts.md#senders).",
  },
  multimediaRefused: {
    cause: "A part has a content type that is not supported, or the texts exceed 256 KiB.",
    remedy:
      "Use the [types](templates.md#files) of the manual. `application/octet-stream` needs a file " +
      "name with a known extension.",
  },
  messageIdUnknown: {
    cause: "A report of an MMSC names a MessageID that this connector has no message for.",
    remedy:
      "Check that the MMSC reports to the connector that submitted the message; messages are " +
      "forgotten after `MESSAGE_RETENTION`. See " +
      "[SlidepostReportsUnknown](alerts.md#slidepostreportsunknown).",
  },
  unparseable: {
    cause:
      "The XML or the multipart is malformed, an element has a wrong value, `allowAdaptations` is " +
      "missing, or ExpiryDate is past. Details names the place.",
    remedy: "Correct what Details names. The account's `mm7-dialect` can say what a missing " +
      "[`allowAdaptations`](mm7.md#dialects) means.",
  },
  contentTypeInvalid: {
    cause:
      "Content-Type of the request is neither multipart nor XML, has no usable boundary, or the " +
      "body is empty.",
    remedy: "Send `multipart/related` with a boundary, or `text/xml` for an envelope alone.",
  },
  encodingUnsupported: {
    cause: "The body has a Content-Encoding, such as gzip.",
    remedy: "Send the body as it is; turn off compression in the client or its proxy.",
  },
  destinationMissing: {
    cause: "Recipients has no address in To, apart from those that are displayOnly.",
    remedy: "Put the recipient into To.",
  },
  destinationsMultiple: {
    cause: "Recipients has more than one address that is not displayOnly.",
    remedy: "Submit one request for each recipient; mark the others of a group as displayOnly.",
  },
  sourceMissing: {
    cause: "SenderAddress is missing, or an MMSC's message has no Sender with a number.",
    remedy: "Send SenderAddress with a sender of the account.",
  },
  versionUnsupported: {
    cause: "MM7Version is missing, or is not from 5.3.0 to 6.8.0.",
    remedy: "Send a version in this range, such as 6.8.0.",
  },
  contentMissing: {
    cause: "The request has no Content, or a Content without `href`.",
    remedy: "Attach the content, and name its Content-ID in `href`.",
  },
  namespaceUnsupported: {
    cause:
      "The envelope is not of SOAP 1.1, or the operation is in a namespace that is not an MM7 schema " +
      "of release 5 or 6.",
    remedy: "Use a namespace of 3GPP that ends in REL-5-MM7-1-x or REL-6-MM7-1-x.",
  },
  headerMissing: {
    cause: "The SOAP Header has no TransactionID, or a blank one.",
    remedy: "Send a TransactionID, different for each request.",
  },
  bodyMissing: {
    cause: "The SOAP Body is missing or empty.",
    remedy: "Put the operation into the Body.",
  },
  operationUnsupported: {
    cause:
      "The operation is not SubmitReq or, from an MMSC, none of DeliverReq, DeliveryReportReq and " +
      "ReadReplyReq.",
    remedy: "Messages cannot be cancelled or replaced over MM7: submit a new one.",
  },
  attachmentMissing: {
    cause:
      "No part has the Content-ID that `href` names, the part does not decode by its transfer " +
      "encoding or charset, or the content has neither text nor files.",
    remedy: "Compare `href` with the Content-ID of the parts; angle brackets do not matter.",
  },
  attachmentTypeInvalid: {
    cause: "The Content-Type of a part is malformed.",
    remedy: "Correct the header of the part that Details names.",
  },
  envelopeTypeInvalid: {
    cause: "The start part of the multipart is not XML.",
    remedy:
      "Put the envelope first with `text/xml`, or name its Content-ID in the parameter `start`.",
  },
  accountDisabled: {
    cause: "An administrator disabled the account.",
    remedy: "Ask the administrator, who enables it again by setting `disabled` of the " +
      "[account](accounts.md#accounts) to false.",
  },
  accountNotProvisioned: {
    cause: "The account may not use MM7.",
    remedy: "Ask the administrator, who sets `mm7` of the [account](accounts.md#accounts) to true.",
  },
  contentTooLong: {
    cause: "The request exceeds `MM7_BODY_MAX_BYTES`.",
    remedy: "Make the files smaller: no operator takes messages of this size.",
  },
  partsOverLimit: {
    cause: "The multipart has more parts, deeper nesting or longer headers than are read.",
    remedy: "Send fewer parts: an MMS has at most nine slides.",
  },
  senderInvalid: {
    cause: "SenderIdentification is missing.",
    remedy: "Send SenderIdentification with VASPID and SenderAddress.",
  },
  vasIdInvalid: {
    cause:
      "The sender has a VASID, and the request has another or none; a shared short code needs one.",
    remedy: "Send the VASID that the administrator set for the [sender](accounts.md#senders).",
  },
  shortCodeInvalid: {
    cause: "SenderAddress is no number in digits, or not among the senders of the account.",
    remedy: "Send an address that the account has. The administrator adds one with " +
      "[`sender add`](accounts.md#senders).",
  },
  vaspIdInvalid: {
    cause: "VASPID is missing, or is not an API key of the account that the credentials name.",
    remedy: "Send an API key of the account as VASPID; usually it is the password, too.",
  },
  replyChargingUnsupported: {
    cause: "The request has ReplyCharging.",
    remedy: "Leave out the element.",
  },
  carrierIdInvalid: {
    cause: "The header `X-Service-Carrier-Id` names no mobile operator.",
    remedy: "Send an id of the [list](routing.md#mobile-operators), or leave out the header.",
  },
  unauthenticated: {
    cause: "The Basic credentials are missing or wrong, or the connector of an MMSC is unknown. " +
      TOO_MANY,
    remedy:
      "Send the id of the account as user name, and one of its API keys as password. An MMSC sends " +
      "`relay-username` and `relay-password` of its [connector](carriers.md#connect-to-an-mmsc-over-mm7).",
  },
  lookupDown: {
    cause:
      "The account's routes depend on the recipient's mobile operator, and the operator lookup did " +
      "not respond.",
    remedy:
      "Submit again after `Retry-After`, or send `X-Service-Carrier-Id` if you know the operator.",
  },
  systemError: {
    cause: "An unexpected error of the service.",
    remedy:
      "Submit again with the same TransactionID: [duplicates](mm7.md#duplicates) are recognised. If " +
      "it goes on, give the administrator the `X-Request-Id` of the response.",
  },
  unavailable: {
    cause: "The database cannot be reached, or memory for requests is used up. Nothing is stored.",
    remedy: "Submit again after `Retry-After`.",
  },
  recipientBlocked: {
    cause:
      "The recipient has opted out of this sender, by STOP or the like, or an administrator blocked " +
      "it.",
    remedy:
      "Remove the recipient from the list. Only the recipient's START or the administrator lifts " +
      "the [block](inbound.md#opt-outs).",
  },
  chargedPartyUnsupported: {
    cause: "The request has ChargedParty or ChargedPartyID.",
    remedy: "Leave out the elements.",
  },
  throughputExceeded: {
    cause: "The account submitted more messages a second than its `rate`.",
    remedy:
      "Wait for the seconds in `Retry-After`; submit more slowly. The administrator can raise the " +
      "[limit](limits.md#limits-of-an-account).",
  },
};
