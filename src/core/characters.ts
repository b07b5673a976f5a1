/** Characters as people count and see them. */
import { exceeds } from "../generated/length.ts";

const SEEN = /[^\s\p{Cc}\p{Cf}\p{Cs}]/u;

/** Takes ten milliseconds to make: most texts are never cut. */
let graphemes: Intl.Segmenter | undefined;

/** Whether there is nothing to be seen: only white space, controls, marks of format. */
export function isBlank(text: string): boolean {
  return !SEEN.test(text);
}

/** The text; null where there is none, or nothing of it is to be seen. */
export function nonBlank(text: string | null | undefined): string | null {
  return text === null || text === undefined || isBlank(text) ? null : text;
}

/**
 * The beginning of a text, of so many characters at most: code points, as at the doors. What is
 * seen as one, such as a letter and its accent, stays whole or goes.
 */
export function cut(text: string, characters: number): string {
  if (text.length <= characters) return text;
  graphemes ??= new Intl.Segmenter("und", { granularity: "grapheme" });
  let left = characters;
  for (const { segment, index } of graphemes.segment(text)) {
    if (exceeds(segment, left)) return text.slice(0, index);
    left -= [...segment].length;
  }
  return text;
}
