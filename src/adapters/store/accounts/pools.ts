/** Pools of accounts' senders: the rows of `pool`. */
import type { Pool } from "../../../core/account/pool.ts";
import { type AccountStore, AlreadyExists } from "../../../ports/mod.ts";
import { asJson, type Database, isDuplicate, type Row } from "../engine/database.ts";
import { epoch, instant } from "../engine/time.ts";

const POOL = `name, senders, sticky_days, ${epoch("created_at")} as created_at`;

/** Selects the pools of an account ($1) as JSON, by name; null: none. */
export const POOLS = `(
  select json_agg(p order by p.name) from (select ${POOL} from pool where account = $1) p) as pools`;

export function createPoolStore(
  { query, transaction }: Database,
): Pick<AccountStore, "addPool" | "changePool" | "pools" | "removePool"> {
  return {
    async pools(account) {
      const rows = await query(`select ${POOL} from pool where account = $1 order by name`, [
        account,
      ]);
      return rows.map(poolOf);
    },

    async addPool(account, { name, senders, stickyDays, createdAt }, max) {
      try {
        return await transaction(async (query) => {
          await query("select from account where id = $1 for no key update", [account]);
          const all = await query("select from pool where account = $1", [account]);
          if (all.length >= max) return false;
          await query(
            `insert into pool (account, name, senders, sticky_days, created_at)
             values ($1, $2, $3::text::json, $4, $5)`,
            [account, name, asJson(senders), stickyDays, instant(createdAt)],
          );
          return true;
        });
      } catch (error) {
        if (!isDuplicate(error)) throw error;
        throw new AlreadyExists(`the account has a pool ${name}`);
      }
    },

    async changePool(account, name, { senders, stickyDays }) {
      const [row] = await query(
        `update pool set senders = coalesce($3::text::json, senders),
           sticky_days = coalesce($4, sticky_days)
         where account = $1 and name = $2 returning ${POOL}`,
        [account, name, senders === undefined ? null : asJson(senders), stickyDays ?? null],
      );
      return row === undefined ? null : poolOf(row);
    },

    async removePool(account, name) {
      const rows = await query(
        "delete from pool where account = $1 and name = $2 returning 1",
        [account, name],
      );
      return rows.length > 0;
    },
  };
}

export function poolOf(row: Row): Pool {
  return {
    name: row.name,
    senders: row.senders,
    stickyDays: row.sticky_days,
    createdAt: row.created_at,
  };
}
