/** Who keeps which blobs: the rows of `blob_use`. */
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

/** With a limit each is looked up by index, however many Postgres takes them for. */
const UNUSED = `
  select blob from json_array_elements_text($1::text::json) as x(blob)
  where coalesce(
    (select true from blob_use u where u.blob = x.blob limit 1),
    (select true from made_rendition m where m.blob = x.blob limit 1)) is null`;

/** Of these, those that nobody keeps. */
export async function unusedBlobs(query: Query, hashes: readonly string[]): Promise<string[]> {
  const rows = await query<{ blob: string }>(UNUSED, [asJson(hashes)]);
  return rows.map(({ blob }) => blob);
}
