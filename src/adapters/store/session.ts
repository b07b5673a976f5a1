/**
 * One session with a Postgres server, on one socket. The driver, postgres.js, would connect again by
 * itself, even within a transaction, and now and then cannot once it has: so a session that has
 * ended stays so, and another is opened in its place.
 */
import type { Socket } from "node:net";
import postgres from "postgres";
import { type DatabaseTarget, hostLabel } from "../../config/database/target.ts";
import { copyIn, copyOut } from "./copy.ts";
import { type Parameter, PLANNER, type Query, type Row } from "./database.ts";
import { passwordFor } from "./password.ts";
import { openSocket, type Way } from "./socket.ts";

export interface SessionOptions {
  target: DatabaseTarget;
  /** A statement that takes longer is cancelled by the server, milliseconds. */
  statementTimeoutMs: number;
  /** Told what is announced (NOTIFY) where the session listens. */
  onAnnouncement?(text: string): void;
}

export interface Session {
  query: Query;
  script(sql: string): Promise<void>;
  /** Streams the rows of `copy … to stdout`. Who stops before their end aborts the session. */
  copyOut(sql: string): AsyncIterable<Uint8Array>;
  /** Runs `copy … from stdin` on rows, as `copyOut` gives them. */
  copyIn(sql: string, rows: AsyncIterable<Uint8Array>): Promise<void>;
  /** Lets a statement in hand come to its end, for a while. */
  close(): Promise<void>;
  /** Ends it now; a statement in hand is not known to be done or not. */
  abort(): void;
}

const CLOSE_TIMEOUT_SECONDS = 5;

/**
 * Function of the server that warns when the wait for a standby was cancelled: the commit is answered
 * as if it were done, and a failover loses it (PostgreSQL, src/backend/replication/syncrep.c).
 */
const REPLICATION_WAIT = "SyncRepWaitForLSN";
/** SQLSTATE of a write where none is taken. */
const READ_ONLY = "25006";

/**
 * Settings of the driver for every session. It would take any that is missing from the environment
 * (PGSSL, PGTARGETSESSIONATTRS …), where the target may have decided otherwise. With one host that
 * has no name, `prefer-standby` takes any server.
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
  // It might end under a transaction.
  max_lifetime: null,
  backoff: () => 0,
  // Ours are no types that it would have to look up, once a connection.
  fetch_types: false,
};

/**
 * Connects with its first statement.
 *
 * @param way The server of the target, and how it is reached.
 * @param onEnd It can be used no more.
 */
export function openSession(
  { target, statementTimeoutMs, onAnnouncement }: SessionOptions,
  way: Way,
  onEnd: () => void,
): Session {
  const giveUp = new AbortController();
  let socket: Socket | undefined;
  let password = "";
  let hasConnected = false;
  let isOver = false;
  /** The server takes no writes any more; what it has answered still counts. */
  let isReadOnly = false;
  let isReplicated = true;

  async function connect(): Promise<Socket> {
    if (hasConnected || isOver) throw ended();
    hasConnected = true;
    password = await passwordFor(target, way.host);
    return socket = await openSocket(way, target, giveUp.signal);
  }

  const sql = postgres({
    ...DRIVER,
    path: hostLabel(way.host),
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
      ...PLANNER,
      application_name: target.applicationName,
      statement_timeout: statementTimeoutMs,
      ...target.options === null ? {} : { options: target.options },
    },
    socket: connect,
    // Its types leave out that sockets may be given, and passwords asked for.
  } as unknown as postgres.Options<Record<string, never>>);

  function end(): void {
    isOver = true;
    onEnd();
  }

  function abort(): void {
    giveUp.abort(ended());
    if (socket !== undefined) destroy(socket, ended());
    end();
  }

  /** The driver may not have noticed yet what a statement has died of: another would never end. */
  async function run<T>(statement: () => Promise<T>): Promise<T> {
    if (isOver) throw ended();
    try {
      const result = await statement();
      if (!isReplicated) throw failed("the commit has not reached the standby");
      if (isReadOnly && target.sessions === "read-write") abort();
      return result;
    } catch (error) {
      if (!isAnswer(error)) abort();
      throw error;
    }
  }

  return {
    query: <T extends Row>(text: string, parameters: Parameter[] = []) =>
      run(async () => await sql.unsafe(text, parameters, { prepare: true }) as unknown as T[]),
    async script(text) {
      await run(async () => await sql.unsafe(text).simple());
    },
    copyOut: (text) => copyOut(sql, text),
    copyIn: (text, rows) => copyIn(sql, text, rows),
    async close() {
      await sql.end({ timeout: CLOSE_TIMEOUT_SECONDS });
      abort(); // a server that is stuck has not closed it
    },
    abort,
  };
}

/**
 * Whether the server has refused a statement, and waits for the next. One that takes no writes is of
 * no use, even if it goes on: another may have taken its place.
 */
function isAnswer(error: unknown): boolean {
  return error instanceof postgres.PostgresError && error.severity === "ERROR" &&
    error.code !== READ_ONLY;
}

const ended = () => failed("the session with the database has ended");

function failed(message: string): Error {
  return Object.assign(new Error(message), { code: "CONNECTION_CLOSED" });
}

/** Later, when the driver listens to it. */
function destroy(socket: Socket, error: Error): void {
  setImmediate(() => socket.destroy(error));
}
