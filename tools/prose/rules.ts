/** Rules of wording: first words, and private words by the term that replaces them. */
import type { Name, Passage } from "./passages.ts";

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
  ...["one", "given", "known", "kept", "made", "asked", "former", "taken", "told"],
]);

/** Words of names by the term that replaces them. */
const PRIVATE_WORDS: Readonly<Record<string, string>> = {
  lane: "batcher",
  lanes: "concurrency",
  sealer: "cipher",
  reseal: "rotateEncryption",
  sealed: "encrypted",
  unseal: "decrypt",
  circuits: "circuitBreaker",
  outlast: "retryWhileDown",
  lazily: "lazy",
  remembered: "memoize or cached",
  housekeeping: "maintenance",
  sweep: "rescue or blobGc",
};

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
  return [...findingsOfOpening(passage), ...findingsOfWords(passage)];
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

function nameOf(kind: Passage["kind"]): string {
  return kind === "operation's summary" ? "summary" : kind;
}

export function findingsOfName({ at, name }: Name): Finding[] {
  if (EMPTY_NAMES.has(name)) {
    return [{ at, reason: `the name "${name}" says nothing: use the noun of the thing` }];
  }
  const word = wordsOf(name).find((word) => termFor(PRIVATE_WORDS, word) !== undefined);
  if (word === undefined) return [];
  return [{ at, reason: `the name "${name}" has "${word}": say ${PRIVATE_WORDS[word]}` }];
}

/** Splits a name into its words in small letters: `MAX_LANES` and `maxLanes` have the same two. */
function wordsOf(name: string): string[] {
  return (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? []).map((word) => word.toLowerCase());
}

function termFor(terms: Readonly<Record<string, string>>, word: string): string | undefined {
  const key = word.toLowerCase();
  return Object.hasOwn(terms, key) ? terms[key] : undefined;
}
