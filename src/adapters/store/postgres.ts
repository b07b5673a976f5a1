/** A Postgres server, through postgres.js. */
import postgres from "postgres";
import { type Database, type Parameter, PLANNER, type Query, type Row } from "./database.ts";

export interface PostgresOptions {
  url: string;
  /** Pool size. */
  connections: number;
  /** A statement that takes longer is cancelled, milliseconds. */
  statementTimeoutMs: number;
}

/** Connects lazily; a lost connection is made anew by the next statement. */
export function openPostgres(options: PostgresOptions): Database {
  const sql = postgres(options.url, {
    max: options.connections,
    connect_timeout: 5,
    // Up to a second between tries to connect: whoever asks meanwhile is refused within that time,
    // and a server that is back is noticed as fast.
    backoff: (tries: number) => Math.min(3 ** tries / 100, 1) * (0.5 + Math.random() / 2),
    // Ours are no types that it would have to look up, once a connection.
    fetch_types: false,
    onnotice: () => {},
    connection: {
      ...PLANNER,
      application_name: "slidepost",
      statement_timeout: options.statementTimeoutMs,
    },
  });
  const queryOn = (connection: Pick<typeof sql, "unsafe">): Query =>
    async function query<T extends Row>(text: string, parameters: Parameter[] = []) {
      const rows = await connection.unsafe(text, parameters, { prepare: true });
      return rows as unknown as T[];
    };
  return {
    query: queryOn(sql),
    transaction: (work) =>
      sql.begin((connection) => work(queryOn(connection))) as ReturnType<typeof work>,
    script: async (text) => {
      await sql.unsafe(text).simple();
    },
    close: () => sql.end({ timeout: 5 }),
  };
}
