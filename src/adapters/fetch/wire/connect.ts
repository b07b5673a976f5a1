/** A socket to where a URL leads, by an address that the guard has checked, within a time limit. */
import net, { type Socket } from "node:net";
import tls from "node:tls";
import { FetchRefused } from "../../../ports/mod.ts";
import { inCustomersWords } from "../failures.ts";
import { type Passage, SEVERAL_ADDRESSES } from "../passage.ts";

export interface ConnectOptions {
  /** Name, TCP and TLS together. */
  timeoutMs: number;
  /** Certificates (PEM) to trust; none: the public roots. */
  ca: readonly string[];
}

export interface Connecting {
  /** Rejects with FetchRefused, or what it was cancelled with. */
  socket: Promise<Socket>;
  cancel(error: Error): void;
}

export function connect(
  { url, lookup }: Passage,
  { timeoutMs, ca }: ConnectOptions,
): Connecting {
  const isTls = url.protocol === "https:";
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const port = Number(url.port) || (isTls ? 443 : 80);
  const socket = isTls
    ? tls.connect({
      ...{ host, port, lookup, ...SEVERAL_ADDRESSES },
      // A literal address is no name (RFC 6066 section 3).
      ...net.isIP(host) === 0 ? { servername: host } : {},
      ...ca.length > 0 ? { ca: [...ca] } : {},
    })
    : net.connect({ host, port, lookup, ...SEVERAL_ADDRESSES });
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();

  function cancel(error: unknown): void {
    leave();
    socket.on("error", () => {});
    socket.destroy();
    reject(inCustomersWords(error));
  }
  const onClose = () => cancel(new Error("closed"));
  const timer = setTimeout(
    () => cancel(new FetchRefused("timeout", "no connection to the server in time")),
    timeoutMs,
  );
  function leave(): void {
    clearTimeout(timer);
    socket.off("error", cancel);
    socket.off("close", onClose);
  }
  socket.once("error", cancel);
  socket.once("close", onClose);
  socket.once(isTls ? "secureConnect" : "connect", () => {
    leave();
    socket.setNoDelay(true);
    resolve(socket);
  });
  return { socket: promise, cancel };
}
