/**
 * The embedded database: a Postgres of our own in a directory of the service, reached by a Unix socket
 * that nobody else can.
 */
import { type DatabaseTarget, socketTarget } from "../../config/database/target.ts";
import type { Log } from "../../log/mod.ts";
import { prepareCluster } from "./cluster.ts";
import { type Server, startServer, takesConnections } from "./server.ts";
import { NAME } from "./settings.ts";

export interface EmbeddedPostgres extends Server {
  readonly target: DatabaseTarget;
}

/**
 * Starts it; the first time, makes it. The caller holds the lock of the data directory.
 * @param directory Absolute.
 * @param connections Sessions of the service.
 * @throws Error that says what to do.
 */
export async function startEmbeddedPostgres(
  { directory, connections, log }: { directory: string; connections: number; log: Log },
): Promise<EmbeddedPostgres> {
  const server = await startServer(await prepareCluster(directory, connections), log);
  return {
    target: targetIn(directory),
    stop: () => server.stop(),
  };
}

/** Finds the database that a service has running in this directory; null where there is none. */
export async function runningEmbedded(directory: string): Promise<DatabaseTarget | null> {
  return await takesConnections(directory) ? targetIn(directory) : null;
}

const targetIn = (directory: string) => socketTarget(directory, { user: NAME, database: NAME });
