/** The connection under a session: TCP, and TLS where it is asked for, within a time limit. */
import type { Socket } from "node:net";
import { connect as connectTls, rootCertificates } from "node:tls";
import type { SmscSmppSettings } from "../../core/routing/connector.ts";
import type { SmppPorts } from "./types.ts";

/** No session could be had; the message is for operators. */
export class NoSession extends Error {
  override name = "NoSession";
}

/** Throws NoSession. `signal` gives it up. */
export async function openConnection(
  { host, port, tls, timeoutSeconds }: SmscSmppSettings,
  { connect, trustedCertificates = [] }: Pick<SmppPorts, "connect" | "trustedCertificates">,
  signal: AbortSignal,
): Promise<Socket> {
  const opened: Socket[] = [];
  const giveUp = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => giveUp.reject(new NoSession(`no connection within ${timeoutSeconds} s`)),
    timeoutSeconds * 1000,
  );
  const onAbort = () => giveUp.reject(new NoSession("the connector was stopped"));
  signal.addEventListener("abort", onAbort);
  let isLate = false;

  async function open(): Promise<Socket> {
    const socket = await connect(host, port);
    if (isLate) return socket.destroy(); // whoever asked for it has gone
    opened.push(socket);
    if (!tls) return socket;
    const secure = await secured(socket, host, trustedCertificates);
    opened.push(secure);
    return secure;
  }

  try {
    return await Promise.race([open(), giveUp.promise]);
  } catch (error) {
    isLate = true;
    for (const socket of opened) socket.destroy();
    throw error instanceof NoSession ? error : new NoSession(inOperatorsWords(error));
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
  }
}

function secured(socket: Socket, host: string, trusted: readonly string[]): Promise<Socket> {
  socket.on("error", () => {}); // the one above it tells of it
  return new Promise((resolve, reject) => {
    const secure = connectTls({
      socket,
      host,
      ...trusted.length > 0 ? { ca: [...rootCertificates, ...trusted] } : {},
    });
    secure.once("secureConnect", () => {
      secure.off("error", reject);
      resolve(secure);
    });
    secure.on("error", reject);
    secure.once("close", () => reject(new Error("the connection was closed")));
  });
}

function inOperatorsWords(error: unknown): string {
  const { message, code = "" } = error as Error & { code?: string };
  if (code === "ECONNREFUSED") return "the connection was refused";
  if (/CERT|SELF_SIGNED/.test(code)) return `the TLS certificate is not valid: ${message}`;
  return `no connection: ${message}`;
}
