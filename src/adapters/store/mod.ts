/** The store: one set of statements, on a Postgres server or on the embedded Postgres. */
import type { Store } from "../../env.ts";
import { createAccountStore } from "./accounts.ts";
import { type Database, isPassing, type Query } from "./database.ts";
import { createEventStore } from "./events.ts";
import { asStoreError, type LaneOptions } from "./lane.ts";
import { createLoopbackStore } from "./loopback.ts";
import { createMessageStore } from "./messages.ts";
import { createTemplateStore } from "./templates.ts";

export interface StoreOptions {
  /** Group commit. */
  lane: LaneOptions;
  /** Told of the postbacks of each commit, once it is durable. */
  onPostbacks(eventIds: string[]): void;
}

/** A store on a database that has been migrated. Closing the store closes the database. */
export function createStore(driver: Database, { lane, onPostbacks }: StoreOptions): Store {
  const database = withStoreErrors(driver);
  return {
    accounts: createAccountStore(database),
    messages: createMessageStore(driver, lane, onPostbacks),
    templates: createTemplateStore(database, onPostbacks),
    events: createEventStore(database, lane),
    loopback: createLoopbackStore(driver, lane),

    async recover(owner) {
      await database.transaction(async (query) => {
        await query("update message set due_at = now(), owner = null where owner = $1", [owner]);
        await query("update template set due_at = now(), owner = null where owner = $1", [owner]);
        await query(
          `update event set held_until = null, owner = null
           where postback = 'pending' and owner = $1`,
          [owner],
        );
      });
    },

    async health() {
      try {
        await driver.query("select 1");
        return null;
      } catch (error) {
        return isPassing(error) ? "the database does not answer" : "the database refuses to work";
      }
    },

    close: () => driver.close(),
  };
}

/** Driver errors as the rest of the program knows them (lanes do this for their batches). */
function withStoreErrors(driver: Database): Database {
  const guard = (query: Query): Query => async (sql, parameters) => {
    try {
      return await query(sql, parameters);
    } catch (error) {
      throw asStoreError(error);
    }
  };
  return { ...driver, query: guard(driver.query) };
}
