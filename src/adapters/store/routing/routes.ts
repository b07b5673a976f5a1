/** The routing table: the rows of `route`. */
import type { RouteRecord } from "../../../core/routing/routing.ts";
import { AlreadyExists, type RouteStore } from "../../../ports/mod.ts";
import { asJson, type Database, isDuplicate, type Row } from "../engine/database.ts";
import { epoch, instant } from "../engine/time.ts";

const ROUTE = `id, account, sender, operator, kind, connectors,
  ${epoch("created_at")} as created_at, ${epoch("changed_at")} as changed_at`;

export function createRouteStore({ query }: Database): RouteStore {
  return {
    async list() {
      return (await query(`select ${ROUTE} from route order by id`)).map(routeOf);
    },

    async add({ account, sender, operator, kind, connectors }, at) {
      try {
        const rows = await query(
          `insert into route (account, sender, operator, kind, connectors, created_at, changed_at)
           values ($1, $2, $3, $4, $5::text::json, $6, $6) returning ${ROUTE}`,
          [account, sender, operator, kind, asJson(connectors), instant(at)],
        );
        return routeOf(rows[0]!);
      } catch (error) {
        if (isDuplicate(error)) throw new AlreadyExists("a route for these is there already");
        throw error;
      }
    },

    async change(id, connectors, at) {
      const rows = await query(
        `update route set connectors = $2::text::json, changed_at = $3
         where id = $1 returning ${ROUTE}`,
        [id, asJson(connectors), instant(at)],
      );
      return rows.length === 0 ? null : routeOf(rows[0]!);
    },

    async remove(id) {
      return (await query("delete from route where id = $1 returning 1", [id])).length > 0;
    },
  };
}

function routeOf(row: Row): RouteRecord {
  return {
    id: row.id,
    account: row.account,
    sender: row.sender,
    operator: row.operator,
    kind: row.kind,
    connectors: row.connectors,
    createdAt: row.created_at,
    changedAt: row.changed_at,
  };
}
