/**
 * Embedded database: a Postgres server that is a child process, with its data in DATA_DIR, reached
 * by a Unix socket that no other user can open.
 */
import { type DatabaseTarget, socketTarget } from "../../config/database/target.ts";
import type { Log } from "../../log/mod.ts";
import { prepareCluster } from "./cluster.ts";
import { acceptsConnections, type Server, startServer } from "./server.ts";
import { NAME } from "./settings.ts";

export interface EmbeddedPostgres extends Server {
  readonly target: DatabaseTarget;
}

/**
 * Starts the server; creates its data directory the first time. The caller holds the lock of
 * DATA_DIR.
 * @param directory Absolute path of the data directory.
 * @param connections Maximum number of the service's sessions.
 * @throws Error that says what to do.
 */
export async function startEmbeddedPostgres(
  { directory, connections, log }: { directory: string; connections: number; log: Log },
): Promise<EmbeddedPostgres> {
  const server = await startServer(await prepareCluster(directory, connections), log);
  return {
    target: targetIn(directory),
    stop: (over) => server.stop(over),
  };
}

/** Finds the running embedded database of a directory; null where none is running. */
export async function runningEmbedded(directory: string): Promise<DatabaseTarget | null> {
  return await acceptsConnections(directory) ? targetIn(directory) : null;
}

const targetIn = (directory: string) => socketTarget(directory, { user: NAME, database: NAME });
