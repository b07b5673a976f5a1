/** Which connectors failed lately: others of a route are tried before them. */
import type { Clock, Connector } from "../../ports/mod.ts";
import type { DependencyWatch, Failure } from "../../log/dependency_watch.ts";

export interface CircuitBreaker {
  /**
   * Those to be tried, in their order, but the ones that failed lately last. When a connector's rest
   * is over, the first message that asks gets it at its place, and the others wait how that goes.
   */
  inOrder(connectors: readonly Connector[]): Connector[];
  /** It answered that it cannot take messages now, or did not answer. */
  failed(name: string, failure: Failure): void;
  /** It took or judged a message. */
  works(name: string): void;
}

/**
 * @param restMs Milliseconds that a connector that failed is tried last.
 * @param watch Told of each failure and success.
 */
export function createCircuitBreaker(
  clock: Clock,
  restMs: number,
  watch: DependencyWatch,
): CircuitBreaker {
  /** When each that failed began to rest. */
  const resting = new Map<string, number>();

  /** Claims the one try, where there is one. */
  function isResting(name: string): boolean {
    const since = resting.get(name);
    if (since === undefined) return false;
    const now = clock.now();
    // A clock that was set back ends it too.
    if (now >= since && now < since + restMs) return true;
    resting.set(name, now);
    return false;
  }

  return {
    inOrder(connectors) {
      // Where there is no other, there is nothing to spare it for.
      if (connectors.length < 2) return [...connectors];
      const last = new Set(connectors.filter(({ name }) => isResting(name)));
      return [...connectors.filter((one) => !last.has(one)), ...last];
    },
    failed(name, failure) {
      resting.set(name, clock.now());
      watch.failed(name, failure);
    },
    works(name) {
      resting.delete(name);
      watch.worked(name);
    },
  };
}
