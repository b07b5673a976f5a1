/** Reads and writes the SOAP 1.1 envelope of MM7 messages and faults. */
import { exceeds } from "../lib/length.ts";
import {
  type MessageName,
  MESSAGES,
  type Messages,
  NAMESPACE,
  TRANSACTION_ID,
} from "../generated/mm7.ts";
import {
  equalsIgnoreCase,
  readMessage,
  type ReadOptions,
  SchemaError,
  trimmed,
} from "./message_reader.ts";
import { writeMessage } from "./message_writer.ts";
import {
  type Echo,
  Mm7Error,
  NO_ECHO,
  STATUSES,
  type StatusName,
  type StatusRow,
} from "./status.ts";
import { isNamespaceSupported, isVersionSupported, VERSION } from "./versions.ts";
import { readXml, type XmlElement, XmlError, type XmlOptions } from "../lib/xml/reader.ts";
import { escapeAttribute, escapeText } from "../lib/xml/text.ts";

export const SOAP_NAMESPACE = "http://schemas.xmlsoap.org/soap/envelope/";

/** Parts of a request that all operations share. */
export interface Envelope {
  readonly transactionId: string;
  readonly operation: MessageName;
  readonly message: XmlElement;
  /** Values that the response repeats. */
  readonly echo: Echo;
}

/** Operations by lower-case name. */
const OPERATIONS: ReadonlyMap<string, MessageName> = new Map(
  (Object.keys(MESSAGES) as MessageName[]).map((name) => [name.toLowerCase(), name]),
);

/** Status of a request without a required field; `unparseable` for fields not listed. */
const STATUS_WHEN_MISSING: Readonly<Record<string, StatusName>> = {
  MM7Version: "versionUnsupported",
  SenderIdentification: "senderInvalid",
  VASPID: "vaspIdInvalid",
  SenderAddress: "sourceMissing",
  Sender: "sourceMissing",
  Recipients: "destinationMissing",
  Recipient: "destinationMissing",
  Content: "contentMissing",
  href: "contentMissing",
};

/**
 * Reads the envelope of a request for one of `operations`. Ignores header entries other than
 * TransactionID, even with mustUnderstand.
 *
 * @throws Mm7Error with the echo that could be read before the fault
 */
export function readEnvelope(
  bytes: Uint8Array,
  operations: readonly MessageName[],
  options?: XmlOptions,
): Envelope {
  const root = parse(bytes, options);
  const echo = echoOf(root);
  if (!isNamed(root, "Envelope")) throw new Mm7Error("unparseable", "no SOAP envelope", echo);
  if (root.namespace !== SOAP_NAMESPACE) {
    throw new Mm7Error("namespaceUnsupported", "the envelope is not of SOAP 1.1", echo);
  }
  const body = child(root, "Body");
  const message = body?.children[0];
  if (message === undefined) throw new Mm7Error("bodyMissing", null, echo);
  const operation = OPERATIONS.get(message.name.toLowerCase());
  if (operation === undefined || !operations.includes(operation)) {
    throw new Mm7Error("operationUnsupported", `not ${operations.join(" or ")}`, echo);
  }
  // Seen in the wild: the operation in no namespace.
  if (message.namespace !== null && !isNamespaceSupported(message.namespace)) {
    throw new Mm7Error("namespaceUnsupported", `${operation} is not of release 5 or 6`, echo);
  }
  const transactionId = transactionIdIn(root);
  if (transactionId === null) throw new Mm7Error("headerMissing", null, echo);
  if (isTooLong(transactionId)) {
    const details = `TransactionID has more than ${TRANSACTION_ID.maxLength} characters`;
    throw new Mm7Error("unparseable", details, echo);
  }
  return { transactionId, operation, message, echo };
}

/** Reads the values that a fault repeats from an envelope that may be malformed. */
export function readEcho(bytes: Uint8Array, options?: XmlOptions): Echo {
  try {
    return echoOf(readXml(bytes, options));
  } catch (error) {
    if (error instanceof XmlError) return echoBefore(error);
    throw error;
  }
}

/**
 * Reads the message in an envelope.
 *
 * @throws Mm7Error
 */
export function openEnvelope<N extends MessageName>(
  envelope: Envelope,
  operation: N,
  options?: ReadOptions,
): Messages[N] {
  try {
    return readMessage(operation, envelope.message, options);
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    const status = error.fault === "missing" ? STATUS_WHEN_MISSING[error.field] : undefined;
    throw new Mm7Error(status ?? "unparseable", error.message, envelope.echo);
  }
}

