/** The database of the service under attack: a server beside it, or its own. */
import type { PostgresServer } from "../support/postgres.ts";
import { pause } from "./mischief.ts";

/** Ways to hurt it. */
export interface Database {
  /** Killed; back after a while. */
  lose(awayMs: number): Promise<void>;
  /** Stopped in good order, and back. */
  restart(): Promise<void>;
}

export function serverDatabase(server: PostgresServer): Database {
  return {
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
  async function signal(name: Deno.Signal): Promise<void> {
    const file = await Deno.readTextFile(`${dataDir}/postgres/postmaster.pid`).catch(() => "");
    const pid = Number(file.split("\n")[0]);
    try {
      if (pid > 1) Deno.kill(pid, name);
    } catch {
      // It is just not there.
    }
  }
  return { lose: () => signal("SIGKILL"), restart: () => signal("SIGINT") };
}
