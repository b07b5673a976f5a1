/** Private words of the code, by the field's terms that replace them. A row is a word. */

/** Word of names, or several in a row, that say less than the field's term. */
export interface PrivateWord {
  /** In small letters: a name has it in every spelling, as "way" in `smsWay`, `NO_WAY` and `Way`. */
  readonly word: string;
  /** Term, or terms, to use instead. */
  readonly say: string;
  /** Words of names in which it is a term of the field, such as "under way" of `isUnderWay`. */
  readonly except?: readonly string[];
  /** Folder of files in which it is the term. */
  readonly exceptIn?: string;
}

/** Benches, whose code stays comparable with that of earlier commits. */
const BENCHMARKS = "test/bench";

/** Names in which "place" is the verb of layout, or the contract's name of a label. */
const PLACING = [
  "place objects",
  "place symbol",
  "place bars",
  "place matrix",
  "place horizontally",
  "place label",
  "place labels",
];

/** Words that no name has, in alphabetical order. */
export const PRIVATE_WORDS: readonly PrivateWord[] = [
  { word: "answer", say: "response or reply", exceptIn: BENCHMARKS },
  { word: "answered", say: "responded or replied", exceptIn: BENCHMARKS },
  { word: "answering", say: "responding or replying", exceptIn: BENCHMARKS },
  { word: "answers", say: "responses or replies", exceptIn: BENCHMARKS },
  { word: "bench", say: "fixture", exceptIn: BENCHMARKS },
  { word: "circuits", say: "circuitBreaker" },
  { word: "give back", say: "release" },
  { word: "hasten", say: "makeDue" },
  { word: "housekeeping", say: "maintenance" },
  { word: "in hand", say: "claimed" },
  { word: "keep", say: "save, store or retain", except: ["keep alive"], exceptIn: BENCHMARKS },
  {
    word: "keeps",
    say: "saves, stores or retains",
    except: ["keeps alive"],
    exceptIn: BENCHMARKS,
  },
  { word: "kept", say: "saved, stored or retained", exceptIn: BENCHMARKS },
  { word: "lane", say: "batcher" },
  { word: "lanes", say: "concurrency" },
  { word: "lazily", say: "lazy" },
  { word: "let go", say: "release" },
  { word: "outlast", say: "retryWhileDown" },
  {
    word: "place",
    say: "slot, position, cursor or location",
    except: PLACING,
    exceptIn: BENCHMARKS,
  },
  { word: "places", say: "slots, positions, cursors or locations", exceptIn: BENCHMARKS },
  { word: "put back", say: "release" },
  { word: "remembered", say: "memoize or cached" },
  { word: "reseal", say: "rotateEncryption" },
  { word: "room", say: "capacity or space" },
  { word: "rooms", say: "capacity or space" },
  { word: "said", say: "match, status or what it is", exceptIn: BENCHMARKS },
  { word: "sealed", say: "encrypted" },
  { word: "sealer", say: "cipher" },
  { word: "sweep", say: "rescue or blobGc" },
  { word: "unseal", say: "decrypt" },
  { word: "way", say: "plan or route", except: ["under way"], exceptIn: BENCHMARKS },
  { word: "ways", say: "plans or routes", exceptIn: BENCHMARKS },
];

/** Phrases that no doc comment and no description has, in alphabetical order. */
export const PRIVATE_PHRASES: readonly { readonly phrase: string; readonly say: string }[] = [
  { phrase: "give back", say: "release" },
  { phrase: "given back", say: "released" },
  { phrase: "gives back", say: "releases" },
  { phrase: "hasten", say: "make due" },
  { phrase: "in hand", say: "claimed" },
  { phrase: "put back", say: "release" },
  { phrase: "puts back", say: "releases" },
  { phrase: "room", say: "capacity or space" },
  { phrase: "way of a message", say: "plan or route of a message" },
];
