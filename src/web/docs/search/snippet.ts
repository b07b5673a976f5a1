/** Excerpt of a text around what was found. */
import { termsOf } from "./terms.ts";

/** Characters of a snippet before and after the first term. */
const BEFORE = 60;
const AFTER = 140;

/**
 * Cuts a snippet out of a text, between words where there are any, as pieces of which every second
 * one was found.
 */
export function snippetOf(text: string, isFound: (term: string) => boolean): string[] {
  const found = termsOf(text).filter(({ term }) => isFound(term)).sort((a, b) => a.from - b.from);
  const at = found[0]?.from ?? 0;
  const from = at <= BEFORE ? 0 : text.indexOf(" ", at - BEFORE) + 1;
  const last = text.lastIndexOf(" ", at + AFTER);
  const end = text.length <= at + AFTER ? text.length : last > at ? last : at + AFTER;
  const pieces: string[] = [];
  let copied = from;
  for (const { from: start, to } of found) {
    if (to > end) break;
    // Terms overlap: a word, its parts and the phrase that it is in.
    if (start < copied) continue;
    pieces.push(text.slice(copied, start), text.slice(start, to));
    copied = to;
  }
  pieces.push(text.slice(copied, end) + (end < text.length ? " …" : ""));
  pieces[0] = (from > 0 ? "… " : "") + pieces[0];
  return pieces;
}
