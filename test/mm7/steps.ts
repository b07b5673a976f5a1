/** Measures work by the characters that are read, instead of by time. */

/** Methods of strings that read characters, and their number in one call. */
const COUNTED = {
  charCodeAt: () => 1,
  startsWith: (_text: string, [search]: unknown[]) => String(search).length,
  slice: (_text: string, _args: unknown[], result: unknown) => String(result).length,
  includes: (text: string) => text.length,
  replaceAll: (text: string) => text.length,
  indexOf: (text: string, [, from]: unknown[], result: unknown) =>
    (result === -1 ? text.length : Number(result)) - Number(from ?? 0),
} satisfies Record<
  string,
  (text: string, args: unknown[], result: unknown) => number
>;

type Method = (...args: unknown[]) => unknown;

/** Counts the characters that the work reads by the methods above; an error ends the work. */
export function steps(work: () => unknown): number {
  let count = 0;
  const prototype = String.prototype as unknown as Record<string, Method>;
  const originals = Object.keys(COUNTED).map((name) => [name, prototype[name]!] as const);
  for (const [name, original] of originals) {
    const cost = COUNTED[name as keyof typeof COUNTED];
    prototype[name] = function (this: string, ...args: unknown[]) {
      const result = original.apply(this, args);
      count += cost(this as string, args, result);
      return result;
    };
  }
  try {
    work();
  } catch {
    // A refusal counts, too.
  } finally {
    for (const [name, original] of originals) prototype[name] = original;
  }
  return count;
}
