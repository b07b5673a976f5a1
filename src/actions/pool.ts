/** Choice of the sender where `from` names a pool (contract section 9). */
import type { Originator } from "../core/account/account.ts";
import {
  type Candidate,
  candidatesOf,
  orderedFor,
  type Pool,
  POOL_PREFIX,
} from "../core/account/pool.ts";
import { Refusal } from "../core/errors.ts";
import type { RouteKind } from "../core/routing/routing.ts";
import type { ActionContext } from "./ports.ts";
import { blocked, type Reach, refusalOf } from "./sender.ts";

const DAY_MS = 86_400_000;

/** Blocks of a recipient that a choice looks at: there is one for each sender that got its STOP. */
const BLOCKS_MAX = 2000;

/** Message that a pool's sender is to send. */
export interface PoolSend {
  /** Digits. */
  to: string;
  reach: Reach;
  kind: RouteKind;
  operatorId: string | null;
}

/**
 * Finds the pool that a `from` names, of those that the key has.
 *
 * @throws {Refusal} E2201
 */
export function poolOf(from: string, { access: { pools } }: ActionContext): Pool {
  const name = from.slice(POOL_PREFIX.length);
  const pool = pools.find((each) => each.name === name);
  if (pool === undefined) throw new Refusal("poolUnknown", "from names no pool of this account");
  return pool;
}

/**
 * Chooses the sender of a pool for a recipient: of those that may send to it, the first one that
 * works; where none does, the first, at which the message waits.
 *
 * @throws {Refusal} E110, E111, E114 or E2201
 */
export async function chooseSender(
  pool: Pool,
  send: PoolSend,
  context: ActionContext,
): Promise<Originator> {
  const { access: { account, originators }, ports: { senderHealth } } = context;
  const { to, reach } = send;
  const candidates = candidatesOf(pool, originators);
  const isAble = (originator: Originator) => refusalOf(originator, to, reach) === null;
  const current = await currentOf(pool, candidates, to, context);
  const ordered = orderedFor(to, pool.name, candidates, current);
  const isHealthy = (originator: Originator) =>
    senderHealth.isHealthy(originator, { account: account.id, ...send });
  let first: Originator | undefined;
  for (const originator of ordered) {
    if (!isAble(originator)) continue;
    if (first === undefined && await isBlockedForAny(candidates, to, context)) throw blocked();
    first ??= originator;
    if (await isHealthy(originator)) return originator;
  }
  if (first === undefined) throw refusalOfAll(candidates, send);
  return first;
}

/** Returns why a pool has no sender for a recipient: as for its first sender, where none reaches it. */
function refusalOfAll(candidates: readonly Candidate[], { to, reach }: PoolSend): Refusal {
  const refusals = candidates.map(({ originator }) => refusalOf(originator, to, reach));
  if (refusals.length === 0) {
    return new Refusal("poolUnknown", "from names a pool without a sender of this account");
  }
  return refusals.every((refusal) => refusal !== null)
    ? refusals[0]!
    : new Refusal("poolUnknown", "from names a pool whose senders for to have the weight 0");
}

/** Returns the address from which the account last sent to a recipient; null: long ago, or never. */
async function currentOf(
  { stickyDays }: Pool,
  candidates: readonly Candidate[],
  to: string,
  { access: { account }, ports: { clock, store } }: ActionContext,
): Promise<string | null> {
  if (stickyDays === 0) return null;
  const from = candidates.map(({ originator: { address } }) => address);
  return await store.messages.lastUsed(
    account.id,
    { from, to },
    clock.now() - stickyDays * DAY_MS,
  );
}

/**
 * Tells whether a recipient is blocked for a sender of a pool: to them its senders are one, and who
 * has opted out of one gets nothing from the others.
 */
async function isBlockedForAny(
  candidates: readonly Candidate[],
  number: string,
  { access: { account, hasBlocks }, ports: { store } }: ActionContext,
): Promise<boolean> {
  if (!hasBlocks) return false;
  const page = { cursor: null, limit: BLOCKS_MAX };
  const { items } = await store.blocks.list(account.id, { number }, page);
  const originators = new Set(items.map(({ originator }) => originator));
  return originators.has(null) ||
    candidates.some(({ originator: { address } }) => originators.has(address));
}
