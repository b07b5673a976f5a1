/**
 * COPY in both directions (PostgreSQL, "COPY" and "COPY Operations" of its protocol), streamed at the
 * pace of the slower side. Rows are text as COPY writes it: UTF-8, one a line.
 */
import type { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type postgres from "postgres";

/** A statement as postgres.js 3.4.9 has it: its types leave out how it is refused. */
type Statement = ReturnType<postgres.Sql["unsafe"]> & { reject(error: unknown): void };

/**
 * Streams the rows of `copy … to stdout`. A reader that stops before the end has to end the session.
 * @throws PostgresError, or the error of a lost connection.
 */
export async function* copyOut(sql: postgres.Sql, text: string): AsyncGenerator<Uint8Array> {
  const rows: Readable = await sql.unsafe(text).readable();
  yield* rows;
  // Its last row may have paused the socket, and the driver resumes it only for another one: the
  // next statement would never be answered.
  rows._read(0);
}

/**
 * Runs `copy … from stdin` on rows; resolves when the server has taken all.
 * @throws PostgresError, the error of the source, or that of a lost connection.
 */
export async function copyIn(
  sql: postgres.Sql,
  text: string,
  rows: AsyncIterable<Uint8Array>,
): Promise<void> {
  const statement = sql.unsafe(text) as Statement;
  const sink: Writable = await statement.writable();
  // What the server refuses once all rows are sent is told to the statement, which has long been
  // answered, and not to the stream, which would wait until the next statement has succeeded.
  const refused = new Promise<never>((_, reject) => statement.reject = reject);
  refused.catch(() => {});
  await Promise.race([pipeline(rows, sink), refused]);
}
