/** Reads the header of a part (RFC 822 section 3, RFC 2046 section 5.1). */
import { memoize } from "../lib/memoize.ts";
import { MimeError } from "./errors.ts";

const LF = 0x0a;
const CR = 0x0d;

export interface PartHeader {
  /** Unfolded values by lower-case name; the first of repeated fields counts. */
  readonly fields: ReadonlyMap<string, string>;
  /** Start of the content: after the empty line. */
  readonly end: number;
}

const utf8 = new TextDecoder();

/**
 * Reads the header at `from`, of at most `maxBytes` including the empty line. Lines end in CRLF or
 * LF.
 *
 * @throws MimeError
 */
export function readHeader(
  body: Uint8Array,
  from: number,
  maxBytes: number,
  position: string,
): PartHeader {
  const limit = Math.min(body.length, from + maxBytes);
  const end = endOfHeader(body, from, limit);
  if (end === null) {
    throw limit < body.length
      ? new MimeError("limit", position, `has a header of more than ${maxBytes} bytes`)
      : new MimeError("structure", position, "ends inside its header");
  }
  const fields = fieldsIn(utf8.decode(body.subarray(from, end)));
  if (fields === null) {
    throw new MimeError("structure", position, "has a header line without a name");
  }
  return { fields, end };
}

/**
 * Parses header lines; null when a line has no name. Memoised: the messages of a sender repeat
 * their part headers.
 */
const fieldsIn = memoize((text): ReadonlyMap<string, string> | null => {
  const unfolded = /\n[ \t]/.test(text) ? text.replaceAll(/\r?\n(?=[ \t])/g, " ") : text;
  const fields = new Map<string, string>();
  for (const line of unfolded.split("\n")) {
    const colon = line.indexOf(":");
    if (colon < 0 && line.trim() === "") continue;
    const name = line.slice(0, Math.max(0, colon)).trim().toLowerCase();
    if (name === "") return null;
    if (!fields.has(name)) fields.set(name, line.slice(colon + 1).trim());
  }
  return fields;
}, { max: 256, maxLength: 512 });

/** Returns the index after the empty line; null when there is none before `limit`. */
function endOfHeader(body: Uint8Array, from: number, limit: number): number | null {
  let lineStart = from;
  for (let at = from; at < limit; at++) {
    if (body[at] !== LF) continue;
    if (at === lineStart || (at === lineStart + 1 && body[lineStart] === CR)) return at + 1;
    lineStart = at + 1;
  }
  return null;
}
