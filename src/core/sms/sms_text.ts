/**
 * Segmentation of a text into SMS: alphabet, number of segments, and cuts (3GPP TS 23.038 section
 * 4, TS 23.040 section 9.2.3.24). How segments are marked as belonging together is up to the
 * carrier's protocol.
 */
import { GSM_SEPTETS, isGsm } from "./gsm_alphabet.ts";

export const SMS_ALPHABETS = ["gsm", "latin1", "ucs2"] as const;
/**
 * Alphabet of an SMS. `latin1` is ISO 8859-1 in octets, which few networks support: only for
 * carriers that ask for it.
 */
export type SmsAlphabet = typeof SMS_ALPHABETS[number];

export interface SmsText {
  alphabet: SmsAlphabet;
  /** User data without headers: GSM with one septet per octet, UCS-2 big endian. Never empty. */
  segments: Uint8Array<ArrayBuffer>[];
}

/** Octets of user data in one short message (TS 23.040 section 9.2.3.16). */
const OCTETS = 140;

/** Size of a unit of each alphabet: bits in the short message, octets in `SmsText`. */
const UNITS: Record<SmsAlphabet, { bits: number; octets: number }> = {
  gsm: { bits: 7, octets: 1 },
  latin1: { bits: 8, octets: 1 },
  ucs2: { bits: 16, octets: 2 },
};

/**
 * Octets of the concatenation header, with a reference of 8 or 16 bits (TS 23.040 section
 * 9.2.3.24.1 and .8). A carrier that writes the header itself uses the shorter.
 */
export const CONCATENATION_HEADERS = { reference8: 6, reference16: 7 } as const;
export type ConcatenationHeader = keyof typeof CONCATENATION_HEADERS;

/** Maximum number of segments; the header counts them in one octet. */
export const MAX_SEGMENTS = 255;

export interface SegmentOptions {
  /** Alphabets to try in this order before UCS-2, which holds any text. Default GSM. */
  alphabets?: readonly SmsAlphabet[];
  /** Concatenation header. Default `reference8`. */
  header?: ConcatenationHeader;
}

/**
 * Splits a text into segments: one of up to 160 GSM septets or 70 UCS-2 units, or several of up to
 * 153 or 67. No segment ends within a character: between the escape of the GSM extension table and
 * its code, or between the halves of a surrogate pair. A lone surrogate becomes U+FFFD.
 */
export function segmentText(
  text: string,
  { alphabets = ["gsm"], header = "reference8" }: SegmentOptions = {},
): SmsText {
  const wellFormed = text.toWellFormed();
  const alphabet = alphabets.find((candidate) => CONTAINS[candidate](wellFormed)) ?? "ucs2";
  const { bits, octets } = UNITS[alphabet];
  const single = Math.floor(OCTETS * 8 / bits);
  const characters = Array.from(wellFormed, (character) => ENCODE[alphabet](character));
  const units = characters.reduce((sum, encoded) => sum + encoded.length / octets, 0);
  const room = units <= single
    ? single
    : Math.floor((OCTETS - CONCATENATION_HEADERS[header]) * 8 / bits);
  return { alphabet, segments: cut(characters, room * octets) };
}

/** Texts of one-septet characters, which most texts are; a fast check. */
const PLAIN = /^[\n\r -Z_a-z]*$/;

/** Counts the short messages that a text is sent and billed as, in GSM or else in UCS-2. */
export function countSegments(text: string): number {
  if (text.length <= 160 && PLAIN.test(text)) return 1;
  return segmentText(text).segments.length;
}

const CONTAINS: Record<SmsAlphabet, (text: string) => boolean> = {
  gsm: isGsm,
  latin1: (text) => /^[\n\r\x20-\x7e\xa0-\xff]*$/.test(text),
  ucs2: () => true,
};

/** Encoders of one character, to octets. */
const ENCODE: Record<SmsAlphabet, (character: string) => readonly number[]> = {
  gsm: (character) => GSM_SEPTETS.get(character)!,
  latin1: (character) => [character.charCodeAt(0)],
  ucs2: (character) =>
    Array.from({ length: character.length }, (_, index) => character.charCodeAt(index))
      .flatMap((unit) => [unit >> 8, unit & 0xff]),
};

function cut(characters: readonly (readonly number[])[], room: number): Uint8Array<ArrayBuffer>[] {
  const segments: number[][] = [[]];
  for (const octets of characters) {
    if (segments.at(-1)!.length + octets.length > room) segments.push([]);
    segments.at(-1)!.push(...octets);
  }
  return segments.map((octets) => Uint8Array.from(octets));
}

/**
 * Replacements of typographic characters by GSM ones. A text with any character outside the GSM
 * alphabet is sent in UCS-2, at 70 characters a message instead of 160.
 */
const REPLACEMENTS: ReadonlyMap<string, string> = new Map([
  ..."‘’‚‛′`´".split("").map((character): [string, string] => [character, "'"]),
  ..."“”„‟″«»".split("").map((character): [string, string] => [character, '"']),
  ..."‐‑‒–—―−".split("").map((character): [string, string] => [character, "-"]),
  ..."\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000\t"
    .split("").map((character): [string, string] => [character, " "]),
  ..."\u200b\u200c\u200d\u2060\ufeff\u00ad".split("").map((
    character,
  ): [string, string] => [character, ""]),
  ["…", "..."],
  ["•", "*"],
  ["‹", "<"],
  ["›", ">"],
  ["⁄", "/"],
]);

/**
 * Replaces the typographic characters of a text if the whole text then is in the GSM alphabet; else
 * returns it unchanged, since UCS-2 can hold them.
 */
export function withPlainTypography(text: string): string {
  if (isGsm(text)) return text;
  let plain = "";
  for (const character of text) plain += REPLACEMENTS.get(character) ?? character;
  return isGsm(plain) ? plain : text;
}
