/** Accounts in memory for a few seconds, so that an accept costs one round trip, not three. */
import { createHash } from "node:crypto";
import type { AccountAccess, AccountDirectory, AccountStore, Clock } from "../../ports/mod.ts";

/** Accounts, right keys, and keys that were wrong or are being looked up: so many of each. */
const MAX_ENTRIES = 10_000;

/** SHA-256 in hex: keys have 190 random bits, so a plain hash is enough at rest. */
export function hashApiKey(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}

export function createAccountDirectory(
  accounts: Pick<AccountStore, "byKeyHash" | "access">,
  clock: Clock,
  cacheMs: number,
): AccountDirectory {
  /** Apart from the others: no guess takes the place of a key that is right. */
  const right = createCache<string>(clock, cacheMs);
  /** Wrong keys are memoize too, or a repeated guess would cost the database a query each time. */
  const unproven = createCache<string | null>(clock, cacheMs);
  const byId = createCache<AccountAccess | null>(clock, cacheMs);
  const access = (id: string) => (byId.get(id) ?? byId.load(id, () => accounts.access(id))).value;

  async function accountOf(hash: string): Promise<string | null> {
    const known = right.get(hash) ?? unproven.get(hash);
    if (known !== undefined) return await known.value;
    const entry = unproven.load(hash, () => accounts.byKeyHash(hash));
    const id = await entry.value;
    // It may have been forgotten meanwhile.
    if (id !== null && unproven.remove(hash, entry)) {
      right.put(hash, { value: Promise.resolve(id), at: entry.at });
    }
    return id;
  }

  return {
    async byApiKey(key) {
      // The hash, not the key, is what is compared: look-up time tells nothing about the key.
      const id = await accountOf(hashApiKey(key));
      return id === null ? null : await access(id);
    },
    byKnownKey: (key) => right.get(hashApiKey(key))?.value.then(access),
    byId: access,
    forget(id) {
      byId.remove(id);
      right.clear();
      unproven.clear();
    },
  };
}

interface Entry<T> {
  value: Promise<T>;
  /** When its loading began, milliseconds since the epoch. */
  at: number;
}

/**
 * Remembers promises, so that a stampede asks once; failures are not kept. What a clock that was set
 * back says is to come is not kept either: nobody's key is honoured for longer for that. The oldest
 * entry, whose time is over first, makes room.
 */
function createCache<T>(clock: Clock, ttlMs: number) {
  const entries = new Map<string, Entry<T>>();

  function put(key: string, entry: Entry<T>): void {
    entries.delete(key);
    entries.set(key, entry);
    if (entries.size > MAX_ENTRIES) entries.delete(entries.keys().next().value!);
  }

  /** Where `entry` is given, only that one. False: it was not there. */
  function remove(key: string, entry = entries.get(key)): boolean {
    return entries.get(key) === entry && entries.delete(key);
  }

  return {
    get(key: string): Entry<T> | undefined {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      const now = clock.now();
      return now >= entry.at && now < entry.at + ttlMs ? entry : undefined;
    },
    load(key: string, load: () => Promise<T>): Entry<T> {
      const entry = { value: load(), at: clock.now() };
      put(key, entry);
      entry.value.catch(() => remove(key, entry));
      return entry;
    },
    put,
    remove,
    clear: () => entries.clear(),
  };
}
