/** Private words of the code, by the field's terms that replace them. A row is a word. */

/** Word of names that says less than the field's term. */
export interface PrivateWord {
  /** In small letters: a name has it in every spelling, as `way` in `smsWay`, `NO_WAY` and `Way`. */
  readonly word: string;
  /** Term, or terms, to use instead. */
  readonly say: string;
  /** Words of names in which it is a term of the field, such as "under way" of `isUnderWay`. */
  readonly except?: readonly string[];
  /** Folder of files in which it is the term. */
  readonly exceptIn?: string;
}

/** Words that no name has, in alphabetical order. */
export const PRIVATE_WORDS: readonly PrivateWord[] = [
  { word: "answer", say: "response or reply", exceptIn: "test/bench" },
  { word: "answered", say: "responded or replied", exceptIn: "test/bench" },
  { word: "answering", say: "responding or replying", exceptIn: "test/bench" },
  { word: "answers", say: "responses or replies", exceptIn: "test/bench" },
  { word: "bench", say: "fixture", exceptIn: "test/bench" },
  { word: "circuits", say: "circuitBreaker" },
  { word: "housekeeping", say: "maintenance" },
  { word: "keep", say: "save, store or retain", except: ["keep alive"], exceptIn: "test/bench" },
  {
    word: "keeps",
    say: "saves, stores or retains",
    except: ["keeps alive"],
    exceptIn: "test/bench",
  },
  { word: "kept", say: "saved, stored or retained", exceptIn: "test/bench" },
  { word: "lane", say: "batcher" },
  { word: "lanes", say: "concurrency" },
  { word: "lazily", say: "lazy" },
  { word: "outlast", say: "retryWhileDown" },
  { word: "remembered", say: "memoize or cached" },
  { word: "reseal", say: "rotateEncryption" },
  { word: "said", say: "match, status or what it is", exceptIn: "test/bench" },
  { word: "sealed", say: "encrypted" },
  { word: "sealer", say: "cipher" },
  { word: "sweep", say: "rescue or blobGc" },
  { word: "unseal", say: "decrypt" },
];

/** Phrases that no doc comment and no description has, in alphabetical order. */
export const PRIVATE_PHRASES: readonly { readonly phrase: string; readonly say: string }[] = [
  { phrase: "in hand", say: "claimed" },
];
