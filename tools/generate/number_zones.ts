/** Emits `src/generated/number_zones.ts`: time zones of numbers, from libphonenumber's map. */

/** Zone of numbers whose place is not known. */
const UNKNOWN = "Etc/Unknown";

/**
 * Emits the zones of the prefixes in a map: lines of a prefix, a bar, and zones joined by `&`. Those
 * that a shorter prefix has as well are left out.
 */
export function emitNumberZones(map: string): string {
  const zonesBy = new Map<string, string>();
  for (const line of map.split("\n")) {
    const [, prefix, zones] = /^(\d+)\|(\S+)$/.exec(line) ?? [];
    if (prefix !== undefined && zones !== UNKNOWN) zonesBy.set(prefix, zones!);
  }
  const prefixesBy = new Map<string, string[]>();
  for (const [prefix, zones] of zonesBy) {
    if (inherited(zonesBy, prefix) === zones) continue;
    const prefixes = prefixesBy.get(zones) ?? [];
    prefixesBy.set(zones, [...prefixes, prefix]);
  }
  const entries = [...prefixesBy].map(([zones, prefixes]) =>
    `  [${JSON.stringify(zones)}, ${JSON.stringify(prefixes.join(" "))}],`
  );
  return `/**
 * Names of the tz database, joined by \`&\`, with the prefixes of the international numbers that they
 * are the zones of, separated by spaces. The longest prefix of a number counts.
 */
export const NUMBER_ZONES: readonly (readonly [zones: string, prefixes: string])[] = [
${entries.join("\n")}
];
`;
}

/** Returns the zones of the longest shorter prefix. */
function inherited(zonesBy: ReadonlyMap<string, string>, prefix: string): string | undefined {
  for (let digits = prefix.length - 1; digits > 0; digits--) {
    const zones = zonesBy.get(prefix.slice(0, digits));
    if (zones !== undefined) return zones;
  }
  return undefined;
}
