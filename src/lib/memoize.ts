/** Memoisation of parsers whose inputs repeat. */

export interface MemoizeLimits {
  /** Maximum number of cached texts; the oldest is evicted. */
  max: number;
  /** Maximum length of a cached text, in UTF-16 code units; longer ones are parsed each time. */
  maxLength: number;
}

/**
 * Memoises a function of a text. Callers share the results and must not change them. Errors and
 * undefined results are not cached.
 */
export function memoize<T>(
  read: (text: string) => T,
  { max, maxLength }: MemoizeLimits,
): (text: string) => T {
  const cache = new Map<string, T>();
  return (text) => {
    let result = cache.get(text);
    if (result !== undefined) return result;
    result = read(text);
    if (text.length <= maxLength) {
      if (cache.size >= max) cache.delete(cache.keys().next().value!);
      cache.set(text, result);
    }
    return result;
  };
}
