/** TCP connections to hosts that the operator configured: SMPP carriers. */
import { connect, type Socket } from "node:net";
import { FetchRefused } from "../../ports/mod.ts";
import { lookupOf, resolveOrRefuse } from "./wire/vetted_url.ts";
import type { Resolve } from "./names/resolver.ts";

export interface DialOptions {
  /** Timeout of the connection, name resolution included, in milliseconds. Default 10000. */
  connectTimeoutMs?: number;
  /** Name resolution. */
  resolve: Resolve;
}

/**
 * Connects to a host and port, in private networks too: only for hosts from the operator's
 * configuration, never from a customer.
 *
 * @throws FetchRefused with a reason for the operator.
 */
export type Dial = (host: string, port: number) => Promise<Socket>;

export function createDial({ connectTimeoutMs = 10_000, resolve }: DialOptions): Dial {
  return (host, port) =>
    new Promise((resolveSocket, reject) => {
      const address = `${host}:${port}`;
      const lookup = lookupOf(() => resolveOrRefuse(resolve, host));
      const socket = connect({ host, port, lookup });
      const timer = setTimeout(() => {
        socket.destroy();
        const seconds = connectTimeoutMs / 1000;
        reject(new FetchRefused("timeout", `${address} was not reached within ${seconds} s`));
      }, connectTimeoutMs);
      const onError = (error: Error) => {
        clearTimeout(timer);
        socket.destroy();
        reject(toOperatorError(error, address));
      };
      socket.once("error", onError);
      socket.once("connect", () => {
        clearTimeout(timer);
        socket.off("error", onError);
        resolveSocket(socket);
      });
    });
}

/** Translates a socket's error; unlike customers, the operator may see the address. */
function toOperatorError(error: Error, address: string): Error {
  if (error instanceof FetchRefused) {
    return new FetchRefused("connection", `the name of ${address} could not be resolved`);
  }
  const { code = "" } = error as { code?: string };
  if (code === "ECONNREFUSED") {
    return new FetchRefused("connection", `${address} refused the connection`);
  }
  return new FetchRefused(
    "connection",
    `${address} could not be reached (${code || error.message})`,
  );
}
