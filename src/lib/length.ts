/** Text lengths in code points, which JSON Schema and XML Schema count. */

/**
 * Tells whether a text has more than `maximum` code points. Counts only where the UTF-16 length
 * does not decide, so that a text of any length costs at most `maximum` steps and no memory.
 */
export function exceeds(text: string, maximum: number): boolean {
  if (text.length <= maximum) return false;
  if (text.length > 2 * maximum) return true;
  let left = maximum;
  for (const _ of text) if (--left < 0) return true;
  return false;
}
