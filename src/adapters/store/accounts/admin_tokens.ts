/** Admin tokens: the rows of `admin_token`. */
import {
  type AdminTokenRecord,
  type AdminTokenStore,
  AlreadyExists,
  type ValidAdminToken,
} from "../../../ports/mod.ts";
import { asJson, type Database, isDuplicate, type Row } from "../engine/database.ts";
import { epoch, instant } from "../engine/time.ts";

const TOKEN = `id, name, scopes, hash, hint, created_by, ${epoch("created_at")} as created_at,
  ${epoch("expires_at")} as expires_at, ${epoch("revoked_at")} as revoked_at`;

export function createAdminTokenStore({ query }: Database): AdminTokenStore {
  return {
    async create({ id, name, scopes, hash, hint, createdAt, createdBy, expiresAt }) {
      try {
        await query(
          `insert into admin_token (id, name, scopes, hash, hint, created_at, created_by, expires_at)
           values ($1, $2, $3::text::json, $4, $5, $6, $7, $8)`,
          [
            id,
            name,
            asJson([...scopes]),
            hash,
            hint,
            instant(createdAt),
            createdBy,
            expiresAt === null ? null : instant(expiresAt),
          ],
        );
      } catch (error) {
        if (isDuplicate(error)) {
          throw new AlreadyExists(`a token of the name ${name} is there already`);
        }
        throw error;
      }
    },

    async valid(by, now) {
      const [column, value] = "hash" in by ? ["hash", by.hash] : ["id", by.id];
      const [row] = await query(
        `select ${TOKEN} from admin_token where ${column} = $1 and revoked_at is null
           and (expires_at is null or expires_at > $2)`,
        [value, instant(now)],
      );
      return row === undefined ? null : { ...recordOf(row), hash: row.hash } as ValidAdminToken;
    },

    async hashes(now) {
      const rows = await query(
        `select hash from admin_token where revoked_at is null
           and (expires_at is null or expires_at > $1)`,
        [instant(now)],
      );
      return rows.map(({ hash }) => hash);
    },

    async list() {
      return (await query(`select ${TOKEN} from admin_token order by created_at desc, id`)).map(
        recordOf,
      );
    },

    async revoke(id, at) {
      const rows = await query(
        "update admin_token set revoked_at = $2 where id = $1 and revoked_at is null returning 1",
        [id, instant(at)],
      );
      return rows.length > 0;
    },
  };
}

function recordOf(row: Row): AdminTokenRecord {
  return {
    id: row.id,
    name: row.name,
    scopes: row.scopes,
    hint: row.hint,
    createdAt: row.created_at,
    createdBy: row.created_by,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
  };
}
