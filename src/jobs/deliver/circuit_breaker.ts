/** Circuit breaker of connectors: one that failed lately is tried after the others of a route. */
import type { Clock, Connector, ConnectorFailure, ConnectorState } from "../../ports/mod.ts";
import type { DependencyWatch, Failure } from "../../log/dependency_watch.ts";

export interface CircuitBreaker {
  /**
   * Orders connectors: those whose breaker is open come last. After the cooldown the next message
   * tries a connector at its own place, and the others wait for the result.
   */
  inOrder(connectors: readonly Connector[]): Connector[];
  /** Orders connectors as `inOrder` would now, without a probe. */
  orderNow(connectors: readonly Connector[]): Connector[];
  /** Returns the state of a connector's breaker, and the last results that it has seen. */
  stateOf(name: string): BreakerState;
  /** Records that a connector did not take a message now, or did not respond. */
  failed(name: string, failure: Failure): void;
  /** Records that a connector took or judged a message. */
  succeeded(name: string): void;
}

export interface BreakerState {
  /** Half-open: the next message probes the connector. */
  state: "closed" | "open" | "half-open";
  /** End of the cooldown, in milliseconds since the epoch; null unless it is open. */
  openUntil: number | null;
  /** Time of the last success, in milliseconds since the epoch; null: none yet. */
  lastSuccessAt: number | null;
  lastFailure: ConnectorFailure | null;
}

/**
 * Tells whether a carrier works: by the connection that its connector keeps, else by the last results.
 * Null: there are none.
 */
export function isWorking(
  { isUp }: Pick<ConnectorState, "isUp">,
  { lastFailure, lastSuccessAt }: Pick<BreakerState, "lastFailure" | "lastSuccessAt">,
): boolean | null {
  if (isUp !== null) return isUp;
  if (lastSuccessAt === null && lastFailure === null) return null;
  return (lastSuccessAt ?? -Infinity) >= (lastFailure?.at ?? -Infinity);
}

/** Last results of a connector. */
interface Results {
  successAt: number | null;
  failure: ConnectorFailure | null;
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
  const results = new Map<string, Results>();

  function resultsOf(name: string): Results {
    const entry = results.get(name) ?? { successAt: null, failure: null };
    results.set(name, entry);
    return entry;
  }

  function isOpen(name: string): boolean {
    const since = openedAt.get(name);
    const now = clock.now();
    // A clock that was set back ends the cooldown too.
    return since !== undefined && now >= since && now < since + cooldownMs;
  }

  /** Tells whether a breaker is open; half-open, it claims the one probe for the caller. */
  function isOpenOrProbe(name: string): boolean {
    if (isOpen(name)) return true;
    if (openedAt.has(name)) openedAt.set(name, clock.now());
    return false;
  }

  return {
    inOrder: (connectors) => openLast(connectors, isOpenOrProbe),
    orderNow: (connectors) => openLast(connectors, isOpen),
    stateOf(name) {
      const open = isOpen(name);
      const { successAt, failure } = resultsOf(name);
      return {
        state: open ? "open" : openedAt.has(name) ? "half-open" : "closed",
        openUntil: open ? openedAt.get(name)! + cooldownMs : null,
        lastSuccessAt: successAt,
        lastFailure: failure,
      };
    },
    failed(name, failure) {
      const at = clock.now();
      openedAt.set(name, at);
      resultsOf(name).failure = { reason: failure.reason, at };
      watch.failed(name, failure);
    },
    succeeded(name) {
      openedAt.delete(name);
      resultsOf(name).successAt = clock.now();
      watch.succeeded(name);
    },
  };
}

/** Orders connectors: those whose breaker is open come last. */
function openLast(
  connectors: readonly Connector[],
  isOpen: (name: string) => boolean,
): Connector[] {
  // Without an alternative there is no reason to wait.
  if (connectors.length < 2) return [...connectors];
  const last = new Set(connectors.filter(({ name }) => isOpen(name)));
  return [...connectors.filter((connector) => !last.has(connector)), ...last];
}
