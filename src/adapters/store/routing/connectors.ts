/** Connectors that the administrator sets up: the rows of `connector`. */
import type { ConnectorRecord } from "../../../core/routing/connector.ts";
import { AlreadyExists, type ConnectorStore } from "../../../ports/mod.ts";
import { asJson, type Database, isDuplicate, type Row } from "../engine/database.ts";
import { epoch, instant } from "../engine/time.ts";

const CONNECTOR = `name, settings, ${epoch("created_at")} as created_at,
  ${epoch("changed_at")} as changed_at`;

export function createConnectorStore({ query }: Database): ConnectorStore {
  return {
    async list() {
      return (await query(`select ${CONNECTOR} from connector order by name`)).map(connectorOf);
    },

    async byName(name) {
      const rows = await query(`select ${CONNECTOR} from connector where name = $1`, [name]);
      return rows.length === 0 ? null : connectorOf(rows[0]!);
    },

    async add({ name, settings, createdAt, changedAt }) {
      try {
        await query(
          `insert into connector (name, settings, created_at, changed_at)
           values ($1, $2::text::json, $3, $4)`,
          [name, asJson(settings), instant(createdAt), instant(changedAt)],
        );
      } catch (error) {
        if (isDuplicate(error)) throw new AlreadyExists(`connector ${name} is there already`);
        throw error;
      }
    },

    // Compares the previous settings, so that of two concurrent changes neither undoes the other.
    async change({ name, settings, changedAt }, previous) {
      const rows = await query(
        `update connector set settings = $2::text::json, changed_at = $3
         where name = $1 and settings::jsonb = $4::text::jsonb returning 1`,
        [name, asJson(settings), instant(changedAt), asJson(previous)],
      );
      return rows.length > 0;
    },

    async remove(name, kind) {
      const rows = await query(
        "delete from connector where name = $1 and settings ->> 'kind' = $2 returning 1",
        [name, kind],
      );
      return rows.length > 0;
    },

    async users(name) {
      const senders = await query<{ account: string; address: string }>(
        `select account, address from originator
         where mms_connector = $1 or sms_connector = $1 order by account, address`,
        [name],
      );
      const routes = await query<{ id: number }>(
        `select id from route
         where exists (select from json_array_elements_text(connectors) name where name = $1)
         order by id`,
        [name],
      );
      return {
        senders: senders.map(({ account, address }) => ({ account, address })),
        routes: routes.map(({ id }) => id),
      };
    },
  };
}

function connectorOf(row: Row): ConnectorRecord {
  return {
    name: row.name,
    settings: row.settings,
    createdAt: row.created_at,
    changedAt: row.changed_at,
  };
}
