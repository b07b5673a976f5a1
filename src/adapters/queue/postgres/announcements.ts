/**
 * Announcements between machines on one Postgres (LISTEN and NOTIFY), in a session apart from the
 * store's pool, which is reopened as soon as it has ended. A pooler in transaction mode does not
 * work, because LISTEN needs a session of its own.
 */
import { backoff } from "../../../lib/backoff.ts";
import { deadline } from "../../../lib/deadline.ts";
import { delay } from "../../../lib/delay.ts";
import type { Query } from "../../store/engine/database.ts";
import { createOpener } from "../../store/engine/opener.ts";
import type { Session, SessionOptions } from "../../store/engine/session.ts";

export interface AnnouncementsOptions extends SessionOptions {
  /** Channel of LISTEN and NOTIFY, an SQL identifier. */
  topic: string;
  /** Receives each announcement, this machine's own included. */
  onAnnouncement(text: string): void;
  /** Called when the session has been reopened; announcements in between are lost. */
  onReconnect(): void;
}

export interface Announcements {
  /** False while there is no session. */
  readonly isConnected: boolean;
  /** Runs a statement in the session. Rejects without a session, or when the server hangs. */
  query: Query;
  announce(text: string): Promise<void>;
  /** Ends the session for good. */
  close(): Promise<void>;
}

/** Backoff between attempts to open a session. */
const BACKOFF = { minMs: 100, maxMs: 1000, jitter: 0.5 };

/** Grace period after the statement timeout for the server to report it, in milliseconds. */
const CANCEL_GRACE_MS = 2000;

/**
 * Opens a session and listens.
 * @throws Error where the first session cannot be opened.
 */
export async function openAnnouncements(
  { topic, onReconnect, ...options }: AnnouncementsOptions,
): Promise<Announcements> {
  const openSession = createOpener(options);
  const closing = new AbortController();
  let session: Session;
  let isConnected = false;
  let sessionEnd = Promise.withResolvers<void>();

  async function open(): Promise<void> {
    const { promise, resolve } = sessionEnd = Promise.withResolvers();
    let hasEnded = false;
    session = await openSession(() => {
      hasEnded = true;
      if (sessionEnd.promise === promise) isConnected = false;
      resolve();
    });
    try {
      await queryWithTimeout(`listen ${topic}`);
      closing.signal.throwIfAborted();
    } catch (error) {
      await session.close();
      throw error;
    }
    isConnected = !hasEnded;
  }

  const queryWithTimeout: Query = async (...args) => {
    const current = session;
    const timeoutMs = options.statementTimeoutMs + CANCEL_GRACE_MS;
    return await deadline(current.query(...args), timeoutMs, () => {
      current.abort();
      throw new Error("the database does not respond");
    }) as never;
  };

  async function reopen(): Promise<void> {
    for (let failures = 1; !isConnected; failures++) {
      await delay(backoff(failures, BACKOFF), closing.signal);
      closing.signal.throwIfAborted();
      await open().catch(() => {});
    }
    onReconnect();
  }

  async function reopenUntilClosed(): Promise<void> {
    while (!closing.signal.aborted) {
      await sessionEnd.promise;
      await reopen().catch(() => {}); // closed meanwhile
    }
  }

  await open();
  const reopening = reopenUntilClosed();

  const query: Query = async (...args) => {
    if (!isConnected) throw new Error("there is no session with the database");
    return await queryWithTimeout(...args) as never;
  };

  return {
    get isConnected() {
      return isConnected;
    },
    query,
    async announce(text) {
      await query("select pg_notify($1, $2)", [topic, text]);
    },
    async close() {
      closing.abort();
      isConnected = false;
      await session.close();
      await reopening;
    },
  };
}
