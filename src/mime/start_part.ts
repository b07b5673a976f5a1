/** Finds the start part of a body that is truncated or has another part at fault. */
import { type ParameterisedField, parseContentType } from "./content_type.ts";
import { DelimiterSearch } from "./delimiter.ts";
import { MimeError } from "./errors.ts";
import { readHeader } from "./header.ts";
import { boundaryOf, idOf } from "./reader.ts";
import { decodeTransfer, encodingIn } from "./transfer.ts";

/** Limits of the search, equal to the defaults of `readMime`. */
const MAX_PARTS = 100;
const MAX_HEADER_BYTES = 8 << 10;

/** Part as far as a body has it. */
export interface StartPart {
  readonly content: Uint8Array;
  /** Charset of its Content-Type; null: it has none. */
  readonly charset: string | null;
}

/**
 * Finds the part that `readMime` and `startOf` would return; a truncated part ends
 * with the body. A body that is not multipart is returned as it is. Null when there is none.
 */
export function findStart(contentType: string, body: Uint8Array): StartPart | null {
  const field = parseContentType(contentType);
  if (field === null) return null;
  if (!field.value.startsWith("multipart/")) return { content: body, charset: charsetOf(field) };
  const start = idOf(field.parameters.get("start"));
  let first: FoundPart | null = null;
  try {
    for (const part of partsIn(body, boundaryOf(field.parameters, ""))) {
      if (start === null || part.id === start) return part.read();
      first ??= part;
    }
  } catch (error) {
    if (!(error instanceof MimeError)) throw error;
  }
  return first?.read() ?? null;
}

function charsetOf(field: ParameterisedField | null): string | null {
  return field?.parameters.get("charset") ?? null;
}

interface FoundPart {
  readonly id: string | null;
  /** Decodes the content; null when that fails. */
  read(): StartPart | null;
}

/**
 * Yields the parts of the outermost multipart.
 *
 * @throws MimeError at an unreadable header
 */
function* partsIn(body: Uint8Array, boundary: string): Generator<FoundPart> {
  const search = new DelimiterSearch(boundary);
  let delimiter = search.find(body, 0);
  for (let count = 1; delimiter !== null && !delimiter.isLast && count <= MAX_PARTS; count++) {
    const { fields, end } = readHeader(body, delimiter.end, MAX_HEADER_BYTES, String(count));
    delimiter = search.find(body, end - 1);
    const encoded = body.subarray(end, Math.max(end, delimiter?.start ?? body.length));
    const encoding = encodingIn(fields.get("content-transfer-encoding"));
    yield {
      id: idOf(fields.get("content-id")),
      read() {
        const content = decodeTransfer(encoding, encoded);
        const charset = charsetOf(parseContentType(fields.get("content-type") ?? ""));
        return content === null ? null : { content, charset };
      },
    };
  }
}
