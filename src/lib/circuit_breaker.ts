/**
 * Circuit breaker as a value. Opens after `failureThreshold` consecutive failures or on Retry-After;
 * half-open, the next attempt decides whether it closes or opens again.
 */

export type BreakerPhase = "closed" | "open" | "half-open";
/**
 * `probe`: an attempt begins, and those beside it wait for its result. `permit`: a person lets the next
 * attempt through.
 */
export type BreakerEvent = "success" | "failure" | "probe" | "permit";

export interface Breaker {
  /** Consecutive failures. */
  readonly failures: number;
  /** Last cooldown, until a success; null: it is closed. */
  readonly cooldown: Cooldown | null;
}

interface Cooldown {
  /** Start and end, in milliseconds since the epoch. */
  readonly from: number;
  readonly until: number;
}

export interface BreakerPolicy {
  /** Consecutive failures that open it. */
  failureThreshold: number;
  /** Time that it stays open, in milliseconds. */
  cooldownMs: number;
  /**
   * Failure while it is open: `ignored`, as that of an attempt begun before, but for its Retry-After;
   * `restarts` the cooldown, where attempts go on. Default `ignored`.
   */
  whileOpen?: "ignored" | "restarts";
}

/** Breaker as the console and the admin API show it. */
export interface BreakerView {
  /** Half-open: the next attempt probes the other side. */
  state: BreakerPhase;
  /** End of the cooldown, in milliseconds since the epoch; null unless it is open. */
  openUntil: number | null;
}

/** Closed breaker without a failure since the last success. */
export const CLOSED: Breaker = { failures: 0, cooldown: null };

/** Longest wait on Retry-After, in milliseconds: what is retried heeds the whole of it. */
const RETRY_AFTER_MAX_MS = 60_000;

interface Occasion {
  now: number;
  policy: BreakerPolicy;
  /** Wait that the other side asks for, in milliseconds; 0: none. */
  retryAfterMs: number;
}

type Transition = (breaker: Breaker, occasion: Occasion) => Breaker;

const TRANSITIONS: Readonly<Record<BreakerPhase, Readonly<Record<BreakerEvent, Transition>>>> = {
  "closed": { success: close, failure: count, probe: stay, permit: stay },
  "open": { success: close, failure: countOpen, probe: stay, permit: endCooldown },
  "half-open": { success: close, failure: count, probe: reopen, permit: stay },
};

/**
 * Returns the breaker after an event.
 * @param retryAfterMs Wait that the other side asks for with a failure, in milliseconds. Default 0.
 */
export function nextBreaker(
  breaker: Breaker,
  event: BreakerEvent,
  now: number,
  policy: BreakerPolicy,
  retryAfterMs = 0,
): Breaker {
  return TRANSITIONS[phaseOf(breaker, now)][event](breaker, { now, policy, retryAfterMs });
}

/** Returns the phase of a breaker. A clock that was set back makes no cooldown longer. */
export function phaseOf({ cooldown }: Breaker, now: number): BreakerPhase {
  if (cooldown === null) return "closed";
  return now >= cooldown.from && now < cooldown.until ? "open" : "half-open";
}

export function viewOf(breaker: Breaker, now: number): BreakerView {
  const state = phaseOf(breaker, now);
  return { state, openUntil: state === "open" ? breaker.cooldown!.until : null };
}

function stay(breaker: Breaker): Breaker {
  return breaker;
}

function close(): Breaker {
  return CLOSED;
}

function count({ failures }: Breaker, { now, policy, retryAfterMs }: Occasion): Breaker {
  const isOver = failures + 1 >= policy.failureThreshold;
  const requestedMs = Math.min(retryAfterMs, RETRY_AFTER_MAX_MS);
  const waitMs = Math.max(isOver ? policy.cooldownMs : 0, requestedMs);
  const opens = isOver || requestedMs > 0;
  return { failures: failures + 1, cooldown: opens ? { from: now, until: now + waitMs } : null };
}

function countOpen(breaker: Breaker, occasion: Occasion): Breaker {
  if (occasion.policy.whileOpen === "restarts") return count(breaker, occasion);
  const { failures, cooldown } = breaker;
  const { from, until } = cooldown!;
  const requestedUntil = occasion.now + Math.min(occasion.retryAfterMs, RETRY_AFTER_MAX_MS);
  return { failures: failures + 1, cooldown: { from, until: Math.max(until, requestedUntil) } };
}

function endCooldown({ failures, cooldown }: Breaker, { now }: Occasion): Breaker {
  return { failures, cooldown: { from: cooldown!.from, until: now } };
}

function reopen({ failures }: Breaker, { now, policy }: Occasion): Breaker {
  return { failures, cooldown: { from: now, until: now + policy.cooldownMs } };
}
