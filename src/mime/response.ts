/** Finds the XML in an HTTP response, which may be a multipart (SOAP with Attachments). */
import { parseContentType } from "./content_type.ts";
import { findStart, type StartPart } from "./start_part.ts";

/** First line of a multipart without a preamble, and its boundary. */
const FIRST_DELIMITER = /^\s*--([!-~]{1,70})[ \t]*\r?\n/;

const latin1 = new TextDecoder("latin1");

/**
 * Finds the start part of a multipart, whole or cut off, else takes the whole body. Senders mix
 * types and bodies up: a body that begins as a multipart is one, and any other is none.
 *
 * @param contentType Header of the response; undefined: it has none.
 */
export function findDocument(contentType: string | undefined, body: Uint8Array): StartPart {
  const field = parseContentType(contentType ?? "");
  const isMultipart = field?.value.startsWith("multipart/") ?? false;
  const start = isMultipart ? findStart(contentType!, body) : null;
  if (start !== null) return start;
  const [, boundary] = FIRST_DELIMITER.exec(latin1.decode(body.subarray(0, 200))) ?? [];
  const shown = boundary === undefined
    ? null
    : findStart(`multipart/related; boundary="${boundary.replaceAll(/["\\]/g, "\\$&")}"`, body);
  return shown ?? { content: body, charset: field?.parameters.get("charset") ?? null };
}
