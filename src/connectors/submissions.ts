/** Submissions of a connector over HTTP: within its window and rate, and orderly at its stop. */
import type { Outcome } from "../core/message/message.ts";
import type { Log } from "../log/mod.ts";
import type { PacedWait } from "../lib/paced_queue.ts";
import type { RateLimiter } from "../lib/rate_limiter.ts";
import type { MonotonicTime } from "../lib/monotonic_time.ts";
import type { Clock, ConnectorState, Submission, SubmissionResult } from "../ports/mod.ts";
import { IDLE_STATE } from "./carrier.ts";
import { createWindow } from "./window.ts";

export interface SubmissionsOptions {
  /** Name of the connector. */
  name: string;
  settings: { window: number; rate: number | null; burst?: number };
  clock: Clock;
  /** Limiter that outlasts the connector. Default: one of its own. */
  limiter?: RateLimiter;
  /** Default: the process's own. */
  time?: MonotonicTime;
  log: Log;
}

type Send<S> = (submission: S, onSent: () => void) => Promise<SubmissionResult>;

export interface Submissions {
  /**
   * Sends a submission in its turn. Without capacity in the window or rate it is throttled, and
   * after `stop` it is left to the connector that replaces this one.
   *
   * @param send Calls `onSent` when its request goes.
   */
  submit<S extends Submission>(
    submission: S,
    send: Send<S>,
  ): Promise<SubmissionResult>;
  /** Has `stop` wait for other work. */
  track<T>(work: Promise<T>): Promise<T>;
  state(): ConnectorState;
  /** Resolves when all work has ended. */
  stop(): Promise<void>;
}

/** Delay before a message goes to the connector that replaces this one, in milliseconds. */
const REPLACED_RETRY_MS = 100;

export function createSubmissions(
  { name, settings, clock, limiter, time, log }: SubmissionsOptions,
): Submissions {
  const { window: size, rate, burst } = settings;
  const window = createWindow({ size, rate, burst, limiter, clock, time });
  const inProgress = new Set<Promise<unknown>>();
  let stopped = false;

  function track<T>(work: Promise<T>): Promise<T> {
    inProgress.add(work);
    const remove = () => void inProgress.delete(work);
    work.then(remove, remove);
    return work;
  }

  async function enter<S extends Submission>(
    submission: S,
    send: Send<S>,
  ): Promise<SubmissionResult> {
    const entry = await window.enter(
      submission,
      // It may have expired while it waited for the window.
      async (onSent) =>
        submission.expiresAt <= clock.now()
          ? permanent({ outcome: "expired" })
          : await send(submission, onSent),
    );
    if (entry.entered) return entry.result;
    const { waitMs: retryAfterMs, waitsFor } = entry;
    log.debug(
      { "tracking-id": submission.trackingId, connector: name, waitsFor, retryAfterMs },
      "window or rate of the connector is used up",
    );
    return deferred(waitsFor, retryAfterMs, rate);
  }

  return {
    track,

    async submit(submission, send) {
      if (stopped) {
        const reason = "the connector was replaced";
        return { status: "temporary", reason, retryAfterMs: REPLACED_RETRY_MS };
      }
      return await track(enter(submission, send));
    },

    state: () => ({
      ...IDLE_STATE,
      inFlight: window.running,
      waiting: window.waiting,
      window: size,
      rate,
    }),

    async stop() {
      stopped = true;
      while (inProgress.size > 0) await Promise.allSettled(inProgress);
    },
  };
}

/** Result for a message that the connector keeps back: its carrier was not asked. */
export function deferred(waitsFor: PacedWait, retryAfterMs: number, rate: number | null) {
  const reasons = {
    capacity: "its window is full",
    rate: `its rate is ${rate}/s`,
    pause: "its carrier throttles",
  };
  const reason = reasons[waitsFor];
  return { status: "throttled", reason, retryAfterMs, waitsFor } satisfies SubmissionResult;
}

/** Result for a message of a kind that the carrier cannot take. */
export const NOT_TAKEN: SubmissionResult = permanent({
  outcome: "failed",
  details: "No way to send MMS or SMS",
});

export function permanent(outcome: Outcome): SubmissionResult {
  return { status: "permanent", outcome };
}
