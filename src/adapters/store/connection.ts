/** A place for one session with a Postgres server: opened when it is needed, given up when it is silent. */
import type { Parameter, Query, Row, TransactionOptions, Work } from "./database.ts";
import { openSession, type Session, type SessionOptions } from "./session.ts";

/** For one statement or transaction at a time. */
export interface Connection {
  query: Query;
  transaction<T>(work: Work<T>, options?: TransactionOptions): Promise<T>;
  script(sql: string): Promise<void>;
  /** Lets a statement in hand come to its end, for a while. */
  close(): Promise<void>;
}

/** A server that works has cancelled a statement, and said so, by so long after its time. */
const SILENCE_MS = 2000;
/** Longest wait between tries to connect: a server that is back is noticed as fast. */
const RETRY_MAX_MS = 1000;

export function openConnection(options: SessionOptions): Connection {
  let session: Session | null = null;
  /** Tries to connect that have failed since the last that worked; and when the next one may be. */
  let failures = 0;
  let nextTry = 0;

  async function connected(): Promise<Session> {
    if (session !== null) return session;
    const wait = nextTry - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    const opened = openSession(options, () => {
      if (session === opened) session = null;
    });
    return session = opened;
  }

  /** The first statement on a session, which may have to be opened for it. */
  async function start<T>(statement: (session: Session) => Promise<T>): Promise<[T, Session]> {
    const on = await connected();
    try {
      const result = await inTime(on, statement);
      failures = 0;
      return [result, on];
    } catch (error) {
      if (session === null) {
        failures++;
        nextTry = performance.now() + retryAfter(failures);
      }
      throw error;
    }
  }

  /** Ends a session that says nothing for too long: the server is stuck, or the way to it. */
  function inTime<T>(on: Session, statement: (session: Session) => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        on.abort();
        reject(Object.assign(new Error("the database does not answer"), { code: "ETIMEDOUT" }));
      }, options.statementTimeoutMs + SILENCE_MS);
      statement(on).finally(() => clearTimeout(timer)).then(resolve, reject);
    });
  }

  /** The statements of a transaction, none of which may fail. */
  async function perform<T>(on: Session, work: Work<T>, unhurried: boolean): Promise<T> {
    let failure: { error: unknown } | null = null;
    const step: Query = async (...asked) => {
      try {
        return await (unhurried ? on.query(...asked) : inTime(on, () => on.query(...asked)));
      } catch (error) {
        failure ??= { error };
        throw error;
      }
    };
    if (unhurried) await step("set local statement_timeout = 0");
    const result = await work(step);
    if (failure !== null) throw (failure as { error: unknown }).error;
    await step("commit");
    return result;
  }

  return {
    async query<T extends Row>(text: string, parameters?: Parameter[]) {
      const [rows] = await start((on) => on.query<T>(text, parameters));
      return rows;
    },

    async transaction(work, { unhurried = false } = {}) {
      const [, on] = await start((session) => session.query("begin"));
      try {
        return await perform(on, work, unhurried);
      } catch (error) {
        // What cannot be rolled back ends with its session.
        if (session === on) await inTime(on, () => on.query("rollback")).catch(() => on.abort());
        throw error;
      }
    },

    async script(text) {
      await start((on) => on.script(text));
    },

    async close() {
      await session?.close();
    },
  };
}

/** Milliseconds; each connection's are a little different. */
function retryAfter(failures: number): number {
  return Math.min(10 * 3 ** failures, RETRY_MAX_MS) * (0.5 + Math.random() / 2);
}
