/** MIME bodies → parts (RFC 2045, 2046, 2387), as tolerantly as real senders need. */
import { type ParameterisedField, parseContentType, parseField } from "./content_type.ts";
import { type Delimiter, DelimiterSearch, MAX_BOUNDARY } from "./delimiter.ts";
import { MimeError } from "./errors.ts";
import { readHeader } from "./header.ts";
import { decodeTransfer, isIdentity } from "./transfer.ts";

/** A body or a part of one. */
export interface Part {
  /** `2.1` is the first part of the second; `""` the whole body. */
  readonly place: string;
  /** Lower case, without parameters; `text/plain` when the part does not say (RFC 2045, 5.2). */
  readonly type: string;
  /** Of the Content-Type, by name in lower case. */
  readonly parameters: ReadonlyMap<string, string>;
  /** All header fields, by name in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  /** Without its angle brackets; null: none. */
  readonly contentId: string | null;
  /** Content-Location; null: none. */
  readonly location: string | null;
  /** File name, of Content-Type or Content-Disposition; null: none. */
  readonly name: string | null;
  /** Decoded. A view of the body, unless the transfer encoding changes bytes. */
  readonly content: Uint8Array;
  /** Of a multipart type; else empty. */
  readonly parts: readonly Part[];
}

export interface MimeLimits {
  /** Parts in all, however deep. Default: 100. */
  readonly maxParts?: number;
  /** Multiparts inside one another. Default: 4; MM7 has 2. */
  readonly maxDepth?: number;
  /** One part's header, in bytes. Default: 8 KiB. */
  readonly maxHeaderBytes?: number;
  /** Decoded content of all parts, in bytes. Default: 10 MiB. */
  readonly maxContentBytes?: number;
}

const DEFAULTS: Required<MimeLimits> = {
  maxParts: 100,
  maxDepth: 4,
  maxHeaderBytes: 8 << 10,
  maxContentBytes: 10 << 20,
};

/**
 * Reads a body under its HTTP Content-Type: a multipart one to its parts, any other to one part
 * without parts. Throws MimeError.
 */
export function readMime(contentType: string, body: Uint8Array, limits: MimeLimits = {}): Part {
  const reader = new Reader({ ...DEFAULTS, ...limits });
  const headers = new Map([["content-type", contentType]]);
  return reader.part({ place: "", body, from: 0, headers, depth: 0 }, () => body.length).part;
}

/**
 * The part that a multipart/related names as its start (RFC 2387), with or without angle brackets;
 * the first when it names none that is there. Null for a part that has no parts.
 */
export function startOf({ parts, parameters }: Part): Part | null {
  const start = parameters.get("start");
  const wanted = start === undefined ? null : bare(start);
  return parts.find(({ contentId }) => contentId !== null && contentId === wanted) ??
    parts[0] ?? null;
}

/** The text of a part in its charset; UTF-8 when it names none. Throws MimeError. */
export function textOf({ place, content, parameters }: Part): string {
  const charset = parameters.get("charset") ?? "utf-8";
  try {
    return new TextDecoder(charset).decode(content);
  } catch {
    throw new MimeError("encoding", place, "is in an unknown charset");
  }
}

/** What a part without a Content-Type is (RFC 2045 section 5.2). */
const PLAIN_TEXT: ParameterisedField = { value: "text/plain", parameters: new Map() };

/** A part whose header is read. */
interface Begun {
  readonly place: string;
  readonly body: Uint8Array;
  /** Where its content begins in the body. */
  readonly from: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly depth: number;
}

class Reader {
  #parts = 0;
  #contentBytes = 0;

  constructor(readonly limits: Required<MimeLimits>) {}

