/** Texts and queries as terms that can be compared: stems of words, and concepts of phrases. */
import { memoize } from "../../../lib/memoize.ts";
import { stem } from "./stem.ts";
import { FILLERS, SYNONYMS, type Synonyms } from "./synonyms.ts";

/** Stem, or concept of a phrase, and its place in a text. */
export interface Term {
  readonly term: string;
  readonly from: number;
  readonly to: number;
}

/** Word or phrase of a query. */
export interface Unit {
  /** The word as a term; null for a phrase. */
  readonly term: string | null;
  /** The word in lower case, for words that contain it; empty for a phrase. */
  readonly word: string;
  readonly concepts: readonly string[];
}

/** Word of a text: a term for the whole of it, and for its parts between hyphens and the like. */
interface Word {
  readonly folded: string;
  readonly whole: Term;
  /** The only part of an ordinary word. */
  readonly parts: readonly Term[];
}

interface Phrase {
  readonly stems: readonly string[];
  readonly concept: string;
}

type Phrases = ReadonlyMap<string, readonly Phrase[]>;

/** Reads a word by itself. The manual has some 10,000 different ones. */
const readWord = memoize(read, { max: 16_384, maxLength: 64 });

/** A word may have hyphens, underscores, dots and apostrophes within. */
const WORD = /[\p{L}\p{N}]+(?:[-_.'’][\p{L}\p{N}]+)*/gu;
const PART = /[\p{L}\p{N}]+/gu;

/** Phrases by their first stem, the longest first: those of the manual, and those of queries. */
const OF_MANUAL = phrasesOf(({ manual }) => manual);
const OF_QUERIES = phrasesOf(({ manual, readers }) => [...manual, ...readers]);

function phrasesOf(pick: (row: Synonyms) => readonly string[]): Phrases {
  const phrases = SYNONYMS.flatMap((row) =>
    pick(row).map((text): Phrase => ({
      stems: wordsOf(text).flatMap(({ parts }) => parts.map(({ term }) => term)),
      // No word has this sign.
      concept: `=${row.manual[0]}`,
    }))
  );
  return Map.groupBy(
    phrases.sort((a, b) => b.stems.length - a.stems.length),
    ({ stems }) => stems[0]!,
  );
}

/** Lists the terms of a text of the manual: parts of words, whole words, and concepts. */
export function termsOf(text: string): Term[] {
  const words = wordsOf(text);
  const parts = words.flatMap(({ parts }) => parts);
  const terms = [...parts];
  for (const { parts, whole } of words) if (parts.length > 1) terms.push(whole);
  for (const [at, { from }] of parts.entries()) {
    for (const { concept, stems } of phrasesAt(OF_MANUAL, parts, at)) {
      terms.push({ term: concept, from, to: parts[at + stems.length - 1]!.to });
    }
  }
  return terms;
}

/** Reads a query: its longest phrases, and its other words without fillers. */
export function unitsOf(query: string): Unit[] {
  const words = wordsOf(query);
  const units: Unit[] = [];
  for (let at = 0; at < words.length;) {
    const { folded, parts, whole } = words[at]!;
    const { concepts, length } = longestPhrase(words.slice(at));
    const { term } = parts.length > 1 ? whole : parts[0]!;
    const isPhrase = length > 1;
    units.push(isPhrase ? { term: null, word: "", concepts } : { term, word: folded, concepts });
    at += isPhrase ? length : 1;
  }
  const telling = units.filter(({ word }) => !FILLERS.has(word));
  const distinct = new Map(
    (telling.length > 0 ? telling : units).map((unit) => [unit.term ?? unit.concepts.join(), unit]),
  );
  return [...distinct.values()];
}

/** Finds the longest phrase that words begin with, and its length in words. */
function longestPhrase(words: readonly Word[]): { concepts: string[]; length: number } {
  const parts = words.flatMap(({ parts }) => parts);
  /** Numbers of words by the numbers of their parts: a phrase ends where a word does. */
  const ends = new Map<number, number>();
  let end = 0;
  for (const [index, { parts: { length } }] of words.entries()) ends.set(end += length, index + 1);
  const phrases = phrasesAt(OF_QUERIES, parts, 0).filter(({ stems }) => ends.has(stems.length));
  const longest = phrases[0]?.stems.length ?? 0;
  const concepts = phrases.filter(({ stems }) => stems.length === longest)
    .map(({ concept }) => concept);
  return { concepts: [...new Set(concepts)], length: ends.get(longest) ?? 0 };
}

/** Lists the phrases that begin at a part, the longest first. */
function phrasesAt(phrases: Phrases, parts: readonly Term[], at: number): readonly Phrase[] {
  const candidates = phrases.get(parts[at]?.term ?? "") ?? [];
  return candidates.length === 0
    ? candidates
    : candidates.filter(({ stems }) =>
      stems.every((each, offset) => parts[at + offset]?.term === each)
    );
}

function wordsOf(text: string): Word[] {
  return [...text.matchAll(WORD)].map(({ 0: word, index }) => {
    const { folded, parts, whole } = readWord(word);
    return { folded, whole: moved(whole, index), parts: parts.map((part) => moved(part, index)) };
  });
}

function moved({ from, term, to }: Term, by: number): Term {
  return { term, from: from + by, to: to + by };
}

function read(word: string): Word {
  const folded = fold(word);
  const parts = [...word.matchAll(PART)].map(({ 0: part, index }): Term => ({
    term: stem(fold(part)),
    from: index,
    to: index + part.length,
  }));
  const last = parts.at(-1)!;
  const whole = fold(word.slice(0, last.from)) + last.term;
  return { folded, whole: { term: whole, from: 0, to: word.length }, parts };
}

/** Removes letter case and accents. */
function fold(word: string): string {
  return word.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
}
