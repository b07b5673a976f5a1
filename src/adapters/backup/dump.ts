/** Copy of the database into an archive. */
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Query } from "../store/engine/database.ts";
import { CHUNK_BYTES, chunkName, type DatabaseSummary } from "./format.ts";
import { concat, measureStream } from "./measure.ts";
import type { OnProgress } from "./progress.ts";
import type { Snapshot } from "./snapshot.ts";
import { readRows, type Table } from "./tables.ts";

/** Level of gzip: compresses rows of events as well as the default, in a third of the time. */
const LEVEL = 2;

const compress = promisify<Uint8Array, { level: number }, Uint8Array>(gzip);

/** Adds an entry to the archive. */
export type Add = (name: string, content: Uint8Array) => Promise<void>;

/** Writes the rows of each table; returns their summary. */
export async function dump(
  snapshot: Snapshot,
  tables: readonly Table[],
  add: Add,
  onProgress: OnProgress,
): Promise<DatabaseSummary> {
  const estimates = await estimateRows(snapshot.query, tables);
  const summary: DatabaseSummary = { tables: {}, sequences: [] };
  for (const table of tables) {
    const { name } = table;
    const { soFar, rows, result } = measureStream(snapshot.copyOut(readRows(table)));
    let number = 0;
    for await (const chunk of chunksOf(rows)) {
      await add(chunkName(name, ++number), await compress(chunk, { level: LEVEL }));
      onProgress({ what: name, ...soFar, of: estimates.get(name) });
    }
    summary.tables[name] = result();
  }
  // Reads sequences after the rows: they are not part of the snapshot, and must not be behind.
  summary.sequences = await sequencesOf(snapshot.query, tables);
  return summary;
}

/** Groups rows into chunks of about CHUNK_BYTES. */
async function* chunksOf(rows: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of rows) {
    parts.push(part);
    bytes += part.length;
    if (bytes < CHUNK_BYTES) continue;
    yield concat(parts);
    parts = [];
    bytes = 0;
  }
  if (bytes > 0) yield concat(parts);
}

/** Reads the planner's estimates of the rows of each table. */
async function estimateRows(
  query: Query,
  tables: readonly Table[],
): Promise<Map<string, number>> {
  const rows = await query<{ name: string; rows: number }>(
    `select relname as name, reltuples::float8 as rows from pg_class
     where oid = any(array(
       select to_regclass(quote_ident(name)) from json_array_elements_text($1::text::json) as x(name)))
       and reltuples > 0`,
    [JSON.stringify(tables.map(({ name }) => name))],
  );
  return new Map(rows.map((row) => [row.name, row.rows]));
}

async function sequencesOf(
  query: Query,
  tables: readonly Table[],
): Promise<DatabaseSummary["sequences"]> {
  const sequences: DatabaseSummary["sequences"] = [];
  for (const { name: table, identity: column } of tables) {
    if (column === null) continue;
    const [named] = await query(
      "select pg_get_serial_sequence(quote_ident($1), $2) as sequence",
      [table, column],
    );
    const [state] = await query(
      `select last_value::text as last, is_called as called from ${named!.sequence}`,
    );
    sequences.push({ table, column, "last-value": state!.last, "is-called": state!.called });
  }
  return sequences;
}
