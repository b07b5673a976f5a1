/**
 * Tokens of the search index. A message has a token for each value that can be searched for and one
 * for each three neighbouring characters of its texts, numbers and reference; criteria become the
 * tokens that a message which meets them must have. Tokens are hashes: a message with all of them is
 * a candidate, to be compared with the criteria themselves.
 */
import { type Failing, fold, foldAll, reasonsOf, type SearchCriteria } from "./search.ts";
import type { SentAs } from "../message/message.ts";

/** Hash of a searched value, an unsigned 32-bit number. */
export type Token = number;

/** Facts of a message that never change. */
export interface StableFacts {
  direction: "out" | "in";
  account: string;
  kind: SentAs;
  from: string;
  to: string;
  mmsId: string | null;
  campaignRef: string | null;
  clientReference: string | null;
  texts: readonly string[];
}

/** Facts of a message that change as it is delivered. */
export interface ChangingFacts extends Failing {
  connector: string | null;
  operator: string | null;
  codes: readonly string[];
  /**
   * How these facts can still change: a message that is being delivered, one that may
   * yet get a late report, or one with a final state.
   */
  change: "open" | "late" | "none";
}

/** Number of groups of the tokens of changing facts; a token's remainder by it is its group. */
export const CHANGING_GROUPS = 16;

/** Token of messages that are being delivered: candidates for any changing facts. */
export const OPEN: Token = changing("change", "open");
/** Token of messages whose facts are to be read again: the open ones, and those for a late report. */
export const WATCHED: Token = changing("change", "watched");

/**
 * Characters between the first tokens of a long text, and how many of them a search looks up: more
 * would cost more than they rule out.
 */
const STEP = 3;
const TOKENS_MAX = 8;

/** Computes the FNV-1a hash of a value, different for each kind of value. */
function hash(kind: string, value: string): Token {
  let sum = 0x811c9dc5;
  for (let at = 0; at < kind.length; at++) sum = Math.imul(sum ^ kind.charCodeAt(at), 0x01000193);
  for (let at = 0; at < value.length; at++) {
    sum = Math.imul(sum ^ value.charCodeAt(at), 0x01000193);
  }
  return mixed(sum);
}

/** Mixes the bits of a hash, so that its remainders are spread evenly (MurmurHash3's finaliser). */
function mixed(sum: number): Token {
  sum = Math.imul(sum ^ (sum >>> 16), 0x85ebca6b);
  sum = Math.imul(sum ^ (sum >>> 13), 0xc2b2ae35);
  return (sum ^ (sum >>> 16)) >>> 0;
}

/** Computes the token of a changing fact: states are the first group, since searches want several. */
function changing(
  kind: "change" | "state" | "connector" | "operator" | "code",
  value: string,
): Token {
  const token = hash(kind, value);
  return inGroup(token, kind === "state" ? 0 : 1 + token % (CHANGING_GROUPS - 1));
}

/** Makes a token of a group from another. */
function inGroup(token: Token, group: number): Token {
  return token - token % CHANGING_GROUPS + group;
}

/** Seeds of the trigrams of each kind of text. */
const SEEDS = { text: 1, number: 2, reference: 3, reason: 4 } as const;
type Seed = keyof typeof SEEDS;

function trigram(seed: Seed, text: string, at: number): Token {
  const high = Math.imul(text.charCodeAt(at), 0x9e3779b1) ^ text.charCodeAt(at + 1);
  return mixed(Math.imul(high, 0x85ebca77) ^ text.charCodeAt(at + 2) ^ (SEEDS[seed] << 28));
}

function eachTrigram(seed: Seed, text: string, each: (token: Token) => void): void {
  for (let at = 0; at + 3 <= text.length; at++) each(trigram(seed, text, at));
}

/** Group of the trigrams of reasons, so that a search for one reads a single bucket. */
const REASON_GROUP = CHANGING_GROUPS - 1;

/** Marks the start of a reference, so that the shortest start has a trigram. */
const START = "\u0001\u0002";

/** Passes the tokens of the facts that never change; repeated ones, too. */
export function eachStableToken(facts: StableFacts, each: (token: Token) => void): void {
  each(hash("direction", facts.direction));
  each(hash("account", facts.account));
  each(hash("kind", facts.kind));
  if (facts.mmsId !== null) each(hash("mms-id", facts.mmsId));
  if (facts.campaignRef !== null) each(hash("campaign-ref", facts.campaignRef));
  if (facts.clientReference !== null) {
    eachTrigram("reference", START + facts.clientReference, each);
  }
  each(hash("sender", facts.direction === "out" ? facts.from : facts.to));
  eachTrigram("number", facts.from, each);
  eachTrigram("number", facts.to, each);
  eachTrigram("text", foldAll(facts.texts), each);
}

