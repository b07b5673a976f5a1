/**
 * Filter of a search: rules out messages of blocks by their tokens. It starts with the tokens that
 * were rare in the blocks before, and needs the others only where candidates are left.
 */
import {
  allOrdinals,
  BLOCK_SIZE,
  bucketOf,
  changingBucketOf,
  countOf,
  noOrdinals,
  type Ordinals,
  ordinalsIn,
  retain,
  unite,
} from "./search_block.ts";
import { OPEN, type Token, type TokenQuery } from "./search_tokens.ts";

/** Requirement that a message has all tokens of some alternative. */
interface Requirement {
  alternatives: readonly (readonly Token[])[];
  isChanging: boolean;
  /** Messages that were filtered, and those of them that meet it. */
  seen: number;
  met: number;
}

/** Requirements whose buckets are read together. */
export type Round = readonly Requirement[];

/** Buckets of a block by their numbers. */
export type Buckets = ReadonlyMap<number, Uint8Array>;

export class SearchFilter {
  readonly #requirements: Requirement[];

  constructor({ stable, changing }: TokenQuery) {
    this.#requirements = [
      ...stable.flatMap(separated).map((alternatives) => requirement(alternatives, false)),
      ...changing.map((alternatives) => requirement(alternatives, true)),
    ];
  }

  /** Divides the requirements into those of all blocks, and those of blocks with candidates. */
  rounds(): Round[] {
    const all = this.#requirements.toSorted((a, b) => shareOf(a) - shareOf(b));
    let best = { count: all.length, cost: all.length };
    let candidates = BLOCK_SIZE;
    for (let count = 1; count < all.length; count++) {
      candidates *= shareOf(all[count - 1]!);
      // Of blocks with so many candidates on average, those that have any (Poisson).
      const blocks = 1 - Math.exp(-candidates);
      const cost = count + (all.length - count) * blocks;
      if (cost < best.cost) best = { count, cost };
    }
    const rounds = [all.slice(0, best.count), all.slice(best.count)];
    return rounds.filter((round, index) => index === 0 || round.length > 0);
  }

  /** Filters a block's ordinals by the requirements. */
  apply(round: Round, ordinals: Ordinals, buckets: Buckets, messages: number): void {
    for (const each of round) {
      const met = ordinalsOf(each, buckets, messages);
      each.seen += messages;
      each.met += countOf(met);
      retain(ordinals, met);
    }
  }
}

/** Lists the buckets that a round reads of each block. */
export function bucketsFor(round: Round): number[] {
  return [...new Set(round.flatMap(bucketsOf))];
}

function bucketsOf({ alternatives, isChanging }: Requirement): number[] {
  return alternatives.flat().map(isChanging ? changingBucketOf : bucketOf);
}

/** Requires each token by itself where there is no alternative. */
function separated(
  alternatives: readonly (readonly Token[])[],
): readonly (readonly (readonly Token[])[])[] {
  const [only, second] = alternatives;
  return second === undefined ? only!.map((token) => [[token]]) : [alternatives];
}

function requirement(
  alternatives: readonly (readonly Token[])[],
  isChanging: boolean,
): Requirement {
  return { alternatives, isChanging, seen: 0, met: 0 };
}

/** Estimates the share of messages that meet a requirement, between 0 and 1. */
function shareOf({ seen, met }: Requirement): number {
  return (met + 1) / (seen + 1);
}

/**
 * Finds the ordinals of a block that meet a requirement. Messages that are being delivered meet
 * any on changing facts, and so do all of a block without buckets for these.
 */
function ordinalsOf(
  { alternatives, isChanging }: Requirement,
  buckets: Buckets,
  messages: number,
): Ordinals {
  const isUnknown = isChanging && !buckets.has(changingBucketOf(alternatives[0]![0]!));
  if (isUnknown) return allOrdinals(messages);
  const found = noOrdinals();
  for (const tokens of alternatives) {
    const [first, ...rest] = tokens.map((token) => {
      const bucket = buckets.get(isChanging ? changingBucketOf(token) : bucketOf(token));
      if (isChanging) unite(found, ordinalsIn(bucket, OPEN));
      return ordinalsIn(bucket, token);
    });
    for (const ordinals of rest) retain(first!, ordinals);
    unite(found, first!);
  }
  return found;
}
