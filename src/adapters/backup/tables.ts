/** Tables of the database as a backup copies them. */
import type { Query, Row } from "../store/database.ts";

/** Tables in an order in which they can be filled: a row comes after those that it refers to. */
export const TABLES = [
  "installation",
  "account",
  "api_key",
  "originator",
  "subscription",
  "block",
  "operator",
  "route",
  "connector",
  "template",
  "message",
  "segment",
  "event",
  "accepted_digest",
  "idempotency_key",
  "inbound",
  "keyword_reply",
  "link",
  "loopback_message",
  "made_rendition",
  "blob_use",
  "handset",
  "number_operator",
  "lookup_count",
] as const;

/** Tables that are in no backup, and why. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  migration: "a restore runs the migrations that the manifest names, and they write it",
};

/** Table that the migrations themselves put a row into. */
export const ALWAYS_FILLED = "installation";

export interface Table {
  name: string;
  /** In their order. */
  columns: string[];
  /** Expressions of an order that is the same on every server. */
  order: string;
  /** Column that a sequence numbers. */
  identity: string | null;
}

/** Text sorts by its bytes, whatever the language of the server. */
const DESCRIBE = `
  select relname as name,
    (select json_agg(attname order by attnum) from pg_attribute
      where attrelid = t.oid and attnum > 0 and not attisdropped) as columns,
    (select string_agg(quote_ident(attname) || case when attcollation <> 0 then ' collate "C"' else '' end,
        ', ' order by array_position(i.indkey::int2[], attnum))
      from pg_index i join pg_attribute a on a.attrelid = i.indrelid and attnum = any(indkey)
      where indrelid = t.oid and indisprimary) as "order",
    (select attname from pg_attribute
      where attrelid = t.oid and attnum > 0 and attidentity <> '') as identity
  from pg_class t where oid = any(array(
    select to_regclass(quote_ident(name)) from json_array_elements_text($1::text::json) as x(name)))`;

/** Describes those of our tables that a database has, in the order of `TABLES`. */
export async function describeTables(query: Query): Promise<Table[]> {
  const found = await query<Table & Row>(DESCRIBE, [JSON.stringify(TABLES)]);
  return TABLES.flatMap((name) => found.filter((table) => table.name === name));
}

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

const columnsOf = ({ columns }: Pick<Table, "columns">) => columns.map(quoted).join(", ");

/** Reads every row, in an order and a form that do not depend on the server. */
export function readRows(table: Table): string {
  return `copy (select ${columnsOf(table)} from ${quoted(table.name)} order by ${table.order}) ` +
    "to stdout";
}

/** Writes rows into a table that was made in the same transaction. */
export function writeRows(table: Table): string {
  return `copy ${quoted(table.name)} (${columnsOf(table)}) from stdin with (freeze true)`;
}

export const dropTables = (names: readonly string[]) =>
  `drop table if exists ${names.map(quoted).join(", ")}`;

/**
 * For a transaction that reads or writes whole tables: it may take its time, and values look the
 * same wherever they are written. What the store's sessions say of plans is for rows by key.
 */
export const COPY_SETTINGS = [
  ...["statement_timeout", "idle_in_transaction_session_timeout"].map((name) => [name, "0"]),
  ...["enable_seqscan", "enable_hashjoin", "enable_mergejoin"].map((name) => [name, "on"]),
  ["work_mem", "64MB"],
  ["timezone", "UTC"],
  ["datestyle", "ISO, YMD"],
  ["extra_float_digits", "1"],
  ["bytea_output", "hex"],
].map(([name, value]) => `set local ${name} = '${value}'`);
