/** Copy of the database out of an archive. */
import type { Query } from "../store/engine/database.ts";
import type { Session } from "../store/engine/session.ts";
import { chunkName, damaged, DATABASE, readDatabaseSummary } from "./format.ts";
import { concat, type Measure, measureOf, measureStream } from "./measure.ts";
import type { OnProgress } from "./progress.ts";
import type { ArchiveReader } from "./reader.ts";
import { readRows, type Table, writeRows } from "./tables.ts";

/**
 * Fills the tables and reads them back: each must match the archive's summary.
 *
 * @throws Error when a table does not match or the server refuses its rows.
 */
export async function load(
  archive: ArchiveReader,
  session: Session,
  tables: readonly Table[],
  onProgress: OnProgress,
): Promise<{ rows: number }> {
  const loaded = new Map<string, Measure>();
  for (const table of tables) {
    loaded.set(table.name, await fill(session, table, rowsOf(archive, table.name), onProgress));
  }
  const { tables: expected, sequences } = readDatabaseSummary(await archive.text(DATABASE));
  let rows = 0;
  for (const table of tables) {
    const { name } = table;
    if (!isSame(loaded.get(name), expected[name])) {
      throw damaged(`the rows of ${name} do not match ${DATABASE}`);
    }
    onProgress({ what: `checking ${name}` });
    const written = await measureOf(session.copyOut(readRows(table)));
    if (!isSame(written, expected[name])) {
      throw new Error(
        `the server changed the rows of ${name} (${written.rows} of ` +
          `${expected[name]!.rows} rows); nothing was restored`,
      );
    }
    rows += written.rows;
    if (table.identity === null) continue;
    const sequence = sequences.find((state) =>
      state.table === name && state.column === table.identity
    );
    if (sequence === undefined) throw damaged(`${DATABASE} lacks the sequence of ${name}`);
    await continueSequence(session.query, sequence);
  }
  return { rows };
}

/**
 * Yields the rows of each entry, decompressed as a whole: the server gets no rows of a damaged one.
 */
async function* rowsOf(archive: ArchiveReader, table: string): AsyncGenerator<Uint8Array> {
  for (let number = 1;; number++) {
    const entry = await archive.peek();
    const name = chunkName(table, number);
    if (entry?.name !== name) return;
    const packed = ReadableStream.from(archive.content()) as ReadableStream<
      Uint8Array<ArrayBuffer>
    >;
    const parts = await Array.fromAsync(packed.pipeThrough(new DecompressionStream("gzip")))
      .catch((error) => {
        if (error instanceof TypeError) throw damaged(`${name} cannot be decompressed`, error);
        throw error;
      });
    yield concat(parts);
  }
}

async function fill(
  { copyIn }: Session,
  table: Table,
  source: AsyncIterable<Uint8Array>,
  onProgress: OnProgress,
): Promise<Measure> {
  const { soFar, rows, result } = measureStream(source);
  async function* withProgress(): AsyncGenerator<Uint8Array> {
    for await (const part of rows) {
      onProgress({ what: table.name, ...soFar });
      yield part;
    }
  }
  try {
    await copyIn(writeRows(table), withProgress());
  } catch (error) {
    if ((error as { severity?: unknown }).severity !== "ERROR") throw error;
    throw new Error(
      `the server refuses the rows of ${table.name}: ${(error as Error).message}; ` +
        "nothing was restored",
      { cause: error },
    );
  }
  return result();
}

function isSame(actual: Measure | undefined, expected: Measure | undefined): boolean {
  return actual !== undefined && expected !== undefined && actual.rows === expected.rows &&
    actual.bytes === expected.bytes && actual.sha256 === expected.sha256;
}

/** Restores a sequence. @throws Error when rows already have its next numbers. */
async function continueSequence(
  query: Query,
  { table, column, "last-value": last, "is-called": called }: {
    table: string;
    column: string;
    "last-value": string;
    "is-called": boolean;
  },
): Promise<void> {
  await query(
    "select setval(pg_get_serial_sequence(quote_ident($1), $2), $3::text::bigint, $4)",
    [table, column, last, called],
  );
  const [found] = await query(
    `select coalesce(max("${column}"), 0) < $1::text::bigint + $2::int as ahead from "${table}"`,
    [last, called ? 1 : 0],
  );
  if (!found!.ahead) throw damaged(`${DATABASE} has a sequence behind the rows of ${table}`);
}
