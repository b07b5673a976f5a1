/** Pool of keep-alive connections per server. */
import type { TlsOptions } from "../../../tls/client.ts";
import { FetchRefused } from "../../../ports/mod.ts";
import type { VettedUrl } from "./vetted_url.ts";
import { connect } from "./connect.ts";
import { type Connection, createConnection } from "./connection.ts";
import type { Deadline } from "./deadlines.ts";

export interface PoolOptions {
  /** Maximum connections per server; further requests wait. */
  maxConnections: number;
  /** Keep-alive of idle connections, in milliseconds. */
  keepAliveMs: number;
  tls: TlsOptions;
}

export interface Pool {
  /**
   * Acquires a connection for one request; the response releases it. Opens one or waits if none is
   * idle.
   *
   * @throws FetchRefused, or the error that aborted `deadline`.
   */
  acquire(vetted: VettedUrl, connectTimeoutMs: number, deadline: Deadline): Promise<Connection>;
  /** Acquires a new connection as `acquire` does; where there are too many, an idle one is closed. */
  acquireNew(vetted: VettedUrl, connectTimeoutMs: number, deadline: Deadline): Promise<Connection>;
  /** Acquires an idle connection; null when there is none. */
  acquireIdle(vetted: VettedUrl): Connection | null;
  close(): void;
}

interface Server {
  /** Stack of idle connections, the most recently used last. */
  idle: Connection[];
  /** Number of connections, open or being opened. */
  count: number;
  waiting: Set<() => void>;
}

const STOPPING = "the service is stopping";

export function createPool({ maxConnections, keepAliveMs, tls }: PoolOptions): Pool {
  const servers = new Map<string, Server>();
  /** Function that closes each connection, open or being opened. */
  const closers = new Set<(error: Error) => void>();
  let isClosed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Returns the time since which a connection that is to be used may have idled. */
  const idleLimit = () => performance.now() - keepAliveMs;

  function serverOf({ origin }: URL): Server {
    let server = servers.get(origin);
    if (server === undefined) {
      server = { idle: [], count: 0, waiting: new Set() };
      servers.set(origin, server);
    }
    return server;
  }

  async function open(
    server: Server,
    vetted: VettedUrl,
    timeoutMs: number,
    deadline: Deadline,
  ): Promise<Connection> {
    const { socket, cancel } = connect(vetted, { timeoutMs, tls });
    deadline.abort = cancel;
    closers.add(cancel);
    server.count++;
    const release = () => {
      server.count--;
      wakeNext(server);
    };
    try {
      const connection = createConnection(await socket, {
        onIdle() {
          server.idle.push(connection);
          timer ??= setTimeout(evictIdle, keepAliveMs);
          wakeNext(server);
        },
        onClosed() {
          closers.delete(connection.destroy);
          release();
        },
      });
      closers.add(connection.destroy);
      return connection;
    } catch (error) {
      release();
      throw error;
    } finally {
      closers.delete(cancel);
    }
  }

  /** Closes connections that idled too long, and deletes servers without connections. */
  function evictIdle(): void {
    timer = undefined;
    const since = idleLimit();
    let idleCount = 0;
    for (const [origin, server] of servers) {
      const expired = server.idle.filter(({ idleSince }) => idleSince <= since);
      server.idle = server.idle.filter(({ idleSince }) => idleSince > since);
      for (const connection of expired) connection.destroy();
      idleCount += server.idle.length;
      if (server.count === 0 && server.waiting.size === 0) servers.delete(origin);
    }
    if (idleCount > 0 && !isClosed) timer = setTimeout(evictIdle, keepAliveMs / 2);
  }

  return {
    acquireIdle: ({ url }) => popIdle(serverOf(url), idleLimit()),

    async acquire(vetted, connectTimeoutMs, deadline) {
      const server = serverOf(vetted.url);
      while (!isClosed) {
        const idle = popIdle(server, idleLimit());
        if (idle !== null) return idle;
        if (server.count < maxConnections) {
          return await open(server, vetted, connectTimeoutMs, deadline);
        }
        await waitForTurn(server, deadline);
      }
      throw new FetchRefused("connection", STOPPING);
    },

    async acquireNew(vetted, connectTimeoutMs, deadline) {
      const server = serverOf(vetted.url);
      while (!isClosed) {
        if (server.count >= maxConnections) server.idle.shift()?.destroy();
        if (server.count < maxConnections) {
          return await open(server, vetted, connectTimeoutMs, deadline);
        }
        await waitForTurn(server, deadline);
      }
      throw new FetchRefused("connection", STOPPING);
    },

    close() {
      isClosed = true;
      clearTimeout(timer);
      for (const destroy of [...closers]) destroy(new FetchRefused("connection", STOPPING));
      for (const server of servers.values()) {
        for (const wake of server.waiting) wake();
      }
    },
  };
}

/** Pops the most recent connection that is usable after `since`; destroys the others it meets. */
function popIdle({ idle }: Server, since: number): Connection | null {
  for (let connection = idle.pop(); connection !== undefined; connection = idle.pop()) {
    if (connection.isOpen && connection.idleSince > since) return connection;
    connection.destroy();
  }
  return null;
}

/** Wakes the request that has waited longest. */
function wakeNext({ waiting }: Server): void {
  for (const wake of waiting) {
    waiting.delete(wake);
    return wake();
  }
}

function waitForTurn({ waiting }: Server, deadline: Deadline): Promise<void> {
  return new Promise((resolve, reject) => {
    deadline.abort = (error) => {
      waiting.delete(resolve);
      reject(error);
    };
    waiting.add(resolve);
  });
}
