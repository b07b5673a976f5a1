/** Postgres inside this process (PGlite), with its files in one directory. */
import type { PGlite, Transaction } from "@electric-sql/pglite";
import { type Database, type Parameter, PLANNER, type Query, type Row } from "./database.ts";

/**
 * Opens (or makes) the database in `directory`. The caller holds the directory's lock: two
 * processes on one directory lose rows.
 */
export async function openPglite(directory: string): Promise<Database> {
  const { PGlite } = await import("@electric-sql/pglite");
  const database = await PGlite.create({ dataDir: directory });
  await database.exec(Object.entries(PLANNER).map((pair) => `set ${pair.join("=")};`).join(""));
  return {
    query: queryOn(database),
    transaction: (work) => database.transaction((inner) => work(queryOn(inner))),
    script: async (text) => {
      await database.exec(text);
    },
    close: () => database.close(),
  };
}

function queryOn(connection: PGlite | Transaction): Query {
  return async function query<T extends Row>(text: string, parameters: Parameter[] = []) {
    const { rows } = await connection.query<T>(text, parameters);
    return rows;
  };
}
