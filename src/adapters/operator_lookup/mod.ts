/** Who serves a number: what was last said of it, or else what a provider says. */
import { type Clock, LookupFailed, type OperatorLookup, type Store } from "../../ports/mod.ts";
import { rememberAnswers } from "./responses.ts";
import type { Provider } from "./provider.ts";

export { providerOf } from "./configured.ts";
export { createHttpProvider } from "./http.ts";
export { createPrefixes } from "./prefixes.ts";
export { NO_PROVIDER, type Provider } from "./provider.ts";

export interface OperatorLookupOptions {
  store: Pick<Store, "numberOperators">;
  clock: Clock;
  provider: Provider;
  /** Milliseconds that what was said of a number counts. */
  memoryMs: number;
  /** Milliseconds that an answer of the provider is not asked for again. */
  keepMs: number;
  /** Told of every failure of the provider, in words for operators. */
  onFailure(reason: string): void;
}

export function createOperatorLookup(
  { store: { numberOperators }, clock, provider, memoryMs, keepMs, onFailure }:
    OperatorLookupOptions,
): OperatorLookup {
  const answered = rememberAnswers(clock, keepMs);

  async function ask(number: string, account: string): Promise<string | null> {
    const operatorId = await provider.operatorOf(number, account).catch((error) => {
      if (error instanceof LookupFailed) onFailure(error.message);
      throw error;
    });
    if (provider.counted) {
      await numberOperators.seen({ number, operatorId, at: clock.now(), account });
    }
    return operatorId;
  }

  return {
    async operatorOf(number, account) {
      const memoize = memoryMs === 0
        ? null
        : await numberOperators.of(number, clock.now() - memoryMs);
      return memoize ?? await answered(number, () => ask(number, account));
    },

    seen: (one) => numberOperators.seen({ ...one, account: null }),
  };
}
