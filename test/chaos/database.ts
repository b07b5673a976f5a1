/** The database of the services under attack: a server beside them, or one service's own. */
import postgres, { type Sql } from "postgres";
import type { PostgresServer } from "../support/postgres.ts";
import { pause } from "./mischief.ts";

export interface Database {
  /** For the services; null: one has its own. */
  url: string | null;
  connect(): Sql;
  /** Killed; back after a while. */
  lose(awayMs: number): Promise<void>;
  /** Stopped in good order, and back. */
  restart(): Promise<void>;
}

const ALONE = { max: 1, onnotice: () => {} };

export function serverDatabase(server: PostgresServer, url: string): Database {
  return {
    url,
    connect: () => postgres(url, ALONE),
    async lose(awayMs) {
      await server.kill();
      await pause(awayMs);
      await server.restart();
    },
    restart: () => server.restart(),
  };
}

/** The service starts it again by itself; or a next service does, which was killed as well. */
export function embeddedDatabase(dataDir: string): Database {
  const directory = `${dataDir}/postgres`;
  const path = `${directory}/.s.PGSQL.5432`;

  async function signal(name: Deno.Signal): Promise<void> {
    const file = await Deno.readTextFile(`${directory}/postmaster.pid`).catch(() => "");
    const pid = Number(file.split("\n")[0]);
    try {
      if (pid > 1) Deno.kill(pid, name);
    } catch {
      // It is just not there.
    }
  }

  return {
    url: null,
    connect: () => postgres({ path, user: "slidepost", database: "slidepost", ...ALONE }),
    lose: () => signal("SIGKILL"),
    restart: () => signal("SIGINT"),
  };
}
