/** Errors of statements, and of the session that runs them. */
import postgres from "postgres";

/** SQLSTATE of a write in a read-only session. */
const READ_ONLY = "25006";

/**
 * Checks that the server has rejected a statement and the session can go on. A read-only server
 * does not count, since another one may have become the primary.
 */
export function isStatementError(error: unknown): boolean {
  return error instanceof postgres.PostgresError && error.severity === "ERROR" &&
    error.code !== READ_ONLY;
}

export const sessionEnded = () => connectionClosed("the session with the database has ended");

export function connectionClosed(message: string): Error {
  return Object.assign(new Error(message), { code: "CONNECTION_CLOSED" });
}
