/** Audit of files: each that the database refers to exists. */
import type { Sql } from "postgres";

export interface StoredFiles {
  connect(): Sql;
  has(hash: string): Promise<boolean>;
}

/** Lists the missing files. */
export async function missingFiles({ connect, has }: StoredFiles): Promise<string[]> {
  const sql = connect();
  try {
    const rows = await sql<{ blob: string }[]>`
      select blob from blob_use union select blob from made_rendition`;
    const isThere = await Promise.all(rows.map(({ blob }) => has(blob)));
    return rows.filter((_, index) => !isThere[index]).map(({ blob }) => blob);
  } finally {
    await sql.end();
  }
}
