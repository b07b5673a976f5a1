/** Access to the database and stored files of a configuration, for `backup` and `restore`. */
import { openBlobs } from "../../adapters/blobs/mod.ts";
import type { Open } from "../../adapters/backup/snapshot.ts";
import { takeDataDirectory } from "../../adapters/system/data_directory.ts";
import { majorOf } from "../../adapters/embedded_postgres/cluster.ts";
import { runningEmbedded, startEmbeddedPostgres } from "../../adapters/embedded_postgres/mod.ts";
import type { Database } from "../../adapters/store/engine/database.ts";
import { createOpener } from "../../adapters/store/engine/opener.ts";
import { openPostgres } from "../../adapters/store/engine/postgres.ts";
import type { DatabaseTarget } from "../../config/database/target.ts";
import type { Config } from "../../config/mod.ts";
import type { Blobs } from "../../ports/mod.ts";
import { silentLog } from "../../log/mod.ts";

export interface DataAccess extends AsyncDisposable {
  open: Open;
  connect(): Database;
  blobs: Blobs;
}

/** Sessions of a backup or a restore; building an index concurrently takes two. */
const CONNECTIONS = 4;

/**
 * Opens the database, whether or not a service uses it, and the stored files. Starts an embedded
 * database that is not running, and stops it on disposal.
 * @throws Error that says what to do.
 */
export async function openData(config: Config): Promise<DataAccess> {
  const { DATABASE_URL: target, DATA_DIR } = config;
  if (target !== null) return await openUnlocked(config, target, DATA_DIR);
  const directory = await Deno.realPath(DATA_DIR).catch(() => {
    throw new Error(`there is no data directory ${DATA_DIR}; set DATA_DIR, or DATABASE_URL`);
  });
  if (await majorOf(`${directory}/postgres`) === null) {
    throw new Error(`there is no database in ${DATA_DIR}; set DATA_DIR, or DATABASE_URL`);
  }
  try {
    return await lockData(config);
  } catch (error) {
    const running = await runningEmbedded(`${directory}/postgres`);
    if (running === null) throw error;
    return await openUnlocked(config, running, directory);
  }
}

/** Opens the data without the lock of the directory: reads only, and writes no copies to it. */
async function openUnlocked(
  config: Config,
  target: DatabaseTarget,
  path: string,
): Promise<DataAccess> {
  const directory = { path, scratch: `${path}/scratch` };
  const files = await openBlobs(config, directory, { log: silentLog() });
  return {
    ...openersOf(config, target),
    blobs: files.blobs,
    [Symbol.asyncDispose]: () => Promise.resolve(files[Symbol.dispose]()),
  };
}

/**
 * Locks the data directory, which no service may use, and opens the data. Starts an embedded database,
 * and creates it where there is none.
 * @throws Error that says what to do.
 */
export async function lockData(config: Config): Promise<DataAccess> {
  await using parts = new AsyncDisposableStack();
  const directory = await takeDataDirectory(config.DATA_DIR);
  parts.defer(() => directory.release());
  const target = config.DATABASE_URL ?? await start();
  const { blobs } = parts.use(await openBlobs(config, directory, { log: silentLog() }));
  const resources = parts.move();
  return {
    ...openersOf(config, target),
    blobs,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };

  async function start(): Promise<DatabaseTarget> {
    const embedded = await startEmbeddedPostgres({
      directory: `${await Deno.realPath(directory.path)}/postgres`,
      connections: CONNECTIONS,
      log: silentLog(),
    });
    parts.defer(() => embedded.stop());
    return embedded.target;
  }
}

function openersOf(
  { DATABASE_STATEMENT_TIMEOUT }: Config,
  target: DatabaseTarget,
): Pick<DataAccess, "open" | "connect"> {
  const options = { target, statementTimeoutMs: DATABASE_STATEMENT_TIMEOUT };
  const open = createOpener(options);
  return {
    open: () => open(() => {}),
    connect: () => openPostgres({ ...options, connections: CONNECTIONS }),
  };
}
