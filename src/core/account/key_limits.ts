/** Limits of API keys: what a key may do, from which senders, and from where. */
import type { Action } from "../../generated/actions.ts";
import type { Originator } from "./account.ts";
import type { Pool } from "./pool.ts";

/** Action of the JSON door, or a submission over MM7. */
export type KeyAction = Action | "submit";

/** Null: no limit of that kind. */
export interface KeyLimits {
  readonly actions: readonly KeyAction[] | null;
  /** Addresses of senders. */
  readonly senders: readonly string[] | null;
  /** CIDR ranges that requests may come from. */
  readonly networks: readonly string[] | null;
}

export const NO_LIMITS: KeyLimits = { actions: null, senders: null, networks: null };

/** Tells whether a key sets no limit at all. */
export function isUnlimited({ actions, senders, networks }: KeyLimits): boolean {
  return actions === null && senders === null && networks === null;
}

/** Tells whether a key may perform an action. */
export function mayPerform({ actions }: KeyLimits, action: KeyAction): boolean {
  return actions === null || actions.includes(action);
}

/** Filters an account's originators: a key knows only those that it may send from. */
export function originatorsFor(
  { senders }: KeyLimits,
  originators: Originator[],
): Originator[] {
  if (senders === null) return originators;
  return originators.filter(({ address }) => senders.includes(address));
}

/** Filters an account's pools: a key knows only those of which it may use every sender. */
export function poolsFor(
  { senders }: KeyLimits,
  pools: Pool[],
  originators: readonly Originator[],
): Pool[] {
  if (senders === null || pools.length === 0) return pools;
  const own = new Set(senders);
  const others = new Set(originators.map(({ address }) => address)).difference(own);
  return pools.filter((pool) => !pool.senders.some(({ address }) => others.has(address)));
}
