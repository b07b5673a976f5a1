/** Reading a database as it is at one moment, beside whoever works on it. */
import { ADVISORY_LOCKS } from "../store/advisory_locks.ts";
import type { Query } from "../store/database.ts";
import type { Session } from "../store/session.ts";
import { COPY_SETTINGS } from "./tables.ts";

/** Opens a session with the database. Its name there is the service's. */
export type Open = () => Promise<Session>;

export interface Snapshot {
  query: Query;
  /** Streams rows to their end, before anything else is asked. */
  copyOut(text: string): AsyncIterable<Uint8Array>;
}

/**
 * Runs `work` on a snapshot. Meanwhile no file that it refers to is removed: the lock of backups is taken
 * before, in a transaction of its own, because the first statement of the other one, even one that
 * waits for a lock, would already be its snapshot.
 */
export async function withSnapshot<T>(
  open: Open,
  work: (snapshot: Snapshot) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  const sessions: Session[] = [];
  const abort = () => sessions.forEach((session) => session.abort());
  signal.addEventListener("abort", abort);
  async function opened(): Promise<Session> {
    const session = await open();
    sessions.push(session);
    signal.throwIfAborted();
    await session.query("set application_name = 'slidepost backup'");
    return session;
  }
  try {
    const [guard, reader] = [await opened(), await opened()];
    await guard.query("begin");
    await guard.query("set local idle_in_transaction_session_timeout = 0");
    await guard.query(`select pg_advisory_xact_lock_shared(${ADVISORY_LOCKS.backup})`);
    await reader.query("begin isolation level repeatable read read only");
    for (const setting of COPY_SETTINGS) await reader.query(setting);
    const result = await work(reader);
    await reader.query("commit");
    // Rejects where its session has ended meanwhile, and with it the lock.
    await guard.query("commit");
    return result;
  } finally {
    signal.removeEventListener("abort", abort);
    abort();
  }
}
