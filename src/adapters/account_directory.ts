/** Accounts in memory for a few seconds, so that an accept costs one round trip, not three. */
import { createHash } from "node:crypto";
import type { AccountAccess, AccountDirectory, AccountStore, Clock } from "../env.ts";

/** Wrong keys are remembered too, or guessing would cost the database a query each; but not many. */
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
  const keys = createCache<string | null>(clock, cacheMs);
  const byId = createCache<AccountAccess | null>(clock, cacheMs);
  const access = (id: string) => byId.get(id, () => accounts.access(id));

  return {
    async byApiKey(key) {
      // The hash, not the key, is what is compared: look-up time tells nothing about the key.
      const hash = hashApiKey(key);
      const id = await keys.get(hash, () => accounts.byKeyHash(hash));
      return id === null ? null : await access(id);
    },
    byId: access,
    forget(id) {
      byId.forget(id);
      keys.clear();
    },
  };
}

/**
 * Remembers promises, so that a stampede asks once; failures are not kept. What a clock that was set
 * back says is to come is not kept either: nobody's key is honoured for longer for that.
 */
function createCache<T>(clock: Clock, ttlMs: number) {
  const entries = new Map<string, { value: Promise<T>; at: number }>();
  return {
    get(key: string, load: () => Promise<T>): Promise<T> {
      const now = clock.now();
      const known = entries.get(key);
      if (known !== undefined && now >= known.at && now < known.at + ttlMs) return known.value;
      if (entries.size >= MAX_ENTRIES) entries.clear();
      const entry = { value: load(), at: now };
      entries.set(key, entry);
      entry.value.catch(() => {
        if (entries.get(key) === entry) entries.delete(key);
      });
      return entry.value;
    },
    forget: (key: string) => entries.delete(key),
    clear: () => entries.clear(),
  };
}
