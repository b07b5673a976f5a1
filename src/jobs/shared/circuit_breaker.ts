/** Circuit breakers of connectors: one that failed lately is tried after the others of a route. */
import type { Clock, Connector, ConnectorState } from "../../ports/mod.ts";
import type { DependencyWatch, Failure } from "../../log/dependency_watch.ts";
import {
  type Breaker,
  type BreakerEvent,
  type BreakerPolicy,
  type BreakerView,
  CLOSED,
  nextBreaker,
  phaseOf,
  viewOf,
} from "../../lib/circuit_breaker.ts";
import { createResultRecorder, type LastResults } from "./last_results.ts";

export interface CircuitBreaker {
  /**
   * Orders connectors: those whose breaker is open come last. After the cooldown the next message
   * tries a connector at its own position, and the others wait for the result.
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

export interface BreakerState extends BreakerView, LastResults {}

/**
 * Tells whether a carrier works: by the connection that its connector keeps, else by the last results.
 * Null: there are none.
 */
export function isWorking(
  { isUp }: Pick<ConnectorState, "isUp">,
  { lastFailure, lastSuccessAt }: LastResults,
): boolean | null {
  if (isUp !== null) return isUp;
  if (lastSuccessAt === null && lastFailure === null) return null;
  return (lastSuccessAt ?? -Infinity) >= (lastFailure?.at ?? -Infinity);
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
  // A connector without an alternative is tried all the while.
  const policy: BreakerPolicy = { failureThreshold: 1, cooldownMs, whileOpen: "restarts" };
  /** Breakers that are not closed, by the name of their connector. */
  const breakers = new Map<string, Breaker>();
  const results = createResultRecorder(clock, watch);

  const breakerOf = (name: string) => breakers.get(name) ?? CLOSED;

  function advance(name: string, event: BreakerEvent): void {
    const breaker = nextBreaker(breakerOf(name), event, clock.now(), policy);
    if (breaker === CLOSED) breakers.delete(name);
    else breakers.set(name, breaker);
  }

  const isOpen = (name: string) => phaseOf(breakerOf(name), clock.now()) === "open";

  /** Tells whether a breaker is open; half-open, it claims the one probe for the caller. */
  function isOpenOrProbe(name: string): boolean {
    if (isOpen(name)) return true;
    advance(name, "probe");
    return false;
  }

  return {
    inOrder: (connectors) => openLast(connectors, isOpenOrProbe),
    orderNow: (connectors) => openLast(connectors, isOpen),
    stateOf: (name) => ({ ...viewOf(breakerOf(name), clock.now()), ...results.of(name) }),
    failed(name, failure) {
      advance(name, "failure");
      results.failed(name, failure);
    },
    succeeded(name) {
      advance(name, "success");
      results.succeeded(name);
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
