/**
 * Embedded databases for tests, as an earlier life left them behind. To make one takes a second, to
 * copy it a twentieth of one. What has to be seen from its first start on, the programs of
 * `test/program` start in a directory with nothing in it.
 */
import { prepareCluster } from "../../src/adapters/embedded_postgres/cluster.ts";
import { DATA, run } from "../../src/adapters/embedded_postgres/command.ts";
import { startEmbeddedPostgres } from "../../src/adapters/embedded_postgres/mod.ts";
import { NAME } from "../../src/adapters/embedded_postgres/settings.ts";
import { migrate } from "../../src/adapters/store/schema/migrate.ts";
import { openPostgres } from "../../src/adapters/store/engine/postgres.ts";
import { silentLog } from "../../src/log/mod.ts";
import { sharedFixture } from "./shared_fixtures.ts";
import { copyTree, newDirectory } from "./scratch.ts";

/** Creates a DATA_DIR with a migrated database. */
export async function embeddedDirectory(name = "data"): Promise<string> {
  const path = `${await newDirectory()}/${name}`;
  await Deno.mkdir(path);
  await copyTree(await migrated(), `${path}/postgres`);
  return path;
}

/** Drops the databases that no service uses, which are two thirds of a cluster's files. */
const DROP_OTHERS = `update pg_database set datistemplate = false
drop database postgres
drop database template0
drop database template1
`;

function migrated(): Promise<string> {
  return sharedFixture("embedded-migrated", async (goal) => {
    const directory = `${await newDirectory()}/postgres`;
    const { target, stop } = await startEmbeddedPostgres({
      directory,
      connections: 2,
      log: silentLog(),
    });
    // An index is built beside the transaction that records it.
    const database = openPostgres({ target, connections: 2, statementTimeoutMs: 60_000 });
    await migrate(database);
    await database.close();
    await stop();
    const cluster = await prepareCluster(directory, 2);
    await run(cluster, "postgres", ["--single", "-D", DATA, NAME], DROP_OTHERS);
    await Deno.rename(directory, goal);
  });
}
