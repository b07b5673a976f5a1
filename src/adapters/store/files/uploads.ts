/** Uploaded files: the rows of `upload`, each with its use of a blob. */
import type { Upload, UploadStore } from "../../../ports/mod.ts";
import { insertUses, useRows } from "./blob_uses.ts";
import { asJson, type Database } from "../engine/database.ts";
import { epoch, instant } from "../engine/time.ts";

const ADD = `
  with uses as (${insertUses("upload", "$2")})
  insert into upload (token, name, type, blob, bytes, expires_at)
  select token, name, type, blob, bytes, expires_at
  from json_to_recordset($1::text::json) as x(token text, name text, type text, blob text,
    bytes bigint, expires_at timestamptz)`;

const BY_TOKEN = `
  select token, name, type, blob, bytes::float8 as bytes, ${epoch("expires_at")} as "expiresAt"
  from upload where token = $1`;

export function createUploadStore({ query }: Database): UploadStore {
  return {
    async add(uploads) {
      await query(ADD, [
        asJson(uploads.map(({ expiresAt, ...upload }) => ({
          ...upload,
          expires_at: instant(expiresAt),
        }))),
        asJson(uploads.flatMap(({ token, blob }) => useRows(token, [blob]))),
      ]);
    },

    async byToken(token) {
      const [row] = await query<Upload>(BY_TOKEN, [token]);
      return row ?? null;
    },
  };
}
