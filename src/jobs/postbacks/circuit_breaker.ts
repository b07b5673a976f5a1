/**
 * Circuit breaker of a receiver. Opens after a number of consecutive failures, or on Retry-After;
 * half-open, it lets one postback through, whose result closes it or opens it again.
 */
export interface CircuitBreaker {
  /** Postbacks that may be in flight at `now`: `all` of them, one probe, or none. */
  allowance(now: number, all: number): number;
  state(now: number): "closed" | "open" | "half-open";
  /** Time until which it is open, in milliseconds since the epoch; null: closed or half-open. */
  until(now: number): number | null;
  /** Whether it is closed, without a failure since the last success. */
  readonly isUntroubled: boolean;
  /** Records a success; true: that closes it. */
  succeeded(): boolean;
  /** Records a failure; true: that opens it. `retryAfterMs`: wait that the receiver asks for, or 0. */
  failed(now: number, retryAfterMs: number): boolean;
}

/** Longest wait on Retry-After, in milliseconds: the schedule of a postback heeds the whole of it. */
const RETRY_AFTER_MAX_MS = 60_000;

export interface CircuitBreakerOptions {
  /** Consecutive failures that open it. */
  failureThreshold: number;
  /** Time that it stays open, in milliseconds. */
  cooldownMs: number;
}

export function createCircuitBreaker(
  { failureThreshold, cooldownMs }: CircuitBreakerOptions,
): CircuitBreaker {
  let failures = 0;
  /** End of the cooldown; not null until a success closes the breaker. */
  let openUntil: number | null = null;
  let openedAt = 0;
  /** A clock that was set back makes no cooldown longer. */
  const isOpen = (now: number) => openUntil !== null && now < openUntil && now >= openedAt;
  return {
    allowance(now, all) {
      if (openUntil === null) return all;
      return isOpen(now) ? 0 : 1;
    },
    state(now) {
      if (openUntil === null) return "closed";
      return isOpen(now) ? "open" : "half-open";
    },
    until: (now) => isOpen(now) ? openUntil : null,
    get isUntroubled() {
      return failures === 0 && openUntil === null;
    },
    succeeded() {
      failures = 0;
      const closes = openUntil !== null;
      openUntil = null;
      return closes;
    },
    failed(now, retryAfterMs) {
      failures++;
      const requestedMs = Math.min(retryAfterMs, RETRY_AFTER_MAX_MS);
      if (isOpen(now)) {
        // It was in flight before: only its Retry-After says something new.
        openUntil = Math.max(openUntil!, now + requestedMs);
        return false;
      }
      const waitMs = Math.max(failures >= failureThreshold ? cooldownMs : 0, requestedMs);
      openedAt = now;
      openUntil = waitMs === 0 ? null : now + waitMs;
      return waitMs > 0;
    },
  };
}
