/**
 * Connection of the pool: holds one session with a Postgres server, opens it on demand, and aborts
 * it when the server stops responding.
 */
import type { Parameter, Query, Row, Statement, TransactionOptions, Work } from "./database.ts";
import type { OpenSession } from "./opener.ts";
import type { Session } from "./session.ts";
import { unlessAborted } from "../../lib/abortable.ts";
import { backoff } from "../../lib/backoff.ts";
import { deadline } from "../../lib/deadline.ts";
import { delay } from "../../lib/delay.ts";

export interface ConnectionOptions {
  open: OpenSession;
  /** Time after which the server cancels a statement, in milliseconds. */
  statementTimeoutMs: number;
}

/** Serves one statement or transaction at a time. */
export interface Connection {
  query: Query;
  /** See {@link Database.batch}. */
  batch(statements: readonly Statement[], after?: readonly Statement[]): Promise<Row[][]>;
  transaction<T>(work: Work<T>, options?: TransactionOptions): Promise<T>;
  /** See {@link Database.outsideTransaction}. */
  outsideTransaction(sql: string): Promise<void>;
  script(sql: string): Promise<void>;
  /**
   * Waits a few seconds for a statement in flight.
   *
   * @param over Ends the session at once when it aborts.
   */
  close(over?: AbortSignal): Promise<void>;
}

/** Grace period after the statement timeout for the server to report it, in milliseconds. */
const CANCEL_GRACE_MS = 2000;
/** Backoff between attempts to connect. */
const BACKOFF = { minMs: 30, maxMs: 1000, multiplier: 3, jitter: 0.5 };

export function openConnection({ open, statementTimeoutMs }: ConnectionOptions): Connection {
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

  /** Runs the first statement of a piece of work, connecting where there is no session. */
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

  /** Aborts the session where the server, or the network to it, has stopped responding. */
  function withTimeout<T>(work: (hasTimedOut: () => boolean) => Promise<T>): Promise<T> {
    let hasTimedOut = false;
    return deadline(work(() => hasTimedOut), statementTimeoutMs + CANCEL_GRACE_MS, () => {
      hasTimedOut = true;
      session?.abort();
      throw timeoutError();
    });
  }

  /** Runs and commits the work of a transaction; rejects where any statement has failed. */
  async function runWork<T>(current: Session, work: Work<T>, noTimeout: boolean): Promise<T> {
    let failure: { error: unknown } | null = null;
    const query: Query = async (...args) => {
      try {
        return await (noTimeout
          ? current.query(...args)
          : withTimeout(() => current.query(...args)));
      } catch (error) {
        failure ??= { error };
        throw error;
      }
    };
    if (noTimeout) await query("set local statement_timeout = 0");
    const result = await work(query);
    if (failure !== null) throw (failure as { error: unknown }).error;
    await query("commit");
    return result;
  }

  return {
    async query<T extends Row>(text: string, parameters?: Parameter[]) {
      const [rows] = await start((session) => session.query<T>(text, parameters));
      return rows;
    },

    async batch(statements, after = []) {
      const [rows] = await start((session) => session.batch(statements, after));
      return rows;
    },

    async transaction(work, { noTimeout = false } = {}) {
      const [, current] = await start((session) => session.query("begin"));
      try {
        return await runWork(current, work, noTimeout);
      } catch (error) {
        // Where the rollback fails, the end of the session discards the transaction.
        if (session === current) {
          await withTimeout(() => current.query("rollback")).catch(() => current.abort());
        }
        throw error;
      }
    },

    async outsideTransaction(text) {
      const [, current] = await start((session) => session.query("set statement_timeout = 0"));
      try {
        await current.query(text);
      } finally {
        if (session === current) {
          // Not `reset`: a session begins without a limit.
          await withTimeout(() => current.query(`set statement_timeout = ${statementTimeoutMs}`))
            .catch(() => current.abort());
        }
      }
    },

    async script(text) {
      await start((session) => session.script(text));
    },

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
