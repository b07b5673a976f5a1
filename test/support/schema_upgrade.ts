/**
 * A schema change of every manner, as a later version could bring it. As a program it runs the change
 * on the database of its first argument, up to the migration of its second, and can be killed.
 */
import { openPostgres } from "../../src/adapters/store/engine/postgres.ts";
import {
  migrate,
  type MigrateOptions,
  MIGRATIONS,
  readReleased,
} from "../../src/adapters/store/schema/migrate.ts";
import type { Log } from "../../src/log/mod.ts";
import { targetOf } from "./postgres.ts";

/** Migrations, in order. */
export const CHANGES: Readonly<Record<string, string>> = {
  "9001_expand.sql": `
    alter table message add column note text, add column flag boolean default false;
    create table note (tracking_id uuid primary key, text text not null);
    create index note_text on note (text);`,
  "9002_index.sql": `-- concurrently
    create index concurrently message_flag on message (recipient) where flag;`,
  "9003_backfill.sql": `-- in batches
    with batch as (
      select tracking_id from message where tracking_id > coalesce(nullif($1::text, '')::uuid, '00000000-0000-0000-0000-000000000000')
      order by tracking_id limit 20000),
    done as (
      update message set note = 'was here' from batch
      where message.tracking_id = batch.tracking_id and note is null)
    select max(tracking_id::text) as key from batch;`,
  "9004_check.sql": `
    alter table message add constraint message_has_flag check (flag is not null) not valid;`,
  "9005_validate.sql": `
    alter table message validate constraint message_has_flag;`,
  "9006_contract.sql": `
    alter table message alter column flag set not null, drop constraint message_has_flag;`,
};

/** Lists all migrations up to one of the changes. */
export function changesUpTo(last: string, log?: Log): MigrateOptions {
  const changes = Object.keys(CHANGES).filter((name) => name <= last);
  return {
    names: [...MIGRATIONS, ...changes],
    read: (name) =>
      name in CHANGES ? Promise.resolve(CHANGES[name]!.trimStart()) : readReleased(name),
    log,
  };
}

if (import.meta.main) {
  const [url, last] = Deno.args;
  const database = openPostgres({
    target: targetOf(url!),
    connections: 3,
    statementTimeoutMs: 15_000,
  });
  console.log((await migrate(database, changesUpTo(last!))).join("\n"));
  await database.close();
}
