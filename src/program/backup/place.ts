/** Where a configuration keeps its data, for who is not the service. */
import { openBlobs } from "../../adapters/blobs/mod.ts";
import type { Open } from "../../adapters/backup/snapshot.ts";
import { takeDataDirectory } from "../../adapters/system/data_directory.ts";
import { majorOf } from "../../adapters/embedded_postgres/cluster.ts";
import { runningEmbedded, startEmbeddedPostgres } from "../../adapters/embedded_postgres/mod.ts";
import type { Database } from "../../adapters/store/database.ts";
import { createOpener } from "../../adapters/store/opener.ts";
import { openPostgres } from "../../adapters/store/postgres.ts";
import type { DatabaseTarget } from "../../config/database/target.ts";
import type { Config } from "../../config/mod.ts";
import type { Blobs } from "../../ports/mod.ts";
import { silentLog } from "../../log/mod.ts";

export interface Place extends AsyncDisposable {
  open: Open;
  connect(): Database;
  blobs: Blobs;
}

/** Sessions of a backup or a restore; an index that is made beside others takes two. */
const CONNECTIONS = 4;

/**
 * Finds the database, whether or not a service works on it, and the stored files. An embedded database
 * that no service has running is started, until the place is given up.
 * @throws Error that says what to do.
 */
export async function findPlace(config: Config): Promise<Place> {
  const { DATABASE_URL: target, DATA_DIR } = config;
  if (target !== null) return await beside(config, target, DATA_DIR);
  const directory = await Deno.realPath(DATA_DIR).catch(() => {
    throw new Error(`there is no data directory ${DATA_DIR}; set DATA_DIR, or DATABASE_URL`);
  });
  if (await majorOf(`${directory}/postgres`) === null) {
    throw new Error(`there is no database in ${DATA_DIR}; set DATA_DIR, or DATABASE_URL`);
  }
  try {
    return await takePlace(config);
  } catch (error) {
    const running = await runningEmbedded(`${directory}/postgres`);
    if (running === null) throw error;
    return await beside(config, running, directory);
  }
}

/** For reading alone, which makes no copies: a service may have the directory. */
async function beside(config: Config, target: DatabaseTarget, path: string): Promise<Place> {
  const directory = { path, scratch: `${path}/scratch` };
  const files = await openBlobs(config, directory, { log: silentLog() });
  return {
    ...ways(config, target),
    blobs: files.blobs,
    [Symbol.asyncDispose]: () => Promise.resolve(files[Symbol.dispose]()),
  };
}

/**
 * Takes the data directory, which no service may have, and finds the database. An embedded one is
 * started, and made where there is none.
 * @throws Error that says what to do.
 */
export async function takePlace(config: Config): Promise<Place> {
  await using parts = new AsyncDisposableStack();
  const directory = await takeDataDirectory(config.DATA_DIR);
  parts.defer(() => directory.release());
  const target = config.DATABASE_URL ?? await start();
  const { blobs } = parts.use(await openBlobs(config, directory, { log: silentLog() }));
  const taken = parts.move();
  return { ...ways(config, target), blobs, [Symbol.asyncDispose]: () => taken.disposeAsync() };

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

function ways(
  { DATABASE_STATEMENT_TIMEOUT }: Config,
  target: DatabaseTarget,
): Pick<Place, "open" | "connect"> {
  const options = { target, statementTimeoutMs: DATABASE_STATEMENT_TIMEOUT };
  const open = createOpener(options);
  return {
    open: () => open(() => {}),
    connect: () => openPostgres({ ...options, connections: CONNECTIONS }),
  };
}
