/** Cache of renditions by source and recipe: the rows of `made_rendition`. */
import type { CachedRendition, RenditionStore } from "../../../ports/mod.ts";
import { asJson, type Database, type Row } from "../engine/database.ts";
import { instant } from "../engine/time.ts";

const KEY = "source, kind, recipe, name, max_bytes";

const RENDITION = `source, kind, recipe, name, max_bytes::float8 as max_bytes, blob, type,
  bytes::float8 as bytes, width, height, duration_ms, warnings`;

/**
 * Reads the renditions of a source and marks them as used. The lock reads the latest committed
 * rows: those that another commit deletes meanwhile are left out, those that it updates are
 * returned. A row is written at most once a minute, however often it is read.
 */
const USE = `
  with found as (
    select * from made_rendition where source = $1 and kind = $2 and recipe = $3
    order by name, max_bytes for no key update),
  touched as (
    update made_rendition m set used_at = $4::timestamptz from found f
    where (m.source, m.kind, m.recipe, m.name, m.max_bytes) =
      (f.source, f.kind, f.recipe, f.name, f.max_bytes)
      and f.used_at < $4::timestamptz - interval '1 minute')
  select ${RENDITION} from found`;

/** In order of the key, so that two statements on one source never deadlock. */
const UPSERT = `
  insert into made_rendition (${KEY}, blob, type, bytes, width, height, duration_ms, warnings,
    used_at)
  select ${KEY}, blob, type, bytes, width, height, duration_ms, warnings, $2::timestamptz
  from json_to_recordset($1::text::json) as x(source text, kind text, recipe int, name text,
    max_bytes bigint, blob text, type text, bytes bigint, width int, height int,
    duration_ms float8, warnings json)
  order by source collate "C", kind collate "C", recipe, name collate "C", max_bytes
  on conflict (${KEY}) do update set blob = excluded.blob, type = excluded.type,
    bytes = excluded.bytes, width = excluded.width, height = excluded.height,
    duration_ms = excluded.duration_ms, warnings = excluded.warnings, used_at = excluded.used_at`;

export function createRenditionStore({ query }: Database): RenditionStore {
  return {
    async of(source, kind, recipe, at) {
      return (await query(USE, [source, kind, recipe, instant(at)])).map(renditionOf);
    },

    async save(renditions, at) {
      const rows = new Map(renditions.map(renditionRow).map((row) => [keyOf(row), row]));
      await query(UPSERT, [asJson([...rows.values()]), instant(at)]);
    },

    async deleteUnused(before, limit) {
      const rows = await query(
        `delete from made_rendition where (${KEY}) in (
           select ${KEY} from made_rendition where used_at < $1
           limit $2 for update skip locked)
         returning 1`,
        [instant(before), limit],
      );
      return rows.length;
    },
  };
}

function renditionRow({ source, kind, recipe, maxBytes, file, warnings }: CachedRendition) {
  return {
    source,
    kind,
    recipe,
    name: file.name,
    max_bytes: maxBytes,
    blob: file.blob,
    type: file.type,
    bytes: file.bytes,
    width: file.width,
    height: file.height,
    duration_ms: file.durationMs,
    warnings: warnings ?? null,
  };
}

/**
 * Writes a row's key: of two rows with the same key only the later is written, once a statement.
 */
function keyOf({ source, kind, recipe, name, max_bytes }: ReturnType<typeof renditionRow>): string {
  return JSON.stringify([source, kind, recipe, name, max_bytes]);
}

function renditionOf(row: Row): CachedRendition {
  const { name, blob, type, bytes, width, height, warnings } = row;
  return {
    source: row.source,
    kind: row.kind,
    recipe: row.recipe,
    maxBytes: row.max_bytes,
    file: { name, blob, type, bytes, width, height, durationMs: row.duration_ms },
    ...warnings === null ? {} : { warnings },
  };
}
