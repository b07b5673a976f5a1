/**
 * Slot for a session with a Postgres server, which is opened on demand and aborted where the
 * server stops responding.
 */
import { unlessAborted } from "../../../lib/abortable.ts";
import { backoff } from "../../../lib/backoff.ts";
import { deadline } from "../../../lib/deadline.ts";
import { delay } from "../../../lib/delay.ts";
import type { OpenSession } from "./opener.ts";
import type { Session } from "./session.ts";

export interface SessionSlotOptions {
  open: OpenSession;
  /** Time after which the server cancels a statement, in milliseconds. */
  statementTimeoutMs: number;
}

export interface SessionSlot {
  /** Runs the first statement of a piece of work, connecting where there is no session. */
  start<T>(statement: (session: Session) => Promise<T>): Promise<[T, Session]>;
  /** Aborts the session where the server, or the network to it, has stopped responding. */
  withTimeout<T>(work: (hasTimedOut: () => boolean) => Promise<T>): Promise<T>;
  /** Checks that a session has not ended. */
  has(session: Session): boolean;
  /** See {@link Connection.close}. */
  close(over?: AbortSignal): Promise<void>;
}

/** Grace period after the statement timeout for the server to report it, in milliseconds. */
const CANCEL_GRACE_MS = 2000;
/** Backoff between attempts to connect. */
const BACKOFF = { minMs: 30, maxMs: 1000, multiplier: 3, jitter: 0.5 };

export function createSessionSlot(
  { open, statementTimeoutMs }: SessionSlotOptions,
): SessionSlot {
  let session: Session | null = null;
  let opening: Promise<Session> | null = null;
  let isClosed = false;
  /** Failed attempts to connect since the last success. */
  let failures = 0;
  /** Earliest time of the next attempt, on the monotonic clock. */
  let nextAttempt = 0;

  /** Joins an attempt in progress: one that a statement gave up waiting for serves the next. */
  function connected(): Promise<Session> {
    if (session !== null) return Promise.resolve(session);
    return opening ??= connect().finally(() => opening = null);
  }

  async function connect(): Promise<Session> {
    const wait = nextAttempt - performance.now();
    if (wait > 0) await delay(wait);
    const opened: Session = await open(() => {
      if (session === opened) session = null;
    });
    if (isClosed) await opened.close();
    return session = opened;
  }

  async function start<T>(statement: (session: Session) => Promise<T>): Promise<[T, Session]> {
    try {
      const started = await withTimeout(async (hasTimedOut) => {
        const session = await connected();
        // Another statement may be using the session by now.
        if (hasTimedOut()) throw timeoutError();
        return [await statement(session), session] as [T, Session];
      });
      failures = 0;
      return started;
    } catch (error) {
      if (session === null) {
        failures++;
        nextAttempt = performance.now() + backoff(failures, BACKOFF);
      }
      throw error;
    }
  }

  function withTimeout<T>(work: (hasTimedOut: () => boolean) => Promise<T>): Promise<T> {
    let hasTimedOut = false;
    return deadline(work(() => hasTimedOut), statementTimeoutMs + CANCEL_GRACE_MS, () => {
      hasTimedOut = true;
      session?.abort();
      throw timeoutError();
    });
  }

  return {
    start,
    withTimeout,

    has: (candidate) => session === candidate,

    async close(over) {
      isClosed = true;
      const last = session;
      if (last === null) return;
      await unlessAborted(last.close(), over);
      if (over?.aborted) last.abort();
    },
  };
}

function timeoutError(): Error {
  return Object.assign(new Error("the database does not respond"), { code: "ETIMEDOUT" });
}
