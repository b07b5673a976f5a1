/**
 * Segmentation of a text into SMS: alphabet, number of segments, and cuts (3GPP TS 23.038 section
 * 4, TS 23.040 section 9.2.3.24). How segments are marked as belonging together is up to the
 * carrier's protocol.
 */
import { GSM_ESCAPE, writeGsm } from "./gsm_alphabet.ts";

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
  const buffer = bufferFor(2 * wellFormed.length);
  for (const alphabet of alphabets) {
    const length = WRITE[alphabet](wellFormed, buffer);
    if (length !== null) return cut(buffer.subarray(0, length), alphabet, header);
  }
  return cut(buffer.subarray(0, writeUcs2(wellFormed, buffer)), "ucs2", header);
}

/** Buffer that most texts fit, in octets; used again for each. */
const BUFFER = new Uint8Array(4 << 10);

function bufferFor(octets: number): Uint8Array {
  return octets <= BUFFER.length ? BUFFER : new Uint8Array(octets);
}

/** Texts of one-septet characters, which most texts are; a fast check. */
const PLAIN = /^[\n\r -Z_a-z]*$/;

/** Counts the short messages that a text is sent and billed as, in GSM or else in UCS-2. */
export function countSegments(text: string): number {
  if (text.length <= 160 && PLAIN.test(text)) return 1;
  return segmentText(text).segments.length;
}

/** Writers of a text, which return the number of octets; null if the alphabet lacks a character. */
const WRITE: Record<SmsAlphabet, (text: string, buffer: Uint8Array) => number | null> = {
  gsm: writeGsm,
  latin1: writeLatin1,
  ucs2: writeUcs2,
};

const IS_LATIN1 = /^[\n\r\x20-\x7e\xa0-\xff]*$/;

function writeLatin1(text: string, buffer: Uint8Array): number | null {
  if (!IS_LATIN1.test(text)) return null;
  for (let at = 0; at < text.length; at++) buffer[at] = text.charCodeAt(at);
  return text.length;
}

function writeUcs2(text: string, buffer: Uint8Array): number {
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    buffer[2 * at] = unit >> 8;
    buffer[2 * at + 1] = unit & 0xff;
  }
  return 2 * text.length;
}

/** Returns whether a cut after a unit, the octets of which begin at `at`, would be in a character. */
const IS_FIRST_HALF: Record<SmsAlphabet, (octets: Uint8Array, at: number) => boolean> = {
  gsm: (octets, at) => octets[at] === GSM_ESCAPE,
  latin1: () => false,
  // A high surrogate.
  ucs2: (octets, at) => octets[at]! >> 2 === 0xd8 >> 2,
};

function cut(octets: Uint8Array, alphabet: SmsAlphabet, header: ConcatenationHeader): SmsText {
  const { bits, octets: size } = UNITS[alphabet];
  const inBits = (available: number) => size * Math.floor(available * 8 / bits);
  const single = inBits(OCTETS);
  if (octets.length <= single) return { alphabet, segments: [octets.slice()] };
  const capacity = inBits(OCTETS - CONCATENATION_HEADERS[header]);
  const segments: Uint8Array<ArrayBuffer>[] = [];
  for (let from = 0; from < octets.length;) {
    let end = Math.min(from + capacity, octets.length);
    if (end < octets.length && IS_FIRST_HALF[alphabet](octets, end - size)) end -= size;
    segments.push(octets.slice(from, end));
    from = end;
  }
  return { alphabet, segments };
}
