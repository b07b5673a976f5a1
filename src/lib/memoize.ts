/** What is read again and again in the same words. */

export interface MemoizeLimits {
  /** Texts memoize; the oldest make room. */
  max: number;
  /** Longer texts are read each time. */
  maxLength: number;
}

/**
 * The same function of a text alone, which for the last few texts repeats what it has answered:
 * nobody may change that. What it throws is not memoize.
 */
export function memoize<T>(
  read: (text: string) => T,
  { max, maxLength }: MemoizeLimits,
): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    let answer = known.get(text);
    if (answer !== undefined) return answer;
    answer = read(text);
    if (text.length <= maxLength) {
      if (known.size >= max) known.delete(known.keys().next().value!);
      known.set(text, answer);
    }
    return answer;
  };
}
