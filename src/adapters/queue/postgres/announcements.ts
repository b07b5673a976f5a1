/**
 * What machines on one Postgres tell each other at once (LISTEN and NOTIFY), in a session apart from
 * the store's, and in another as soon as that has ended. A pooler that hands sessions on with every
 * transaction cannot stand between.
 */
import { setTimeout as pause } from "node:timers/promises";
import type { Query } from "../../store/database.ts";
import { createOpener } from "../../store/opener.ts";
import type { Session, SessionOptions } from "../../store/session.ts";

export interface AnnouncementsOptions extends SessionOptions {
  /** Who shares it hears each other: a name of SQL. */
  topic: string;
  /** Also told of our own. */
  onAnnouncement(text: string): void;
  /** There is another session: what was announced meanwhile has been missed. */
  onReturn(): void;
}

export interface Announcements {
  /** False between sessions. */
  readonly isHeard: boolean;
  /** Any statement, in the same session. Rejects between sessions, and when the server is silent. */
  query: Query;
  announce(text: string): Promise<void>;
  /** Resolves when the session has ended, and there will be no other. */
  close(): Promise<void>;
}

/** Between tries to open a session. */
const FIRST_WAIT_MS = 100;
/** A server that is back is noticed as fast. */
const LONGEST_WAIT_MS = 1000;

/** A server that works has cancelled a statement, and said so, by so long after its time. */
const SILENCE_MS = 2000;

/** Rejects when the first session cannot be had. */
export async function openAnnouncements(
  { topic, onReturn, ...options }: AnnouncementsOptions,
): Promise<Announcements> {
  const openSession = createOpener(options);
  const closing = new AbortController();
  let session: Session;
  let isHeard = false;
  let ended = Promise.withResolvers<void>();

  async function open(): Promise<void> {
    const { promise, resolve } = ended = Promise.withResolvers();
    let isOver = false;
    session = await openSession(() => {
      isOver = true;
      if (ended.promise === promise) isHeard = false;
      resolve();
    });
    try {
      await inTime(`listen ${topic}`);
      closing.signal.throwIfAborted();
    } catch (error) {
      await session.close();
      throw error;
    }
    isHeard = !isOver;
  }

  const inTime: Query = async (...asked) => {
    const on = session;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const silence = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        on.abort();
        reject(new Error("the database does not answer"));
      }, options.statementTimeoutMs + SILENCE_MS);
    });
    try {
      return await Promise.race([on.query(...asked), silence]) as never;
    } finally {
      clearTimeout(timer);
    }
  };

  async function openAgain(): Promise<void> {
    for (let tries = 0; !isHeard; tries++) {
      await pause(waitAfter(tries), undefined, { signal: closing.signal });
      await open().catch(() => {});
    }
    onReturn();
  }

  async function keepOpen(): Promise<void> {
    while (!closing.signal.aborted) {
      await ended.promise;
      await openAgain().catch(() => {}); // closed meanwhile
    }
  }

  await open();
  const keeping = keepOpen();

  const query: Query = async (...asked) => {
    if (!isHeard) throw new Error("there is no session with the database");
    return await inTime(...asked) as never;
  };

  return {
    get isHeard() {
      return isHeard;
    },
    query,
    async announce(text) {
      await query("select pg_notify($1, $2)", [topic, text]);
    },
    async close() {
      closing.abort();
      isHeard = false;
      await session.close();
      await keeping;
    },
  };
}

/** Up to a half less: not all machines of a server that restarts come at once. */
function waitAfter(tries: number): number {
  return Math.min(FIRST_WAIT_MS * 2 ** tries, LONGEST_WAIT_MS) * (1 - Math.random() / 2);
}
