/** Parses MIME bodies to parts (RFC 2045, 2046, 2387), as tolerantly as real senders require. */
import { type ParameterisedField, parseContentType, parseField } from "./content_type.ts";
import { type Delimiter, DelimiterSearch, MAX_BOUNDARY } from "./delimiter.ts";
import { MimeError } from "./errors.ts";
import { readHeader } from "./header.ts";
import { decodeTransfer, encodingIn, isIdentity } from "./transfer.ts";
import { isWapMultipart, readWapMultipart } from "./wap_multipart.ts";
import { encodingOf } from "../lib/text_encoding.ts";

/** A body or a part of it. */
export interface Part {
  /** Position: `2.1` is the first part of the second; `""` is the whole body. */
  readonly position: string;
  /** Media type in lower case, without parameters. Default `text/plain` (RFC 2045 section 5.2). */
  readonly type: string;
  /** Parameters of the Content-Type, by lower-case name. */
  readonly parameters: ReadonlyMap<string, string>;
  /** All header fields, by lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  /** Content-ID without angle brackets. */
  readonly contentId: string | null;
  /** Content-Location. */
  readonly location: string | null;
  /** File name from Content-Type or Content-Disposition. */
  readonly name: string | null;
  /** Decoded content: a view of the body, unless the transfer encoding changes bytes. */
  readonly content: Uint8Array;
  /** Parts of a multipart; else empty. */
  readonly parts: readonly Part[];
}

export interface MimeLimits {
  /** Total number of parts, nested ones included. Default: 100. */
  readonly maxParts?: number;
  /** Nesting depth of multiparts. Default: 4; MM7 has 2. */
  readonly maxDepth?: number;
  /** Header of one part, in bytes. Default: 8 KiB. */
  readonly maxHeaderBytes?: number;
  /** Decoded content of all parts, in bytes. Default: 10 MiB. */
  readonly maxContentBytes?: number;
}

export interface MimeOptions extends MimeLimits {
  /**
   * Reads bodies that break the rules as MMSCs do: a last boundary that is missing, inside or
   * outside; a transfer encoding that is none; a line after base64; multiparts of WAP. For what
   * cannot be sent again. Default: false.
   */
  readonly tolerant?: boolean;
}

const DEFAULTS: Required<MimeOptions> = {
  tolerant: false,
  maxParts: 100,
  maxDepth: 4,
  maxHeaderBytes: 8 << 10,
  maxContentBytes: 10 << 20,
};

/**
 * Reads a body of the given HTTP Content-Type; one that is not multipart is a part without parts.
 *
 * @throws MimeError
 */
export function readMime(contentType: string, body: Uint8Array, options: MimeOptions = {}): Part {
  const reader = new Reader({ ...DEFAULTS, ...options });
  const headers = new Map([["content-type", contentType]]);
  return reader.part({ position: "", body, from: 0, headers, depth: 0 }, () => body.length).part;
}

/**
 * Finds the start part of a multipart/related (RFC 2387), named with or without angle brackets;
 * falls back to the first part. Null for a part without parts.
 */
export function startOf({ parts, parameters }: Part): Part | null {
  const start = parameters.get("start");
  const startId = start === undefined ? null : withoutBrackets(start);
  return parts.find(({ contentId }) => contentId !== null && contentId === startId) ??
    parts[0] ?? null;
}

/**
 * Decodes a part by its charset. Default UTF-8.
 *
 * @throws MimeError
 */
export function textOf({ position, content, parameters }: Part): string {
  const encoding = encodingOf(content, parameters.get("charset") ?? null);
  if (encoding === null) throw new MimeError("encoding", position, "is in an unknown charset");
  return new TextDecoder(encoding).decode(content);
}

/** Content-Type of a part without one (RFC 2045 section 5.2). */
const PLAIN_TEXT: ParameterisedField = { value: "text/plain", parameters: new Map() };

/** A part whose header has been read, and whose content has not. */
interface OpenPart {
  readonly position: string;
  readonly body: Uint8Array;
  /** Start of its content in the body. */
  readonly from: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly depth: number;
}

class Reader {
  #parts = 0;
  #contentBytes = 0;

  constructor(readonly options: Required<MimeOptions>) {}

