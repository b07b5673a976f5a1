/**
 * Sockets to Postgres servers, encrypted as libpq's sslmode says (PostgreSQL 18, section 32.19). The
 * driver would not check certificates for most modes, nor know a name to check.
 */
import { isIP, Socket } from "node:net";
import { connect as connectTls, type ConnectionOptions } from "node:tls";
import {
  type DatabaseHost,
  type DatabaseTarget,
  type DatabaseTls,
  socketPathOf,
} from "../../config/database/target.ts";

/** Whether a socket is encrypted: never, where the server can, or else not used. */
export type Encryption = "none" | "offered" | "required";

/** A server, and how a socket to it is made. */
export interface Way {
  host: DatabaseHost;
  encryption: Encryption;
}

/** Encryption by mode, one after the other while the server refuses what came before. */
const ENCRYPTIONS: Record<DatabaseTls["mode"], readonly Encryption[]> = {
  "disable": ["none"],
  "allow": ["none", "required"],
  "prefer": ["offered", "none"],
  "require": ["required"],
  "verify-ca": ["required"],
  "verify-full": ["required"],
};

/** Lists the ways to a host in the order in which libpq tries them. Unix sockets have no TLS. */
export function waysTo(host: DatabaseHost, { tls }: DatabaseTarget): Way[] {
  const encryptions = socketPathOf(host) === null ? ENCRYPTIONS[tls.mode] : ["none"] as const;
  return encryptions.map((encryption) => ({ host, encryption }));
}

/** `SSLRequest` (PostgreSQL 18, section 54.7): its length 8, and the version 1234.5679. */
const SSL_REQUEST = Uint8Array.of(0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f);
const [WILLING, UNWILLING] = [..."SN"].map((letter) => letter.charCodeAt(0));

/**
 * Connects, encrypted where the way says so.
 * @param signal Gives it up.
 * @throws Error with a `code` for every failure of network or TLS; NotCapable without permission.
 */
export async function openSocket(
  { host, encryption }: Way,
  { tls, keepAliveSeconds }: Pick<DatabaseTarget, "tls" | "keepAliveSeconds">,
  signal: AbortSignal,
): Promise<Socket> {
  const socket = quiet(new Socket());
  try {
    await reach(socket, host, signal);
    socket.setKeepAlive(true, keepAliveSeconds * 1000);
    socket.setNoDelay(true); // the driver writes a COPY in parts, each of which would be waited for
    if (encryption === "none") return socket;
    if (await offersTls(socket, signal)) return await encrypted(socket, host, tls, signal);
    if (encryption === "offered") return socket;
    throw tlsError("the server offers no TLS, which sslmode asks for");
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

/** A socket whose failure, while nobody looks, ends no process. */
function quiet<T extends Socket>(socket: T): T {
  return socket.on("error", () => {});
}

function reach(socket: Socket, host: DatabaseHost, signal: AbortSignal): Promise<void> {
  const path = socketPathOf(host);
  return firstOf(socket, "connect", signal, () => {
    if (path !== null) socket.connect(path);
    else socket.connect(host.port, host.address ?? host.host);
  });
}

/** Resolves with the first such event; rejects when the socket fails or closes before it. */
async function firstOf<T = void>(
  socket: Socket,
  event: string,
  signal: AbortSignal,
  start: () => void,
): Promise<T> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const closed = () => reject(connectionError("CLOSED", "the server has hung up"));
  const aborted = () => reject(signal.reason);
  socket.once(event, resolve).once("error", reject).once("close", closed);
  signal.addEventListener("abort", aborted);
  try {
    start(); // throws without permission
    return await promise;
  } finally {
    socket.off(event, resolve).off("error", reject).off("close", closed);
    signal.removeEventListener("abort", aborted);
  }
}

async function offersTls(socket: Socket, signal: AbortSignal): Promise<boolean> {
  const ask = () => void socket.write(SSL_REQUEST);
  const answer = await firstOf<Uint8Array>(socket, "data", signal, ask);
  // What comes with the letter was written by somebody on the line (CVE-2021-23222).
  if (answer.length === 1 && answer[0] === WILLING) return true;
  if (answer.length === 1 && answer[0] === UNWILLING) return false;
  throw connectionError("PROTOCOL", "what answers is no Postgres server");
}

async function encrypted(
  socket: Socket,
  host: DatabaseHost,
  tls: DatabaseTls,
  signal: AbortSignal,
): Promise<Socket> {
  const options = await tlsOptions(tls, host.host);
  signal.throwIfAborted();
  const secure = quiet(connectTls({ ...options, socket }));
  try {
    await firstOf(secure, "secureConnect", signal, () => {});
    return secure;
  } catch (error) {
    secure.destroy();
    throw signal.aborted ? error : tlsError(tlsReason(error), error);
  }
}

async function tlsOptions(
  { mode, rootCerts, client }: DatabaseTls,
  name: string,
): Promise<ConnectionOptions> {
  const isVerified = mode.startsWith("verify-");
  const server: ConnectionOptions = {
    // An address is no server name (RFC 6066, section 3), but can be in a certificate.
    ...isIP(name) ? { host: name } : { servername: name },
    rejectUnauthorized: isVerified,
    ...mode === "verify-full" ? {} : { checkServerIdentity: () => undefined },
  };
  if (isVerified) server.ca = await rootCertificates(rootCerts);
  if (client === null) return server;
  await assertPrivate("sslkey", client.key);
  const [cert, key] = await Promise.all([
    read("sslcert", client.cert),
    read("sslkey", client.key),
  ]);
  return { ...server, cert, key };
}

async function rootCertificates(files: readonly string[]): Promise<string> {
  const [first, ...others] = files;
  try {
    return await read("sslrootcert", first!);
  } catch (error) {
    if (others.length === 0) throw error;
    return await rootCertificates(others);
  }
}

async function read(parameter: string, path: string): Promise<string> {
  try {
    return await Deno.readTextFile(path);
  } catch (error) {
    throw fileError(`${parameter} cannot be read: ${(error as Error).message}`, error);
  }
}

/**
 * Refuses a secret that others may read, as libpq does: root's may be read by a group.
 * @throws Error that names the parameter and its file.
 */
export async function assertPrivate(parameter: string, path: string): Promise<void> {
  const { mode, uid } = await Deno.stat(path).catch((error) => {
    throw fileError(`${parameter} cannot be read: ${error.message}`, error);
  });
  if (mode === null || (mode & (uid === 0 ? 0o037 : 0o077)) === 0) return;
  throw fileError(`${parameter} can be read by other users; mend it with chmod 600 ${path}`);
}

/** Codes of OpenSSL for certificates that nobody vouches for. */
const UNKNOWN_ISSUER = [
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
];

function tlsReason(error: unknown): string {
  const { code = "", message } = error as { code?: string; message: string };
  if (UNKNOWN_ISSUER.includes(code)) {
    return "the server's certificate is signed by none of sslrootcert";
  }
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") {
    return "the server's certificate is for another name, and sslmode is verify-full";
  }
  return `TLS with the server fails: ${message}`;
}

const tlsError = (message: string, cause?: unknown) => connectionError("TLS", message, cause);
const fileError = (message: string, cause?: unknown) => connectionError("FILE", message, cause);

function connectionError(code: string, message: string, cause?: unknown): Error {
  return Object.assign(new Error(message, { cause }), { code: `CONNECTION_${code}` });
}
