/** Text in files of strangers. */
import { commonName, decodeText } from "../../lib/text_encoding.ts";

/** Returns the charset of a Content-Type as declared; null: it has none. */
export function charsetOf(type: string): string | null {
  return /;\s*charset\s*=\s*"?([\w.:+-]{1,40})/i.exec(type)?.[1] ?? null;
}

/**
 * Writes the Content-Type of a text. UTF-16 that leaves its order of octets open gets it, as
 * browsers take it for little endian, and an alias that they do not know its usual name.
 */
export function textType(mime: string, charset: string, content: Uint8Array): string {
  return `${mime}; charset=${commonName(content, charset)}`;
}

/** Decodes a file by its byte order mark, else by the charset of its Content-Type. */
export function textOfFile(content: Uint8Array, type: string): string {
  return decodeText(content, charsetOf(type));
}
