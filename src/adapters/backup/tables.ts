/** Tables of the database, and the statements that copy them. */
import type { Query, Row } from "../store/engine/database.ts";

/** Tables in the order of their restore: referenced rows come before those that refer to them. */
export const TABLES = [
  "installation",
  "account",
  "api_key",
  "admin_token",
  "ended_session",
  "originator",
  "pool",
  "receiver",
  "campaign",
  "subscription",
  "subscription_question",
  "subscription_change",
  "block",
  "operator",
  "route",
  "connector",
  "template",
  "removed_template",
  "message",
  "segment",
  "exchange",
  "event",
  "lease",
  "carrier_reference",
  "early_report",
  "accepted_digest",
  "idempotency_key",
  "inbound",
  "keyword_reply",
  "link",
  "loopback_message",
  "loopback_handset",
  "inbox",
  "upload",
  "made_rendition",
  "blob_use",
  "handset",
  "number_operator",
  "lookup_count",
  "traffic_counter",
  "traffic_latency",
  "retention_boundary",
  "erasure",
] as const;

/** Tables that are not backed up, with the reason. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  migration: "a restore runs the migrations that the manifest names, and they write it",
  search_block: "the search index is made again from the messages",
  search_posting: "likewise",
};

/** Table into which the migrations insert a row. */
export const ALWAYS_FILLED = "installation";

export interface Table {
  name: string;
  /** Names in the order of the table's columns. */
  columns: string[];
  /** Expressions of an `order by` that sorts equally on every server. */
  order: string;
  /** Identity column; null: none. */
  identity: string | null;
}

/** Query of the tables. Collates text by bytes, independently of the server's locale. */
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

/** Describes the existing ones of `TABLES`, in that order. */
export async function describeTables(query: Query): Promise<Table[]> {
  const described = await query<Table & Row>(DESCRIBE, [JSON.stringify(TABLES)]);
  return TABLES.flatMap((name) => described.filter((table) => table.name === name));
}

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

const columnsOf = ({ columns }: Pick<Table, "columns">) => columns.map(quoted).join(", ");

/** Builds the COPY that reads every row, in an order and form that do not depend on the server. */
export function readRows(table: Table): string {
  return `copy (select ${columnsOf(table)} from ${quoted(table.name)} order by ${table.order}) ` +
    "to stdout";
}

/** Builds the COPY that fills a table; `freeze` requires that the transaction created it. */
export function writeRows(table: Table): string {
  return `copy ${quoted(table.name)} (${columnsOf(table)}) from stdin with (freeze true)`;
}

export const dropTables = (names: readonly string[]) =>
  `drop table if exists ${names.map(quoted).join(", ")}`;

/**
 * Settings of a transaction that reads or writes whole tables: no timeouts, a value format that
 * does not depend on the server, and sequential plans, which the store's sessions disable.
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
