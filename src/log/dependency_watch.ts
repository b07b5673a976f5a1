/**
 * Watches what the service depends on: postback receivers, connectors, the database, DATA_DIR, the
 * object store, its own listening. Logs one warning when a dependency fails and one info line when it recovers; a dependency
 * that flaps is not logged again for `QUIET_MS`. Tells of every recovery, logged or not.
 */
import { createLru } from "../lib/lru.ts";
import type { Log } from "./mod.ts";

/** A failed call to a dependency. */
export interface Failure {
  /** Cause in an operator's words, without customers' texts or addresses. */
  reason: string;
  /** Further fields of the log lines, such as the host. */
  facts: Record<string, unknown>;
  /** Time for which it has failed already, in milliseconds. Default 0. */
  sinceMs?: number;
  /** Logs at once; otherwise `FAILURES` consecutive failures are needed. Default false. */
  isCertain?: boolean;
}

export interface DependencyWatch {
  failed(name: string, failure: Failure): void;
  succeeded(name: string): void;
}

export interface DependencyWatchOptions {
  log: Log;
  /** Kind of the dependencies, which selects the messages. */
  kind: keyof typeof MESSAGES;
  /** Called with its name when one succeeds after a failure. */
  onRecovery?(name: string): void;
  /** Monotonic clock, in milliseconds. Default performance.now. */
  now?: () => number;
}

/** Messages for operators: the failure with its consequence, and the recovery. */
const MESSAGES = {
  receiver: {
    bad: "the receiver does not take postbacks: they are stored and retried by POSTBACK_SCHEDULE",
    back: "the receiver takes postbacks again",
  },
  connector: {
    bad: "the connector does not work: its messages fail over to the next connector of their " +
      "route, or are retried until they expire",
    back: "the connector works again",
  },
  database: {
    bad: "the database does not work: customers get 503, and background work waits for it",
    back: "the database works again",
  },
  writes: {
    bad: "the database takes no writes: customers get 503, and accepted messages wait",
    back: "the database takes writes again",
  },
  directory: {
    bad:
      "DATA_DIR cannot be used: requests that need files get 503, and work on files waits for it",
    back: "DATA_DIR can be used again",
  },
  files: {
    bad: "the object store does not work: requests that need files get 503, and background work " +
      "on files waits for it",
    back: "the object store works again",
  },
  listener: {
    bad:
      "connections are not accepted for the moment, and idle ones are ended; raise the limit of " +
      "open files (ulimit -n), or end idle connections at the proxy",
    back: "connections are accepted again",
  },
};

/** Consecutive failures before a warning: a single one is usually gone at the next attempt. */
const FAILURES = 2;
/** Time without warnings after a recovery, in milliseconds; a longer outage is logged after it. */
const QUIET_MS = 300_000;
/** Maximum number of names tracked; beyond it the name whose last failure is oldest is evicted. */
const NAMES_MAX = 10_000;

interface State {
  /** Consecutive failures. */
  failures: number;
  /** Time of the first of them, in milliseconds of `now`. */
  since: number;
  /** Facts of the last failure. */
  facts: Record<string, unknown>;
  /** A warning has been logged, and the dependency has not recovered yet. */
  isReported: boolean;
  quietUntil: number;
  /** Outages that ended without a log line. */
  unreported: number;
}

export function createDependencyWatch(
  { log, kind, onRecovery, now = () => performance.now() }: DependencyWatchOptions,
): DependencyWatch {
  const messages = MESSAGES[kind];
  const states = createLru<string, State>(NAMES_MAX);

  function stateOf(name: string): State {
    const current = states.get(name);
    if (current !== undefined) return current;
    const state = {
      failures: 0,
      since: 0,
      facts: {},
      isReported: false,
      quietUntil: -Infinity,
      unreported: 0,
    };
    states.set(name, state);
    return state;
  }

  return {
    failed(name, { reason, facts, sinceMs = 0, isCertain = false }) {
      const state = stateOf(name);
      const at = now();
      if (state.failures === 0) state.since = at - sinceMs;
      state.failures = Math.max(state.failures + 1, isCertain ? FAILURES : 0);
      state.facts = facts;
      if (state.isReported || state.failures < FAILURES || at < state.quietUntil) return;
      const { unreported } = state;
      state.isReported = true;
      state.unreported = 0;
      log.warn(
        { ...facts, reason, ...unreported > 0 ? { "times-before": unreported } : {} },
        messages.bad,
      );
    },

    succeeded(name) {
      // Hot path, called on every success: usually no dependency has failed.
      const state = states.size === 0 ? undefined : states.peek(name);
      if (state === undefined || state.failures === 0) return;
      if (state.isReported) {
        const at = now();
        const seconds = Math.round((at - state.since) / 100) / 10;
        log.info({ ...state.facts, "away-seconds": seconds }, messages.back);
        state.quietUntil = at + QUIET_MS;
      } else if (state.failures >= FAILURES) state.unreported++;
      state.isReported = false;
      state.failures = 0;
      if (state.unreported === 0 && state.quietUntil <= now()) states.delete(name);
      onRecovery?.(name);
    },
  };
}
