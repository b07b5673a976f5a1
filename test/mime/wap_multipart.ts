/** Writes multiparts in WAP's encoding (WAP-230-WSP section 8.5). */
import { bytes, joined } from "./bytes.ts";

export interface WapEntry {
  /** Media type: its number, or its text. */
  type: number | string;
  /** Number that IANA registers (MIBenum), below 128. */
  charset?: number;
  name?: string;
  contentId?: string;
  location?: string;
  /** Further header fields, as they are. */
  fields?: Uint8Array;
  content: Uint8Array;
}

export function wapMultipart(entries: readonly WapEntry[]): Uint8Array<ArrayBuffer> {
  return joined([uintvar(entries.length), ...entries.map(entryOf)]);
}

function entryOf(entry: WapEntry): Uint8Array {
  const { charset, name, contentId, location, fields, content } = entry;
  const type = joined([
    typeof entry.type === "number" ? octet(0x80 | entry.type) : text(entry.type),
    ...charset === undefined ? [] : [octet(0x81), octet(0x80 | charset)],
    ...name === undefined ? [] : [octet(0x85), text(name)],
  ]);
  const header = joined([
    type.length < 31 ? octet(type.length) : joined([octet(31), uintvar(type.length)]),
    type,
    ...contentId === undefined ? [] : [octet(0xc0), text(`"${contentId}`)],
    ...location === undefined ? [] : [octet(0x8e), text(location)],
    ...fields === undefined ? [] : [fields],
  ]);
  return joined([uintvar(header.length), uintvar(content.length), header, content]);
}

export const octet = (value: number) => Uint8Array.of(value);
export const text = (value: string) => bytes(`${value}\0`);

export function uintvar(value: number): Uint8Array<ArrayBuffer> {
  const octets = [value & 0x7f];
  for (let rest = value >> 7; rest > 0; rest >>= 7) octets.unshift(0x80 | rest & 0x7f);
  return Uint8Array.from(octets);
}
