/** MM7 addresses (3GPP TS 23.140 section 8.7). */
import type { Address } from "../../generated/mm7.ts";

/** Digits of a number. Short codes are shorter than any number with its country code. */
const IS_NUMBER = /^\d{9,}$/;

/** Writes an originator's address; an alphanumeric one is written as a ShortCode too. */
export function originatorAddress(value: string): Address {
  return { kind: IS_NUMBER.test(value) ? "Number" : "ShortCode", value };
}

/** Writes a handset's address. */
export function numberAddress(value: string): Address {
  return { kind: "Number", value };
}
