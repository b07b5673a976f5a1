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

/** Caches lookups by number. Concurrent lookups of a number share one result or failure. */
export function cacheLookups(
  clock: Clock,
  keepMs: number,
): (number: string, lookUp: () => Promise<string | null>) => Promise<string | null> {
  const entries = createLru<string, CacheEntry>(MAX_ENTRIES);
  return (number, lookUp) => {
    // A hit does not prolong an entry's stay: the oldest expires first.
    const cached = entries.peek(number);
    if (cached !== undefined && clock.now() < cached.expiresAt) return cached.operatorId;
    const entry: CacheEntry = { operatorId: lookUp(), expiresAt: Infinity };
    entries.set(number, entry);
    entry.operatorId.then(
      () => entry.expiresAt = clock.now() + keepMs,
      (error) => {
        // Only the provider's failures are cached; after others the next lookup tries again.
        entry.expiresAt = error instanceof LookupFailed ? clock.now() + error.retryAfterMs : 0;
      },
    );
    return entry.operatorId;
  };
}
