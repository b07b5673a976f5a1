/** Batches of statements, each a transaction in one write to the server. */
import type postgres from "postgres";
import { isTransient, type Row, type Statement } from "./database.ts";
import { connectionClosed, isStatementError } from "./session_errors.ts";

export interface StatementWriter {
  /** Starts a statement, behind those that were started before. */
  send(statement: Statement): Promise<Row[]>;
  /** Has the socket write once what the driver writes for the statements that `start` starts. */
  inOneWrite<T>(start: () => T): T;
}

const BEGIN: Statement = { sql: "begin" };
const COMMIT: Statement = { sql: "commit" };

/**
 * Runs statements in a transaction, which the first that fails makes roll back.
 *
 * @param after Statements that run behind the commit.
 */
export async function sendBatch(
  statements: readonly Statement[],
  after: readonly Statement[],
  { send, inOneWrite }: StatementWriter,
): Promise<Row[][]> {
  // A statement alone is a transaction of its own.
  const isAlone = statements.length === 1;
  const all = isAlone ? [...statements, ...after] : [BEGIN, ...statements, COMMIT, ...after];
  const rows = await allRows(inOneWrite(() => all.map(send)), all.length - after.length);
  if (isAlone) return rows;
  const end = 1 + statements.length;
  // The driver repeats a statement that the server has forgotten: behind the end of the batch.
  if ((rows[end] as postgres.RowList<Row[]>).command !== "COMMIT") {
    throw connectionClosed("the transaction was rolled back");
  }
  return [...rows.slice(1, end), ...rows.slice(end + 1)];
}

/**
 * Waits for all statements of a batch, or the end of the session, with which the driver forgets some.
 * @param committed Number of statements up to the commit. A transient error behind it yields no rows.
 * @throws Error of the first that failed.
 */
async function allRows(
  statements: readonly Promise<Row[]>[],
  committed: number,
): Promise<Row[][]> {
  const results = await Promise.all(statements.map((statement) =>
    statement.then(
      (rows) => ({ rows }),
      (error) => {
        if (!isStatementError(error)) throw error;
        return { error };
      },
    )
  ));
  return results.map((result, i) => {
    if (!("error" in result)) return result.rows;
    if (i >= committed && isTransient(result.error)) return [];
    throw result.error;
  });
}
