/** Boundaries of retention: the rows of `retention_boundary`. */
import type { Expiring, RetentionBoundaries } from "../../../ports/mod.ts";
import { asJson, type Database } from "../engine/database.ts";
import { epoch, instant } from "../engine/time.ts";

/** Inserts boundaries, and moves those that are still as they were read and that no other process is moving. */
const MOVE = `
  with move as materialized (
    select * from json_to_recordset($1::text::json) as move(
      kind text, "from" timestamptz, "to" timestamptz)),
  added as (
    insert into retention_boundary select kind, "to" from move where "from" is null
    on conflict do nothing returning kind),
  locked as materialized (
    select b.kind, "to" from retention_boundary b join move
      on b.kind = move.kind and date_trunc('milliseconds', b.boundary) = move."from"
    for update of b skip locked),
  moved as (
    update retention_boundary b set boundary = locked."to" from locked
    where b.kind = locked.kind returning b.kind)
  select kind from added union all select kind from moved`;

export function createRetentionBoundaries(
  { query }: Pick<Database, "query">,
): RetentionBoundaries {
  return {
    async read() {
      const rows = await query<{ kind: string; boundary: number }>(
        `select kind, ${epoch("boundary")} as boundary from retention_boundary`,
      );
      return Object.fromEntries(rows.map(({ kind, boundary }) => [kind, Math.floor(boundary)]));
    },

    async move(moves) {
      const rows = moves.map(({ kind, from, to }) => (
        { kind, from: from === null ? null : instant(from), to: instant(to) }
      ));
      return (await query<{ kind: Expiring }>(MOVE, [asJson(rows)])).map(({ kind }) => kind);
    },
  };
}
