/** Provider by number prefixes, for countries without number portability. */
import type { Provider } from "./provider.ts";

/** @param table Operator ids by prefix; the longest matching prefix wins. */
export function createPrefixes(table: ReadonlyMap<string, string>): Provider {
  const lengths = [...new Set([...table.keys()].map(({ length }) => length))].sort((a, b) => b - a);
  return {
    counted: false,
    operatorOf(number) {
      const length = lengths.find((size) => table.has(number.slice(0, size)));
      return Promise.resolve(length === undefined ? null : table.get(number.slice(0, length))!);
    },
  };
}
