/** Circuit breaker of connectors: one that failed lately is tried after the others of a route. */
import type { Clock, Connector } from "../../ports/mod.ts";
import type { DependencyWatch, Failure } from "../../log/dependency_watch.ts";

export interface CircuitBreaker {
  /**
   * Orders connectors: those whose breaker is open come last. After the cooldown the next message
   * tries a connector at its own place, and the others wait for the result.
   */
  inOrder(connectors: readonly Connector[]): Connector[];
  /** Records that a connector did not take a message now, or did not respond. */
  failed(name: string, failure: Failure): void;
  /** Records that a connector took or judged a message. */
  succeeded(name: string): void;
}

/**
 * @param cooldownMs Time that a connector comes last after a failure.
 * @param watch Notified of each failure and success.
 */
export function createCircuitBreaker(
  clock: Clock,
  cooldownMs: number,
  watch: DependencyWatch,
): CircuitBreaker {
  /** Times at which breakers opened, by the name of their connector. */
  const openedAt = new Map<string, number>();

  /** Tells whether a breaker is open; half-open, it claims the one probe for the caller. */
  function isOpen(name: string): boolean {
    const since = openedAt.get(name);
    if (since === undefined) return false;
    const now = clock.now();
    // A clock that was set back ends the cooldown too.
    if (now >= since && now < since + cooldownMs) return true;
    openedAt.set(name, now);
    return false;
  }

  return {
    inOrder(connectors) {
      // Without an alternative there is no reason to wait.
      if (connectors.length < 2) return [...connectors];
      const last = new Set(connectors.filter(({ name }) => isOpen(name)));
      return [...connectors.filter((connector) => !last.has(connector)), ...last];
    },
    failed(name, failure) {
      openedAt.set(name, clock.now());
      watch.failed(name, failure);
    },
    succeeded(name) {
      openedAt.delete(name);
      watch.succeeded(name);
    },
  };
}
