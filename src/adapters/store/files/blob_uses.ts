/**
 * References to blobs from messages, templates, inbound messages, accounts' logos and uploads: the
 * rows of `blob_use`.
 */
import { ADVISORY_LOCKS } from "../engine/advisory_locks.ts";
import { asJson, type Query } from "../engine/database.ts";

export type BlobUser = "template" | "message" | "inbound" | "account" | "upload";

/** Encodes the blobs of one user as rows of JSON, for {@link insertUses}. */
export function useRows(id: string, blobs: readonly string[]) {
  return blobs.map((blob) => ({ id, blob }));
}

/**
 * Writes SQL that inserts the references of a parameter.
 *
 * @param placeholder Placeholder of the rows.
 * @param users Column and CTE of the users whose references are inserted. Default: all.
 */
export function insertUses(user: BlobUser, placeholder: string, users?: string): string {
  return `insert into blob_use (blob, used_by)
    select blob, '${user}:' || id
    from json_to_recordset(${placeholder}::text::json) as x(id text, blob text)
    ${users === undefined ? "" : `where id::uuid in (select ${users})`}
    on conflict do nothing`;
}

/** Selects every blob that is referenced, in byte order. */
export const REFERENCED_BLOBS = `
  select blob from (select blob from blob_use union select blob from made_rendition) referenced
  order by blob collate "C"`;

/**
 * Selects unused blobs. None is unused while a backup copies files, since rows of the backup's
 * snapshot may refer to blobs that no current row does. The backup's lock is released at the latest
 * when its session ends.
 *
 * `limit` forces the index, however many rows Postgres estimates. The statement's snapshot is older
 * than its attempt at the lock: a blob that it finds unused before a backup starts is not
 * referenced by that backup's snapshot either, or has been written again since.
 */
const UNUSED = `
  with gc as materialized (select pg_try_advisory_xact_lock(${ADVISORY_LOCKS.backup}) as allowed)
  select blob from json_array_elements_text($1::text::json) as x(blob)
  where (select allowed from gc) and coalesce(
    (select true from blob_use u where u.blob = x.blob limit 1),
    (select true from made_rendition m where m.blob = x.blob limit 1)) is null`;

/** Selects the unreferenced ones of some blobs; none while a backup copies files. */
export async function unusedBlobs(query: Query, hashes: readonly string[]): Promise<string[]> {
  const rows = await query<{ blob: string }>(UNUSED, [asJson(hashes)]);
  return rows.map(({ blob }) => blob);
}