  /**
   * Reads a part's content. `endAfter` finds the end of the part at or after an index. Nested parts
   * are read first, so that bytes are not searched once for each enclosing boundary.
   */
  part(open: OpenPart, endAfter: (at: number) => number): { part: Part; end: number } {
    const { position, body, from, headers } = open;
    const header = headers.get("content-type");
    const field = header === undefined ? PLAIN_TEXT : parseContentType(header);
    if (field === null) {
      throw new MimeError("contentType", position, "has a malformed Content-Type");
    }
    const { tolerant } = this.options;
    const encoding = encodingIn(headers.get("content-transfer-encoding"), tolerant);
    const isWap = tolerant && isWapMultipart(field.value);
    const isMultipart = isWap
      ? field.parameters.has("boundary")
      : field.value.startsWith("multipart/");
    const boundary = isMultipart ? boundaryOf(field.parameters, position) : null;

    let parts: readonly Part[] = [];
    let inner = from;
    if (boundary !== null && isIdentity(encoding)) {
      // An enclosing boundary ends a multipart that lacks its own (RFC 2046 section 5.1.2).
      const within = tolerant ? body.subarray(0, endAfter(from)) : body;
      [parts, inner] = this.#multipart({ ...open, body: within }, boundary);
    }
    const end = endAfter(inner);
    const content = decodeTransfer(encoding, body.subarray(from, end), tolerant);
    if (content === null) {
      throw new MimeError("encoding", position, "does not decode by its Content-Transfer-Encoding");
    }
    // Forbidden by RFC 2045 section 6.4, yet seen in the wild.
    if (boundary !== null && !isIdentity(encoding)) {
      [parts] = this.#multipart({ ...open, body: content, from: 0 }, boundary);
    }
    if (isWap && boundary === null) parts = this.#wapParts(content, open);
    if (boundary === null && parts.length === 0) this.#count(content.length, position);
    const part: Part = {
      position,
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
  #multipart({ position, body, from, depth }: OpenPart, boundary: string): [Part[], number] {
    const { maxHeaderBytes, tolerant } = this.options;
    this.#checkDepth(depth, position);
    const search = new DelimiterSearch(boundary);
    const next = (at: number): Delimiter => {
      const delimiter = search.find(body, at);
      if (delimiter !== null) return delimiter;
      if (!tolerant) throw new MimeError("structure", position, "has no last boundary");
      return missingLast(body);
    };
    const parts: Part[] = [];
    // The line break of a nested multipart's first delimiter may be the one that ends its header.
    let delimiter = next(Math.max(0, from - 1));
    while (!delimiter.isLast) {
      if (tolerant && parts.length > 0 && isBlank(body, delimiter.end)) break;
      const inner = innerPosition(position, parts.length);
      this.#countPart(position);
      const { fields, end } = readHeader(body, delimiter.end, maxHeaderBytes, inner);
      const open = { position: inner, body, from: end, headers: fields, depth: depth + 1 };
      const { part } = this.part(open, (at) => {
        // The line break of the delimiter may be the empty line's own: then there is no content.
        delimiter = next(at - 1);
        return Math.max(end, delimiter.start);
      });
      parts.push(part);
    }
    if (parts.length === 0) throw new MimeError("structure", position, "has no parts");
    return [parts, delimiter.end];
  }

  /** Reads the parts of a multipart in WAP's encoding; none if it cannot be read. */
  #wapParts(content: Uint8Array, { position, depth }: OpenPart): readonly Part[] {
    const entries = readWapMultipart(content, this.options.maxParts);
    if (entries === null) return [];
    this.#checkDepth(depth, position);
    return entries.map(({ headers, content: body }, index) => {
      this.#countPart(position);
      const inner = {
        position: innerPosition(position, index),
        body,
        from: 0,
        headers,
        depth: depth + 1,
      };
      return this.part(inner, () => body.length).part;
    });
  }

  #checkDepth(depth: number, position: string): void {
    const { maxDepth } = this.options;
    if (depth < maxDepth) return;
    throw new MimeError("limit", position, `is inside more than ${maxDepth} multiparts`);
  }

  #countPart(position: string): void {
    const { maxParts } = this.options;
    if (++this.#parts <= maxParts) return;
    throw new MimeError("limit", position, `has more than ${maxParts} parts in all`);
  }

  #count(bytes: number, position: string): void {
    this.#contentBytes += bytes;
    const { maxContentBytes } = this.options;
    if (this.#contentBytes > maxContentBytes) {
      throw new MimeError(
        "limit",
        position,
        `brings the content to more than ${maxContentBytes} bytes`,
      );
    }
  }
}

/** Returns the position of the next part of a multipart that has `count`. */
function innerPosition(position: string, count: number): string {
  return position === "" ? `${count + 1}` : `${position}.${count + 1}`;
}

const [LF, CR, SPACE, TAB] = [0x0a, 0x0d, 0x20, 0x09] as const;

/** Stands in for a missing last delimiter: at the end, with the line break before it. */
function missingLast(body: Uint8Array): Delimiter {
  const end = body.length;
  const isBroken = body[end - 1] === LF;
  const start = !isBroken ? end : body[end - 2] === CR ? end - 2 : end - 1;
  return { start, end, isLast: true };
}

/** Tells whether nothing but white space follows. */
function isBlank(body: Uint8Array, from: number): boolean {
  for (let at = from; at < body.length; at++) {
    const byte = body[at];
    if (byte !== LF && byte !== CR && byte !== SPACE && byte !== TAB) return false;
  }
  return true;
}

/**
 * Returns the boundary of a multipart.
 *
 * @throws MimeError when there is no usable one
 */
export function boundaryOf(parameters: ReadonlyMap<string, string>, position: string): string {
  const boundary = parameters.get("boundary") ?? "";
  if (boundary === "" || boundary.length > MAX_BOUNDARY || /[^ -~]/.test(boundary)) {
    throw new MimeError("contentType", position, "is multipart without a usable boundary");
  }
  return boundary;
}

/** Returns a Content-ID without its angle brackets; null when it is missing or empty. */
export function idOf(header: string | undefined): string | null {
  return header === undefined ? null : withoutBrackets(header) || null;
}

function withoutBrackets(id: string): string {
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
