/**
 * What numbers of a country look like, from libphonenumber's metadata. Only provisioning loads it:
 * the metadata costs more to load than all the rest of the doors.
 */
import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  Metadata,
  type MetadataJson,
} from "libphonenumber-js/core";
import type { NumberPlan } from "./address.ts";
import json from "libphonenumber-js/min/metadata";

const metadata = json as MetadataJson;

/** The plan of an ISO 3166-1 alpha-2 country; null when it has none. */
export function planOf(country: string): NumberPlan | null {
  if (!isSupportedCountry(country as CountryCode, metadata)) return null;
  const plans = new Metadata(metadata);
  plans.selectNumberingPlan(country as CountryCode);
  return {
    callingCode: getCountryCallingCode(country as CountryCode, metadata),
    nationalLengths: plans.numberingPlan!.possibleLengths(),
  };
}
