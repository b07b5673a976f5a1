/** Search in the manual and the reference: ranked by title, heading and text. */
import type { PageGroup } from "./site.ts";

/** Part of a page that has all words of a query. */
export interface Finding {
  readonly url: string;
  readonly page: string;
  /** Heading of the part; empty for the beginning of the page. */
  readonly heading: string;
  /** Text around the first word, as pieces of which every second one is a word of the query. */
  readonly snippet: readonly string[];
}

interface Entry {
  readonly url: string;
  readonly page: string;
  readonly heading: string;
  readonly text: string;
  readonly folded: { page: string; heading: string; text: string };
}

/** Maximum characters of a query, and its words: more find nothing in addition. */
const QUERY_MAX = 200;
const WORDS_MAX = 8;
const FINDINGS_MAX = 40;
/** Characters of a snippet before and after the first word. */
const BEFORE = 60;
const AFTER = 140;

/** Weights of a word, by where it is. A heading that is the word, such as a code, comes first. */
const WEIGHTS = { exact: 100, page: 12, heading: 8, text: 1 } as const;
/** Maximum occurrences in a text that count: a long table is not the better match. */
const COUNT_MAX = 4;

/** Returns a function that searches, the best finding first. */
export function createSearch(groups: readonly PageGroup[]): (query: string) => Finding[] {
  const entries: Entry[] = groups.flatMap(({ pages }) => pages).flatMap((
    { path, title, sections },
  ) =>
    sections.map((section): Entry => {
      const heading = section.id === "" ? "" : section.title;
      const { text } = section;
      return {
        url: section.id === "" ? path : `${path}#${section.id}`,
        page: title,
        heading,
        text,
        folded: { page: fold(title), heading: fold(heading), text: fold(text) },
      };
    })
  );
  return (query) => {
    const words = wordsOf(query);
    if (words.length === 0) return [];
    return entries.map((entry) => ({ entry, score: scoreOf(entry, words) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, FINDINGS_MAX)
      .map(({ entry: { url, page, heading, text } }) => ({
        url,
        page,
        heading,
        snippet: snippetOf(text, words),
      }));
  };
}

function fold(text: string): string {
  return text.toLowerCase();
}

function wordsOf(query: string): string[] {
  const words = fold(query.slice(0, QUERY_MAX)).split(/\s+/).filter((word) => word !== "");
  return [...new Set(words)].slice(0, WORDS_MAX);
}

/** Scores an entry; 0 if it lacks a word. */
function scoreOf({ folded: { page, heading, text } }: Entry, words: readonly string[]): number {
  let sum = 0;
  for (const word of words) {
    const { exact, ...weights } = WEIGHTS;
    const score = (heading.split(/[\s(),]+/).includes(word) ? exact : 0) +
      (page.includes(word) ? weights.page : 0) +
      (heading.includes(word) ? weights.heading : 0) +
      Math.min(countOf(text, word), COUNT_MAX) * weights.text;
    if (score === 0) return 0;
    sum += score;
  }
  return sum;
}

function countOf(text: string, word: string): number {
  return text.split(word, COUNT_MAX + 1).length - 1;
}

/** Cuts a snippet out of a text, between words where there are any. */
function snippetOf(text: string, words: readonly string[]): string[] {
  const folded = fold(text);
  const first = Math.min(
    ...words.map((word) => folded.indexOf(word)).filter((at) => at >= 0),
    Infinity,
  );
  const at = Number.isFinite(first) ? first : 0;
  const from = at <= BEFORE ? 0 : text.indexOf(" ", at - BEFORE) + 1;
  const end = Math.min(text.length, at + AFTER);
  const cut = text.slice(from, end);
  const pattern = new RegExp(`(${words.map((word) => RegExp.escape(word)).join("|")})`, "gi");
  const pieces = cut.split(pattern);
  pieces[0] = (from > 0 ? "… " : "") + pieces[0];
  pieces.push(pieces.pop()! + (end < text.length ? " …" : ""));
  return pieces;
}
