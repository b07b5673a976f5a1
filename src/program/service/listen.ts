/** HTTP server of a service: listening, also after a failure, and shutdown. */
import type { Descriptors } from "../../adapters/system/descriptors.ts";
import type { Config } from "../../config/mod.ts";
import { delay } from "../../lib/delay.ts";
import { createDependencyWatch } from "../../log/dependency_watch.ts";
import type { Log } from "../../log/mod.ts";

export interface ListenOptions {
  log: Log;
  /** Reads the open files of the process, for the log; null: unknown. */
  descriptors(): Descriptors | null;
}

export interface Listener {
  addr: Deno.NetAddr;
  /** Accepts no more connections, and resolves when the requests in progress have ended. */
  shutdown(): Promise<void>;
}

type Server = Deno.HttpServer<Deno.NetAddr>;

/** Time before an attempt to listen again, in milliseconds. */
const RELISTEN_MS = 500;
/** Time without a failure after which connections count as accepted again, in milliseconds. */
const STABLE_MS = 10_000;

/**
 * Listens on HOST and PORT. A server of Deno that fails to accept a connection, as for lack of open
 * files, accepts no more. Another takes its place, while it finishes the requests in progress. It
 * ends its idle connections, for which Deno has no time limit: most often they have the open files.
 *
 * @throws Error that names the key and says what to do, where HOST or PORT is unavailable.
 */
export function listen(
  { HOST, PORT }: Config,
  { log, descriptors }: ListenOptions,
  handler: Deno.ServeHandler,
): Listener {
  const watch = createDependencyWatch({ log, kind: "listener" });
  const stopping = new AbortController();
  /** Servers that accept no more, until their last request is done. */
  const retired = new Set<Promise<void>>();
  let recovery: ReturnType<typeof setTimeout> | undefined;

  function serve(port: number): Server {
    const onError = (error: unknown) => {
      log.error({ err: String(error) }, "request failed");
      return new Response("internal error\n", { status: 500 });
    };
    return Deno.serve({ hostname: HOST, port, onListen: () => {}, onError }, handler);
  }

  function serveFirst(): Server {
    try {
      return serve(PORT);
    } catch (error) {
      throw toOperatorError(error, HOST, PORT);
    }
  }

  /** Listens again, unless the service stops. */
  async function serveAgain(): Promise<void> {
    for (;;) {
      await delay(RELISTEN_MS, stopping.signal);
      if (stopping.signal.aborted) return;
      try {
        current = serve(addr.port);
        recovery = setTimeout(() => watch.succeeded(HOST), STABLE_MS);
        return;
      } catch (error) {
        failed(error);
      }
    }
  }

  function failed(error: unknown): void {
    clearTimeout(recovery);
    const { open, max } = descriptors() ?? {};
    const facts = { "open-files": open, "open-files-max": max };
    watch.failed(HOST, { reason: (error as Error).message, facts, isCertain: true });
  }

  function retire(server: Server): void {
    const end = server.shutdown().catch(() => {}).finally(() => retired.delete(end));
    retired.add(end);
  }

  async function restartOnFailure(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        return await current.finished; // at the shutdown
      } catch (error) {
        if (stopping.signal.aborted) return;
        failed(error);
        retire(current);
        await serveAgain();
      }
    }
  }

  let current = serveFirst();
  const { addr } = current;
  void restartOnFailure();
  return {
    addr,
    async shutdown() {
      stopping.abort();
      clearTimeout(recovery);
      await Promise.all([current.shutdown(), ...retired]);
    },
  };
}

function toOperatorError(error: unknown, host: string, port: number): unknown {
  if (error instanceof Deno.errors.AddrInUse) {
    return new Error(
      `port ${port} of ${host} is in use; stop the program that uses it, or set PORT to another`,
    );
  }
  if (error instanceof Deno.errors.PermissionDenied) {
    return new Error(`PORT ${port} is not permitted to this user; set PORT to 1024 or higher`);
  }
  if (error instanceof Deno.errors.AddrNotAvailable) {
    return new Error(
      `HOST ${host} is not an address of this machine; set HOST to one that is, or to 0.0.0.0 for all`,
    );
  }
  // Deno has no error class for names: a malformed one is a URIError, others have getaddrinfo's text.
  const isName = error instanceof Error && /^(invalid|failed to lookup) /.test(error.message);
  return isName ? new Error(`HOST ${host} is neither an address nor a name that resolves`) : error;
}

/** Returns the URL that reaches the server from this machine, without a trailing slash. */
export function urlOf({ hostname, port }: Deno.NetAddr): string {
  const host = hostname === "0.0.0.0" || hostname === "::" ? "127.0.0.1" : hostname;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
