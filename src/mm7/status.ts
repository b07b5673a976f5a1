/**
 * The status codes of MM7 (contract section 5; 3GPP TS 23.140 section 8.7.3.3 for those with three
 * zeros). Codes between are the public ones of such services.
 */
import { VERSION } from "./versions.ts";

export interface StatusRow {
  /** 1xxx success, 2xxx the client's error, 3xxx ours, 4xxx the service's. */
  readonly code: number;
  /** StatusText. */
  readonly text: string;
  /** Details, or how they begin. */
  readonly details?: string;
  readonly when: string;
  /** Who is told to mend it (SOAP 1.1 section 4.4.1). Default: Client. */
  readonly faultcode?: "Server";
  /** HTTP status. Default: 200, since VASPs resubmit for ever on any other. */
  readonly http?: number;
}

export const STATUSES = {
  success: row(1000, "Success: request parsed and validated", "accepted"),
  clientError: row(2000, "Client error", "anything of the client that is not below"),
  addressError: row(2002, "Address Error", "the recipient is not an international number"),
  multimediaRefused: row(2004, "Multimedia refused", "a type of content is refused"),
  unparseable: row(2007, "Unable to parse request", "XML or multipart is corrupt", {
    details: "Message format corrupt",
  }),
  contentTypeInvalid: row(
    2500,
    "Missing or invalid Content-Type",
    "the HTTP headers are not those of an MM7 request",
  ),
  destinationMissing: row(2502, "Missing destination", "there is no recipient"),
  destinationsMultiple: row(2503, "Multiple destinations", "there are several recipients"),
  sourceMissing: row(2504, "Missing source", "there is no SenderAddress"),
  versionUnsupported: row(
    2505,
    "Missing or unsupported MM7Version",
    "MM7Version is not from 5.3.0 to 6.8.0",
  ),
  contentMissing: row(2506, "Content missing", "there is no Content, or no href"),
  namespaceUnsupported: row(2507, "Namespace unsupported", "not a release 5 or 6 schema of MM7"),
  headerMissing: row(2510, "Missing SOAP header or TransactionID", "either is missing"),
  bodyMissing: row(2511, "Missing SOAP body", "it is missing or empty"),
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
  accountNotProvisioned: row(2551, "Account not provisioned", "the account has no MM7"),
  contentTooLong: row(2560, "Content too long", "the request is over the size limit", {
    http: 413,
  }),
  partsOverLimit: row(2560, "Content too long", "more parts, or longer headers, than are read"),
  senderInvalid: row(2561, "Invalid sender identification", "SenderIdentification is missing"),
  vasIdInvalid: row(2562, "Invalid VASID", "it is not the one of this sender"),
  shortCodeInvalid: row(2563, "Invalid short code", "not provisioned to the account"),
  vaspIdInvalid: row(2564, "Invalid VASPID", "not an API key of this account"),
  replyChargingUnsupported: row(
    2565,
    "Reply charging not supported",
    "ReplyCharging or an attribute of it is there",
  ),
  carrierIdInvalid: row(2566, "Invalid carrier id", "X-Service-Carrier-Id is unknown"),
  unauthenticated: row(2568, "Unable to authenticate", "the Basic credentials do not hold", {
    http: 401,
  }),
  lookupDown: row(2569, "Operator lookup unavailable, retry", "the lookup is down", {
    faultcode: "Server",
  }),
  systemError: row(3000, "System error", "a fault of ours", { faultcode: "Server" }),
  unavailable: row(3000, "System error", "the store cannot take the message; retry", {
    faultcode: "Server",
    http: 503,
  }),
  recipientBlocked: row(3001, "Recipient blocked", "the recipient has opted out"),
  chargedPartyUnsupported: row(
    3002,
    "Charged party not supported",
    "ChargedParty or ChargedPartyID is there",
  ),
  throughputExceeded: row(3510, "Throughput exceeded", "over the account's rate", {
    faultcode: "Server",
  }),
} satisfies Record<string, StatusRow>;

export type StatusName = keyof typeof STATUSES;

function row(
  code: number,
  text: string,
  when: string,
  more: Pick<StatusRow, "details" | "faultcode" | "http"> = {},
): StatusRow {
  return { code, text, when, ...more };
}

/** What an answer repeats of its request, so far as it could be read. */
export interface Echo {
  readonly transactionId: string | null;
  /** Null: answer in the namespace of our own schema. */
  readonly namespace: string | null;
  readonly version: string;
}

export const NO_ECHO: Echo = { transactionId: null, namespace: null, version: VERSION };

/** A request is refused. `details` are fit for the sender. */
export class Mm7Error extends Error {
  override readonly name = "Mm7Error";
  /** The Details of the answer; null: none. */
  readonly details: string | null;

  constructor(
    readonly status: StatusName,
    details: string | null = null,
    readonly echo: Echo = NO_ECHO,
  ) {
    const row: StatusRow = STATUSES[status];
    super(`${row.code} ${row.text}${details === null ? "" : `: ${details}`}`);
    const known = [row.details, details].filter((each) => each !== undefined && each !== null);
    this.details = known.length === 0 ? null : known.join(": ");
  }
}

/** Whether a StatusCode means that the far side has taken over (1xxx). */
export function isSuccess(code: number): boolean {
  return code >= 1000 && code < 2000;
}
