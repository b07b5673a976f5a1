/** Opens the TCP or TLS connection of a session, within a time limit. */
import type { Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import type { SmscSmppSettings } from "../../core/routing/connector.ts";
import { abortable } from "../../lib/abortable.ts";
import {
  CLIENT_CERTIFICATE_REFUSED,
  isClientCertificateRefused,
  isUnknownIssuer,
  type TlsOptions,
  tlsOptions,
} from "../../tls/client.ts";
import { deadline } from "../../lib/deadline.ts";
import { tlsOf } from "../tls.ts";
import type { SmppPorts } from "./types.ts";

/** No session could be established; the message is for operators. */
export class NoSession extends Error {
  override name = "NoSession";
}

/**
 * Opens a connection.
 *
 * @param signal Cancels the attempt.
 * @throws NoSession
 */
export async function openConnection(
  settings: SmscSmppSettings,
  { connect, trustedCertificates = [] }: Pick<SmppPorts, "connect" | "trustedCertificates">,
  signal: AbortSignal,
): Promise<Socket> {
  const { host, port, tls, timeoutSeconds } = settings;
  const opened: Socket[] = [];
  let isCancelled = false;

  async function open(): Promise<Socket> {
    const socket = await connect(host, port);
    if (isCancelled) return socket.destroy();
    opened.push(socket);
    if (!tls) return socket;
    const secure = await startTls(socket, host, tlsOptions(trustedCertificates, tlsOf(settings)));
    opened.push(secure);
    return secure;
  }

  try {
    return await deadline(abortable(open(), signal), timeoutSeconds * 1000, () => {
      throw new NoSession(`no connection within ${timeoutSeconds} s`);
    });
  } catch (error) {
    isCancelled = true;
    for (const socket of opened) socket.destroy();
    if (error instanceof NoSession) throw error;
    throw new NoSession(signal.aborted ? "the connector was stopped" : reasonOf(error));
  }
}

function startTls(socket: Socket, host: string, options: TlsOptions): Promise<Socket> {
  socket.on("error", () => {}); // reported by the TLS socket
  return new Promise((resolve, reject) => {
    const secure = connectTls({ socket, host, ...options });
    secure.once("secureConnect", () => {
      secure.off("error", reject);
      resolve(secure);
    });
    secure.on("error", reject);
    secure.once("close", () => reject(new Error("the connection was closed")));
  });
}

function reasonOf(error: unknown): string {
  const { message, code = "" } = error as Error & { code?: string };
  if (code === "ECONNREFUSED") return "the connection was refused";
  if (isUnknownIssuer(error)) {
    return "the TLS certificate is not valid: no trusted authority has signed it; set tls-ca or " +
      "CA_CERTIFICATES";
  }
  if (isClientCertificateRefused(error)) return CLIENT_CERTIFICATE_REFUSED;
  if (/CERT|SELF_SIGNED/.test(code)) return `the TLS certificate is not valid: ${message}`;
  return `no connection: ${message}`;
}
