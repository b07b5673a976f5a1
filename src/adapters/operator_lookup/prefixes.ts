/** Operators by the first digits of a number: right where nobody takes his number along. */
import type { Provider } from "./provider.ts";

/** @param table Operator ids by prefix; the longest that fits wins. */
export function createPrefixes(table: ReadonlyMap<string, string>): Provider {
  const lengths = [...new Set([...table.keys()].map(({ length }) => length))].sort((a, b) => b - a);
  return {
    counted: false,
    operatorOf(number) {
      const length = lengths.find((each) => table.has(number.slice(0, each)));
      return Promise.resolve(length === undefined ? null : table.get(number.slice(0, length))!);
    },
  };
}
