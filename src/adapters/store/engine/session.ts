/**
 * Session with a Postgres server on a single socket. The driver, postgres.js, reconnects by itself,
 * even within a transaction, and sometimes cannot connect any more after that: so a session that
 * has ended never reconnects, and the connection opens another.
 */
import type { Socket } from "node:net";
import postgres from "postgres";
import { type DatabaseTarget, hostLabel } from "../../../config/database/target.ts";
import { copyIn, copyOut } from "./copy.ts";
import type { Parameter, Query, Row, Statement } from "./database.ts";
import { passwordFor } from "./password.ts";
import { connectionClosed, isStatementError, sessionEnded } from "./session_errors.ts";
import { type Endpoint, openSocket } from "./socket.ts";
import { sendBatch } from "./statement_batch.ts";

export interface SessionOptions {
  target: DatabaseTarget;
  /** Time after which the server cancels a statement, in milliseconds. */
  statementTimeoutMs: number;
  /** Receives the payload of each NOTIFY on a channel that the session listens to. */
  onAnnouncement?(text: string): void;
}

export interface Session {
  query: Query;
  /** See {@link Database.batch}. */
  batch(statements: readonly Statement[], after: readonly Statement[]): Promise<Row[][]>;
  script(sql: string): Promise<void>;
  /** Reads the process id of the backend that serves it, and the one announced at the login. */
  backend(): Promise<{ pid: number; announced: number | null }>;
  /** Streams the rows of `copy … to stdout`. A reader that stops early must abort the session. */
  copyOut(sql: string): AsyncIterable<Uint8Array>;
  /** Runs `copy … from stdin` on rows in the format of `copyOut`. */
  copyIn(sql: string, rows: AsyncIterable<Uint8Array>): Promise<void>;
  /** Waits up to CLOSE_TIMEOUT_SECONDS for a statement in flight. */
  close(): Promise<void>;
  /** Ends the session at once; whether a statement in flight took effect is unknown. */
  abort(): void;
}

const CLOSE_TIMEOUT_SECONDS = 5;

/**
 * Server function that raises a warning when the wait for a synchronous standby was cancelled: the
 * server reports the commit as done, but a failover would lose it (PostgreSQL,
 * src/backend/replication/syncrep.c).
 */
const REPLICATION_WAIT = "SyncRepWaitForLSN";
/** Object id of the type bytea. */
const BYTEA = 17;
/**
 * Driver options of every session. All are set, because the driver reads a missing one from the
 * environment (PGSSL, PGTARGETSESSIONATTRS …), which would override the target. With a single host
 * without a name, `prefer-standby` accepts any server.
 */
const DRIVER = {
  max: 1,
  host: [""],
  port: [0],
  target_session_attrs: "prefer-standby",
  ssl: false,
  sslnegotiation: null,
  connect_timeout: null,
  idle_timeout: null,
  keep_alive: null,
  max_pipeline: 100,
  prepare: true,
  debug: false,
  // A lifetime could expire during a transaction.
  max_lifetime: null,
  backoff: () => 0,
  // No array types are used, so the driver need not query them for each connection.
  fetch_types: false,
  // Four times as fast as the driver's own parser.
  types: {
    bytea: {
      to: BYTEA,
      from: [BYTEA],
      serialize: (bytes: Uint8Array) => `\\x${bytes.toHex()}`,
      parse: (text: string) => Uint8Array.fromHex(text.slice(2)),
    },
  },
};

/**
 * Opens a session that connects with its first statement.
 *
 * @param endpoint The server of the target, and how to reach it.
 * @param onEnd Called when the session has ended; it never works again.
 */
export function openSession(
  { target, onAnnouncement }: Omit<SessionOptions, "statementTimeoutMs">,
  endpoint: Endpoint,
  onEnd: () => void,
): Session {
  const aborting = new AbortController();
  let socket: Socket | undefined;
  let password = "";
  let hasConnected = false;
  let hasEnded = false;
  /** Set when the server stops taking writes; the statement in flight still succeeds. */
  let isReadOnly = false;
  let isReplicated = true;

  async function connect(): Promise<Socket> {
    if (hasConnected || hasEnded) throw sessionEnded();
    hasConnected = true;
    password = await passwordFor(target, endpoint.host);
    return socket = await openSocket(endpoint, target, aborting.signal);
  }

  const sql = postgres({
    ...DRIVER,
    path: hostLabel(endpoint.host),
    user: target.user,
    database: target.database,
    pass: () => password,
    onnotice({ routine }: postgres.Notice) {
      if (routine === REPLICATION_WAIT) isReplicated = false;
    },
    onparameter(name: string, value: string) {
      if (name === "default_transaction_read_only") isReadOnly = value === "on";
    },
    onclose: end,
    onnotify: (_topic: string, text: string) => onAnnouncement?.(text),
    connection: {
      // No others: poolers refuse them. The opener sets what a session needs.
      application_name: target.applicationName,
      ...target.options === null ? {} : { options: target.options },
    },
    socket: connect,
    // The driver's types lack the options `socket` and an asynchronous `pass`.
  } as unknown as postgres.Options<Record<string, never>>);

  function end(): void {
    hasEnded = true;
    onEnd();
  }

  function abort(): void {
    aborting.abort(sessionEnded());
    if (socket !== undefined) destroy(socket, sessionEnded());
    end();
  }

  /**
   * Runs a statement, and aborts the session where it fails for any reason but its own: the driver
   * may not have noticed yet that the connection is lost, and the next statement would hang.
   */
  async function run<T>(statement: () => Promise<T>): Promise<T> {
    if (hasEnded) throw sessionEnded();
    try {
      const result = await statement();
      if (!isReplicated) throw connectionClosed("the commit has not reached the standby");
      if (isReadOnly && target.sessions === "read-write") abort();
      return result;
    } catch (error) {
      if (!isStatementError(error)) abort();
      throw error;
    }
  }

  /** Starts a statement, behind those that were started before. */
  function send<T extends Row>({ sql: text, parameters = [] }: Statement): Promise<T[]> {
    const statement = sql.unsafe(text, parameters, { prepare: true }).execute();
    return statement as unknown as Promise<T[]>;
  }

  /** See {@link StatementWriter}. */
  function inOneWrite<T>(start: () => T): T {
    const current = socket;
    current?.cork();
    const started = start();
    // The driver writes in a microtask behind this one.
    if (current !== undefined) setImmediate(() => current.uncork());
    return started;
  }

  return {
    query: <T extends Row>(text: string, parameters: Parameter[] = []) =>
      run(async () => await send<T>({ sql: text, parameters })),
    batch: (statements, after) => run(() => sendBatch(statements, after, { send, inOneWrite })),
    async script(text) {
      await run(async () => await sql.unsafe(text).simple());
    },
    backend: () =>
      run(async () => {
        const rows = await send<{ pid: number }>({ sql: "select pg_backend_pid() as pid" });
        const { state } = rows as Partial<postgres.RowList<{ pid: number }[]>>;
        return { pid: rows[0]!.pid, announced: state?.pid ?? null };
      }),
    copyOut: (text) => copyOut(sql, text),
    copyIn: (text, rows) => copyIn(sql, text, rows),
    async close() {
      await sql.end({ timeout: CLOSE_TIMEOUT_SECONDS });
      abort(); // a server that hangs has not closed the socket
    },
    abort,
  };
}

/** Destroys a socket in a later turn, once the driver has attached its listeners. */
function destroy(socket: Socket, error: Error): void {
  setImmediate(() => socket.destroy(error));
}
