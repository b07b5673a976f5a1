/** Where a text's lines end. */

/** How wide a text would be drawn, in pixels. */
export type Measure = (text: string) => number;

const words = new Intl.Segmenter("en", { granularity: "word" });
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** What begins a new line in text (Unicode Standard Annex 14: BK, CR, LF, NL). */
const LINE_BREAK = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/;
/** No language puts more on one letter (Unicode Standard Annex 15, Stream-Safe Text Format). */
const TOO_MANY_MARKS = /(\p{M}{30})\p{M}+/gu;
/**
 * In code units, against text made to be slow: of a word that is broken unmeasured, of a character
 * that is not kept whole, of a line, however little room its characters take.
 */
const LONGEST_WORD = 1000;
const LONGEST_CHARACTER = 64;
const LONGEST_LINE = 2000;
const SHORT_ENOUGH = new RegExp(`[^]{1,${LONGEST_CHARACTER / 2}}`, "gu");
/** Neither drawn nor measured. */
// deno-lint-ignore no-control-regex -- these are what is meant
const CONTROL = /[\0-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]/g;

/** The paragraphs of a text, rid of control characters. */
export function paragraphsOf(text: string): string[] {
  return text.toWellFormed().split(LINE_BREAK).map(clean);
}

/** Text that stays in one line. */
export function clean(text: string): string {
  return text.replaceAll("\t", " ").replace(CONTROL, "").replace(TOO_MANY_MARKS, "$1");
}

/**
 * Breaks a paragraph into lines that are at most `width` wide, one at a time. A word that is wider
 * is broken between the characters as people see them; one such character is never broken.
 */
export function* linesOf(paragraph: string, width: number, measure: Measure): Generator<string> {
  const measured = remembering(measure);
  let line = "";
  let taken = 0;
  for (const piece of piecesOf(paragraph)) {
    const tooWide = piece.length > LONGEST_WORD || measured(piece.trimEnd()) > width;
    for (const [index, part] of (tooWide ? graphemesOf(piece) : [piece]).entries()) {
      // Spaces at the end of a line take no room.
      const fits = taken + measured(part.trimEnd()) <= width &&
        line.length + part.length <= LONGEST_LINE;
      if (line !== "" && (!fits || (tooWide && index === 0))) {
        yield line.trimEnd();
        line = "";
        taken = 0;
      }
      line += part;
      taken += measured(part);
    }
  }
  yield line.trimEnd();
}

function remembering(measure: Measure): Measure {
  const known = new Map<string, number>();
  return (text) => {
    const found = known.get(text) ?? measure(text);
    known.set(text, found);
    return found;
  };
}

function graphemesOf(text: string): string[] {
  return [...graphemes.segment(text)].flatMap(({ segment }) =>
    segment.length <= LONGEST_CHARACTER ? [segment] : segment.match(SHORT_ENOUGH)!
  );
}

/** Scripts that put no spaces between words; pictures in the text do not need any. */
const SPACELESS = new RegExp(
  `[${
    ["Han", "Hiragana", "Katakana", "Thai", "Lao", "Khmer", "Myanmar"]
      .map((script) => `\\p{scx=${script}}`).join("")
  }\\p{Emoji_Presentation}]`,
  "u",
);
/** Never the last of a line, never the first: brackets, quotes, stops, marks of length. */
const OPENING = /[\p{Ps}\p{Pi}]$/u;
const CLOSING = /^[\p{Pe}\p{Pf}\p{Po}\u30fc\u3005\u00a0\u202f\u2060\u200d]/u;
const HYPHEN = /[^\s\p{Pd}]\p{Pd}$/u;

/** What may not be broken, each with the spaces behind it (UAX 14, as far as texts need it). */
function* piecesOf(paragraph: string): Generator<string> {
  let piece = "";
  let end = ""; // of the piece: looking at all of it each time would take for ever
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
