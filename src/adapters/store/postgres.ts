/** A Postgres server, through postgres.js. */
import postgres from "postgres";
import type { Database, Parameter, Query, Row } from "./database.ts";

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
    onnotice: () => {},
    connection: {
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
