/** Reads the user data of a deliver_sm: its concatenation header, its alphabet, its text. Pure. */
import { Buffer } from "node:buffer";
import type { SmscSmppSettings } from "../core/routing/connector.ts";
import { gsmText, type NationalLanguages, NO_LANGUAGES } from "../core/sms/national_language.ts";
import { ESM_UDHI, type Fields } from "./pdu.ts";

/** Position of a part in its concatenated message. */
export interface Part {
  /** Reference that tells concurrent messages between the same two addresses apart. */
  message: string;
  total: number;
  /** Position, from 1. */
  number: number;
}

export interface UserData {
  octets: Uint8Array;
  coding: Coding;
  /** National language tables that replace those of the GSM alphabet. */
  languages: NationalLanguages;
  /** Null for a message in one piece. */
  part: Part | null;
}

/** Decoders by coding. */
export const CODINGS = {
  gsm: gsmText,
  ascii: asciiText,
  latin1: latin1Text,
  /** Declared binary, though much of it is text in practice. */
  octets: octetText,
  cyrillic: textDecoder("iso-8859-5"),
  hebrew: textDecoder("iso-8859-8"),
  ucs2: ucs2Text,
  japanese: textDecoder("shift_jis"),
  iso2022jp: textDecoder("iso-2022-jp"),
  korean: textDecoder("euc-kr"),
} as const satisfies Record<string, (octets: Uint8Array, languages: NationalLanguages) => string>;
export type Coding = keyof typeof CODINGS;

/** Codings by data_coding value (SMPP 3.4 section 5.2.19). */
const BY_DATA_CODING: Readonly<Record<number, Coding>> = {
  1: "ascii",
  2: "octets",
  3: "latin1",
  4: "octets",
  5: "japanese",
  6: "cyrillic",
  7: "hebrew",
  8: "ucs2",
  9: "japanese",
  10: "iso2022jp",
  14: "korean",
};

const NOTHING = new Uint8Array();

export function readUserData(
  pdu: Fields,
  { alphabets }: Pick<SmscSmppSettings, "alphabets">,
): UserData {
  const { short_message, message_payload, esm_class = 0 } = pdu;
  const userData = short_message?.length ? short_message : message_payload ?? NOTHING;
  const header = (esm_class & ESM_UDHI) === 0 ? null : headerOf(userData);
  const elements = header === null ? [] : elementsOf(header);
  const coding = codingOf(pdu.data_coding ?? 0, alphabets);
  return {
    octets: header === null ? userData : userData.subarray(header.length),
    coding,
    languages: coding === "gsm" ? languagesOf(elements) : NO_LANGUAGES,
    part: partOfHeader(elements) ?? partOfSar(pdu),
  };
}

/** Character encoding of user data. */
type Alphabet = Pick<UserData, "coding" | "languages">;

/** Tells whether two pieces of user data can be decoded as one; false when one is missing. */
export function isSameAlphabet(a: Alphabet, b: Alphabet | null): boolean {
  return b !== null && alphabetKey(a) === alphabetKey(b);
}

/** Returns a key that identifies an alphabet. */
export function alphabetKey({ coding, languages: { locking, single } }: Alphabet): string {
  return `${coding} ${locking} ${single}`;
}

/**
 * Decodes octets to well-formed text. NUL at the end is a terminator or padding and is left out;
 * elsewhere it becomes U+FFFD, since Postgres rejects it in text. In GSM it is a letter.
 */
export function decodeText(
  octets: Uint8Array,
  coding: Coding,
  languages: NationalLanguages = NO_LANGUAGES,
): string {
  const text = CODINGS[coding](isUnit(coding) ? unterminated(octets) : octets, languages);
  return unpadded(text).replaceAll("\0", "\ufffd").toWellFormed();
}

/** Joins the octets of parts. */
export function joinedOctets(chunks: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    joined.set(chunk, at);
    at += chunk.length;
  }
  return joined;
}

/** Tells whether NUL is an octet of zero in a coding, and no letter. */
function isUnit(coding: Coding): boolean {
  return coding !== "gsm" && coding !== "ucs2";
}

function unterminated(octets: Uint8Array): Uint8Array {
  let end = octets.length;
  while (end > 0 && octets[end - 1] === 0) end--;
  return octets.subarray(0, end);
}

function unpadded(text: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === "\0") end--;
  return text.slice(0, end);
}

/**
 * Resolves data_coding. 0 means the SMSC's default alphabet: GSM, or Latin-1 for an SMSC that is
 * set up without GSM.
 */
