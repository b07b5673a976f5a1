/** Memoisation of functions whose inputs repeat. */
import { createLru } from "./lru.ts";

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
  const cache = createLru<string, T>(max);
  return (text) => {
    let result = cache.peek(text);
    if (result !== undefined) return result;
    result = read(text);
    if (text.length <= maxLength) cache.set(text, result);
    return result;
  };
}
