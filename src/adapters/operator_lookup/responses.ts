/** Cache of a provider's results. */
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
  const entries = new Map<string, CacheEntry>();
  return (number, lookUp) => {
    const cached = entries.get(number);
    if (cached !== undefined && clock.now() < cached.expiresAt) return cached.operatorId;
    const entry: CacheEntry = { operatorId: lookUp(), expiresAt: Infinity };
    entries.delete(number);
    entries.set(number, entry);
    if (entries.size > MAX_ENTRIES) entries.delete(entries.keys().next().value!);
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
