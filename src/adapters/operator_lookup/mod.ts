/** Lookup of a number's operator: the stored result, or else the provider's. */
import { type Clock, LookupFailed, type OperatorLookup, type Store } from "../../ports/mod.ts";
import { timed } from "../../metrics/measured.ts";
import { createMetrics, type Metrics } from "../../metrics/mod.ts";
import { cacheLookups } from "./responses.ts";
import type { Provider } from "./provider.ts";

export { providerOf } from "./configured.ts";
export { createHttpProvider } from "./http.ts";
export { createPrefixes } from "./prefixes.ts";
export { NO_PROVIDER, type Provider } from "./provider.ts";

export interface OperatorLookupOptions {
  store: Pick<Store, "numberOperators">;
  clock: Clock;
  provider: Provider;
  /** TTL of a number's stored operator, in milliseconds; 0: stored operators are not used. */
  storedTtlMs: number;
  /** TTL of the provider's results in memory, in milliseconds. */
  cacheTtlMs: number;
  /** Default: metrics without a reader. */
  metrics?: Pick<Metrics, "lookups">;
  /** Called for every failure of the provider, with a reason for the operator. */
  onFailure(reason: string): void;
}

export function createOperatorLookup(
  {
    store: { numberOperators },
    clock,
    metrics = createMetrics(),
    provider,
    storedTtlMs,
    cacheTtlMs,
    onFailure,
  }: OperatorLookupOptions,
): OperatorLookup {
  const cached = cacheLookups(clock, cacheTtlMs);

  async function query(number: string, account: string): Promise<string | null> {
    const operatorId = await ask(number, account).catch((error) => {
      if (error instanceof LookupFailed) onFailure(error.message);
      throw error;
    });
    if (provider.counted) {
      await numberOperators.seen({ number, operatorId, at: clock.now(), account });
    }
    return operatorId;
  }

  /** Asks the provider; only one that counts its lookups is measured: others have no server. */
  async function ask(number: string, account: string): Promise<string | null> {
    if (!provider.counted) return await provider.operatorOf(number, account);
    return await timed(
      () => provider.operatorOf(number, account),
      (result, seconds) => metrics.lookups.observe({ result }, seconds),
    );
  }

  async function storedOperatorOf(number: string): Promise<string | null> {
    if (storedTtlMs === 0) return null;
    return await numberOperators.of(number, clock.now() - storedTtlMs);
  }

  return {
    async operatorOf(number, account) {
      return await storedOperatorOf(number) ??
        await cached.of(number, () => query(number, account));
    },

    async knownOperatorOf(number, account) {
      const stored = await storedOperatorOf(number);
      if (stored !== null) return stored;
      // A provider that does not count its lookups charges nothing for them.
      if (!provider.counted) return await provider.operatorOf(number, account);
      return await cached.peek(number)?.catch(() => null) ?? null;
    },

    seen: (sighting) => numberOperators.seen({ ...sighting, account: null }),
  };
}
