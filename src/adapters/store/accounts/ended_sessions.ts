/** Sessions of the console that ended before their time: the rows of `ended_session`. */
import type { EndedSessionStore } from "../../../ports/mod.ts";
import type { Database } from "../engine/database.ts";
import { instant } from "../engine/time.ts";

export function createEndedSessionStore({ query }: Pick<Database, "query">): EndedSessionStore {
  return {
    async add(id, expiresAt) {
      await query(
        "insert into ended_session (id, expires_at) values ($1, $2) on conflict do nothing",
        [id, instant(expiresAt)],
      );
    },

    async has(id) {
      return (await query("select from ended_session where id = $1", [id])).length > 0;
    },
  };
}
