/** Sockets to vetted URLs, by the addresses of their `lookup`, within a time limit. */
import net, { type Socket } from "node:net";
import tls from "node:tls";
import type { TlsOptions } from "../../../tls/client.ts";
import { FetchRefused } from "../../../ports/mod.ts";
import { toPublicError } from "./failures.ts";
import { HAPPY_EYEBALLS, type VettedUrl } from "./vetted_url.ts";

export interface ConnectOptions {
  /** Timeout of name resolution, TCP and TLS together, in milliseconds. */
  timeoutMs: number;
  tls: TlsOptions;
}

export interface Connecting {
  /** The connected socket. Rejects with FetchRefused, or the error that cancelled it. */
  socket: Promise<Socket>;
  cancel(error: Error): void;
}

export function connect(
  { url, lookup }: VettedUrl,
  { timeoutMs, tls: tlsOptions }: ConnectOptions,
): Connecting {
  const isTls = url.protocol === "https:";
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const port = Number(url.port) || (isTls ? 443 : 80);
  const socket = isTls
    ? tls.connect({
      host,
      port,
      lookup,
      ...HAPPY_EYEBALLS,
      // Server name indication allows no literal addresses (RFC 6066 section 3).
      ...net.isIP(host) === 0 ? { servername: host } : {},
      ...tlsOptions,
    })
    : net.connect({ host, port, lookup, ...HAPPY_EYEBALLS });
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();

  function cancel(error: unknown): void {
    cleanUp();
    socket.on("error", () => {});
    socket.destroy();
    reject(toPublicError(error));
  }
  const onClose = () => cancel(new Error("closed"));
  const timer = setTimeout(
    () => cancel(new FetchRefused("timeout", "no connection to the server in time")),
    timeoutMs,
  );
  function cleanUp(): void {
    clearTimeout(timer);
    socket.off("error", cancel);
    socket.off("close", onClose);
  }
  socket.once("error", cancel);
  socket.once("close", onClose);
  socket.once(isTls ? "secureConnect" : "connect", () => {
    cleanUp();
    socket.setNoDelay(true);
    resolve(socket);
  });
  return { socket: promise, cancel };
}
