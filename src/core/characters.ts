/** Text as people perceive it: visible characters, and truncation between graphemes. */
import { exceeds } from "../lib/length.ts";

const VISIBLE = /[^\s\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/u;

/** Created when first needed: that takes ten milliseconds, and most texts are never truncated. */
let graphemes: Intl.Segmenter | undefined;

/**
 * Returns whether a text has no visible character: only white space, control and format characters,
 * and what has no glyph.
 */
export function isBlank(text: string): boolean {
  return !VISIBLE.test(text);
}

/** Returns the text, or null if it is missing or blank. */
export function nonBlank(text: string | null | undefined): string | null {
  return text === null || text === undefined || isBlank(text) ? null : text;
}

/** Truncates a text to at most `characters` code points, without splitting a grapheme. */
export function truncate(text: string, characters: number): string {
  if (text.length <= characters) return text;
  graphemes ??= new Intl.Segmenter("und", { granularity: "grapheme" });
  let remaining = characters;
  for (const { segment, index } of graphemes.segment(text)) {
    if (exceeds(segment, remaining)) return text.slice(0, index);
    remaining -= [...segment].length;
  }
  return text;
}

/**
 * Strips characters that have no glyph of their own (Unicode: Default_Ignorable_Code_Point): zero-width
 * ones, marks of direction, variation selectors, the soft hyphen, the byte order mark.
 */
export function withoutIgnorable(text: string): string {
  return text.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, "");
}
