/**
 * Filter of a search: rules out messages of segments by their tokens. It reads the tokens that are
 * rare in the segments before first, and the others only of segments that still have candidates.
 */
import {
  allOrdinals,
  bucketOf,
  changingBucketOf,
  countOf,
  noOrdinals,
  type Ordinals,
  ordinalsIn,
  retain,
  SEGMENT_SIZE,
  unite,
} from "./search_segment.ts";
import { OPEN, type Token, type TokenQuery } from "./search_tokens.ts";

/** Requirement that a message has all tokens of some alternative. */
interface Requirement {
  alternatives: readonly (readonly Token[])[];
  isChanging: boolean;
  /** Messages that were looked at, and those that meet it. */
  seen: number;
  met: number;
}

/** Requirements whose buckets are read together. */
export type Round = readonly Requirement[];

/** Buckets of a segment by their numbers. */
export type Buckets = ReadonlyMap<number, Uint8Array>;

export class SearchFilter {
  readonly #requirements: Requirement[];

  constructor({ stable, changing }: TokenQuery) {
    this.#requirements = [
      ...stable.flatMap(separated).map((alternatives) => requirement(alternatives, false)),
      ...changing.map((alternatives) => requirement(alternatives, true)),
    ];
  }

  /** Divides the requirements into those of all segments, and those of segments with candidates. */
  rounds(): Round[] {
    const all = this.#requirements.toSorted((a, b) => shareOf(a) - shareOf(b));
    let best = { count: all.length, cost: all.length };
    let candidates = SEGMENT_SIZE;
    for (let count = 1; count < all.length; count++) {
      candidates *= shareOf(all[count - 1]!);
      // Of segments with so many candidates on average, those that have any (Poisson).
      const segments = 1 - Math.exp(-candidates);
      const cost = count + (all.length - count) * segments;
      if (cost < best.cost) best = { count, cost };
    }
    const rounds = [all.slice(0, best.count), all.slice(best.count)];
    return rounds.filter((round, index) => index === 0 || round.length > 0);
  }

  /** Filters a segment's ordinals by the requirements. */
  apply(round: Round, ordinals: Ordinals, buckets: Buckets, messages: number): void {
    for (const each of round) {
      const met = ordinalsOf(each, buckets, messages);
      each.seen += messages;
      each.met += countOf(met);
      retain(ordinals, met);
    }
  }
}

/** Lists the buckets that a round reads of each segment. */
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
 * Finds the ordinals of a segment that meet a requirement. Messages that are being delivered meet
 * any on changing facts, and so do all of a segment without buckets for these.
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
