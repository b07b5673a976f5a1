/** Line breaking. */
import { memoize } from "../lib/memoize.ts";

/** Measures the width of a text in pixels. */
export type Measure = (text: string) => number;

const words = new Intl.Segmenter("en", { granularity: "word" });
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Mandatory line breaks (Unicode Standard Annex 14: BK, CR, LF, NL). */
const LINE_BREAK = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/;
/**
 * Excess combining marks: no language puts more on one letter (Unicode Standard Annex 15,
 * Stream-Safe Text Format).
 */
const TOO_MANY_MARKS = /(\p{M}{30})\p{M}+/gu;
/**
 * Limits in code units against text crafted to be slow: of a word measured as a whole, of a
 * grapheme kept whole, and of a line, however narrow its characters.
 */
const MAX_WORD = 1000;
const MAX_GRAPHEME = 64;
const MAX_LINE = 2000;
const GRAPHEME_PIECES = new RegExp(`[^]{1,${MAX_GRAPHEME / 2}}`, "gu");
/** Control characters, which are removed. */
// deno-lint-ignore no-control-regex -- matches control characters
const CONTROL = /[\0-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]/g;

/** Splits a text into paragraphs without control characters. */
export function paragraphsOf(text: string): string[] {
  return text.toWellFormed().split(LINE_BREAK).map(clean);
}

/** Removes control characters and excess marks, and replaces tabs by spaces. */
export function clean(text: string): string {
  return text.replaceAll("\t", " ").replace(CONTROL, "").replace(TOO_MANY_MARKS, "$1");
}

/**
 * Breaks a paragraph into lines of at most `width` pixels, lazily. A wider word is broken between
 * graphemes; a grapheme is never broken.
 */
export function* linesOf(paragraph: string, width: number, measure: Measure): Generator<string> {
  const widthOf = memoize(measure, { max: Infinity, maxLength: MAX_WORD });
  let line = "";
  let lineWidth = 0;
  for (const piece of piecesOf(paragraph)) {
    const tooWide = piece.length > MAX_WORD || widthOf(piece.trimEnd()) > width;
    for (const [index, part] of (tooWide ? graphemesOf(piece) : [piece]).entries()) {
      // Trailing spaces do not count.
      const fits = lineWidth + widthOf(part.trimEnd()) <= width &&
        line.length + part.length <= MAX_LINE;
      if (line !== "" && (!fits || (tooWide && index === 0))) {
        yield line.trimEnd();
        line = "";
        lineWidth = 0;
      }
      line += part;
      lineWidth += widthOf(part);
    }
  }
  yield line.trimEnd();
}

function graphemesOf(text: string): string[] {
  return [...graphemes.segment(text)].flatMap(({ segment }) =>
    segment.length <= MAX_GRAPHEME ? [segment] : segment.match(GRAPHEME_PIECES)!
  );
}

/**
 * Characters around which lines may break without spaces: scripts without word spaces, and emoji.
 */
const SPACELESS = new RegExp(
  `[${
    ["Han", "Hiragana", "Katakana", "Thai", "Lao", "Khmer", "Myanmar"]
      .map((script) => `\\p{scx=${script}}`).join("")
  }\\p{Emoji_Presentation}]`,
  "u",
);
/**
 * Characters that cannot end a line, and those that cannot begin one: brackets, quotes,
 * punctuation, prolonged sound marks.
 */
const OPENING = /[\p{Ps}\p{Pi}]$/u;
const CLOSING = /^[\p{Pe}\p{Pf}\p{Po}\u30fc\u3005\u00a0\u202f\u2060\u200d]/u;
const HYPHEN = /[^\s\p{Pd}]\p{Pd}$/u;

/**
 * Splits a paragraph into unbreakable pieces, each with its trailing spaces (a subset of UAX 14).
 */
function* piecesOf(paragraph: string): Generator<string> {
  let piece = "";
  let end = ""; // of the piece: testing all of it each time would be quadratic
  for (const { segment } of words.segment(paragraph)) {
    if (piece !== "" && mayBreak(end, segment)) {
      yield piece;
      piece = "";
    }
    piece += segment;
    end = (end + segment).slice(-4);
  }
  if (piece !== "") yield piece;
}

function mayBreak(before: string, after: string): boolean {
  if (/^\s/.test(after)) return false;
  if (/[^\S\u00a0\u202f]$|\u200b$/.test(before)) return true;
  if (CLOSING.test(after) || OPENING.test(before)) return false;
  return HYPHEN.test(before) || SPACELESS.test(before.slice(-2)) ||
    SPACELESS.test(after.slice(0, 2));
}
