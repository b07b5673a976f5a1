/** Numbered, forward-only migrations, run at start under a lock. */
import type { Database } from "./database.ts";

/** "slidepost" in ASCII, cut to 63 bits: no other program's lock. */
export const LOCK = "8315728464263147";

/** In order; a file that has been released is never changed, only followed by another. */
export const MIGRATIONS = [
  "0001_first.sql",
  "0002_mm7.sql",
  "0003_media.sql",
  "0004_inbound_sms.sql",
  "0005_routing.sql",
  "0006_segments.sql",
  "0007_outbox.sql",
  "0008_idempotency.sql",
  "0010_retries.sql",
  "0011_replay.sql",
  "0012_fair_turns.sql",
  "0013_made_answers.sql",
  "0014_missing_reports.sql",
  "0015_keyword_replies.sql",
  "0016_sender_countries.sql",
  "0017_mm7_dialect.sql",
] as const;

/** Brings the database up to the newest migration. Answers the names of those it ran. */
export async function migrate(database: Database): Promise<string[]> {
  if (await isCurrent(database)) return [];
  return await database.transaction(async (query) => {
    await query(`select pg_advisory_xact_lock(${LOCK})`);
    await query(
      `create table if not exists migration (
         name text primary key, at timestamptz not null default now())`,
    );
    const done = new Set((await query<{ name: string }>("select name from migration"))
      .map(({ name }) => name));
    const unknown = [...done].filter((name) => !(MIGRATIONS as readonly string[]).includes(name));
    if (unknown.length > 0) {
      throw new Error(
        `the database was migrated by a newer slidepost (${unknown.join(", ")}); ` +
          `run that version or a newer one`,
      );
    }
    const missing = MIGRATIONS.filter((name) => !done.has(name));
    for (const name of missing) {
      const sql = await Deno.readTextFile(new URL(`./migrations/${name}`, import.meta.url));
      for (const statement of statements(sql)) await query(statement);
      await query("insert into migration (name) values ($1)", [name]);
    }
    return missing;
    // A large table takes longer than a statement of ours may.
  }, { unhurried: true });
}

/** One look without the lock: at most starts there is nothing to do. */
async function isCurrent({ query }: Database): Promise<boolean> {
  const [table] = await query("select to_regclass('migration') is not null as there");
  if (!table!.there) return false;
  const names = (await query<{ name: string }>("select name from migration")).map(({ name }) =>
    name
  );
  return names.length === MIGRATIONS.length && MIGRATIONS.every((name) => names.includes(name));
}

/** Statements of a migration file: they end with `;` at the end of a line. */
function statements(sql: string): string[] {
  return sql.replaceAll(/^\s*--.*$/gm, "").split(/;\s*$/m).map((text) => text.trim())
    .filter((text) => text.length > 0);
}
