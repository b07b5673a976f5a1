/** Connection of the pool: statements and transactions on one session with a Postgres server. */
import type { Parameter, Query, Row, Statement, TransactionOptions, Work } from "./database.ts";
import type { Session } from "./session.ts";
import { createSessionSlot, type SessionSlotOptions } from "./session_slot.ts";

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

export function openConnection(options: SessionSlotOptions): Connection {
  const slot = createSessionSlot(options);

  /** Runs and commits the work of a transaction; rejects where any statement has failed. */
  async function runWork<T>(current: Session, work: Work<T>, noTimeout: boolean): Promise<T> {
    let failure: { error: unknown } | null = null;
    const query: Query = async (...args) => {
      try {
        return await (noTimeout
          ? current.query(...args)
          : slot.withTimeout(() => current.query(...args)));
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
      const [rows] = await slot.start((session) => session.query<T>(text, parameters));
      return rows;
    },

    async batch(statements, after = []) {
      const [rows] = await slot.start((session) => session.batch(statements, after));
      return rows;
    },

    async transaction(work, { noTimeout = false } = {}) {
      const [, current] = await slot.start((session) => session.query("begin"));
      try {
        return await runWork(current, work, noTimeout);
      } catch (error) {
        // Where the rollback fails, the end of the session discards the transaction.
        if (slot.has(current)) {
          await slot.withTimeout(() => current.query("rollback")).catch(() => current.abort());
        }
        throw error;
      }
    },

    async outsideTransaction(text) {
      const [, current] = await slot.start((session) => session.query("set statement_timeout = 0"));
      try {
        await current.query(text);
      } finally {
        if (slot.has(current)) {
          // Not `reset`: a session begins without a limit.
          await slot.withTimeout(() =>
            current.query(`set statement_timeout = ${options.statementTimeoutMs}`)
          )
            .catch(() => current.abort());
        }
      }
    },

    async script(text) {
      await slot.start((session) => session.script(text));
    },

    close: slot.close,
  };
}
