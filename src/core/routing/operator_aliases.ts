/** Ids of operators that requests may have from another interface (contract sections 1 and 9). */

/**
 * Operators of the catalogue by their ids at Sinch, whose header is `X-Mblox-Carrier-Id`.
 * Source: github.com/sinch/docs, docs/mms/mm7-service, read 2026-11. It has no ids for all of a
 * country, and more operators: those that the catalogue lacks have no alias.
 */
const SINCH_IDS: ReadonlyMap<string, string> = new Map([
  ["31002", "0001470"], // AT&T
  ["31003", "0001890"], // Verizon
  ["31004", "0001570"], // T-Mobile
  ["31012", "0001840"], // US Cellular
]);

/**
 * Finds the operator that an id of a request means; null: there is none. One that an administrator
 * has added under the id comes before an alias.
 */
export function requestedOperator(
  operators: ReadonlyMap<string, unknown>,
  id: string,
): string | null {
  if (operators.has(id)) return id;
  const alias = SINCH_IDS.get(id);
  return alias !== undefined && operators.has(alias) ? alias : null;
}
