/** Senders of an account, as forms offer them. */
import { POOL_PREFIX } from "../../core/account/pool.ts";
import type { Pool, Sender } from "../../generated/admin.ts";

/** Lists what the `from` of a send may be: senders, then pools. */
export function fromsOf(senders: readonly Sender[], pools: readonly Pool[]): string[] {
  return [
    ...senders.map(({ address }) => address),
    ...pools.map(({ pool }) => POOL_PREFIX + pool),
  ];
}
