/** Watches which connectors are asked to submit, and have nothing accepted. */
import type { Outcome } from "../../core/message/message.ts";
import type { Clock, SubmissionResult } from "../../ports/mod.ts";

export interface Acceptances {
  /** Records the result of a submission. */
  record(connector: string, result: SubmissionResult): void;
  /** Returns since when nothing was accepted; null: something was, or too little was tried. */
  stallOf(connector: string): Stall | null;
}

/** Submissions of which none was accepted. */
export interface Stall {
  /** Time of the first, in milliseconds since the epoch. */
  since: number;
  /** Time from the first to the last, in milliseconds. */
  forMs: number;
  /** Result of the last, in words. */
  last: string;
}

/** Submissions that it takes: fewer may each have failed for a reason of their own. */
const TRIED_MIN = 3;

interface Tried {
  since: number;
  lastAt: number;
  count: number;
  last: string;
}

/** @param recentMs Time after the last submission from which a connector is no longer reported. */
export function createAcceptances(clock: Clock, recentMs: number): Acceptances {
  /** Submissions since the last one that was accepted, by connector. */
  const tried = new Map<string, Tried>();

  return {
    record(connector, result) {
      if (result.status === "accepted") return void tried.delete(connector);
      if (!wasAsked(result)) return;
      const now = clock.now();
      const earlier = tried.get(connector);
      const isRecent = earlier !== undefined && now - earlier.lastAt <= recentMs;
      const { since, count } = isRecent ? earlier : { since: now, count: 0 };
      tried.set(connector, { since, count: count + 1, lastAt: now, last: inWords(result) });
    },

    stallOf(connector) {
      const found = tried.get(connector);
      if (found === undefined || found.count < TRIED_MIN) return null;
      const { last, lastAt, since } = found;
      return clock.now() - lastAt > recentMs ? null : { since, forMs: lastAt - since, last };
    },
  };
}

type NotAccepted = Exclude<SubmissionResult, { status: "accepted" }>;

/** Tells whether a submission went, or was to go, to the carrier. */
function wasAsked(result: NotAccepted): boolean {
  if (result.status === "permanent") return result.outcome.outcome !== "expired";
  return !("waitsFor" in result);
}

function inWords(result: NotAccepted): string {
  if (result.status === "permanent") return `refused${because(result.outcome)}`;
  return `${result.status} (${result.reason})`;
}

function because(outcome: Outcome): string {
  const reason = "reason" in outcome ? outcome.reason : undefined;
  const words = reason ?? ("details" in outcome ? outcome.details : undefined);
  return words === undefined ? "" : ` (${words})`;
}
