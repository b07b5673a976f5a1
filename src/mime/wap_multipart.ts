/** Reads multiparts in WAP's encoding (WAP-230-WSP sections 8.4 and 8.5), as some MMSCs pass them on. */
import { WapReader } from "./wap_reader.ts";
import { WAP_CHARSETS, WAP_MEDIA, WAP_PARAMETERS } from "./wap_tokens.ts";

/** A part, with its header in the words of MIME. */
export interface WapPart {
  /** All header fields that are read, by lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly content: Uint8Array;
}

/** Tells whether a media type is one of WAP's multiparts. */
export function isWapMultipart(type: string): boolean {
  return type.startsWith("application/vnd.wap.multipart.");
}

/**
 * Reads the parts; null where the bytes are no such multipart, end inside a part, or announce more
 * than `maxParts`.
 */
export function readWapMultipart(content: Uint8Array, maxParts: number): WapPart[] | null {
  try {
    const reader = new WapReader(content);
    const count = reader.uintvar();
    if (count > maxParts) return null;
    const parts: WapPart[] = [];
    while (parts.length < count) parts.push(partIn(reader));
    return parts;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Fields that are read, by number (WAP-230-WSP appendix A); no other decides anything. */
const FIELDS: ReadonlyMap<number, string> = new Map([
  [0x0e, "content-location"],
  [0x40, "content-id"],
]);

/** @throws RangeError where the bytes end */
function partIn(reader: WapReader): WapPart {
  const headerLength = reader.uintvar();
  const length = reader.uintvar();
  const fields = new WapReader(reader.bytes(headerLength));
  const headers = new Map([["content-type", contentTypeIn(fields)]]);
  while (!fields.isAtEnd) {
    const token = fields.token();
    const name = typeof token === "number" ? FIELDS.get(token) : token.toLowerCase();
    const value = fields.value();
    if (name !== undefined && typeof value === "string" && !headers.has(name)) {
      headers.set(name, value);
    }
  }
  return { headers, content: reader.bytes(length) };
}

/** Writes a Content-Type of WAP in the words of MIME. */
function contentTypeIn(fields: WapReader): string {
  const value = fields.value();
  if (!(value instanceof Uint8Array)) return mediaOf(value);
  const inner = new WapReader(value);
  const parameters: string[] = [mediaOf(inner.token())];
  while (!inner.isAtEnd) {
    const token = inner.token();
    const name = typeof token === "number" ? WAP_PARAMETERS.get(token) : token.toLowerCase();
    const parameter = inner.value();
    const text = name === "charset" ? charsetOf(parameter) : textOf(parameter);
    if (name !== undefined && text !== null) {
      parameters.push(`${name}="${text.replaceAll(/["\\]/g, "\\$&")}"`);
    }
  }
  return parameters.join("; ");
}

function mediaOf(token: number | string): string {
  if (typeof token === "string") return token;
  return WAP_MEDIA.get(token) ?? "application/octet-stream";
}

function charsetOf(value: number | string | Uint8Array): string | null {
  const number = value instanceof Uint8Array
    ? value.reduce((sum, byte) => sum * 256 + byte, 0)
    : value;
  return typeof number === "string" ? number : WAP_CHARSETS.get(number) ?? null;
}

function textOf(value: number | string | Uint8Array): string | null {
  if (typeof value === "number") return WAP_MEDIA.get(value) ?? null;
  return typeof value === "string" ? value : null;
}
