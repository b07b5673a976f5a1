/**
 * A text as the SMS that carry it: in which alphabet, in how many segments, cut where (3GPP TS
 * 23.038 section 4, TS 23.040 section 9.2.3.24). Pure; how segments say that they belong together
 * is the carrier's protocol's affair.
 */
import { GSM_SEPTETS, isGsm } from "./gsm_alphabet.ts";

export const SMS_ALPHABETS = ["gsm", "latin1", "ucs2"] as const;
/** `latin1` is ISO 8859-1 in octets, which few networks carry: where a carrier asks for it. */
export type SmsAlphabet = typeof SMS_ALPHABETS[number];

export interface SmsText {
  alphabet: SmsAlphabet;
  /** User data without headers: GSM one septet an octet, UCS-2 big endian. Never empty. */
  segments: Uint8Array<ArrayBuffer>[];
}

/** Octets of user data in one short message (TS 23.040 section 9.2.3.16). */
const OCTETS = 140;

/** Bits of one unit, and the most units of a text that is not cut. */
const UNITS: Record<SmsAlphabet, { bits: number; octets: number }> = {
  gsm: { bits: 7, octets: 1 },
  latin1: { bits: 8, octets: 1 },
  ucs2: { bits: 16, octets: 2 },
};

/**
 * Octets of the header that says which segment of which message it is: with a reference of 8 bits,
 * or 16 (TS 23.040 section 9.2.3.24.1 and .8). Where the carrier writes it, it is the shorter.
 */
export const CONCATENATION_HEADERS = { reference8: 6, reference16: 7 } as const;
export type ConcatenationHeader = keyof typeof CONCATENATION_HEADERS;

/** References and counts are one octet each. */
export const MAX_SEGMENTS = 255;

export interface SegmentOptions {
  /** Tried in this order before UCS-2, which takes any text. Default GSM. */
  alphabets?: readonly SmsAlphabet[];
  /** Default `reference8`. */
  header?: ConcatenationHeader;
}

/**
 * Cuts a text into segments: one of up to 160 GSM septets or 70 UCS-2 units, or several of up to
 * 153 or 67. No segment ends within a character: between the escape of the GSM extension table and
 * its code, or between the halves of a surrogate pair. Half a pair becomes U+FFFD.
 */
export function segmentText(
  text: string,
  { alphabets = ["gsm"], header = "reference8" }: SegmentOptions = {},
): SmsText {
  const wellFormed = text.toWellFormed();
  const alphabet = alphabets.find((one) => HOLDS[one](wellFormed)) ?? "ucs2";
  const { bits, octets } = UNITS[alphabet];
  const whole = Math.floor(OCTETS * 8 / bits);
  const characters = Array.from(wellFormed, (character) => ENCODE[alphabet](character));
  const units = characters.reduce((sum, one) => sum + one.length / octets, 0);
  const room = units <= whole
    ? whole
    : Math.floor((OCTETS - CONCATENATION_HEADERS[header]) * 8 / bits);
  return { alphabet, segments: cut(characters, room * octets) };
}

/** Characters of one septet each that are found fast, which most texts consist of. */
const PLAIN = /^[\n\r -Z_a-z]*$/;

/** How many short messages a text is sent and billed as, in GSM or else in UCS-2. */
export function countSegments(text: string): number {
  if (text.length <= 160 && PLAIN.test(text)) return 1;
  return segmentText(text).segments.length;
}

const HOLDS: Record<SmsAlphabet, (text: string) => boolean> = {
  gsm: isGsm,
  latin1: (text) => /^[\n\r\x20-\x7e\xa0-\xff]*$/.test(text),
  ucs2: () => true,
};

/** One character's octets. */
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
 * What typographic characters become where an account wants texts to stay in the GSM alphabet:
 * one that has anything else is sent in UCS-2, at 70 characters a message instead of 160.
 */
const REPLACEMENTS: ReadonlyMap<string, string> = new Map([
  ..."‘’‚‛′`´".split("").map((one): [string, string] => [one, "'"]),
  ..."“”„‟″«»".split("").map((one): [string, string] => [one, '"']),
  ..."‐‑‒–—―−".split("").map((one): [string, string] => [one, "-"]),
  ..."\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000\t"
    .split("").map((one): [string, string] => [one, " "]),
  ..."\u200b\u200c\u200d\u2060\ufeff\u00ad".split("").map((one): [string, string] => [one, ""]),
  ["…", "..."],
  ["•", "*"],
  ["‹", "<"],
  ["›", ">"],
  ["⁄", "/"],
]);

/**
 * The text with its typographic characters replaced, if that brings all of it into the GSM alphabet;
 * else as it is, for what is sent in UCS-2 anyway loses nothing.
 */
export function withPlainTypography(text: string): string {
  if (isGsm(text)) return text;
  let plain = "";
  for (const character of text) plain += REPLACEMENTS.get(character) ?? character;
  return isGsm(plain) ? plain : text;
}
