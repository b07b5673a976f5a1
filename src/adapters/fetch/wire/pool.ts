/** Connections to servers, kept alive and shared by the requests to each. */
import { FetchRefused } from "../../../ports/mod.ts";
import type { Passage } from "../passage.ts";
import { connect } from "./connect.ts";
import { type Connection, createConnection } from "./connection.ts";
import type { Deadline } from "./deadlines.ts";

export interface PoolOptions {
  /** To one server; more requests than that wait. */
  maxConnections: number;
  /** An unused connection is kept for so long. */
  keepAliveMs: number;
  /** Certificates (PEM) to trust; none: the public roots. */
  ca: readonly string[];
}

export interface Pool {
  /**
   * A connection that nobody else uses, until what it carries is answered. Rejects with FetchRefused,
   * or what it was given up with.
   */
  take(passage: Passage, connectTimeoutMs: number, deadline: Deadline): Promise<Connection>;
  /** The same where one is free. */
  takeIdle(passage: Passage): Connection | null;
  close(): void;
}

interface Server {
  /** The one that was used last is the last. */
  idle: Connection[];
  /** Open, or being opened. */
  count: number;
  waiting: Set<() => void>;
}

export function createPool({ maxConnections, keepAliveMs, ca }: PoolOptions): Pool {
  const servers = new Map<string, Server>();
  /** How each connection, open or being opened, is ended. */
  const live = new Set<(error: Error) => void>();
  let isClosed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function serverOf({ origin }: URL): Server {
    let server = servers.get(origin);
    if (server === undefined) {
      server = { idle: [], count: 0, waiting: new Set() };
      servers.set(origin, server);
    }
    return server;
  }

  /** Null: there is none that can be used. */
  function idleOne({ idle }: Server): Connection | null {
    const since = performance.now() - keepAliveMs;
    for (let one = idle.pop(); one !== undefined; one = idle.pop()) {
      if (one.isOpen && one.idleSince > since) return one;
      one.destroy();
    }
    return null;
  }

  async function open(
    server: Server,
    passage: Passage,
    timeoutMs: number,
    deadline: Deadline,
  ): Promise<Connection> {
    const { socket, cancel } = connect(passage, { timeoutMs, ca });
    deadline.giveUp = cancel;
    live.add(cancel);
    server.count++;
    const leave = () => {
      server.count--;
      next(server);
    };
    try {
      const connection = createConnection(await socket, {
        onIdle() {
          server.idle.push(connection);
          timer ??= setTimeout(sweep, keepAliveMs);
          next(server);
        },
        onClosed() {
          live.delete(connection.destroy);
          leave();
        },
      });
      live.add(connection.destroy);
      return connection;
    } catch (error) {
      leave();
      throw error;
    } finally {
      live.delete(cancel);
    }
  }

  /** Somebody who waits has his turn. */
  function next({ waiting }: Server): void {
    for (const turn of waiting) {
      waiting.delete(turn);
      return turn();
    }
  }

  function turnIn({ waiting }: Server, deadline: Deadline): Promise<void> {
    return new Promise((resolve, reject) => {
      deadline.giveUp = (error) => {
        waiting.delete(resolve);
        reject(error);
      };
      waiting.add(resolve);
    });
  }

  /** Unused connections end, and servers without any are forgotten. */
  function sweep(): void {
    timer = undefined;
    const since = performance.now() - keepAliveMs;
    let left = 0;
    for (const [origin, server] of servers) {
      const old = server.idle.filter(({ idleSince }) => idleSince <= since);
      server.idle = server.idle.filter(({ idleSince }) => idleSince > since);
      for (const one of old) one.destroy();
      left += server.idle.length;
      if (server.count === 0 && server.waiting.size === 0) servers.delete(origin);
    }
    if (left > 0 && !isClosed) timer = setTimeout(sweep, keepAliveMs / 2);
  }

  return {
    takeIdle: ({ url }) => idleOne(serverOf(url)),

    async take(passage, connectTimeoutMs, deadline) {
      const server = serverOf(passage.url);
      while (!isClosed) {
        const idle = idleOne(server);
        if (idle !== null) return idle;
        if (server.count < maxConnections) {
          return await open(server, passage, connectTimeoutMs, deadline);
        }
        await turnIn(server, deadline);
      }
      throw new FetchRefused("connection", STOPPING);
    },

    close() {
      isClosed = true;
      clearTimeout(timer);
      for (const end of [...live]) end(new FetchRefused("connection", STOPPING));
      for (const server of servers.values()) {
        for (const turn of server.waiting) turn();
      }
    },
  };
}

const STOPPING = "the service is stopping";