export function codingOf(dataCoding: number, alphabets: SmscSmppSettings["alphabets"]): Coding {
  const smscDefault = alphabets.includes("latin1") && !alphabets.includes("gsm") ? "latin1" : "gsm";
  if (dataCoding < 0x10) return BY_DATA_CODING[dataCoding] ?? smscDefault;
  // GSM coding groups (3GPP TS 23.038 section 4): message waiting, and message class.
  const group = dataCoding >> 4;
  if (group === 0xe) return "ucs2";
  if (group === 0xf) return (dataCoding & 0x04) === 0 ? "gsm" : "octets";
  if (group >= 0x8) return "gsm";
  return (["gsm", "octets", "ucs2", "gsm"] as const)[(dataCoding >> 2) & 3]!;
}

/** Returns the user data header including its length octet; null when it is truncated. */
function headerOf(octets: Uint8Array): Uint8Array | null {
  const length = octets.length === 0 ? 0 : octets[0]! + 1;
  return length === 0 || length > octets.length ? null : octets.subarray(0, length);
}

/** An information element of a user data header (3GPP TS 23.040 section 9.2.3.24). */
interface Element {
  id: number;
  data: Uint8Array;
}

/** Parses the information elements, skipping a truncated last one. */
function elementsOf(header: Uint8Array): Element[] {
  const elements: Element[] = [];
  for (let at = 1; at + 1 < header.length;) {
    const [id, length] = [header[at]!, header[at + 1]!];
    const data = header.subarray(at + 2, at + 2 + length);
    if (data.length === length) elements.push({ id, data });
    at += 2 + length;
  }
  return elements;
}

/** Identifiers of concatenation elements, with the length of their data in octets. */
const CONCATENATION: Readonly<Record<number, number>> = { 0x00: 3, 0x08: 4 };

function partOfHeader(elements: readonly Element[]): Part | null {
  const concatenation = elements.find(({ id, data }) => CONCATENATION[id] === data.length);
  if (concatenation === undefined) return null;
  const { data } = concatenation;
  const reference = data.subarray(0, -2).reduce((value, octet) => value << 8 | octet, 0);
  return partOf(`udh${data.length - 2}-${reference}`, data.at(-2)!, data.at(-1)!);
}

/** Identifiers of national language elements (sections 9.2.3.24.15 and 16). */
const SINGLE_SHIFT = 0x24;
const LOCKING_SHIFT = 0x25;

function languagesOf(elements: readonly Element[]): NationalLanguages {
  // The last of repeated elements counts (section 9.2.3.24).
  const languageOf = (identifier: number) =>
    elements.findLast(({ id, data }) => id === identifier && data.length === 1)?.data[0] ?? 0;
  return { locking: languageOf(LOCKING_SHIFT), single: languageOf(SINGLE_SHIFT) };
}

function partOfSar(pdu: Fields): Part | null {
  const {
    sar_msg_ref_num: reference,
    sar_total_segments: total,
    sar_segment_seqnum: number,
  } = pdu;
  if (reference === undefined || total === undefined || number === undefined) return null;
  return partOf(`sar-${reference}`, total, number);
}

/** Ignores numbers out of range (section 9.2.3.24.1); a message of one part is not concatenated. */
function partOf(message: string, total: number, number: number): Part | null {
  return total > 1 && number >= 1 && number <= total ? { message, total, number } : null;
}

/** Decodes as GSM if there are control characters, which are letters there; else as Latin-1. */
function asciiText(octets: Uint8Array): string {
  const isGsm = octets.some((octet) => octet < 0x20 && octet !== 0x0a && octet !== 0x0d);
  return isGsm ? gsmText(octets) : latin1Text(octets);
}

function latin1Text(octets: Uint8Array): string {
  return Buffer.from(octets.buffer, octets.byteOffset, octets.byteLength).toString("latin1");
}

function octetText(octets: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(octets);
  } catch {
    return latin1Text(octets);
  }
}

/** Decodes UCS-2 in either order of octets, with the byte order marks of all parts left out. */
function ucs2Text(octets: Uint8Array): string {
  const isLittleEndian = octets[0] === 0xff && octets[1] === 0xfe;
  return new TextDecoder(isLittleEndian ? "utf-16le" : "utf-16be").decode(octets)
    .replaceAll("\ufeff", "");
}

function textDecoder(label: string): (octets: Uint8Array) => string {
  return (octets) => new TextDecoder(label).decode(octets);
}
