/** TCP connections to hosts that the operator configured: carriers that speak SMPP. */
import { connect, type Socket } from "node:net";
import { FetchRefused } from "../../ports/mod.ts";
import { lookupOf, resolveOrRefuse } from "./passage.ts";
import type { Resolve } from "./resolver.ts";

export interface DialOptions {
  /** Milliseconds until the socket is connected, name included. Default 10000. */
  connectTimeoutMs?: number;
  /** Addresses of a host name. */
  resolve: Resolve;
}

/**
 * Connects to a host and port, in private networks too: for what the operator configured, never for
 * what a customer gave. Rejects with FetchRefused, whose reason says what is wrong.
 */
export type Dial = (host: string, port: number) => Promise<Socket>;

export function createDial({ connectTimeoutMs = 10_000, resolve }: DialOptions): Dial {
  return (host, port) =>
    new Promise((succeed, fail) => {
      const where = `${host}:${port}`;
      const lookup = lookupOf(() => resolveOrRefuse(resolve, host));
      const socket = connect({ host, port, lookup });
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

function inOperatorsWords(error: Error, where: string): Error {
  if (error instanceof FetchRefused) {
    return new FetchRefused("connection", `the name of ${where} could not be resolved`);
  }
  const { code = "" } = error as { code?: string };
  if (code === "ECONNREFUSED") {
    return new FetchRefused("connection", `${where} refused the connection`);
  }
  return new FetchRefused("connection", `${where} could not be reached (${code || error.message})`);
}
