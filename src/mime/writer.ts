/** Writes multiparts (RFC 2045, 2046, 2387, 2392) as chunks, so that content is not copied. */
import { MAX_BOUNDARY } from "./delimiter.ts";
import { encodeBase64 } from "./transfer.ts";

/** A part to write: content, or a nested multipart. */
export interface OutgoingPart {
  /** Content-Type with parameters; ignored for a multipart, whose type is generated. */
  readonly type?: string;
  /** Content-ID without angle brackets. */
  readonly contentId?: string;
  /** Content-Location. */
  readonly location?: string;
  /** Content-Transfer-Encoding. Default: binary. */
  readonly transferEncoding?: "binary" | "base64";
  readonly content: Uint8Array | OutgoingMultipart;
}

export interface OutgoingMultipart {
  /** Default: related. */
  readonly subtype?: "related" | "mixed";
  /** Content-ID of the start part. */
  readonly start?: string;
  /** Media type of the start part. */
  readonly startType?: string;
  readonly parts: readonly OutgoingPart[];
}

export interface WrittenMultipart {
  /** Content-Type of the outermost multipart. */
  readonly contentType: string;
  readonly chunks: readonly Uint8Array[];
  /** Total length of the chunks. */
  readonly bytes: number;
}

/** Maximum length of the caller's boundary, which leaves space for the numbers appended to it. */
const MAX_SEED = MAX_BOUNDARY - 12;

/**
 * Writes a multipart. Its boundaries are `boundary` (at most 58 letters, digits, `_` and `-`) with
 * numbers appended such that none occurs in the content. Deterministic: the same parts and boundary
 * give the same bytes.
 *
 * @throws TypeError when `boundary` is not usable
 */
export function writeMultipart(multipart: OutgoingMultipart, boundary: string): WrittenMultipart {
  if (!/^[\w-]+$/.test(boundary) || boundary.length > MAX_SEED) {
    throw new TypeError(`not usable as a boundary: ${boundary}`);
  }
  const used = new Set(plainContents(multipart).flatMap((bytes) => numbersAfter(boundary, bytes)));
  let free = 0;
  while (used.has(free)) free++;
  const writer = new Writer(`${boundary}.${free}`);
  const contentType = writer.multipart(multipart);
  return { contentType, chunks: writer.chunks, bytes: writer.bytes };
}

const encoder = new TextEncoder();

class Writer {
  readonly chunks: Uint8Array[] = [];
  bytes = 0;
  #multiparts = 0;

  constructor(readonly boundary: string) {}

  /** Writes the parts. Returns the Content-Type, for the header before them. */
  multipart({ subtype = "related", start, startType, parts }: OutgoingMultipart): string {
    const boundary = `${this.boundary}.${this.#multiparts++}`;
    for (const [index, part] of parts.entries()) {
      this.#text(`${index === 0 ? "" : "\r\n"}--${boundary}\r\n`);
      this.#part(part);
    }
    this.#text(`\r\n--${boundary}--\r\n`);
    return [
      `multipart/${subtype}; boundary="${boundary}"`,
      ...startType === undefined ? [] : [`type=${quoted(startType)}`],
      ...start === undefined ? [] : [`start=${quoted(`<${msgId(start)}>`)}`],
    ].join("; ");
  }

  #part({ type, contentId, location, transferEncoding = "binary", content }: OutgoingPart): void {
    const fields = (contentType: string, encoding: string) =>
      `Content-Type: ${plain(contentType)}\r\n` +
      (contentId === undefined ? "" : `Content-ID: <${msgId(contentId)}>\r\n`) +
      (location === undefined ? "" : `Content-Location: ${uri(location)}\r\n`) +
      `Content-Transfer-Encoding: ${encoding}\r\n\r\n`;
    if (content instanceof Uint8Array) {
      this.#text(fields(type ?? "application/octet-stream", transferEncoding));
      this.#push(transferEncoding === "base64" ? encodeBase64(content) : content);
      return;
    }
    // Reserved for the header: its boundary is known once the parts are written.
    const at = this.chunks.push(new Uint8Array(0)) - 1;
    const header = encoder.encode(fields(this.multipart(content), "binary"));
    this.chunks[at] = header;
    this.bytes += header.length;
  }

  #text(text: string): void {
    this.#push(encoder.encode(text));
  }

  #push(chunk: Uint8Array): void {
    this.chunks.push(chunk);
    this.bytes += chunk.length;
  }
}

/** Collects contents written verbatim; base64 has no dash and cannot contain a boundary. */
function plainContents({ parts }: OutgoingMultipart): Uint8Array[] {
  return parts.flatMap(({ content, transferEncoding }) => {
    if (!(content instanceof Uint8Array)) return plainContents(content);
    return transferEncoding === "base64" ? [] : [content];
  });
}

const latin1 = new TextDecoder("latin1");

/** Finds the numbers N of every `--boundary.N` in the bytes. */
function numbersAfter(boundary: string, bytes: Uint8Array): number[] {
  const text = latin1.decode(bytes);
  const before = `--${boundary}.`;
  const numbers: number[] = [];
  for (let at = text.indexOf(before); at >= 0; at = text.indexOf(before, at + 1)) {
    const digits = /^\d{1,9}/.exec(text.slice(at + before.length, at + before.length + 9));
    if (digits !== null) numbers.push(Number(digits[0]));
  }
  return numbers;
}

/** Replaces characters that are not printable ASCII, line breaks among them, in a header value. */
function plain(value: string): string {
  return value.replaceAll(/[^ -~]+/g, " ");
}

function quoted(value: string): string {
  return `"${plain(value).replaceAll(/["\\]/g, "\\$&")}"`;
}

/**
 * Formats a Content-ID: unchanged where possible, since the presentation refers to it by the same
 * characters; percent-encoded, as in a `cid:` URL, when it would break the header line.
 */
function msgId(id: string): string {
  if (/^[ -;=?-~]*$/.test(id)) return id;
  return encodeURIComponent(id.toWellFormed()).replaceAll("%40", "@");
}

/** Formats a Content-Location, a relative URL that is mostly a file name (RFC 2557). */
function uri(location: string): string {
  return /^[!-~]*$/.test(location) ? location : encodeURI(location.toWellFormed());
}
