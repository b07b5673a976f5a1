/** Admin operations on the pools of accounts' senders. */
import type { Originator } from "../../core/account/account.ts";
import {
  type Pool,
  POOL_SENDERS_MAX,
  type PoolMember,
  WEIGHT_MAX,
} from "../../core/account/pool.ts";
import { list } from "../../config/values.ts";
import { Refusal } from "../../core/errors.ts";
import { isoMicros } from "../../core/timestamp.ts";
import type { AdminHandlers, Pool as PoolView } from "../../generated/admin.ts";
import type { AccountDirectory, Clock, Store } from "../../ports/mod.ts";
import { ownSender } from "./list_fields.ts";
import { missing, requireAccount } from "./refusals.ts";

/** Pools that an account may have: each is in memory with it. */
const POOLS_MAX = 100;

const FAULT = "originatorInvalid";

const WEIGHT = /^\d{1,4}$/;

export interface PoolPorts {
  accounts: AccountDirectory;
  clock: Clock;
  store: Pick<Store, "accounts">;
}

export function poolHandlers({ accounts, clock, store }: PoolPorts) {
  return {
    async createPool({ params: { account }, body }) {
      await requireAccount(store, account);
      const pool: Pool = {
        name: body.pool,
        senders: await sendersOf(account, body.senders),
        stickyDays: body["sticky-days"] ?? STICKY_DAYS,
        createdAt: clock.now(),
      };
      const isAdded = await store.accounts.addPool(account, pool, POOLS_MAX);
      accounts.invalidate(account);
      if (!isAdded) throw new Refusal("conflict", `an account has ${POOLS_MAX} pools at most`);
      return poolView(pool);
    },

    async listPools({ params: { account } }) {
      await requireAccount(store, account);
      return { items: (await store.accounts.pools(account)).map(poolView) };
    },

    async changePool({ params: { account, pool: name }, body }) {
      await requireAccount(store, account);
      const { senders, "sticky-days": stickyDays } = body;
      const pool = await store.accounts.changePool(account, name, {
        ...senders !== undefined && { senders: await sendersOf(account, senders) },
        ...stickyDays !== undefined && { stickyDays },
      });
      accounts.invalidate(account);
      if (pool === null) throw missing("pool");
      return poolView(pool);
    },

    async removePool({ params: { account, pool } }) {
      const isRemoved = await store.accounts.removePool(account, pool);
      accounts.invalidate(account);
      if (!isRemoved) throw missing("pool");
    },
  } satisfies Partial<AdminHandlers>;

  /**
   * Reads senders of the account with their weights.
   *
   * @throws {Refusal} E111
   */
  async function sendersOf(account: string, text: string): Promise<PoolMember[]> {
    const entries = list(text.replaceAll("\n", ","));
    if (entries.length === 0) throw new Refusal(FAULT, "senders must have one or more");
    if (entries.length > POOL_SENDERS_MAX) {
      throw new Refusal(FAULT, `senders has more than ${POOL_SENDERS_MAX}`);
    }
    const own = await store.accounts.originators(account);
    const members = entries.map((entry) => readMember(own, entry));
    const addresses = new Set<string>();
    for (const { address } of members) {
      if (addresses.has(address)) throw new Refusal(FAULT, `senders has ${address} twice`);
      addresses.add(address);
    }
    return members;
  }
}

/** Time for which a recipient keeps the sender where a request does not say, in days. */
const STICKY_DAYS = 8;

/** Weight of a sender where a request does not say. */
const WEIGHT_DEFAULT = 1;

/** Reads a sender and its weight: `18005550199:3`. @throws {Refusal} E111 */
function readMember(own: readonly Originator[], entry: string): PoolMember {
  const at = entry.lastIndexOf(":");
  const written = at === -1 ? entry : entry.slice(0, at).trimEnd();
  const { address } = ownSender(own, written, FAULT);
  if (at === -1) return { address, weight: WEIGHT_DEFAULT };
  const weight = entry.slice(at + 1).trim();
  if (WEIGHT.test(weight) && Number(weight) <= WEIGHT_MAX) {
    return { address, weight: Number(weight) };
  }
  throw new Refusal(
    FAULT,
    `senders: the weight of ${address} is not a number from 0 to ${WEIGHT_MAX}`,
  );
}

function poolView({ name, senders, stickyDays, createdAt }: Pool): PoolView {
  return {
    "pool": name,
    "senders": senders.map(({ address, weight }) =>
      weight === WEIGHT_DEFAULT ? address : `${address}:${weight}`
    ).join(", "),
    "sticky-days": stickyDays,
    "created-at": isoMicros(createdAt),
  };
}
