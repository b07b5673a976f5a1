/** The body of a SOAP request with or without attachments (RFC 2387; SOAP Messages with Attachments). */
import { MimeError } from "./errors.ts";
import { type MimeLimits, type Part, readMime, startOf } from "./reader.ts";

const BODY_TYPE = /^(?:multipart\/[\w.+-]+|(?:text|application)\/(?:soap\+)?xml)\s*(?:;|$)/i;
const XML_TYPES: ReadonlySet<string> = new Set([
  "text/xml",
  "application/xml",
  "application/soap+xml",
]);

/** A body that is read; `start` holds the envelope, and is `root` where there are no parts. */
export interface RequestBody {
  readonly root: Part;
  readonly start: Part;
}

/** Reads a body under its HTTP Content-Type: a multipart or the envelope alone. Throws MimeError. */
export function readRequest(
  contentType: string | null,
  body: Uint8Array,
  limits: MimeLimits,
): RequestBody {
  if (contentType === null || !BODY_TYPE.test(contentType)) {
    throw new MimeError("contentType", "", "is neither multipart nor XML");
  }
  if (body.length === 0) throw new MimeError("contentType", "", "is empty");
  const root = readMime(contentType, body, limits);
  const start = startOf(root) ?? root;
  const isXml = start.headers.has("content-type")
    ? XML_TYPES.has(start.type)
    : beginsAsXml(start.content);
  if (!isXml) throw new MimeError("envelope", start.place, `is ${start.type}, which is no XML`);
  return { root, start };
}

/** Tells whether `<` is the first character that is neither white space nor a byte order mark. */
export function beginsAsXml(content: Uint8Array): boolean {
  return /^\s*</.test(new TextDecoder().decode(content.subarray(0, 100)));
}
