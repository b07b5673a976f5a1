/**
 * One session with a Postgres server, on one socket. The driver, postgres.js, would connect again by
 * itself, even within a transaction, and now and then cannot once it has: so a session that has
 * ended stays so, and another is opened in its place.
 */
import { Socket } from "node:net";
import postgres from "postgres";
import { type Parameter, PLANNER, type Query, type Row } from "./database.ts";

export interface SessionOptions {
  url: string;
  /** A Unix socket in place of the host of `url`. */
  path?: string;
  /** A statement that takes longer is cancelled by the server, milliseconds. */
  statementTimeoutMs: number;
  /** Told what is announced (NOTIFY) where the session listens. */
  onAnnouncement?(text: string): void;
}

export interface Session {
  query: Query;
  script(sql: string): Promise<void>;
  /** Lets a statement in hand come to its end, for a while. */
  close(): Promise<void>;
  /** Ends it now; a statement in hand is not known to be done or not. */
  abort(): void;
}

const CONNECT_TIMEOUT_SECONDS = 5;
const CLOSE_TIMEOUT_SECONDS = 5;

/** Where it goes: what postgres.js tells of itself to who makes its sockets. */
interface Destination {
  host: [string];
  port: [number];
  /** A Unix socket, else false. */
  path: string | false;
}

/**
 * Connects with its first statement.
 *
 * @param onEnd It can be used no more.
 */
export function openSession(
  { url, path, statementTimeoutMs, onAnnouncement }: SessionOptions,
  onEnd: () => void,
): Session {
  let socket: Socket | undefined;
  let isOver = false;

  function connect({ host: [host], port: [port], path }: Destination): Socket {
    const isFirst = socket === undefined;
    // The host is the name that TLS looks for.
    socket = Object.assign(new Socket(), { host });
    if (!isFirst) destroy(socket, ended());
    else if (path) socket.connect(path);
    else socket.connect(port, host);
    return socket;
  }

  const sql = postgres(url, {
    path,
    max: 1,
    connect_timeout: CONNECT_TIMEOUT_SECONDS,
    // It might end under a transaction.
    max_lifetime: null,
    backoff: () => 0,
    // Ours are no types that it would have to look up, once a connection.
    fetch_types: false,
    onnotice: () => {},
    onclose: end,
    onnotify: (_topic: string, text: string) => onAnnouncement?.(text),
    connection: {
      ...PLANNER,
      application_name: "slidepost",
      statement_timeout: statementTimeoutMs,
    },
    socket: connect,
    // Its types leave out that sockets may be given.
  } as postgres.Options<Record<string, never>>);

  function end(): void {
    isOver = true;
    onEnd();
  }

  function abort(): void {
    if (socket !== undefined) destroy(socket, ended());
    end();
  }

  /** The driver may not have noticed yet what a statement has died of: another would never end. */
  async function run<T>(statement: () => Promise<T>): Promise<T> {
    if (isOver) throw ended();
    try {
      return await statement();
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
    async close() {
      await sql.end({ timeout: CLOSE_TIMEOUT_SECONDS });
      abort(); // a server that is stuck has not closed it
    },
    abort,
  };
}

/** Whether the server has refused a statement, and waits for the next. */
function isAnswer(error: unknown): boolean {
  return error instanceof postgres.PostgresError && error.severity === "ERROR";
}

function ended(): Error {
  const error = new Error("the session with the database has ended");
  return Object.assign(error, { code: "CONNECTION_CLOSED" });
}

/** Later, when the driver listens to it. */
function destroy(socket: Socket, error: Error): void {
  setImmediate(() => socket.destroy(error));
}