/** Writes a message in an envelope, as a UTF-8 document. */
export function writeEnvelope<N extends MessageName>(
  name: N,
  message: Messages[N],
  echo: Pick<Echo, "transactionId" | "namespace">,
): Uint8Array {
  return encoder.encode(writeEnvelopeText(name, message, echo));
}

/** Writes a message in an envelope as text, for callers that encode it themselves. */
export function writeEnvelopeText<N extends MessageName>(
  name: N,
  message: Messages[N],
  { transactionId, namespace: requested }: Pick<Echo, "transactionId" | "namespace">,
): string {
  const namespace = requested ?? NAMESPACE;
  return document(writeMessage(name, message, namespace), transactionId, namespace);
}

/**
 * Writes a SOAP Fault (spec 2.2). `from` is our role: a relay's fault carries RSErrorRsp, a VASP's
 * VASPErrorRsp.
 */
export function writeFault(
  { status, details, echo }: Pick<Mm7Error, "status" | "details" | "echo">,
  from: "relay" | "VASP" = "relay",
): Uint8Array {
  const row: StatusRow = STATUSES[status];
  const { code, text, faultcode = "Client" } = row;
  const namespace = echo.namespace ?? NAMESPACE;
  const detail = writeMessage(from === "relay" ? "RSErrorRsp" : "VASPErrorRsp", {
    MM7Version: echo.version,
    Status: { StatusCode: code, StatusText: text, Details: details },
  }, namespace);
  return encoder.encode(document(
    `<soap-env:Fault><faultcode>soap-env:${faultcode}</faultcode>` +
      `<faultstring>${faultcode} error</faultstring><detail>${detail}</detail></soap-env:Fault>`,
    echo.transactionId,
    namespace,
  ));
}

const encoder = new TextEncoder();

function document(body: string, transactionId: string | null, namespace: string): string {
  const header = transactionId === null ? "<soap-env:Header/>" : `<soap-env:Header>` +
    `<TransactionID xmlns="${escapeAttribute(namespace)}" soap-env:mustUnderstand="1">` +
    `${escapeText(transactionId)}</TransactionID></soap-env:Header>`;
  return `<?xml version="1.0" encoding="utf-8"?>\n` +
    `<soap-env:Envelope xmlns:soap-env="${SOAP_NAMESPACE}">${header}` +
    `<soap-env:Body>${body}</soap-env:Body></soap-env:Envelope>`;
}

function parse(bytes: Uint8Array, options?: XmlOptions): XmlElement {
  try {
    return readXml(bytes, options);
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    throw new Mm7Error("unparseable", error.message, echoBefore(error));
  }
}

function echoBefore({ root }: XmlError): Echo {
  return root === null ? NO_ECHO : echoOf(root);
}

/** Reads the values to repeat from an envelope that may be malformed. */
function echoOf(root: XmlElement): Echo {
  const id = transactionIdElement(root);
  const transactionId = transactionIdIn(root);
  const message = child(root, "Body")?.children[0];
  const version = message && child(message, "MM7Version");
  const namespaces = [message?.namespace, id?.namespace];
  return {
    transactionId: transactionId === null || isTooLong(transactionId) ? null : transactionId,
    namespace: namespaces.find((each) => each != null && isNamespaceSupported(each)) ?? null,
    version: version && isVersionSupported(trimmed(version.text)) ? trimmed(version.text) : VERSION,
  };
}

function transactionIdElement(root: XmlElement): XmlElement | undefined {
  const header = child(root, "Header");
  return header && child(header, "TransactionID");
}

/** Returns the TransactionID with its surrounding white space; null when missing or blank. */
function transactionIdIn(root: XmlElement): string | null {
  const text = transactionIdElement(root)?.text ?? "";
  return trimmed(text) === "" ? null : text;
}

function isTooLong(transactionId: string): boolean {
  return exceeds(transactionId, TRANSACTION_ID.maxLength);
}

function child(element: XmlElement, name: string): XmlElement | undefined {
  return element.children.find((each) => isNamed(each, name));
}

function isNamed(element: XmlElement, name: string): boolean {
  return equalsIgnoreCase(element.name, name);
}
