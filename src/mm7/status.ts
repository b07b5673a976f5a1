/**
 * Status codes of MM7 (contract section 5). Codes with three zeros are from 3GPP TS 23.140 section
 * 8.7.3.3, the others are those of public services of this kind.
 */
import { VERSION } from "./versions.ts";

export interface StatusRow {
  /** StatusCode: 1xxx success, 2xxx client error, 3xxx server error, 4xxx service error. */
  readonly code: number;
  /** StatusText. */
  readonly text: string;
  /** Default Details, for errors without more specific ones. */
  readonly details: string;
  /** Specific details are appended to `details`. Default: they replace it. */
  readonly isPrefix?: true;
  /** Side at fault (SOAP 1.1 section 4.4.1). Default: Client. */
  readonly faultcode?: "Server";
  /** HTTP status. Default: 200, since VASPs resubmit forever on any other. */
  readonly http?: number;
}

export const STATUSES = {
  success: row(1000, "Success: request parsed and validated", "the message is accepted"),
  clientError: row(2000, "Client error", "the request cannot be taken as it is"),
  addressError: row(2002, "Address Error", "the recipient is not an international number"),
  multimediaRefused: row(2004, "Multimedia refused", "a type of content is refused"),
  messageIdUnknown: row(2005, "Message ID not found", "no message has the MessageID of a report"),
  unparseable: row(2007, "Unable to parse request", "Message format corrupt", {
    isPrefix: true,
  }),
  contentTypeInvalid: row(
    2500,
    "Missing or invalid Content-Type",
    "the HTTP headers are not those of an MM7 request",
  ),
  encodingUnsupported: row(
    2500,
    "Missing or invalid Content-Type",
    "Content-Encoding must be identity: the body is read as it is",
    { http: 415 },
  ),
  destinationMissing: row(2502, "Missing destination", "there is no recipient in To"),
  destinationsMultiple: row(2503, "Multiple destinations", "a request takes one recipient"),
  sourceMissing: row(2504, "Missing source", "there is no SenderAddress"),
  versionUnsupported: row(
    2505,
    "Missing or unsupported MM7Version",
    "MM7Version is not from 5.3.0 to 6.8.0",
  ),
  contentMissing: row(2506, "Content missing", "there is no Content, or no href"),
  namespaceUnsupported: row(
    2507,
    "Namespace unsupported",
    "the namespace is not of release 5 or 6",
  ),
  headerMissing: row(
    2510,
    "Missing SOAP header or TransactionID",
    "the SOAP Header has no TransactionID",
  ),
  bodyMissing: row(2511, "Missing SOAP body", "the SOAP Body is missing or empty"),
  operationUnsupported: row(2512, "Unsupported operation", "the operation is not SubmitReq"),
  attachmentMissing: row(2513, "Attachment missing or unreadable", "no part has the id of href"),
  attachmentTypeInvalid: row(
    2514,
    "Invalid Content-Type of attachment",
    "the Content-Type of a part is malformed",
  ),
  envelopeTypeInvalid: row(
    2515,
    "Invalid Content-Type of SOAP envelope",
    "the start part is not XML",
  ),
  accountDisabled: row(2550, "Account disabled", "the account is disabled"),
  accountNotProvisioned: row(2551, "Account not provisioned", "the account may not use MM7"),
  contentTooLong: row(2560, "Content too long", "the request is over the size limit", {
    http: 413,
  }),
  partsOverLimit: row(2560, "Content too long", "more parts, or longer headers, than are read"),
  senderInvalid: row(2561, "Invalid sender identification", "SenderIdentification is missing"),
  vasIdInvalid: row(2562, "Invalid VASID", "VASID is not the one of this sender"),
  shortCodeInvalid: row(
    2563,
    "Invalid short code",
    "SenderAddress is not provisioned to the account",
  ),
  vaspIdInvalid: row(2564, "Invalid VASPID", "VASPID is not an API key of this account"),
  replyChargingUnsupported: row(
    2565,
    "Reply charging not supported",
    "ReplyCharging is not supported",
  ),
  carrierIdInvalid: row(2566, "Invalid carrier id", "X-Service-Carrier-Id is unknown"),
  unauthenticated: row(
    2568,
    "Unable to authenticate",
    "the Basic credentials are missing or wrong",
    {
      http: 401,
    },
  ),
  lookupDown: row(2569, "Operator lookup unavailable, retry", "the lookup is down", {
    faultcode: "Server",
  }),
  systemError: row(3000, "System error", "an error inside the service", { faultcode: "Server" }),
  unavailable: row(3000, "System error", "the store cannot take the message; retry", {
    faultcode: "Server",
    http: 503,
  }),
  recipientBlocked: row(3001, "Recipient blocked", "the recipient has opted out"),
  chargedPartyUnsupported: row(
    3002,
    "Charged party not supported",
    "ChargedParty and ChargedPartyID are not supported",
  ),
  throughputExceeded: row(3510, "Throughput exceeded", "the account's rate is exceeded", {
    faultcode: "Server",
  }),
} satisfies Record<string, StatusRow>;

export type StatusName = keyof typeof STATUSES;

function row(
  code: number,
  text: string,
  details: string,
  more: Pick<StatusRow, "isPrefix" | "faultcode" | "http"> = {},
): StatusRow {
  return { code, text, details, ...more };
}

/** Values that a response repeats from its request, as far as they could be read. */
export interface Echo {
  readonly transactionId: string | null;
  /** Null: respond in the namespace of our own schema. */
  readonly namespace: string | null;
  readonly version: string;
}

export const NO_ECHO: Echo = { transactionId: null, namespace: null, version: VERSION };

/** A request is refused. */
export class Mm7Error extends Error {
  override readonly name = "Mm7Error";
  /** Details of the response, which the sender sees. */
  readonly details: string;

  constructor(
    readonly status: StatusName,
    details: string | null = null,
    readonly echo: Echo = NO_ECHO,
  ) {
    const row: StatusRow = STATUSES[status];
    super(`${row.code} ${row.text}${details ? `: ${details}` : ""}`);
    const own = details || row.details;
    this.details = row.isPrefix && own !== row.details ? `${row.details}: ${own}` : own;
  }
}

/** Tells whether a StatusCode is a success (1xxx). */
export function isSuccess(code: number): boolean {
  return code >= 1000 && code < 2000;
}
