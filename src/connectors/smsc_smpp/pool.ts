/** Session pool of a connector: submits within the rate and the windows of its sessions. */
import { deadline } from "../../lib/deadline.ts";
import type { MonotonicTime } from "../../lib/monotonic_time.ts";
import type { Priority } from "../../lib/fair_queue.ts";
import { createPacedQueue, type PacedResult } from "../../lib/paced_queue.ts";
import type { RateLimiter } from "../../lib/rate_limiter.ts";
import type { ConnectorState } from "../../ports/mod.ts";
import type { Fields } from "../../smpp/pdu.ts";
import type { RequestResult } from "./pending_requests.ts";
import type { Session } from "./session.ts";
import { createSessionSet, type SessionSetOptions } from "./session_set.ts";

export interface PoolOptions extends SessionSetOptions {
  limiter: RateLimiter;
  /** Default: the process's own. */
  time?: MonotonicTime;
}

/** A submission that waits for the rate and for capacity in a window. */
export interface PendingSubmission {
  /** Account of the message: accounts take turns. */
  account: string;
  /** Order within the account's turns. Default: normal. */
  priority?: Priority;
  /** Returns the fields of the submit_sm; called when it is sent. */
  fieldsOf(session: Pick<Session, "takesOptional">): Fields;
}

export interface Pool {
  /** Starts binding, in the background until `stop`. */
  start(): void;
  /**
   * Resolves with null once a session accepts submissions; after `withinMs` without. As many wait
   * as then go at once: more would only keep their slots from the messages of other connectors.
   */
  waitForSession(withinMs: number): Promise<NoSessionYet | null>;
  /** Average time between two responses while all windows are full, in milliseconds. */
  readonly paceMs: number;
  /**
   * Submits when the rate allows and a window has capacity, within `withinMs`. It is not sent if
   * that is not in time, or if the account's share of the queue is used up and it is not `urgent`.
   */
  submit(
    request: PendingSubmission,
    withinMs: number,
    urgent: boolean,
  ): Promise<PacedResult<RequestResult>>;
  /** Blocks all submissions for a time, after the SMSC has throttled. */
  pause(ms: number): void;
  /** Returns its sessions and submissions. */
  state(): Omit<ConnectorState, "rate">;
  /** Aborted by `stop`. */
  readonly stopping: AbortSignal;
  /**
   * Unbinds all sessions.
   *
   * @param over Ends them without that when it aborts.
   */
  stop(over?: AbortSignal): Promise<void>;
}

/** Why a submission does not go now. */
export interface NoSessionYet {
  reason: string;
  /** There may be a session in a moment: others wait for it, as many as there is capacity for. */
  isFull: boolean;
}

const STOPPED = "the connector was stopped";
const NOT_BOUND = "not bound yet";
/** Response time assumed before the first measurement, in milliseconds. */
const INITIAL_RESPONSE_MS = 500;
/** Weight of the latest response time in the moving average. */
const LATEST_WEIGHT = 0.2;

export function createPool(options: PoolOptions): Pool {
  const { settings, limiter, time, clock } = options;
  const ending = new AbortController();
  const stopping = ending.signal;
  const sessions = createSessionSet(options, stopping, onTransmitter);
  const capacity = settings.window * settings.sessions;
  const queue = createPacedQueue({
    limiter,
    hasCapacity: () => sessions.leastBusy() !== null,
    capacity,
    time,
  });
  /** Callers of `waitForSession`; called with null when there is a session. */
  const sessionWaiters = new Set<(failure: NoSessionYet | null) => void>();
  /** Moving average of the response time. */
  let responseMs = INITIAL_RESPONSE_MS;

  /** Wakes the callers that wait for a session, and the queue. */
  function onTransmitter(): void {
    for (const wake of sessionWaiters) wake(null);
    queue.serve();
  }

  function failed(reason = sessions.lastFailure?.reason ?? NOT_BOUND): NoSessionYet {
    return { reason, isFull: false };
  }

  /** Submits at once; the submission occupies a slot in the session's window. */
  async function send(
    session: Session,
    fieldsOf: PendingSubmission["fieldsOf"],
  ): Promise<RequestResult> {
    const sentAt = clock.now();
    const result = await session.submit(fieldsOf(session));
    responseMs += LATEST_WEIGHT * (clock.now() - sentAt - responseMs);
    queue.serve();
    return result;
  }

  return {
    start: sessions.start,

    waitForSession(withinMs) {
      if (sessions.countTransmitters() > 0) return Promise.resolve(null);
      if (stopping.aborted) return Promise.resolve(failed(STOPPED));
      if (sessionWaiters.size >= capacity) {
        const { unboundSince } = sessions;
        const isOutage = unboundSince !== null && clock.now() - unboundSince > withinMs;
        return Promise.resolve({ ...failed(), isFull: !isOutage });
      }
      const { promise, resolve: wake } = Promise.withResolvers<NoSessionYet | null>();
      sessionWaiters.add(wake);
      return deadline(promise, withinMs, () => failed())
        .finally(() => sessionWaiters.delete(wake));
    },

    get paceMs() {
      return responseMs / (settings.window * Math.max(1, sessions.countTransmitters()));
    },

    submit({ account, fieldsOf, priority }, withinMs, urgent) {
      const begin = () => send(sessions.leastBusy()!, fieldsOf);
      return queue.run({ owner: account, begin, priority, withinMs, urgent });
    },

    pause: queue.pause,

    state: () => ({
      ...sessions.state(),
      waiting: queue.waiting + sessionWaiters.size,
      window: capacity,
    }),

    stopping,

    async stop(over) {
      ending.abort();
      for (const wake of sessionWaiters) wake(failed(STOPPED));
      queue.close();
      await sessions.unbind(over);
    },
  };
}
