// deno-lint-ignore-file
// Written by `deno task generate` from tools/generate/length.ts. Edit that, not this.
/** Text lengths in code points, for JSON Schema and XML Schema. Copied to `src/generated`. */

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
