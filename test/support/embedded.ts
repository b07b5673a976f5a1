/**
 * Embedded databases for tests, as an earlier life left them behind. To make one takes a second, to
 * copy it a tenth of one. What has to be seen from its first start on, the programs of
 * `test/program` start in a directory with nothing in it.
 */
import { startEmbeddedPostgres } from "../../src/adapters/embedded_postgres/mod.ts";
import { migrate } from "../../src/adapters/store/migrate.ts";
import { openPostgres } from "../../src/adapters/store/postgres.ts";
import { silentLog } from "../../src/log/mod.ts";
import { madeOnce } from "./made_once.ts";

/** Puts a database at `path`, where nothing is yet, brought up to date. */
export async function placeEmbedded(path: string): Promise<void> {
  const { success, stderr } = await new Deno.Command("cp", {
    args: ["-R", "-p", await migrated(), path],
    stdout: "null",
    stderr: "piped",
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
}

function migrated(): Promise<string> {
  return madeOnce("embedded-migrated", async (goal) => {
    const home = await Deno.makeTempDir({ prefix: "pg-" }); // a socket's path must be short
    const options = { directory: `${home}/postgres`, connections: 2, log: silentLog() };
    const { target, stop } = await startEmbeddedPostgres(options);
    const database = openPostgres({ target, connections: 1, statementTimeoutMs: 60_000 });
    await migrate(database);
    await database.close();
    await stop();
    await Deno.rename(`${home}/postgres`, goal);
    await Deno.remove(home);
  });
}
