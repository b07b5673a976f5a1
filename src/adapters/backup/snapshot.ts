/** Consistent snapshot of a database in use. */
import { ADVISORY_LOCKS } from "../store/engine/advisory_locks.ts";
import type { Query } from "../store/engine/database.ts";
import type { Session } from "../store/engine/session.ts";
import { COPY_SETTINGS } from "./tables.ts";

/** Opens a session with the database, under the service's application name. */
export type Open = () => Promise<Session>;

export interface Snapshot {
  query: Query;
  /** Streams rows; the stream must end before the next statement. */
  copyOut(text: string): AsyncIterable<Uint8Array>;
}

/**
 * Runs `work` on a snapshot. An advisory lock keeps the files that it refers to from removal. The
 * lock is taken before, in a transaction of its own: in the snapshot's transaction, the statement
 * that waits for the lock would already fix the snapshot.
 */
export async function withSnapshot<T>(
  open: Open,
  work: (snapshot: Snapshot) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  const sessions: Session[] = [];
  const abort = () => sessions.forEach((session) => session.abort());
  signal.addEventListener("abort", abort);
  async function openSession(): Promise<Session> {
    const session = await open();
    sessions.push(session);
    signal.throwIfAborted();
    await session.query("set application_name = 'slidepost backup'");
    return session;
  }
  try {
    const [guard, reader] = [await openSession(), await openSession()];
    await guard.query("begin");
    await guard.query("set local idle_in_transaction_session_timeout = 0");
    await guard.query(`select pg_advisory_xact_lock_shared(${ADVISORY_LOCKS.backup})`);
    await reader.query("begin isolation level repeatable read read only");
    for (const setting of COPY_SETTINGS) await reader.query(setting);
    const result = await work(reader);
    await reader.query("commit");
    // Rejects if the session, and with it the lock, was lost meanwhile.
    await guard.query("commit");
    return result;
  } finally {
    signal.removeEventListener("abort", abort);
    abort();
  }
}
