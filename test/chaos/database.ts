/** The database of the services: a server, or one service's embedded database. */
import postgres, { type Sql } from "postgres";
import type { PostgresServer } from "../support/postgres.ts";
import type { SmallDisk } from "../support/small_disk.ts";
import { pause } from "./mischief.ts";

export interface Database {
  /** URL for the services; null: embedded. */
  url: string | null;
  connect(): Sql;
  /** Kills the database, and restarts it after a while. */
  lose(awayMs: number): Promise<void>;
  /** Restarts the database cleanly. */
  restart(): Promise<void>;
  /** Takes the space of its disk that is left; without effect where it has none of its own. */
  fillDisk(): Promise<void>;
  /** Releases that space, and starts the database where it ended for want of it. */
  freeDisk(): Promise<void>;
}

const ALONE = { max: 1, onnotice: () => {} };

/** @param disk Disk of its own. */
export function serverDatabase(
  server: PostgresServer,
  url: string,
  disk: SmallDisk | null = null,
): Database {
  return {
    url,
    connect: () => postgres(url, ALONE),
    async lose(awayMs) {
      await server.kill();
      await pause(awayMs);
      await server.restart();
    },
    restart: () => server.restart(),
    fillDisk: async () => await disk?.fill(),
    async freeDisk() {
      await disk?.free();
      await server.restart("immediate");
    },
  };
}

/** Controls an embedded database, which its service, or the next process of it, starts again. */
export function embeddedDatabase(dataDir: string): Database {
  const directory = `${dataDir}/postgres`;
  const path = `${directory}/.s.PGSQL.5432`;

  async function signal(name: Deno.Signal): Promise<void> {
    const file = await Deno.readTextFile(`${directory}/postmaster.pid`).catch(() => "");
    const pid = Number(file.split("\n")[0]);
    try {
      if (pid > 1) Deno.kill(pid, name);
    } catch {
      // It is not running at the moment.
    }
  }

  return {
    url: null,
    connect: () => postgres({ path, user: "slidepost", database: "slidepost", ...ALONE }),
    lose: () => signal("SIGKILL"),
    restart: () => signal("SIGINT"),
    fillDisk: () => Promise.resolve(),
    freeDisk: () => Promise.resolve(),
  };
}
