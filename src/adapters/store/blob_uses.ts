/** Who keeps which blobs: the rows of `blob_use`. */
import { ADVISORY_LOCKS } from "./advisory_locks.ts";
import { asJson, type Query } from "./database.ts";

export type BlobUser = "template" | "message" | "inbound";

/** Blobs of one user as rows of JSON, for {@link insertUses}. */
export function useRows(id: string, blobs: readonly string[]) {
  return blobs.map((blob) => ({ id, blob }));
}

/**
 * Inserts the rows at a parameter's place.
 *
 * @param users A CTE and its column: of other users than these nothing is written. Default: of all.
 */
export function insertUses(user: BlobUser, place: string, users?: string): string {
  return `insert into blob_use (blob, used_by)
    select blob, '${user}:' || id from json_to_recordset(${place}::text::json) as x(id text, blob text)
    ${users === undefined ? "" : `where id in (select ${users})`}
    on conflict do nothing`;
}

/** Selects every blob that anything keeps, in the order of their bytes. */
export const KEPT_BLOBS = `
  select blob from (select blob from blob_use union select blob from made_rendition) kept
  order by blob collate "C"`;

/**
 * While a backup copies files, nothing counts as unused: rows of its snapshot refer to what nothing
 * else may by now. Its lock is free at the latest when its session ends, however it ends.
 *
 * With a limit each is looked up by index, however many Postgres takes them for. The statement's
 * snapshot is older than its try for the lock: what it finds unused before a backup began is not
 * kept in that backup's snapshot either, or it has been written again since.
 */
const UNUSED = `
  with sweep as materialized (select pg_try_advisory_xact_lock(${ADVISORY_LOCKS.backup}) as allowed)
  select blob from json_array_elements_text($1::text::json) as x(blob)
  where (select allowed from sweep) and coalesce(
    (select true from blob_use u where u.blob = x.blob limit 1),
    (select true from made_rendition m where m.blob = x.blob limit 1)) is null`;

/** Picks the blobs that nothing refers to; none while a backup copies files. */
export async function unusedBlobs(query: Query, hashes: readonly string[]): Promise<string[]> {
  const rows = await query<{ blob: string }>(UNUSED, [asJson(hashes)]);
  return rows.map(({ blob }) => blob);
}
