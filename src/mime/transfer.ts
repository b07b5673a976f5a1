/** Content-Transfer-Encoding of parts (RFC 2045 section 6). */
import { parseField } from "./content_type.ts";

const IDENTITIES: ReadonlySet<string> = new Set(["", "7bit", "8bit", "binary"]);
const ENCODINGS: ReadonlySet<string> = new Set([...IDENTITIES, "base64", "quoted-printable"]);

/**
 * Returns the encoding that a header names, in lower case.
 *
 * @param tolerant Whether a name that is no encoding stands for octets (RFC 2045 section 6.4).
 */
export function encodingIn(header: string | undefined, tolerant = false): string {
  if (header === undefined) return "";
  const name = parseField(header).value;
  return tolerant && !ENCODINGS.has(name) ? "" : name;
}

/**
 * Decodes content by its encoding, in lower case; null when that is unknown or decoding fails.
 *
 * @param tolerant Whether a last line that is no base64 is left out.
 */
export function decodeTransfer(
  encoding: string,
  bytes: Uint8Array,
  tolerant = false,
): Uint8Array | null {
  if (isIdentity(encoding)) return bytes;
  if (encoding === "quoted-printable") return decodeQuotedPrintable(bytes);
  if (encoding !== "base64") return null;
  const text = latin1.decode(bytes);
  return decodeBase64(text) ?? (tolerant ? decodeWithoutLastLine(text) : null);
}

/** Tells whether an encoding leaves the bytes of the content unchanged. */
export function isIdentity(encoding: string): boolean {
  return IDENTITIES.has(encoding);
}

const latin1 = new TextDecoder("latin1");

function decodeBase64(text: string): Uint8Array | null {
  try {
    // Accepts white space anywhere, and a last group without padding.
    return Uint8Array.fromBase64(text);
  } catch {
    return null;
  }
}

/** Decodes base64 that a stray line follows; null when nothing else is there. */
function decodeWithoutLastLine(text: string): Uint8Array | null {
  const lines = text.trimEnd();
  const content = decodeBase64(lines.slice(0, Math.max(0, lines.lastIndexOf("\n"))));
  return content === null || content.length === 0 ? null : content;
}

/** Encodes base64 in lines of 76 characters, without a line break at the end. */
export function encodeBase64(bytes: Uint8Array): Uint8Array {
  const text = bytes.toBase64();
  const lines = text.replaceAll(/.{76}(?=.)/g, "$&\r\n");
  return new TextEncoder().encode(lines);
}

const [LF, CR, EQUALS] = [0x0a, 0x0d, 0x3d] as const;

/** Decodes quoted-printable, copying invalid escapes unchanged (RFC 2045 section 6.7). */
function decodeQuotedPrintable(bytes: Uint8Array): Uint8Array {
  const decoded = new Uint8Array(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte !== EQUALS) {
      decoded[length++] = byte;
      continue;
    }
    const code = (digit(bytes[at + 1]) << 4) | digit(bytes[at + 2]);
    const lineBreak = bytes[at + 1] === LF
      ? 1
      : bytes[at + 1] === CR && bytes[at + 2] === LF
      ? 2
      : 0;
    if (lineBreak > 0) at += lineBreak;
    else if (code < 0) decoded[length++] = byte;
    else {
      decoded[length++] = code;
      at += 2;
    }
  }
  return decoded.subarray(0, length);
}

const DIGITS = new Int8Array(256).fill(-1);
for (const [value, character] of [..."0123456789abcdef"].entries()) {
  DIGITS[character.charCodeAt(0)] = value;
  DIGITS[character.toUpperCase().charCodeAt(0)] = value;
}

/** Returns the value of a hexadecimal digit; -1 for any other byte. */
function digit(byte: number | undefined): number {
  return byte === undefined ? -1 : DIGITS[byte]!;
}
