/** Cache of a provider's results. */
import { createLru } from "../../lib/lru.ts";
import { type Clock, LookupFailed } from "../../ports/mod.ts";

/** Maximum cached numbers; the oldest are evicted. */
const MAX_ENTRIES = 100_000;

interface CacheEntry {
  operatorId: Promise<string | null>;
  /** Time of expiry; Infinity while the lookup is in flight. */
  expiresAt: number;
}

export interface LookupCache {
  /** Returns the cached result or failure, or that of `lookUp`; concurrent calls share one. */
  of(number: string, lookUp: () => Promise<string | null>): Promise<string | null>;
  /** Returns the cached result, or that of the lookup under way; undefined: there is none. */
  peek(number: string): Promise<string | null> | undefined;
}

/** Caches lookups by number. */
export function cacheLookups(clock: Clock, ttlMs: number): LookupCache {
  const entries = createLru<string, CacheEntry>(MAX_ENTRIES);

  function peek(number: string): Promise<string | null> | undefined {
    // A hit does not prolong an entry's stay: the oldest expires first.
    const cached = entries.peek(number);
    return cached !== undefined && clock.now() < cached.expiresAt ? cached.operatorId : undefined;
  }

  return {
    peek,
    of(number, lookUp) {
      const cached = peek(number);
      if (cached !== undefined) return cached;
      const entry: CacheEntry = { operatorId: lookUp(), expiresAt: Infinity };
      entries.set(number, entry);
      entry.operatorId.then(
        () => entry.expiresAt = clock.now() + ttlMs,
        (error) => {
          // Only the provider's failures are cached; after others the next lookup tries again.
          entry.expiresAt = error instanceof LookupFailed ? clock.now() + error.retryAfterMs : 0;
        },
      );
      return entry.operatorId;
    },
  };
}
