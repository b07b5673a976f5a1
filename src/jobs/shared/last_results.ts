/** Last results of those that this process sends to: receivers of postbacks, and connectors. */
import { createLru } from "../../lib/lru.ts";
import type { DependencyWatch, Failure } from "../../log/dependency_watch.ts";
import type { Clock } from "../../ports/mod.ts";

export interface LastResults {
  /** Time of the last success, in milliseconds since the epoch; null: none yet. */
  readonly lastSuccessAt: number | null;
  /** Last failure, without the other side's own text; null: none. */
  readonly lastFailure: { readonly reason: string; readonly at: number } | null;
}

export interface ResultRecorder {
  succeeded(name: string): void;
  failed(name: string, failure: Failure): void;
  of(name: string): LastResults;
}

/** Names of which the results are remembered; the one whose last result is oldest is evicted. */
const NAMES_MAX = 10_000;

const NONE: LastResults = { lastSuccessAt: null, lastFailure: null };

/** @param watch Notified of each failure and success. */
export function createResultRecorder(clock: Clock, watch: DependencyWatch): ResultRecorder {
  const results = createLru<string, LastResults>(NAMES_MAX);
  const of = (name: string) => results.peek(name) ?? NONE;
  return {
    of,
    succeeded(name) {
      results.set(name, { ...of(name), lastSuccessAt: clock.now() });
      watch.succeeded(name);
    },
    failed(name, failure) {
      const lastFailure = { reason: failure.reason, at: clock.now() };
      results.set(name, { ...of(name), lastFailure });
      watch.failed(name, failure);
    },
  };
}
