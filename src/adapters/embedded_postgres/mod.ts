/**
 * The embedded database: a Postgres of our own in a directory of the service, reached by a Unix socket
 * that nobody else can.
 */
import type { Log } from "../../log.ts";
import { prepareCluster, SOCKET } from "./cluster.ts";
import { type Server, startServer } from "./server.ts";
import { NAME } from "./settings.ts";

export interface EmbeddedPostgres extends Server {
  /** For the driver: role and database. */
  readonly url: string;
  /** Its Unix socket. */
  readonly path: string;
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
    url: `postgres://${NAME}@localhost/${NAME}`,
    path: `${directory}/${SOCKET}`,
    stop: () => server.stop(),
  };
}
