/** Addresses as MM7 writes them (3GPP TS 23.140 section 8.7). */
import type { Address } from "../../generated/mm7.ts";

/** Short codes are shorter than any number with its country code that is given to a sender. */
const IS_NUMBER = /^\d{9,}$/;

/** Our side's address; an alphanumeric originator is no number either. */
export function originatorAddress(value: string): Address {
  return { kind: IS_NUMBER.test(value) ? "Number" : "ShortCode", value };
}

/** A handset's address. */
export function numberAddress(value: string): Address {
  return { kind: "Number", value };
}
