/** Connections that are not HTTP, under the same guard: to carriers that speak SMPP. */
import { connect, type Socket } from "node:net";
import { FetchRefused } from "../../env.ts";
import { createGuard, type Resolve } from "./guard.ts";

export interface DialOptions {
  /** See `GuardedFetchOptions`. Default none. */
  allow?: readonly string[];
  /** Milliseconds until the socket is connected, name included. Default 10000. */
  connectTimeoutMs?: number;
  /** Addresses of a host name. Default: the system's resolver. */
  resolve?: Resolve;
}

/** Connects to a host and port. Rejects with FetchRefused, whose reason says what to do about it. */
export type Dial = (host: string, port: number) => Promise<Socket>;

export function createDial(
  { allow = [], connectTimeoutMs = 10_000, resolve }: DialOptions = {},
): Dial {
  const guard = createGuard(allow, resolve);

  return (host, port) =>
    new Promise((succeed, fail) => {
      const where = `${host}:${port}`;
      let socket: Socket;
      try {
        socket = connect({ host, port, lookup: guard.vetHost(host, port) });
      } catch (error) {
        return fail(inOperatorsWords(error, where));
      }
      const timer = setTimeout(() => {
        socket.destroy();
        const seconds = connectTimeoutMs / 1000;
        fail(new FetchRefused("timeout", `${where} was not reached within ${seconds} s`));
      }, connectTimeoutMs);
      const onError = (error: Error) => {
        clearTimeout(timer);
        socket.destroy();
        fail(inOperatorsWords(error, where));
      };
      socket.once("error", onError);
      socket.once("connect", () => {
        clearTimeout(timer);
        socket.off("error", onError);
        succeed(socket);
      });
    });
}

function inOperatorsWords(error: unknown, where: string): unknown {
  if (error instanceof FetchRefused && error.rule === "address") {
    const hint = "an address in a private network must be in OUTBOUND_ALLOW";
    return new FetchRefused("address", `${where} may not be connected to: ${hint}`);
  }
  if (error instanceof FetchRefused && error.rule === "connection") {
    return new FetchRefused("connection", `the name of ${where} could not be resolved`);
  }
  if (!(error instanceof Error) || error instanceof FetchRefused) return error;
  const { code = "" } = error as { code?: string };
  if (code === "ECONNREFUSED") {
    return new FetchRefused("connection", `${where} refused the connection`);
  }
  return new FetchRefused("connection", `${where} could not be reached (${code || error.message})`);
}
