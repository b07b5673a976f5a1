/**
 * What the far side of a connection answered: a …Rsp or a SOAP Fault. Read as loosely as can be,
 * since a misunderstood 1000 is a message sent twice.
 */
import { trimmed } from "./message_reader.ts";
import { isSuccess, Mm7Error } from "./status.ts";
import { readXml, type XmlElement, XmlError } from "./xml.ts";

export interface Mm7Response {
  /** StatusCode is 1xxx, and it is no fault. */
  readonly success: boolean;
  readonly transactionId: string | null;
  /** Of the element that held the status, such as `SubmitRsp` or `RSErrorRsp`. */
  readonly operation: string | null;
  /** StatusCode; null when there is none. */
  readonly code: number | null;
  /** StatusText, or else the faultstring. */
  readonly text: string | null;
  readonly details: string | null;
  readonly messageId: string | null;
  readonly isFault: boolean;
}

/** Throws Mm7Error when the answer is not XML. */
export function readResponse(bytes: Uint8Array): Mm7Response {
  const root = parse(bytes);
  const fault = find(root, "Fault");
  const status = find(root, "Status");
  const holder = parentOf(root, status);
  const code = status && textOf(status, "StatusCode");
  const number = code !== null && code !== undefined && /^\d{1,9}$/.test(code)
    ? Number(code)
    : null;
  return {
    success: fault === undefined && number !== null && isSuccess(number),
    transactionId: textOf(root, "TransactionID"),
    operation: holder?.name ?? null,
    code: number,
    text: textOf(status, "StatusText") ?? textOf(fault, "faultstring"),
    details: textOf(status, "Details"),
    messageId: textOf(root, "MessageID"),
    isFault: fault !== undefined,
  };
}

function parse(bytes: Uint8Array): XmlElement {
  try {
    return readXml(bytes, { lenient: true });
  } catch (error) {
    if (error instanceof XmlError) throw new Mm7Error("unparseable", error.message);
    throw error;
  }
}

/** Every element, from the outermost and first on. */
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
  const found = find(root, name);
  return (found && trimmed(found.text)) || null;
}
