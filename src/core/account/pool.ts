/** Pools of senders: a message `from` one goes out from a sender of it (contract section 9). */
import { memoize } from "../../lib/memoize.ts";
import { rendezvous } from "../../lib/rendezvous.ts";
import type { Originator } from "./account.ts";
import { isOfCountry } from "./number_plan.ts";

/** Beginning of a `from` that names a pool. */
export const POOL_PREFIX = "pool:";

/** Senders that a pool may have: each choice looks at all of them. */
export const POOL_SENDERS_MAX = 500;

/** Highest weight of a sender. */
export const WEIGHT_MAX = 1000;

export interface Pool {
  /** Name within its account. */
  name: string;
  senders: readonly PoolMember[];
  /** Time for which a recipient keeps the sender, in days; 0: none. */
  stickyDays: number;
  createdAt: number;
}

/** Sender in a pool, which the account may have no more. */
export interface PoolMember {
  address: string;
  /** Share of the recipients, relative to those of the others; 0: only those that it has already. */
  weight: number;
}

/** Sender of the account in a pool. */
export interface Candidate extends Pick<PoolMember, "weight"> {
  originator: Originator;
}

/** Lists the senders of a pool that are among these originators. */
export function candidatesOf(pool: Pool, originators: readonly Originator[]): Candidate[] {
  const byAddress = new Map(originators.map((originator) => [originator.address, originator]));
  return pool.senders.flatMap(({ address, weight }) => {
    const originator = byAddress.get(address);
    return originator === undefined ? [] : [{ originator, weight }];
  });
}

/**
 * Orders the senders of a pool for a recipient: the one that it has, then the nearest ones, which are
 * chosen by their weights alone. Each machine comes to the same order without asking another.
 *
 * @param pool Name of the pool.
 * @param current Address of the sender that the recipient has; null: none.
 */
export function orderedFor(
  recipient: string,
  pool: string,
  candidates: readonly Candidate[],
  current: string | null,
): Originator[] {
  const scoreOf = rendezvous(`${pool} ${recipient}`);
  const nearnessOf = nearnessTo(recipient);
  return candidates
    .filter(({ originator, weight }) => weight > 0 || originator.address === current)
    .map(({ originator, weight }) => ({
      originator,
      nearness: originator.address === current ? Infinity : nearnessOf(originator),
      score: weight === 0 ? 0 : scoreOf(originator.address, weight),
    }))
    .sort((a, b) => a.nearness === b.nearness ? b.score - a.score : b.nearness - a.nearness)
    .map(({ originator }) => originator);
}

/** Digits of a number of the North American numbering plan, and of its country code and area code. */
const NANP_DIGITS = 11;
const AREA_DIGITS = 4;

const COUNTRIES = { max: 300, maxLength: 2 };

/** Tells how near senders are: of its area code, of its country, serving its country, or none. */
function nearnessTo(recipient: string): (originator: Originator) => number {
  // A pool has many senders of few countries.
  const isIn = memoize((country: string) => isOfCountry(recipient, country), COUNTRIES);
  return ({ address, country, countries }) => {
    if (isIn(country)) return isOfArea(address, recipient) ? 3 : 2;
    return countries.some(isIn) ? 1 : 0;
  };
}

function isOfArea(address: string, recipient: string): boolean {
  return recipient.startsWith("1") && address.length === NANP_DIGITS &&
    recipient.length === NANP_DIGITS &&
    address.slice(0, AREA_DIGITS) === recipient.slice(0, AREA_DIGITS);
}
