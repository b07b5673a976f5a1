/** The database on its way out of an archive. */
import type { Query } from "../store/database.ts";
import type { Session } from "../store/session.ts";
import { chunkName, damaged, DATABASE, readDatabaseSummary } from "./format.ts";
import { joined, type Measure, measured, measureOf } from "./measure.ts";
import type { OnProgress } from "./progress.ts";
import type { ArchiveReader } from "./reader.ts";
import { readRows, type Table, writeRows } from "./tables.ts";

/**
 * Fills the tables, and reads them back: each must hold what the archive says that it held.
 * @throws Error where it does not, or the server takes no such rows.
 */
export async function load(
  archive: ArchiveReader,
  session: Session,
  tables: readonly Table[],
  onProgress: OnProgress,
): Promise<{ rows: number }> {
  const read = new Map<string, Measure>();
  for (const table of tables) {
    read.set(table.name, await fill(session, table, rowsOf(archive, table.name), onProgress));
  }
  const { tables: expected, sequences } = readDatabaseSummary(await archive.text(DATABASE));
  let rows = 0;
  for (const table of tables) {
    const { name } = table;
    if (!isSame(read.get(name), expected[name])) throw damaged(`rows of ${name} are not all there`);
    onProgress({ what: `checking ${name}` });
    const written = await measureOf(session.copyOut(readRows(table)));
    if (!isSame(written, expected[name])) {
      throw new Error(
        `the server has not kept the rows of ${name} as they were (${written.rows} of ` +
          `${expected[name]!.rows} rows); nothing was restored`,
      );
    }
    rows += written.rows;
    if (table.identity === null) continue;
    const sequence = sequences.find((one) => one.table === name && one.column === table.identity);
    if (sequence === undefined) throw damaged(`${DATABASE} does not say where ${name} goes on`);
    await continueSequence(session.query, sequence);
  }
  return { rows };
}

/** Whole entries: what is damaged says so before the server sees rows of it. */
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
        if (error instanceof TypeError) throw damaged(`${name} is not what it was`, error);
        throw error;
      });
    yield joined(parts);
  }
}

async function fill(
  { copyIn }: Session,
  table: Table,
  given: AsyncIterable<Uint8Array>,
  onProgress: OnProgress,
): Promise<Measure> {
  const { soFar, rows, result } = measured(given);
  async function* watched(): AsyncGenerator<Uint8Array> {
    for await (const part of rows) {
      onProgress({ what: table.name, ...soFar });
      yield part;
    }
  }
  try {
    await copyIn(writeRows(table), watched());
  } catch (error) {
    if ((error as { severity?: unknown }).severity !== "ERROR") throw error;
    throw new Error(
      `the server does not take the rows of ${table.name}: ${(error as Error).message}; ` +
        "nothing was restored",
      { cause: error },
    );
  }
  return result();
}

function isSame(one: Measure | undefined, other: Measure | undefined): boolean {
  return one !== undefined && other !== undefined && one.rows === other.rows &&
    one.bytes === other.bytes && one.sha256 === other.sha256;
}

/** @throws Error where rows have higher numbers than the next one. */
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
  if (!found!.ahead) throw damaged(`${DATABASE} has numbers of ${table} given out twice`);
}