/** Passes the tokens of the facts that change. */
export function eachChangingToken(
  facts: ChangingFacts,
  each: (token: Token) => void,
): void {
  const { state, connector, operator, codes, change } = facts;
  if (change === "open") each(OPEN);
  if (change !== "none") each(WATCHED);
  each(changing("state", state));
  if (connector !== null) each(changing("connector", connector));
  if (operator !== null) each(changing("operator", operator));
  for (const code of codes) each(changing("code", code));
  eachTrigram("reason", foldAll(reasonsOf(facts)), (token) => each(inGroup(token, REASON_GROUP)));
}

/** Tokens to look up: of each list at least one alternative must be there, with all its tokens. */
export interface TokenQuery {
  stable: readonly (readonly Token[])[][];
  /** Alternatives to being open. */
  changing: readonly (readonly Token[])[][];
}

/** Code that messages get after their end, which no refresh of the index finds. */
const CLICKED = "N311";

/** Finds the tokens of criteria; a criterion without any, such as a text of two letters, has none. */
export function tokensOf(criteria: SearchCriteria): TokenQuery {
  const { account, direction, kind, states, number, senders, text, textOrReference } = criteria;
  const { clientReference, mmsId, campaignRef, connector, operator, code, reason } = criteria;
  const exactly = (kind: string, value: string | undefined) =>
    value === undefined ? [] : [[[hash(kind, value)]]];
  const parts = (seed: Seed, value: string | undefined) =>
    value === undefined ? [] : [[someTrigrams(seed, value)]];
  const stable = [
    ...exactly("direction", direction),
    ...exactly("account", account),
    ...exactly("kind", kind),
    ...exactly("mms-id", mmsId),
    ...exactly("campaign-ref", campaignRef),
    ...number === undefined ? [] : [[lastTrigrams(number)]],
    ...senders === undefined ? [] : [senders.map((sender) => [hash("sender", sender)])],
    ...parts("text", text),
    ...parts("reference", clientReference === undefined ? undefined : START + clientReference),
    ...textOrReference === undefined ? [] : [[
      someTrigrams("text", fold(textOrReference)),
      someTrigrams("reference", START + textOrReference),
    ]],
  ];
  const current = (kind: "connector" | "operator" | "code", value: string | undefined) =>
    value === undefined ? [] : [[[changing(kind, value)]]];
  const changingTokens = [
    ...states === undefined ? [] : [states.map((state) => [changing("state", state)])],
    ...current("connector", connector),
    ...current("operator", operator),
    ...current("code", code === CLICKED ? undefined : code),
    ...reason === undefined
      ? []
      : [[someTrigrams("reason", reason).map((token) => inGroup(token, REASON_GROUP))]],
  ];
  const isSelective = (alternatives: readonly (readonly Token[])[]) =>
    alternatives.every((tokens) => tokens.length > 0);
  return { stable: stable.filter(isSelective), changing: changingTokens.filter(isSelective) };
}

/** Trigrams of a number that a search looks up: those of seven digits, which few numbers share. */
const NUMBER_TOKENS_MAX = 5;

/** Selects the last trigrams of a number: many numbers have the first digits in common. */
function lastTrigrams(number: string): Token[] {
  const offsets = Array.from({ length: Math.max(0, number.length - 2) }, (_, offset) => offset);
  return [...new Set(offsets.slice(-NUMBER_TOKENS_MAX).map((at) => trigram("number", number, at)))];
}

/** Selects trigrams that cover a text, as far as {@link TOKENS_MAX} go. */
function someTrigrams(seed: Seed, text: string): Token[] {
  const offsets: number[] = [];
  for (let at = 0; at + 3 <= text.length; at += STEP) offsets.push(at);
  if (text.length >= 3) offsets.push(text.length - 3);
  // Spread over the text: neighbours in a word come together in more messages.
  const every = Math.max(1, offsets.length / TOKENS_MAX);
  const chosen = Array.from(
    { length: Math.min(offsets.length, TOKENS_MAX) },
    (_, n) => offsets[Math.floor(n * every)]!,
  );
  return [...new Set(chosen.map((at) => trigram(seed, text, at)))];
}
