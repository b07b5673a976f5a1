/**
 * The schema as text, compared with `schema.txt`, so that a review shows a migration's effect.
 *
 *     UPDATE_SNAPSHOT=1 deno task test adapters/store
 */
import assert from "node:assert/strict";
import type { Database } from "../../../src/adapters/store/engine/database.ts";

const FILE = new URL("./schema.txt", import.meta.url);

/**
 * Asserts that the database's schema is that of the snapshot; the error names the command that
 * updates it.
 */
export async function compareWithSnapshot(database: Database): Promise<void> {
  const schema = await readSchema(database);
  if (Deno.env.get("UPDATE_SNAPSHOT") === "1") await Deno.writeTextFile(FILE, schema);
  const snapshot = await Deno.readTextFile(FILE);
  const advice = "the schema changed; if it should, run:\n" +
    "UPDATE_SNAPSHOT=1 deno task test adapters/store";
  // By lines: of two long texts the error would show neither difference nor end.
  assert.deepEqual(schema.split("\n"), snapshot.split("\n"), advice);
}

async function readSchema({ query }: Database): Promise<string> {
  const tables = await query<{ name: string; options: string | null }>(TABLES);
  const texts = await Promise.all(tables.map(async ({ name, options }) => {
    const lines = (await query<{ line: string }>(LINES, [name])).map(({ line }) => `  ${line}\n`);
    return `${name}${options === null ? "" : ` (${options})`}\n${lines.join("")}`;
  }));
  return texts.join("\n");
}

const TABLES = `
  select relname as name, array_to_string(reloptions, ', ') as options
  from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname`;

/** Columns in their order, then constraints and indexes by name. */
const LINES = `
  select line from (
    select 1 as part, attnum as position, '' as name,
      attname || ' ' || format_type(atttypid, atttypmod) || case when attnotnull then ' not null' else '' end
      || case attidentity when 'a' then ' generated always as identity' else '' end
      || coalesce(' default ' || pg_get_expr(adbin, adrelid), '') as line
    from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attrelid = $1::text::regclass and attnum > 0 and not attisdropped
    union all
    select 2, 0, conname::text, 'constraint ' || conname || ': ' || pg_get_constraintdef(oid)
    from pg_constraint where conrelid = $1::text::regclass and contype in ('p', 'u', 'f', 'c', 'x')
    union all
    select 3, 0, relname::text, 'index ' || regexp_replace(pg_get_indexdef(pg_class.oid), '^CREATE ', '')
    from pg_index join pg_class on pg_class.oid = indexrelid
    where indrelid = $1::text::regclass
      and not exists (select from pg_constraint where conindid = indexrelid)
  ) schema order by part, position, name collate "C"`;
