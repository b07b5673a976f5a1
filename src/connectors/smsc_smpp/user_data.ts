/** The octets of a deliver_sm: of what message they are a part, and what text they are. Pure. */
import { Buffer } from "node:buffer";
import type { SmscSmppSettings } from "../../core/connector.ts";
import { GSM_DEFAULT, GSM_ESCAPE, GSM_EXTENSION } from "../../core/gsm_alphabet.ts";
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
} as const satisfies Record<string, (octets: Uint8Array) => string>;
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
  return {
    octets: header === null ? whole : whole.subarray(header.length),
    coding: codingOf(pdu.data_coding ?? 0, alphabets),
    part: partOfHeader(header) ?? partOfSar(pdu),
  };
}

/** Octets of one coding as text: well formed, and without NUL, which no database takes. */
export function decodeText(octets: Uint8Array, coding: Coding): string {
  return CODINGS[coding](octets).replaceAll("\0", "\ufffd").toWellFormed();
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

/** Information elements that number a part (3GPP TS 23.040 section 9.2.3.24): octets of its data. */
const CONCATENATION: Readonly<Record<number, number>> = { 0x00: 3, 0x08: 4 };

function partOfHeader(header: Uint8Array | null): Part | null {
  if (header === null) return null;
  for (let at = 1; at + 1 < header.length;) {
    const [id, length] = [header[at]!, header[at + 1]!];
    const data = header.subarray(at + 2, at + 2 + length);
    if (CONCATENATION[id] === length && data.length === length) {
      const reference = data.subarray(0, -2).reduce((value, octet) => value << 8 | octet, 0);
      return partOf(`udh${length - 2}-${reference}`, data.at(-2)!, data.at(-1)!);
    }
    at += 2 + length;
  }
  return null;
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

/** One septet an octet. A code that the extension table lacks is that of the default alphabet. */
function gsmText(octets: Uint8Array): string {
  let text = "";
  for (let at = 0; at < octets.length; at++) {
    const code = octets[at]!;
    if (code !== GSM_ESCAPE) {
      text += GSM_DEFAULT[code] ?? "\ufffd";
      continue;
    }
    const next = octets[++at];
    if (next === undefined) return `${text} `;
    text += GSM_EXTENSION.get(next) ?? (next === GSM_ESCAPE ? " " : GSM_DEFAULT[next] ?? "\ufffd");
  }
  return text;
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
