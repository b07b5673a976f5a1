/** Time zones of telephone numbers. */
import { NUMBER_ZONES } from "../../generated/number_zones.ts";

let byPrefix: ReadonlyMap<string, string> | undefined;

/** Maximum number of digits of a prefix. */
let longest = 0;

function zonesByPrefix(): ReadonlyMap<string, string> {
  if (byPrefix !== undefined) return byPrefix;
  const entries = NUMBER_ZONES.flatMap(([zones, prefixes]) =>
    prefixes.split(" ").map((prefix): [string, string] => [prefix, zones])
  );
  longest = Math.max(...entries.map(([prefix]) => prefix.length));
  return byPrefix = new Map(entries);
}

/**
 * Returns the names of the time zones that a number may be in, by its longest known prefix; none
 * where it has no known one. A mobile number of a country may be in any of the country's zones.
 *
 * @param number International number in digits.
 */
export function zonesOf(number: string): readonly string[] {
  const zones = zonesByPrefix();
  for (let digits = Math.min(longest, number.length); digits > 0; digits--) {
    const found = zones.get(number.slice(0, digits));
    if (found !== undefined) return found.split("&");
  }
  return [];
}
