/** The database on its way into an archive. */
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Query } from "../store/database.ts";
import { CHUNK_BYTES, chunkName, type DatabaseSummary } from "./format.ts";
import { joined, measured } from "./measure.ts";
import type { OnProgress } from "./progress.ts";
import type { Snapshot } from "./snapshot.ts";
import { readRows, type Table } from "./tables.ts";

/** Level of gzip: rows of events come out as small as at its default, in a third of the time. */
const LEVEL = 2;

const compressed = promisify<Uint8Array, { level: number }, Uint8Array>(gzip);

/** Adds an entry to the archive. */
export type Add = (name: string, content: Uint8Array) => Promise<void>;

/** Writes the rows of each table, and answers what they are. */
export async function dump(
  snapshot: Snapshot,
  tables: readonly Table[],
  add: Add,
  onProgress: OnProgress,
): Promise<DatabaseSummary> {
  const expected = await expectedRows(snapshot.query, tables);
  const summary: DatabaseSummary = { tables: {}, sequences: [] };
  for (const table of tables) {
    const { name } = table;
    const { soFar, rows, result } = measured(snapshot.copyOut(readRows(table)));
    let number = 0;
    for await (const chunk of chunksOf(rows)) {
      await add(chunkName(name, ++number), await compressed(chunk, { level: LEVEL }));
      onProgress({ what: name, ...soFar, of: expected.get(name) });
    }
    summary.tables[name] = result();
  }
  // After the rows: sequences are in no snapshot, and must not be behind them.
  summary.sequences = await sequencesOf(snapshot.query, tables);
  return summary;
}

/** Gathers rows into parts of about CHUNK_BYTES. */
async function* chunksOf(rows: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of rows) {
    parts.push(part);
    bytes += part.length;
    if (bytes < CHUNK_BYTES) continue;
    yield joined(parts);
    parts = [];
    bytes = 0;
  }
  if (bytes > 0) yield joined(parts);
}

/** How many rows the planner takes tables for. */
async function expectedRows(
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
