/**
 * COPY in both directions (PostgreSQL, "COPY" and "COPY Operations" of its protocol), streamed with
 * backpressure. Rows are in COPY's text format: UTF-8, one row per line.
 */
import type { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type postgres from "postgres";

/** A statement of postgres.js 3.4.9, with the method `reject` that its types lack. */
type Statement = ReturnType<postgres.Sql["unsafe"]> & { reject(error: unknown): void };

/**
 * Streams the rows of `copy … to stdout`. A reader that stops early must abort the session.
 * @throws PostgresError, or the error of a lost connection.
 */
export async function* copyOut(sql: postgres.Sql, text: string): AsyncGenerator<Uint8Array> {
  const rows: Readable = await sql.unsafe(text).readable();
  yield* rows;
  // The last row may have paused the socket, which the driver resumes only on the next read:
  // without this the next statement would hang.
  rows._read(0);
}

/**
 * Runs `copy … from stdin` on rows; resolves when the server has stored all of them.
 * @throws PostgresError, the error of the source, or that of a lost connection.
 */
export async function copyIn(
  sql: postgres.Sql,
  text: string,
  rows: AsyncIterable<Uint8Array>,
): Promise<void> {
  const statement = sql.unsafe(text) as Statement;
  const sink: Writable = await statement.writable();
  // The driver reports an error after the last row to the statement, whose promise has resolved
  // long before, and not to the stream, which would wait for the next statement to succeed.
  const rejected = new Promise<never>((_, reject) => statement.reject = reject);
  rejected.catch(() => {});
  await Promise.race([pipeline(rows, sink), rejected]);
}
