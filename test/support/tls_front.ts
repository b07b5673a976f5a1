/** TLS in front of a plain server on loopback, as a reverse proxy ends it. */
import { connect } from "node:net";
import type { AddressInfo } from "node:net";
import { createServer } from "node:tls";
import type { Certificate } from "./certificates.ts";

export interface TlsFront extends AsyncDisposable {
  port: number;
  /** Returns the address of a URL of the plain server behind it. */
  url(plain: string): string;
}

export interface TlsFrontOptions extends Certificate {
  /** Authority (PEM) that must have signed the client's certificate. Default: none is required. */
  clientCa?: string;
}

/** @param target Port of the plain server. */
export async function startTlsFront(
  target: number,
  { cert, key, clientCa }: TlsFrontOptions,
): Promise<TlsFront> {
  const open = new Set<{ destroy(): void }>();
  const required = clientCa === undefined
    ? {}
    : { ca: [clientCa], requestCert: true, rejectUnauthorized: true };
  const server = createServer({ cert, key, ...required }, (socket) => {
    const behind = connect({ host: "127.0.0.1", port: target });
    for (const [end, other] of [[socket, behind], [behind, socket]] as const) {
      open.add(end);
      end.on("error", () => other.destroy());
      end.on("close", () => {
        open.delete(end);
        other.destroy();
      });
    }
    socket.pipe(behind).pipe(socket);
  });
  server.on("tlsClientError", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url(plain) {
      const url = new URL(plain);
      return plain.replace(`http://${url.host}`, `https://localhost:${port}`);
    },
    async [Symbol.asyncDispose]() {
      for (const end of open) end.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Returns the port of a URL. */
export const portOf = (url: string): number => Number(new URL(url).port);
