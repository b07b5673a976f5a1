/**
 * Reads MM7 responses, a …Rsp or a SOAP Fault. As lenient as possible, since a 1000 that is not
 * recognised means a message sent twice.
 */
import { trimmed } from "./message_reader.ts";
import { isSuccess, Mm7Error } from "./status.ts";
import { readXml, type XmlElement, XmlError } from "../lib/xml/reader.ts";

export interface Mm7Response {
  /** StatusCode is 1xxx, and the response is not a fault. */
  readonly success: boolean;
  readonly transactionId: string | null;
  /** Name of the element that contains Status, such as `SubmitRsp` or `RSErrorRsp`. */
  readonly operation: string | null;
  /** StatusCode. */
  readonly code: number | null;
  /** StatusText, else the words of the fault. */
  readonly text: string | null;
  readonly details: string | null;
  readonly messageId: string | null;
  readonly isFault: boolean;
}

export interface ResponseOptions {
  /** Charset of its Content-Type. Default: null, none. */
  readonly charset?: string | null;
  /**
   * Reads a response that is cut off or malformed up to that point, for requests that must not be
   * repeated. Default: false.
   */
  readonly inPart?: boolean;
}

/**
 * Reads a response.
 *
 * @throws Mm7Error when it is not XML
 */
export function readResponse(bytes: Uint8Array, options: ResponseOptions = {}): Mm7Response {
  const root = parse(bytes, options);
  const fault = find(root, "Fault");
  const status = find(root, "Status");
  const operation = parentOf(root, status);
  const statusCode = status && textOf(status, "StatusCode");
  const code = statusCode !== null && statusCode !== undefined && /^\d{1,9}$/.test(statusCode)
    ? Number(statusCode)
    : null;
  return {
    success: fault === undefined && code !== null && isSuccess(code),
    transactionId: textOf(root, "TransactionID"),
    operation: operation?.name ?? null,
    code,
    // The words of a fault are in Text under SOAP 1.2.
    text: textOf(status, "StatusText") ?? textOf(fault, "faultstring") ?? textOf(fault, "Text"),
    details: textOf(status, "Details"),
    messageId: textOf(root, "MessageID"),
    isFault: fault !== undefined,
  };
}

function parse(bytes: Uint8Array, { charset, inPart = false }: ResponseOptions): XmlElement {
  try {
    return readXml(bytes, { lenient: true, salvage: true, charset });
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    if (inPart && error.root !== null) return error.root;
    throw new Mm7Error("unparseable", error.message);
  }
}

/** Yields all elements in document order. */
function* walk(element: XmlElement): Generator<XmlElement> {
  yield element;
  for (const child of element.children) yield* walk(child);
}

function find(root: XmlElement | undefined, name: string): XmlElement | undefined {
  if (root === undefined) return undefined;
  const lower = name.toLowerCase();
  return walk(root).find((each) => each.name.toLowerCase() === lower);
}

function parentOf(root: XmlElement, child: XmlElement | undefined): XmlElement | undefined {
  return child && walk(root).find((each) => each.children.includes(child));
}

function textOf(root: XmlElement | undefined, name: string): string | null {
  const element = find(root, name);
  return (element && trimmed(element.text)) || null;
}
