/** Postgres inside this process (PGlite), with its files in one directory. */
import type { PGlite, Transaction } from "@electric-sql/pglite";
import { type Database, type Parameter, PLANNER, type Query, type Row } from "./database.ts";
import { createUpkeep, LIMITS, SETTINGS } from "./upkeep.ts";

/**
 * Opens (or makes) the database in `directory`. The caller holds the directory's lock: two
 * processes on one directory lose rows.
 *
 * @param limits When it is looked after. Default: LIMITS.
 */
export async function openPglite(directory: string, limits = LIMITS): Promise<Database> {
  const [{ PGlite }, { PrivateFiles }] = await Promise.all([
    import("@electric-sql/pglite"),
    import("./pglite_files.ts"),
  ]);
  const settings = Object.entries({ ...PLANNER, ...SETTINGS });
  const database = await PGlite.create({
    fs: new PrivateFiles(directory),
    startParams: [
      ...PGlite.defaultStartParams,
      ...settings.flatMap(([name, value]) => ["-c", `${name}=${value}`]),
    ],
  });
  let statements = 0;
  const counted = (connection: PGlite | Transaction): Query => {
    const query = queryOn(connection);
    return (...asked) => {
      statements++;
      return query(...asked);
    };
  };
  return {
    query: counted(database),
    transaction: (work) => database.transaction((inner) => work(counted(inner))),
    script: async (text) => {
      await database.exec(text);
    },
    upkeep: createUpkeep(queryOn(database), () => statements, limits),
    close: () => database.close(),
  };
}

function queryOn(connection: PGlite | Transaction): Query {
  return async function query<T extends Row>(text: string, parameters: Parameter[] = []) {
    const { rows } = await connection.query<T>(text, parameters);
    return rows;
  };
}