  /**
   * Reads a part's content. `endAfter` finds where the part ends, at or after an index: parts inside
   * are read first, so that no byte is searched once for each boundary around it.
   */
  part(begun: Begun, endAfter: (at: number) => number): { part: Part; end: number } {
    const { place, body, from, headers } = begun;
    const header = headers.get("content-type");
    const field = header === undefined ? PLAIN_TEXT : parseContentType(header);
    if (field === null) throw new MimeError("contentType", place, "has a malformed Content-Type");
    const transfer = headers.get("content-transfer-encoding");
    const encoding = transfer === undefined ? "" : parseField(transfer).value;
    const isMultipart = field.value.startsWith("multipart/");
    const boundary = isMultipart ? boundaryOf(field.parameters, place) : null;

    let parts: readonly Part[] = [];
    let inner = from;
    if (boundary !== null && isIdentity(encoding)) {
      [parts, inner] = this.#multipart(begun, boundary);
    }
    const end = endAfter(inner);
    const content = decodeTransfer(encoding, body.subarray(from, end));
    if (content === null) {
      throw new MimeError("encoding", place, "does not decode by its Content-Transfer-Encoding");
    }
    // Forbidden by RFC 2045 section 6.4, and seen.
    if (boundary !== null && !isIdentity(encoding)) {
      [parts] = this.#multipart({ ...begun, body: content, from: 0 }, boundary);
    }
    if (boundary === null) this.#count(content.length, place);
    const part: Part = {
      place,
      type: field.value,
      parameters: field.parameters,
      headers,
      contentId: idOf(headers.get("content-id")),
      location: headers.get("content-location") || null,
      name: nameOf(field.parameters, headers),
      content,
      parts,
    };
    return { part, end };
  }

  /** The parts of a multipart, and where its last delimiter ends. */
  #multipart({ place, body, from, depth }: Begun, boundary: string): [Part[], number] {
    const { maxDepth, maxParts, maxHeaderBytes } = this.limits;
    if (depth >= maxDepth) {
      throw new MimeError("limit", place, `is inside more than ${maxDepth} multiparts`);
    }
    const search = new DelimiterSearch(boundary);
    const next = (at: number): Delimiter => {
      const found = search.find(body, at);
      if (found === null) throw new MimeError("structure", place, "has no last boundary");
      return found;
    };
    const parts: Part[] = [];
    // The line break before a nested multipart's first boundary may be the header's own.
    let delimiter = next(Math.max(0, from - 1));
    while (!delimiter.isLast) {
      const inner = place === "" ? `${parts.length + 1}` : `${place}.${parts.length + 1}`;
      if (++this.#parts > maxParts) {
        throw new MimeError("limit", place, `has more than ${maxParts} parts in all`);
      }
      const { fields, end } = readHeader(body, delimiter.end, maxHeaderBytes, inner);
      const begun = { place: inner, body, from: end, headers: fields, depth: depth + 1 };
      const read = this.part(begun, (at) => {
        // The line break before the boundary may be that of the empty line: no content then.
        delimiter = next(at - 1);
        return Math.max(end, delimiter.start);
      });
      parts.push(read.part);
    }
    if (parts.length === 0) throw new MimeError("structure", place, "has no parts");
    return [parts, delimiter.end];
  }

  #count(bytes: number, place: string): void {
    this.#contentBytes += bytes;
    const { maxContentBytes } = this.limits;
    if (this.#contentBytes > maxContentBytes) {
      throw new MimeError(
        "limit",
        place,
        `brings the content to more than ${maxContentBytes} bytes`,
      );
    }
  }
}

/** Returns the boundary of a multipart. Throws MimeError where none is usable. */
export function boundaryOf(parameters: ReadonlyMap<string, string>, place: string): string {
  const boundary = parameters.get("boundary") ?? "";
  if (boundary === "" || boundary.length > MAX_BOUNDARY || /[^ -~]/.test(boundary)) {
    throw new MimeError("contentType", place, "is multipart without a usable boundary");
  }
  return boundary;
}

/** Returns a Content-ID without its angle brackets; null: there is none. */
export function idOf(header: string | undefined): string | null {
  return header === undefined ? null : bare(header) || null;
}

/** `<id>` or `id` → `id`. */
function bare(id: string): string {
  const text = id.trim();
  return text.startsWith("<") && text.endsWith(">") ? text.slice(1, -1).trim() : text;
}

function nameOf(
  parameters: ReadonlyMap<string, string>,
  headers: ReadonlyMap<string, string>,
): string | null {
  const name = parameters.get("name");
  if (name) return name;
  const disposition = headers.get("content-disposition");
  return (disposition && parseField(disposition).parameters.get("filename")) || null;
}
