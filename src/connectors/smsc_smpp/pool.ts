/** Session pool of a connector: rebinds lost sessions, and submits within their windows. */
import type { SmscSmppSettings } from "../../core/routing/connector.ts";
import type { Clock, ConnectorFailure, ConnectorState, SessionState } from "../../ports/mod.ts";
import type { DependencyWatch } from "../../log/dependency_watch.ts";
import type { Log } from "../../log/mod.ts";
import type { MonotonicTime } from "../../lib/monotonic_time.ts";
import { createPacedQueue, type PacedResult } from "../../lib/paced_queue.ts";
import type { RateLimiter } from "../../lib/rate_limiter.ts";
import { backoff } from "../../lib/backoff.ts";
import { NoSession } from "./connection.ts";
import { deadline } from "../../lib/deadline.ts";
import { delay } from "../../lib/delay.ts";
import type { Fields } from "../../smpp/pdu.ts";
import type { Role, Session } from "./session.ts";
import type { RequestResult } from "./pending_requests.ts";

export interface PoolOptions {
  /** Name of the connector. */
  name: string;
  /** Host and port of the SMSC, for logs. */
  host: string;
  settings: SmscSmppSettings;
  /**
   * Binds a session.
   *
   * @throws NoSession
   */
  open(role: Role, signal: AbortSignal): Promise<Session>;
  limiter: RateLimiter;
  /** Default: the process's own. */
  time?: MonotonicTime;
  clock: Clock;
  log: Log;
  watch: DependencyWatch;
  /** Random number, from 0 up to 1. */
  random(): number;
}

/** A submission that waits for the rate and for room in a window. */
export interface PendingSubmission {
  /** Account of the message: accounts take turns. */
  account: string;
  /** Returns the fields of the submit_sm; called when it is sent. */
  fieldsOf(session: Pick<Session, "takesOptional">): Fields;
}

export interface Pool {
  /** Starts binding, in the background until `stop`. */
  start(): void;
  /**
   * Resolves with null once a session accepts submissions; after `withinMs` without. As many wait as
   * then go at once: more would only keep their places from the messages of other connectors.
   */
  waitForSession(withinMs: number): Promise<NoSessionYet | null>;
  /** Average time between two responses while all windows are full, in milliseconds. */
  readonly paceMs: number;
  /**
   * Submits when the rate allows and a window has room, within `withinMs`. It is not sent if that is
   * not in time, or if the account's share of the queue is used up and it is not `urgent`.
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
  /** There may be a session in a moment: others wait for it, as many as there is room for. */
  isFull: boolean;
}

const STOPPED = "the connector was stopped";
const NOT_BOUND = "not bound yet";
/**
 * Lifetime of a session that resets the bind backoff, in milliseconds. One that has carried messages
 * resets it too: an SMSC that ends sessions every few hundred messages is not down.
 */
const STABLE_MS = 60_000;
/** Response time assumed before the first measurement, in milliseconds. */
const INITIAL_RESPONSE_MS = 500;
/** Weight of the latest response time in the moving average. */
const LATEST_WEIGHT = 0.2;

const ROLES: Record<SmscSmppSettings["bind"], readonly Role[]> = {
  transceiver: ["transceiver"],
  split: ["transmitter", "receiver"],
};

