/**
 * Log lines about what the service depends on: receivers, connectors, the database. A warning when one
 * goes bad, a line at info when it is back, and silence about one that fails and works by turns.
 */
import { createLru } from "../lib/lru.ts";
import type { Log } from "./mod.ts";

/** A call that failed. */
export interface Failure {
  /** In words for an operator; no text or address of a customer's. */
  reason: string;
  /** Further facts for the lines, such as the host. */
  facts: Record<string, unknown>;
  /** Default false: `FAILURES` of them running are needed for a line. */
  isCertain?: boolean;
}

export interface DependencyWatch {
  failed(name: string, failure: Failure): void;
  worked(name: string): void;
}

export interface DependencyWatchOptions {
  log: Log;
  /** Kind of the dependencies. */
  kind: keyof typeof MESSAGES;
  /** Milliseconds by a clock that never jumps. Default performance.now. */
  now?: () => number;
}

/** Lines for an operator: what does not work, and what happens meanwhile. */
const MESSAGES = {
  receiver: {
    bad:
      "the receiver does not take postbacks: they are kept, and tried again by POSTBACK_SCHEDULE",
    back: "the receiver takes postbacks again",
  },
  connector: {
    bad: "the connector does not work: its messages go by the next of their route, or are tried " +
      "again until they expire",
    back: "the connector works again",
  },
  database: {
    bad: "the database does not work: customers are answered 503, and work waits for it",
    back: "the database works again",
  },
  files: {
    bad:
      "the object store does not work: what brings files or asks for them is answered 503, and " +
      "work on them waits for it",
    back: "the object store works again",
  },
};

/** A single failure is often nothing: the next try works. */
const FAILURES = 2;
/** After it was back: what goes bad meanwhile is told when it still is by then. */
const QUIET_MS = 300_000;
/** Names that are memoize; the one that failed least recently makes room. */
const NAMES_MAX = 10_000;

interface State {
  /** Running. */
  failures: number;
  /** The first of them. */
  since: number;
  /** The last of them. */
  facts: Record<string, unknown>;
  /** A warning has been logged, and it is not back yet. */
  isTold: boolean;
  quietUntil: number;
  /** How often it was bad without a line. */
  untold: number;
}

export function createDependencyWatch(
  { log, kind, now = () => performance.now() }: DependencyWatchOptions,
): DependencyWatch {
  const messages = MESSAGES[kind];
  const states = createLru<string, State>(NAMES_MAX);

  function stateOf(name: string): State {
    const known = states.get(name);
    if (known !== undefined) return known;
    const state = {
      ...{ failures: 0, since: 0, facts: {}, isTold: false },
      ...{ quietUntil: -Infinity, untold: 0 },
    };
    states.set(name, state);
    return state;
  }

  return {
    failed(name, { reason, facts, isCertain = false }) {
      const state = stateOf(name);
      const at = now();
      if (state.failures === 0) state.since = at;
      state.failures = Math.max(state.failures + 1, isCertain ? FAILURES : 0);
      state.facts = facts;
      if (state.isTold || state.failures < FAILURES || at < state.quietUntil) return;
      const { untold } = state;
      state.isTold = true;
      state.untold = 0;
      log.warn({ ...facts, reason, ...untold > 0 ? { "times-before": untold } : {} }, messages.bad);
    },

    worked(name) {
      // On the way of every success: mostly there is nothing known against anybody.
      const state = states.size === 0 ? undefined : states.peek(name);
      if (state === undefined || state.failures === 0) return;
      if (state.isTold) {
        const at = now();
        const seconds = Math.round((at - state.since) / 100) / 10;
        log.info({ ...state.facts, "away-seconds": seconds }, messages.back);
        state.quietUntil = at + QUIET_MS;
      } else if (state.failures >= FAILURES) state.untold++;
      state.isTold = false;
      state.failures = 0;
      if (state.untold === 0 && state.quietUntil <= now()) states.delete(name);
    },
  };
}
