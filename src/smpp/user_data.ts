/** The octets of a deliver_sm: of what message they are a part, and what text they are. Pure. */
import { Buffer } from "node:buffer";
import type { SmscSmppSettings } from "../core/routing/connector.ts";
import { gsmText, type NationalLanguages, NO_LANGUAGES } from "../core/sms/national_language.ts";
import { ESM_UDHI, type Pdu } from "./pdu.ts";

/** Which part of which message. */
export interface Part {
  /** Unique among the messages that are under way from one address to another. */
  message: string;
  total: number;
  /** From 1. */
  number: number;
}

export interface UserData {
  octets: Uint8Array;
  coding: Coding;
  /** Whose tables stand for those of GSM's alphabet. */
  languages: NationalLanguages;
  /** Null: it is a whole message. */
  part: Part | null;
}

export const CODINGS = {
  gsm: gsmText,
  ascii: asciiText,
  latin1: latin1Text,
  /** Octets that are said to be no text. Much of it is. */
  octets: octetText,
  cyrillic: labelled("iso-8859-5"),
  hebrew: labelled("iso-8859-8"),
  ucs2: labelled("utf-16be"),
  japanese: labelled("shift_jis"),
  iso2022jp: labelled("iso-2022-jp"),
  korean: labelled("euc-kr"),
} as const satisfies Record<string, (octets: Uint8Array, languages: NationalLanguages) => string>;
export type Coding = keyof typeof CODINGS;

/** Values of data_coding that are alphabets (SMPP 3.4 section 5.2.19). */
const BY_VALUE: Readonly<Record<number, Coding>> = {
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

export function readUserData(
  pdu: Pdu,
  { alphabets }: Pick<SmscSmppSettings, "alphabets">,
): UserData {
  const { short_message, message_payload, esm_class = 0 } = pdu;
  const whole = short_message?.length ? short_message : message_payload ?? Buffer.alloc(0);
  const header = (esm_class & ESM_UDHI) === 0 ? null : headerOf(whole);
  const elements = header === null ? [] : elementsOf(header);
  const coding = codingOf(pdu.data_coding ?? 0, alphabets);
  return {
    octets: header === null ? whole : whole.subarray(header.length),
    coding,
    languages: coding === "gsm" ? languagesOf(elements) : NO_LANGUAGES,
    part: partOfHeader(elements) ?? partOfSar(pdu),
  };
}

/** How octets are to be read. */
type Alphabet = Pick<UserData, "coding" | "languages">;

/** Whether the octets of both can be read as one text; null: there are none. */
export function isOneAlphabet(one: Alphabet, other: Alphabet | null): boolean {
  return other !== null && alphabetKey(one) === alphabetKey(other);
}

/** The same text for the same alphabet. */
export function alphabetKey({ coding, languages: { locking, single } }: Alphabet): string {
  return `${coding} ${locking} ${single}`;
}

/** Octets of one alphabet as text: well formed, and without NUL, which no database takes. */
export function decodeText(
  octets: Uint8Array,
  coding: Coding,
  languages: NationalLanguages = NO_LANGUAGES,
): string {
  return CODINGS[coding](octets, languages).replaceAll("\0", "\ufffd").toWellFormed();
}

/** 0 is what the SMSC takes for granted: GSM's alphabet, unless it does not take that. */
export function codingOf(dataCoding: number, alphabets: SmscSmppSettings["alphabets"]): Coding {
  const usual = alphabets.includes("latin1") && !alphabets.includes("gsm") ? "latin1" : "gsm";
  if (dataCoding < 0x10) return BY_VALUE[dataCoding] ?? usual;
  // Coding groups of GSM (3GPP TS 23.038 section 4): message waiting, and message class.
  const group = dataCoding >> 4;
  if (group === 0xe) return "ucs2";
  if (group === 0xf) return (dataCoding & 0x04) === 0 ? "gsm" : "octets";
  if (group >= 0x8) return "gsm";
  return (["gsm", "octets", "ucs2", "gsm"] as const)[(dataCoding >> 2) & 3]!;
}

/** The user data header with its length; null: it is longer than what is there. */
function headerOf(octets: Uint8Array): Uint8Array | null {
  const length = octets.length === 0 ? 0 : octets[0]! + 1;
  return length === 0 || length > octets.length ? null : octets.subarray(0, length);
}

/** An information element of a user data header (3GPP TS 23.040 section 9.2.3.24). */
interface Element {
  id: number;
  data: Uint8Array;
}

/** Those that are whole. */
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

/** Elements that number a part: octets of their data. */
const CONCATENATION: Readonly<Record<number, number>> = { 0x00: 3, 0x08: 4 };

function partOfHeader(elements: readonly Element[]): Part | null {
  const found = elements.find(({ id, data }) => CONCATENATION[id] === data.length);
  if (found === undefined) return null;
  const { data } = found;
  const reference = data.subarray(0, -2).reduce((value, octet) => value << 8 | octet, 0);
  return partOf(`udh${data.length - 2}-${reference}`, data.at(-2)!, data.at(-1)!);
}

/** Elements that name a language: its identifier (sections 9.2.3.24.15 and 16). */
const SINGLE_SHIFT = 0x24;
const LOCKING_SHIFT = 0x25;

function languagesOf(elements: readonly Element[]): NationalLanguages {
  // Of one that is there twice the last counts (section 9.2.3.24).
  const named = (wanted: number) =>
    elements.findLast(({ id, data }) => id === wanted && data.length === 1)?.data[0] ?? 0;
  return { locking: named(LOCKING_SHIFT), single: named(SINGLE_SHIFT) };
}

function partOfSar(pdu: Pdu): Part | null {
  const {
    sar_msg_ref_num: reference,
    sar_total_segments: total,
    sar_segment_seqnum: number,
  } = pdu;
  if (reference === undefined || total === undefined || number === undefined) return null;
  return partOf(`sar-${reference}`, total, number);
}

/** What is out of range is to be ignored (section 9.2.3.24.1); the only part is the whole. */
function partOf(message: string, total: number, number: number): Part | null {
  return total > 1 && number >= 1 && number <= total ? { message, total, number } : null;
}

/** Controls that no text has say that an SMSC means GSM's alphabet: there they are letters. */
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

function labelled(label: string): (octets: Uint8Array) => string {
  return (octets) => new TextDecoder(label).decode(octets);
}
