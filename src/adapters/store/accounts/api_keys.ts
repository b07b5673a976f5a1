/** API keys of accounts. */
import { isUnlimited, type KeyLimits, NO_LIMITS } from "../../../core/account/key_limits.ts";
import { type AccountStore, AlreadyExists, type ApiKeyView } from "../../../ports/mod.ts";
import {
  asJson,
  type Database,
  isDuplicate,
  type Parameter,
  type Row,
} from "../engine/database.ts";
import { epoch, instant } from "../engine/time.ts";

const KEY = `id, hint, limits, ${epoch("created_at")} as created_at,
  ${epoch("revoked_at")} as revoked_at`;

export function createApiKeyStore(
  { query }: Pick<Database, "query">,
): Pick<AccountStore, "byKeyHash" | "addKey" | "keys" | "limitKey" | "revokeKey"> {
  return {
    async byKeyHash(hash) {
      const [row] = await query<{ account: string; limits: KeyLimits | null }>(
        "select account, limits from api_key where hash = $1 and revoked_at is null",
        [hash],
      );
      return row === undefined ? null : { account: row.account, limits: row.limits ?? NO_LIMITS };
    },

    async addKey(account, { id, hash, hint, limits = NO_LIMITS, at }) {
      try {
        await query(
          `insert into api_key (id, account, hash, hint, limits, created_at)
           values ($1, $2, $3, $4, $5::text::json, $6)`,
          [id, account, hash, hint, storedLimits(limits), instant(at)],
        );
      } catch (error) {
        if (isDuplicate(error)) throw new AlreadyExists("an account has this API key already");
        throw error;
      }
    },

    async keys(account) {
      const rows = await query(
        `select ${KEY} from api_key where account = $1 order by created_at, id`,
        [account],
      );
      return rows.map(keyOf);
    },

    async limitKey(account, id, limits) {
      const [row] = await query(
        `update api_key set limits = $3::text::json
         where account = $1 and id = $2 and revoked_at is null returning ${KEY}`,
        [account, id, storedLimits(limits)],
      );
      return row === undefined ? null : keyOf(row);
    },

    async revokeKey(account, id, at) {
      const rows = await query(
        `update api_key set revoked_at = $3
         where account = $1 and id = $2 and revoked_at is null returning 1`,
        [account, id, instant(at)],
      );
      return rows.length > 0;
    },
  };
}

/** Encodes limits; null: there are none. */
function storedLimits(limits: KeyLimits): Parameter {
  return isUnlimited(limits) ? null : asJson(limits);
}

function keyOf(row: Row): ApiKeyView {
  return {
    id: row.id,
    hint: row.hint,
    limits: row.limits ?? NO_LIMITS,
    createdAt: row.created_at,
    revokedAt: row.revoked_at,
  };
}
