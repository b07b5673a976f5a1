/** Rules of wording: first words, and private words by the term that replaces them. */
import type { Name, Passage } from "./passages.ts";
import { PRIVATE_PHRASES, PRIVATE_WORDS, type PrivateWord } from "./words.ts";

/** Wording that is refused, with its position in the file. */
export interface Finding {
  readonly at: number;
  readonly reason: string;
}

/** First words that leave their subject to be guessed. */
const OPENINGS = /^(What|Of|Those|One|Who|Whose|Whoever|Nobody)\b/;

/** Advice on the first word of each kind of passage. */
const OPEN_WITH: Readonly<Record<Passage["kind"], string>> = {
  "doc comment": "a verb, or with a noun phrase",
  "description": "a noun phrase, or with a verb",
  "summary": "a noun phrase",
  "operation's summary": "a verb in the imperative",
};

/** Third person of a verb, such as Lists; "Address" and the like end in two. */
const THIRD_PERSON = /^[A-Z][a-z]*[^s\W]s\b/;

/** Quotes, block markers and stars before the first word. */
const LEAD = /^[\s*|>"'-]*/;

/** Names that say nothing of the thing that they name. */
const EMPTY_NAMES: ReadonlySet<string> = new Set([
  "one",
  "given",
  "known",
  "kept",
  "made",
  "asked",
  "former",
  "taken",
  "told",
]);

const ACTOR = "the actor, such as the client or the account";

/** Words of sentences by the term that replaces them. */
const VAGUE_WORDS: Readonly<Record<string, string>> = {
  told: "reported, notified or logged",
  former: "previous",
  he: ACTOR,
  she: ACTOR,
  nobody: ACTOR,
  somebody: ACTOR,
  whoever: ACTOR,
};

/** Further words of the API's description. */
const API_WORDS: Readonly<Record<string, string>> = {
  answer: "response, or reply",
  answers: "responses, or replies",
  answered: "responded to, or refused with",
  kept: "stored, or retained",
};

export function findingsOfPassage(passage: Passage): Finding[] {
  return [
    ...findingsOfOpening(passage),
    ...findingsOfWords(passage),
    ...findingsOfPhrases(passage),
  ];
}

function findingsOfOpening({ kind, at, text }: Passage): Finding[] {
  const [lead] = LEAD.exec(text)!;
  const body = text.slice(lead.length);
  const isSummary = kind === "operation's summary";
  const [word] = OPENINGS.exec(body) ?? (isSummary ? THIRD_PERSON.exec(body) : null) ?? [];
  const position = at + lead.length;
  return [
    ...word === undefined ? [] : [{
      at: position,
      reason: `a ${nameOf(kind)} opens with "${word}": open with ${OPEN_WITH[kind]}`,
    }],
    ...isSummary && /\.["'\s]*$/.test(body)
      ? [{ at: position, reason: "a summary ends with a period: leave it out" }]
      : [],
  ];
}

function findingsOfWords({ kind, at, text }: Passage): Finding[] {
  const isOfApi = kind !== "doc comment";
  return [...text.matchAll(/[A-Za-z]+/g)].flatMap(({ index, 0: word }) => {
    const term = termFor(VAGUE_WORDS, word) ?? (isOfApi ? termFor(API_WORDS, word) : undefined);
    if (term === undefined) return [];
    return [{ at: at + index, reason: `a ${nameOf(kind)} has "${word}": say ${term}` }];
  });
}

function findingsOfPhrases({ kind, at, text }: Passage): Finding[] {
  return PRIVATE_PHRASES.flatMap(({ phrase, say }) => {
    // A line of a doc comment begins with a star.
    const pattern = new RegExp(`\\b${phrase.replaceAll(" ", "[\\s*]+")}\\b`, "gi");
    return [...text.matchAll(pattern)].map(({ index }) => ({
      at: at + index,
      reason: `a ${nameOf(kind)} has "${phrase}": say ${say}`,
    }));
  });
}

function nameOf(kind: Passage["kind"]): string {
  return kind === "operation's summary" ? "summary" : kind;
}

/** @param file Path of the file that declares the name. */
export function findingsOfName({ at, name }: Name, file: string): Finding[] {
  if (EMPTY_NAMES.has(name)) {
    return [{ at, reason: `the name "${name}" says nothing: use the noun of the thing` }];
  }
  const words = wordsOf(name);
  const found = PRIVATE_WORDS.find((entry) => has(words, entry) && !isTerm(words, entry, file));
  if (found === undefined) return [];
  return [{ at, reason: `the name "${name}" has "${found.word}": say ${found.say}` }];
}

function has(words: string, { word }: Pick<PrivateWord, "word">): boolean {
  return ` ${words} `.includes(` ${word} `);
}

/** Tells whether a private word is a term of the field in these words, or in this file. */
function isTerm(words: string, { except = [], exceptIn }: PrivateWord, file: string): boolean {
  return except.some((term) => has(words, { word: term })) ||
    exceptIn !== undefined && file.includes(`${exceptIn}/`);
}

/** Returns a name's words in small letters: those of `MAX_LANES` and `maxLanes` are the same. */
function wordsOf(name: string): string {
  return (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? []).join(" ").toLowerCase();
}

function termFor(terms: Readonly<Record<string, string>>, word: string): string | undefined {
  const key = word.toLowerCase();
  return Object.hasOwn(terms, key) ? terms[key] : undefined;
}
