/** The sessions of a connector: kept bound, and given submissions as their windows have room. */
import type { SmscSmppSettings } from "../../core/routing/connector.ts";
import type { Clock } from "../../ports/mod.ts";
import type { DependencyWatch } from "../../log/dependency_watch.ts";
import type { Log } from "../../log/mod.ts";
import { createFairQueue } from "../../lib/fair_queue.ts";
import { createFairShare } from "../../lib/fair_share.ts";
import { backoffMs } from "../../lib/backoff.ts";
import { NoSession } from "./connection.ts";
import { delay } from "../../lib/delay.ts";
import type { Fields } from "../../smpp/pdu.ts";
import type { Role, Session } from "./session.ts";
import type { Reply } from "./unanswered.ts";

export interface PoolOptions {
  /** Of the connector. */
  name: string;
  /** Host and port of the SMSC, for logs. */
  host: string;
  settings: SmscSmppSettings;
  /** Throws NoSession. */
  open(role: Role, signal: AbortSignal): Promise<Session>;
  clock: Clock;
  log: Log;
  watch: DependencyWatch;
  /** From 0 up to 1. */
  random(): number;
}

/** A submission that is to be sent. */
export interface Request {
  /** Account of the message: accounts take turns. */
  account: string;
  /** Asked when there is room. */
  fieldsOf(): Fields;
}

export interface Pool {
  /** Begins to bind; that goes on in the background until `stop`. */
  start(): void;
  /** Resolves with null once a session takes submissions; after `withinMs` with what is wrong. */
  whyNotBound(withinMs: number): Promise<string | null>;
  /** Milliseconds from one answer to the next when all windows are full. */
  readonly paceMs: number;
  /**
   * Null: no window had room in time, or as many of the account wait already as the windows hold
   * and it is not `urgent`; it was not sent.
   */
  submit(request: Request, withinMs: number, urgent: boolean): Promise<Reply | null>;
  /** Aborted when `stop` is called: nothing is waited for any more. */
  readonly stopping: AbortSignal;
  /** Unbinds all. */
  stop(): Promise<void>;
}

const STOPPED = "the connector was stopped";
/** A session that has lasted so long did not fail to come about. */
const LASTED_MS = 60_000;
/** What an answer is taken to last before there was any, and how much the latest counts then. */
const FIRST_GUESS_MS = 500;
const LATEST_WEIGHT = 0.2;

const ROLES: Record<SmscSmppSettings["bind"], readonly Role[]> = {
  transceiver: ["transceiver"],
  split: ["transmitter", "receiver"],
};

export function createPool(
  { name, host, settings, open, clock, log, watch, random }: PoolOptions,
): Pool {
  const sessions = new Set<Session>();
  const ending = new AbortController();
  const stopping = ending.signal;
  const keepers: Promise<void>[] = [];
  /** Submissions that wait for room; null: there will be none. */
  const waiting = createFairQueue<(session: Session | null) => void>();
  /** Those who wait for a session; null: there is one. */
  const wishing = new Set<(why: string | null) => void>();
  let trouble = "not bound yet";
  let lastsMs = FIRST_GUESS_MS;
  let wasBound = false;

  /** Places before the windows; an account alone has half of them, as many as the windows hold. */
  const room = createFairShare({ capacity: 2 * settings.window * settings.sessions });
  const transmitters = () =>
    [...sessions].filter(({ role, isBound }) => isBound && role !== "receiver");

  /** Keeps one session bound. */
  async function keep(role: Role): Promise<void> {
    let failures = 0;
    while (!stopping.aborted) {
      const begun = clock.now();
      const reason = await hold(role);
      if (stopping.aborted) return;
      trouble = reason;
      failures = clock.now() - begun > LASTED_MS ? 1 : failures + 1;
      log.debug({ connector: name, role, err: reason, failures }, "no session with the SMSC");
      if (![...sessions].some((one) => one.role === role && one.isBound)) {
        watch.failed(watchedAs(role), {
          reason,
          facts: { connector: name, host, role },
          isCertain: true,
        });
      }
      await delay(backoffMs(failures, random()), stopping);
    }
  }

  /** Resolves with the reason when the session has ended, or there was none. */
  async function hold(role: Role): Promise<string> {
    let session: Session;
    try {
      session = await open(role, stopping);
    } catch (error) {
      return error instanceof NoSession ? error.message : String(error);
    }
    // Whether that is news, the watch knows.
    log[wasBound ? "debug" : "info"]({ connector: name, role }, "bound to the SMSC");
    wasBound = true;
    watch.worked(watchedAs(role));
    sessions.add(session);
    if (stopping.aborted) await session.unbind();
    else if (role !== "receiver") welcome();
    const reason = await session.ended;
    sessions.delete(session);
    return reason;
  }

  /** Name under which sessions of a role are watched: the connector's, if they take submissions. */
  function watchedAs(role: Role): string {
    return role === "receiver" ? `${name} receiver` : name;
  }

  /** There is a session for submissions. */
  function welcome(): void {
    for (const wish of wishing) wish(null);
    serve();
  }

  /** There is room in a window. */
  function serve(): void {
    while (waiting.size > 0) {
      const session = leastBusy();
      if (session === null) return;
      waiting.shift()!(session);
    }
  }

  function leastBusy(): Session | null {
    let best: Session | null = null;
    for (const session of sessions) {
      if (session.role === "receiver" || !session.isBound) continue;
      if (session.busy >= settings.window) continue;
      if (best === null || session.busy < best.busy) best = session;
    }
    return best;
  }

  /** Counted in its window from now on. */
  async function send(session: Session, fieldsOf: () => Fields): Promise<Reply> {
    const begun = clock.now();
    const reply = await session.submit(fieldsOf());
    lastsMs += LATEST_WEIGHT * (clock.now() - begun - lastsMs);
    serve();
    return reply;
  }

  return {
    start() {
      for (let i = 0; i < settings.sessions; i++) {
        for (const role of ROLES[settings.bind]) keepers.push(keep(role));
      }
    },

    whyNotBound(withinMs) {
      if (transmitters().length > 0) return Promise.resolve(null);
      if (stopping.aborted) return Promise.resolve(STOPPED);
      return new Promise((resolve) => {
        const end = (why: string | null) => {
          clearTimeout(timer);
          wishing.delete(end);
          resolve(why);
        };
        const timer = setTimeout(() => end(trouble), withinMs);
        wishing.add(end);
      });
    },

    get paceMs() {
      return lastsMs / (settings.window * Math.max(1, transmitters().length));
    },

    submit({ account, fieldsOf }, withinMs, urgent) {
      const session = waiting.size === 0 ? leastBusy() : null;
      if (session !== null) return send(session, fieldsOf);
      if (!room.admits(account) && !urgent || stopping.aborted) return Promise.resolve(null);
      return new Promise((resolve) => {
        const enter = (session: Session | null) => {
          clearTimeout(timer);
          room.release(account);
          resolve(session === null ? null : send(session, fieldsOf));
        };
        const timer = setTimeout(() => {
          waiting.remove(account, enter);
          enter(null);
        }, withinMs);
        room.hold(account);
        waiting.push(account, enter);
      });
    },

    stopping,

    async stop() {
      ending.abort();
      for (const wish of wishing) wish(STOPPED);
      for (const enter of waiting.clear()) enter(null);
      await Promise.all([...sessions].map((session) => session.unbind()));
      await Promise.all(keepers);
    },
  };
}
