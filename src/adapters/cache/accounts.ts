/** TTL cache of accounts: an accept costs one round trip to the database instead of three. */
import { createHash } from "node:crypto";
import { isUnlimited, originatorsFor, poolsFor } from "../../core/account/key_limits.ts";
import { createLru } from "../../lib/lru.ts";
import type { AccountAccess, AccountDirectory, AccountStore, Clock } from "../../ports/mod.ts";

/** Maximum entries of each cache: accounts, valid keys, unverified keys. */
const MAX_ENTRIES = 10_000;

/**
 * Hashes an API key (SHA-256, hex). Keys have 190 random bits, so they need no slow hash at rest.
 */
export function hashApiKey(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}

export function createAccountDirectory(
  accounts: Pick<AccountStore, "byKeyHash" | "access">,
  clock: Clock,
  cacheMs: number,
): AccountDirectory {
  /** Valid keys, in a cache of their own so that guesses cannot evict them. */
  const valid = createCache<Key>(clock, cacheMs);
  /** Wrong keys and running lookups: a repeated guess costs no query. */
  const unverified = createCache<Key | null>(clock, cacheMs);
  const byId = createCache<AccountAccess | null>(clock, cacheMs);
  const access = (id: string) => (byId.get(id) ?? byId.load(id, () => accounts.access(id))).value;

  async function keyOf(hash: string): Promise<Key | null> {
    const cached = valid.get(hash) ?? unverified.get(hash);
    if (cached !== undefined) return await cached.value;
    const entry = unverified.load(hash, () => accounts.byKeyHash(hash));
    const key = await entry.value;
    // `forget` may have removed the entry meanwhile.
    if (key !== null && unverified.remove(hash, entry)) {
      valid.put(hash, { value: Promise.resolve(key), at: entry.at });
    }
    return key;
  }

  async function accessBy({ account, limits }: Key): Promise<AccountAccess | null> {
    const found = await access(account);
    if (found === null || isUnlimited(limits)) return found;
    const { originators, pools } = found;
    return {
      ...found,
      originators: originatorsFor(limits, originators),
      pools: poolsFor(limits, pools, originators),
      limits,
    };
  }

  return {
    async byApiKey(key) {
      // Only hashes are compared, so that the lookup's timing reveals nothing about the key.
      const found = await keyOf(hashApiKey(key));
      return found === null ? null : await accessBy(found);
    },
    byCachedKey: (key) => valid.get(hashApiKey(key))?.value.then(accessBy),
    byId: access,
    invalidate(id) {
      byId.remove(id);
      valid.clear();
      unverified.clear();
    },
  };
}

type Key = NonNullable<Awaited<ReturnType<AccountStore["byKeyHash"]>>>;

interface Entry<T> {
  value: Promise<T>;
  /** Start of the load, milliseconds since the epoch. */
  at: number;
}

/**
 * Creates a TTL cache of promises: concurrent loads of a key share one query; failures are not
 * cached. After the clock is set back, entries from its future count as expired, so that no key is
 * honoured for longer. Evicts the oldest entry, which expires first.
 */
function createCache<T>(clock: Clock, ttlMs: number) {
  const entries = createLru<string, Entry<T>>(MAX_ENTRIES);

  /** Removes a key's entry; only `entry`, where specified. Returns false where it was missing. */
  function remove(key: string, entry = entries.peek(key)): boolean {
    return entries.peek(key) === entry && entries.delete(key);
  }

  return {
    get(key: string): Entry<T> | undefined {
      const entry = entries.peek(key);
      if (entry === undefined) return undefined;
      const now = clock.now();
      return now >= entry.at && now < entry.at + ttlMs ? entry : undefined;
    },
    load(key: string, load: () => Promise<T>): Entry<T> {
      const entry = { value: load(), at: clock.now() };
      entries.set(key, entry);
      entry.value.catch(() => remove(key, entry));
      return entry;
    },
    put(key: string, entry: Entry<T>): void {
      entries.set(key, entry);
    },
    remove,
    clear: () => entries.clear(),
  };
}