export function createPool(
  { name, host, settings, open, limiter, time, clock, log, watch, random }: PoolOptions,
): Pool {
  /** Sessions, with the time at which each was bound. */
  const sessions = new Map<Session, number>();
  const ending = new AbortController();
  const stopping = ending.signal;
  const bindLoops: Promise<void>[] = [];
  const queue = createPacedQueue({
    limiter,
    hasRoom: () => leastBusy() !== null,
    capacity: settings.window * settings.sessions,
    time,
  });
  /** Callers of `waitForSession`; called with null when there is a session. */
  const sessionWaiters = new Set<(failure: NoSessionYet | null) => void>();
  let lastFailure: ConnectorFailure | null = null;
  /** Time since which no session takes submissions; null while one does. */
  let unboundSince: number | null = clock.now();
  /** Moving average of the response time. */
  let responseMs = INITIAL_RESPONSE_MS;
  let wasBound = false;

  /** Counts the sessions that accept submissions. */
  function countTransmitters(): number {
    let count = 0;
    for (const { role, isBound } of sessions.keys()) if (isBound && role !== "receiver") count++;
    return count;
  }

  /** Keeps one session bound until `stop`, with backoff between attempts. */
  async function keepBound(role: Role): Promise<void> {
    let failures = 0;
    while (!stopping.aborted) {
      const startedAt = clock.now();
      const { reason, hasCarried } = await runSession(role);
      if (stopping.aborted) return;
      lastFailure = { reason, at: clock.now() };
      failures = hasCarried || clock.now() - startedAt > STABLE_MS ? 1 : failures + 1;
      log.debug({ connector: name, role, err: reason, failures }, "no session with the SMSC");
      if (![...sessions.keys()].some((session) => session.role === role && session.isBound)) {
        watch.failed(watchName(role), {
          reason,
          facts: { connector: name, host, role },
          isCertain: true,
        });
      }
      await delay(backoff(failures, { random }), stopping);
    }
  }

  /** Binds a session and waits for its end. Resolves with the reason of the end or the failure. */
  async function runSession(role: Role): Promise<{ reason: string; hasCarried: boolean }> {
    let session: Session;
    try {
      session = await open(role, stopping);
    } catch (error) {
      const reason = error instanceof NoSession ? error.message : String(error);
      return { reason, hasCarried: false };
    }
    // Later binds are logged by the watch, when they end an outage.
    log[wasBound ? "debug" : "info"]({ connector: name, role }, "bound to the SMSC");
    wasBound = true;
    watch.succeeded(watchName(role));
    sessions.set(session, clock.now());
    if (stopping.aborted) await session.unbind();
    else if (role !== "receiver") onSubmitSession();
    const reason = await session.ended;
    sessions.delete(session);
    if (countTransmitters() === 0) unboundSince ??= clock.now();
    return { reason, hasCarried: session.hasCarried };
  }

  /** Returns the name to watch; receivers have their own, as submissions do not need them. */
  function watchName(role: Role): string {
    return role === "receiver" ? `${name} receiver` : name;
  }

  /** Wakes the callers that wait for a session, and the queue. */
  function onSubmitSession(): void {
    unboundSince = null;
    for (const wake of sessionWaiters) wake(null);
    queue.serve();
  }

  function leastBusy(): Session | null {
    let best: Session | null = null;
    for (const session of sessions.keys()) {
      if (session.role === "receiver" || !session.isBound) continue;
      if (session.busy >= settings.window) continue;
      if (best === null || session.busy < best.busy) best = session;
    }
    return best;
  }

  function failed(reason = lastFailure?.reason ?? NOT_BOUND): NoSessionYet {
    return { reason, isFull: false };
  }

  /** Submits at once; the submission occupies a place in the session's window. */
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
    start() {
      for (let i = 0; i < settings.sessions; i++) {
        for (const role of ROLES[settings.bind]) bindLoops.push(keepBound(role));
      }
    },

    waitForSession(withinMs) {
      if (countTransmitters() > 0) return Promise.resolve(null);
      if (stopping.aborted) return Promise.resolve(failed(STOPPED));
      if (sessionWaiters.size >= settings.window * settings.sessions) {
        const isOutage = unboundSince !== null && clock.now() - unboundSince > withinMs;
        return Promise.resolve({ ...failed(), isFull: !isOutage });
      }
      const { promise, resolve: wake } = Promise.withResolvers<NoSessionYet | null>();
      sessionWaiters.add(wake);
      return deadline(promise, withinMs, () => failed())
        .finally(() => sessionWaiters.delete(wake));
    },

    get paceMs() {
      return responseMs / (settings.window * Math.max(1, countTransmitters()));
    },

    submit({ account, fieldsOf }, withinMs, urgent) {
      const begin = () => send(leastBusy()!, fieldsOf);
      return queue.run({ owner: account, begin, withinMs, urgent });
    },

    pause: queue.pause,

    state() {
      const bound = [...sessions].filter(([{ isBound }]) => isBound);
      return {
        isUp: countTransmitters() > 0,
        sessions: bound.map(([{ role }, boundAt]): SessionState => ({ role, boundAt })),
        sessionsMax: settings.sessions * ROLES[settings.bind].length,
        inFlight: bound.reduce((sum, [{ busy }]) => sum + busy, 0),
        waiting: queue.waiting + sessionWaiters.size,
        window: settings.window * settings.sessions,
        lastFailure,
      };
    },

    stopping,

    async stop(over) {
      ending.abort();
      for (const wake of sessionWaiters) wake(failed(STOPPED));
      queue.close();
      await Promise.all([...sessions.keys()].map((session) => session.unbind(over)));
      await Promise.all(bindLoops);
    },
  };
}
