/** Sessions of a connector: binds them, and binds those again that have ended. */
import type { SmscSmppSettings } from "../../core/routing/connector.ts";
import { backoff } from "../../lib/backoff.ts";
import { delay } from "../../lib/delay.ts";
import type { DependencyWatch } from "../../log/dependency_watch.ts";
import type { Log } from "../../log/mod.ts";
import type { Clock, ConnectorFailure, ConnectorState, SessionState } from "../../ports/mod.ts";
import { NoSession } from "./connection.ts";
import type { Role, Session } from "./session.ts";

export interface SessionSetOptions {
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
  clock: Clock;
  log: Log;
  watch: DependencyWatch;
  /** Random number, from 0 up to 1. */
  random(): number;
}

export interface SessionSet {
  /** Starts binding, in the background until `stopping` aborts. */
  start(): void;
  /** Counts the sessions that accept submissions. */
  countTransmitters(): number;
  /** Returns the session with most capacity in its window; null where all windows are full. */
  leastBusy(): Session | null;
  /** Last failure to bind, or end of a session. */
  readonly lastFailure: ConnectorFailure | null;
  /** Time since which no session takes submissions; null while one does. */
  readonly unboundSince: number | null;
  state(): Omit<ConnectorState, "rate" | "waiting" | "window">;
  /**
   * Unbinds all sessions, after `stopping` has aborted.
   *
   * @param over Ends them without that when it aborts.
   */
  unbind(over?: AbortSignal): Promise<void>;
}

/**
 * Lifetime of a session that resets the bind backoff, in milliseconds. One that has carried messages
 * resets it too: an SMSC that ends sessions every few hundred messages is not down.
 */
const STABLE_MS = 60_000;

const ROLES: Record<SmscSmppSettings["bind"], readonly Role[]> = {
  transceiver: ["transceiver"],
  split: ["transmitter", "receiver"],
};

/**
 * Creates a set that binds nothing yet.
 *
 * @param stopping Ends the binding when it aborts.
 * @param onTransmitter Called when a session has been bound that takes submissions.
 */
export function createSessionSet(
  { name, host, settings, open, clock, log, watch, random }: SessionSetOptions,
  stopping: AbortSignal,
  onTransmitter: () => void,
): SessionSet {
  /** Sessions, with the time at which each was bound. */
  const sessions = new Map<Session, number>();
  const bindLoops: Promise<void>[] = [];
  let lastFailure: ConnectorFailure | null = null;
  let unboundSince: number | null = clock.now();
  let wasBound = false;

  function countTransmitters(): number {
    let count = 0;
    for (const { role, isBound } of sessions.keys()) if (isBound && role !== "receiver") count++;
    return count;
  }

  /** Maintains a bound session until `stopping` aborts, with backoff between attempts. */
  async function runSessions(role: Role): Promise<void> {
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
    else if (role !== "receiver") {
      unboundSince = null;
      onTransmitter();
    }
    const reason = await session.ended;
    sessions.delete(session);
    if (countTransmitters() === 0) unboundSince ??= clock.now();
    return { reason, hasCarried: session.hasCarried };
  }

  /** Returns the name to watch; receivers have their own, as submissions do not need them. */
  function watchName(role: Role): string {
    return role === "receiver" ? `${name} receiver` : name;
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

  return {
    start() {
      for (let i = 0; i < settings.sessions; i++) {
        for (const role of ROLES[settings.bind]) bindLoops.push(runSessions(role));
      }
    },

    countTransmitters,
    leastBusy,

    get lastFailure() {
      return lastFailure;
    },
    get unboundSince() {
      return unboundSince;
    },

    state() {
      const bound = [...sessions].filter(([{ isBound }]) => isBound);
      return {
        isUp: countTransmitters() > 0,
        sessions: bound.map(([{ role }, boundAt]): SessionState => ({ role, boundAt })),
        sessionsMax: settings.sessions * ROLES[settings.bind].length,
        inFlight: bound.reduce((sum, [{ busy }]) => sum + busy, 0),
        lastFailure,
      };
    },

    async unbind(over) {
      await Promise.all([...sessions.keys()].map((session) => session.unbind(over)));
      await Promise.all(bindLoops);
    },
  };
}
