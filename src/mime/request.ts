/** Reads SOAP request bodies with or without attachments (RFC 2387, SOAP with Attachments). */
import { decodeText } from "../lib/text_encoding.ts";
import { MimeError } from "./errors.ts";
import { type MimeOptions, type Part, readMime, startOf } from "./reader.ts";

const BODY_TYPE = /^(?:multipart\/[\w.+-]+|(?:text|application)\/(?:soap\+)?xml)\s*(?:;|$)/i;
const XML_TYPES: ReadonlySet<string> = new Set([
  "text/xml",
  "application/xml",
  "application/soap+xml",
]);

/** Parsed body. `start` holds the envelope; without attachments it is `root`. */
export interface RequestBody {
  readonly root: Part;
  readonly start: Part;
}

/**
 * Reads a body of the given HTTP Content-Type: a multipart, or the envelope alone.
 *
 * @throws MimeError
 */
export function readRequest(
  contentType: string | null,
  body: Uint8Array,
  options: MimeOptions,
): RequestBody {
  if (contentType === null || !BODY_TYPE.test(contentType)) {
    throw new MimeError("contentType", "", "is neither multipart nor XML");
  }
  if (body.length === 0) throw new MimeError("contentType", "", "is empty");
  const root = readMime(contentType, body, options);
  const start = startOf(root) ?? root;
  const isOpen = !start.headers.has("content-type") ||
    options.tolerant === true && start.type === "text/plain";
  const isXml = isOpen ? beginsAsXml(start.content) : XML_TYPES.has(start.type);
  if (!isXml) throw new MimeError("envelope", start.position, `is ${start.type}, which is no XML`);
  return { root, start };
}

/** Tells whether content starts with `<`, after white space and a byte order mark. */
export function beginsAsXml(content: Uint8Array): boolean {
  return /^\s*</.test(decodeText(content.subarray(0, 100), null));
}
