/**
 * Search in the manual and the reference. It knows forms of words and synonyms, needs not all words
 * of a question, and ranks by title, heading and text.
 */
import { setImmediate } from "node:timers/promises";
import { snippetOf } from "./snippet.ts";
import { termsOf, type Unit, unitsOf } from "./terms.ts";

/** Page with the parts that are found. */
export interface SearchedPage {
  readonly path: string;
  readonly title: string;
  /** Page that lists it, if it has details of that one: then it counts less. */
  readonly parent?: string;
  /** Parts from one heading to the next; the first has no id. */
  readonly sections: readonly {
    readonly id: string;
    readonly title: string;
    readonly text: string;
  }[];
}

/** Part of a page that a query asks for. */
export interface Finding {
  readonly url: string;
  readonly page: string;
  /** Heading of the part; empty for the beginning of the page. */
  readonly heading: string;
  /** Text around what was found, as pieces of which every second one was found. */
  readonly snippet: readonly string[];
}

type Entry = Omit<Finding, "snippet"> & { readonly text: string };

/** Weights of the entries that have a term, by their positions. */
type Postings = Map<number, number>;

type Index = ReadonlyMap<string, Postings>;

/** Maximum characters of a query, and its words: more find nothing in addition. */
const QUERY_MAX = 200;
const UNITS_MAX = 8;
const FINDINGS_MAX = 40;

/** Weights of a term by where it is. The lead is the sentence that says what the page covers. */
const WEIGHTS = { heading: 10, page: 3, lead: 1.5, text: 1 } as const;
/** Weight of a synonym, and of a word that begins with or contains that of the query. */
const SYNONYM = 0.8;
const PREFIX = 0.6;
const INFIX = 0.3;
/** Minimum letters that are searched for within words. */
const INFIX_MIN = 3;
/** Weight of an entry from which on more of the same term counts half. */
const SATURATION = 3;
/** Words of a text of which each counts as it is; those of longer texts count less. */
const TEXT_WORDS = 120;
/** Maximum occurrences in a text that count: a long table is not the better match. */
const TEXT_MAX = 4;
/** Factor of a page with details of another one. */
const NESTED = 0.7;
/** Share of a query that a finding has at least, with rare words counting more. */
const SHARE_MIN = 0.55;

/** Result of a search. */
export interface Findings {
  /** The best first. */
  readonly findings: readonly Finding[];
  /** Words of the query that are nowhere. */
  readonly unknown: readonly string[];
}

/** Returns a function that searches. The index is built by its first call. */
export function createSearch(
  pages: readonly SearchedPage[],
): (query: string) => Promise<Findings> {
  const entries = pages.flatMap(entriesOf);
  let built: Promise<Index> | undefined;
  return async (query) => {
    const units = unitsOf(query.slice(0, QUERY_MAX)).slice(0, UNITS_MAX);
    if (units.length === 0) return { findings: [], unknown: [] };
    const index = await (built ??= indexOf(pages));
    const wanted = units.map((unit) => ({ unit, terms: termsIn(index, unit) }));
    const matched = wanted.map(({ terms }) => terms).filter(({ size }) => size > 0);
    const isFound = (term: string) => matched.some((terms) => terms.has(term));
    const findings = ranked(index, matched, entries.length).map((position): Finding => {
      const { text, ...entry } = entries[position]!;
      return { ...entry, snippet: snippetOf(text, isFound) };
    });
    const unknown = wanted.filter(({ terms }) => terms.size === 0).map(({ unit }) => unit.word);
    return { findings, unknown };
  };
}

function entriesOf({ path, sections, title: page }: SearchedPage): Entry[] {
  return sections.map(({ id, text, title }) => ({
    url: id === "" ? path : `${path}#${id}`,
    page,
    heading: id === "" ? "" : title,
    text,
  }));
}

/**
 * Builds the index: of each term, what it weighs in the entries that have it. Other work has its turn
 * after each page, since all pages take some half a second.
 */
async function indexOf(pages: readonly SearchedPage[]): Promise<Index> {
  const index = new Map<string, Postings>();
  let position = 0;
  const add = (text: string, weight: number, max = Infinity) => {
    const counts = new Map<string, number>();
    for (const { term } of termsOf(text)) counts.set(term, (counts.get(term) ?? 0) + 1);
    for (const [term, count] of counts) {
      const postings = index.get(term) ?? new Map<number, number>();
      index.set(term, postings);
      const sum = postings.get(position) ?? 0;
      postings.set(position, sum + Math.min(count * weight, max));
    }
  };
  for (const { parent, sections, title } of pages) {
    const factor = parent === undefined ? 1 : NESTED;
    const [lead] = /^.*?[.:](?= )/.exec(sections[0]?.text ?? "") ?? [""];
    for (const section of sections) {
      const length = (text: string) => text.split(" ").length;
      add(section.title, factor * WEIGHTS.heading / Math.sqrt(length(section.title)));
      const density = Math.min(1, TEXT_WORDS / length(section.text));
      add(section.text, factor * WEIGHTS.text * density, factor * WEIGHTS.text * TEXT_MAX);
      if (section.id !== "") {
        add(title, factor * WEIGHTS.page);
        add(lead, factor * WEIGHTS.lead);
      }
      position++;
    }
    await setImmediate();
  }
  return index;
}

/** Returns the terms of the index that satisfy a unit, with their weights. */
function termsIn(index: Index, { concepts, term: own, word }: Unit): Map<string, number> {
  const factor = own === null ? 1 : SYNONYM;
  const terms = new Map(concepts.map((concept) => [concept, factor]));
  if (own === null) return terms;
  if (index.has(own)) return terms.set(own, 1);
  // The word is not finished yet, or is part of a longer one.
  for (const term of index.keys()) {
    if (term.startsWith(word)) terms.set(term, PREFIX);
    else if (word.length >= INFIX_MIN && term.includes(word)) terms.set(term, INFIX);
  }
  return terms;
}

/** Returns the positions of the best entries, the best first. */
function ranked(
  index: Index,
  wanted: readonly ReadonlyMap<string, number>[],
  count: number,
): number[] {
  const scores = new Map<number, { sum: number; share: number }>();
  let total = 0;
  for (const terms of wanted) {
    const weights = weightsOf(index, terms);
    const rarity = Math.log(1 + count / (weights.size + 1));
    total += rarity;
    for (const [position, weight] of weights) {
      const { sum, share } = scores.get(position) ?? { sum: 0, share: 0 };
      const score = rarity * weight / (weight + SATURATION);
      scores.set(position, { sum: sum + score, share: share + rarity });
    }
  }
  return [...scores].map(([position, { sum, share }]) => ({
    position,
    share: share / total,
    score: sum * (share / total) ** 2,
  }))
    .filter(({ share }) => share >= SHARE_MIN)
    .sort((a, b) => b.score - a.score || a.position - b.position)
    .slice(0, FINDINGS_MAX)
    .map(({ position }) => position);
}

/** Returns what a unit weighs in each entry: by the best of its terms there. */
function weightsOf(
  index: Index,
  terms: ReadonlyMap<string, number>,
): Postings {
  const weights: Postings = new Map();
  for (const [term, factor] of terms) {
    for (const [position, weight] of index.get(term) ?? []) {
      weights.set(position, Math.max(weights.get(position) ?? 0, factor * weight));
    }
  }
  return weights;
}
