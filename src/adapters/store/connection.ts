/** A place for one session with a Postgres server: opened when it is needed, given up when it is silent. */
import type { Parameter, Query, Row, TransactionOptions, Work } from "./database.ts";
import type { OpenSession } from "./opener.ts";
import type { Session } from "./session.ts";

export interface ConnectionOptions {
  open: OpenSession;
  /** A statement that takes longer is cancelled by the server, milliseconds. */
  statementTimeoutMs: number;
}

/** For one statement or transaction at a time. */
export interface Connection {
  query: Query;
  transaction<T>(work: Work<T>, options?: TransactionOptions): Promise<T>;
  /** A statement that no transaction may hold, which takes as long as it takes. */
  alone(sql: string): Promise<void>;
  script(sql: string): Promise<void>;
  /** Lets a statement in hand come to its end, for a while. */
  close(): Promise<void>;
}

/** A server that works has cancelled a statement, and said so, by so long after its time. */
const SILENCE_MS = 2000;
/** Longest wait between tries to connect: a server that is back is noticed as fast. */
const RETRY_MAX_MS = 1000;

export function openConnection({ open, statementTimeoutMs }: ConnectionOptions): Connection {
  let session: Session | null = null;
  let opening: Promise<Session> | null = null;
  let isClosed = false;
  /** Tries to connect that have failed since the last that worked; and when the next one may be. */
  let failures = 0;
  let nextTry = 0;

  /** Joins the opening under way: a statement that gave up waiting for it leaves it to the next. */
  function connected(): Promise<Session> {
    if (session !== null) return Promise.resolve(session);
    return opening ??= connect().finally(() => opening = null);
  }

  async function connect(): Promise<Session> {
    const wait = nextTry - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    const opened: Session = await open(() => {
      if (session === opened) session = null;
    });
    if (isClosed) await opened.close();
    return session = opened;
  }

  /** The first statement on a session, which may have to be opened for it. */
  async function start<T>(statement: (session: Session) => Promise<T>): Promise<[T, Session]> {
    try {
      const started = await inTime(async (isLate) => {
        const on = await connected();
        // Another statement may have the session by now.
        if (isLate()) throw silent();
        return [await statement(on), on] as [T, Session];
      });
      failures = 0;
      return started;
    } catch (error) {
      if (session === null) {
        failures++;
        nextTry = performance.now() + retryAfter(failures);
      }
      throw error;
    }
  }

  /** Ends a session that says nothing for too long: the server is stuck, or the way to it. */
  function inTime<T>(work: (isLate: () => boolean) => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        session?.abort();
        reject(silent());
      }, statementTimeoutMs + SILENCE_MS);
      work(() => isLate).finally(() => clearTimeout(timer)).then(resolve, reject);
    });
  }

  /** The statements of a transaction, none of which may fail. */
  async function perform<T>(on: Session, work: Work<T>, unhurried: boolean): Promise<T> {
    let failure: { error: unknown } | null = null;
    const step: Query = async (...asked) => {
      try {
        return await (unhurried ? on.query(...asked) : inTime(() => on.query(...asked)));
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
        if (session === on) await inTime(() => on.query("rollback")).catch(() => on.abort());
        throw error;
      }
    },

    async alone(text) {
      const [, on] = await start((session) => session.query("set statement_timeout = 0"));
      try {
        await on.query(text);
      } finally {
        // To what the session began with.
        if (session === on) {
          await inTime(() => on.query("reset statement_timeout")).catch(() => on.abort());
        }
      }
    },

    async script(text) {
      await start((on) => on.script(text));
    },

    async close() {
      isClosed = true;
      await session?.close();
    },
  };
}

function silent(): Error {
  return Object.assign(new Error("the database does not answer"), { code: "ETIMEDOUT" });
}

/** Milliseconds; each connection's are a little different. */
function retryAfter(failures: number): number {
  return Math.min(10 * 3 ** failures, RETRY_MAX_MS) * (0.5 + Math.random() / 2);
}
