/** libphonenumber, the judge of how numbers are read. */
import { type MetadataJson, parsePhoneNumberFromString } from "npm:libphonenumber-js@1.13.16/core";
import metadata from "npm:libphonenumber-js@1.13.16/max/metadata";

/** Reads a number as libphonenumber does, as digits; null: it reads none. */
export function judged(text: string): string | null {
  const number = parsePhoneNumberFromString(text, metadata as MetadataJson);
  return number?.number.slice(1) ?? null;
}
