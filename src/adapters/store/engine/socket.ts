/**
 * Sockets to Postgres servers, encrypted as libpq's sslmode requires (PostgreSQL 18, section
 * 32.19). Not left to the driver, which checks no certificates in most modes and has no name to
 * check.
 */
import { isIP, Socket } from "node:net";
import { connect as connectTls, type ConnectionOptions } from "node:tls";
import {
  type DatabaseHost,
  type DatabaseTarget,
  type DatabaseTls,
  socketPathOf,
} from "../../../config/database/target.ts";
import { certificatesOf } from "../../../tls/certificates.ts";
import { isUnknownIssuer, tlsOptions as trusting } from "../../../tls/client.ts";

/** Encryption of a socket: none; where the server offers it; or required. */
export type Encryption = "none" | "offered" | "required";

/** A server and the encryption of the socket to it. */
export interface Endpoint {
  host: DatabaseHost;
  encryption: Encryption;
}

/** Encryption to try by sslmode, in this order while the server refuses. */
const ENCRYPTIONS: Record<DatabaseTls["mode"], readonly Encryption[]> = {
  "disable": ["none"],
  "allow": ["none", "required"],
  "prefer": ["offered", "none"],
  "require": ["required"],
  "verify-ca": ["required"],
  "verify-full": ["required"],
};

/** Lists a host's endpoints in the order in which libpq tries them. Unix sockets have no TLS. */
export function endpointsOf(host: DatabaseHost, { tls }: DatabaseTarget): Endpoint[] {
  const encryptions = socketPathOf(host) === null ? ENCRYPTIONS[tls.mode] : ["none"] as const;
  return encryptions.map((encryption) => ({ host, encryption }));
}

/** `SSLRequest` (PostgreSQL 18, section 54.7): its length 8, and the version 1234.5679. */
const SSL_REQUEST = Uint8Array.of(0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f);
/** Responses to `SSLRequest`: `S` accepts TLS, `N` declines it. */
const [ACCEPTS_TLS, DECLINES_TLS] = [..."SN"].map((letter) => letter.charCodeAt(0));

/**
 * Connects to an endpoint and sets up its encryption.
 * @param signal Aborts the attempt.
 * @throws Error with a `code` for every failure of network or TLS; NotCapable without permission.
 */
export async function openSocket(
  { host, encryption }: Endpoint,
  { tls, keepAliveSeconds }: Pick<DatabaseTarget, "tls" | "keepAliveSeconds">,
  signal: AbortSignal,
): Promise<Socket> {
  const socket = ignoreErrors(new Socket());
  try {
    await connect(socket, host, signal);
    socket.setKeepAlive(true, keepAliveSeconds * 1000);
    socket.setNoDelay(true); // the driver writes a COPY in parts, and Nagle would delay each
    if (encryption === "none") return socket;
    if (await offersTls(socket, signal)) return await startTls(socket, host, tls, signal);
    if (encryption === "offered") return socket;
    throw tlsError("the server offers no TLS, which sslmode requires");
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

/** Prevents an error of a socket without another listener from ending the process. */
function ignoreErrors<T extends Socket>(socket: T): T {
  return socket.on("error", () => {});
}

function connect(socket: Socket, host: DatabaseHost, signal: AbortSignal): Promise<void> {
  const path = socketPathOf(host);
  return firstOf(socket, "connect", signal, () => {
    if (path !== null) socket.connect(path);
    else socket.connect(host.port, host.address ?? host.host);
  });
}

/** Resolves with the first such event; rejects when the socket fails or closes first. */
async function firstOf<T = void>(
  socket: Socket,
  event: string,
  signal: AbortSignal,
  start: () => void,
): Promise<T> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const closed = () => reject(connectionError("CLOSED", "the server closed the connection"));
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
  const request = () => void socket.write(SSL_REQUEST);
  const response = await firstOf<Uint8Array>(socket, "data", signal, request);
  // Bytes after the first were injected by a man in the middle (CVE-2021-23222).
  if (response.length === 1 && response[0] === ACCEPTS_TLS) return true;
  if (response.length === 1 && response[0] === DECLINES_TLS) return false;
  throw connectionError("PROTOCOL", "the peer is not a Postgres server");
}

async function startTls(
  socket: Socket,
  host: DatabaseHost,
  tls: DatabaseTls,
  signal: AbortSignal,
): Promise<Socket> {
  const options = await tlsOptions(tls, host.host);
  signal.throwIfAborted();
  const secure = ignoreErrors(connectTls({ ...options, socket }));
  try {
    await firstOf(secure, "secureConnect", signal, () => {});
    return secure;
  } catch (error) {
    secure.destroy();
    throw signal.aborted ? error : tlsError(tlsReason(error), error);
  }
}

async function tlsOptions(
  { mode, rootCerts, trusted, client }: DatabaseTls,
  name: string,
): Promise<ConnectionOptions> {
  const isVerified = mode.startsWith("verify-");
  const { cert = null, key = null } = client === null ? {} : await readIdentity(client);
  const server: ConnectionOptions = {
    // An address cannot be sent as server name (RFC 6066, section 3), but a certificate may hold
    // it.
    ...isIP(name) ? { host: name } : { servername: name },
    rejectUnauthorized: isVerified,
    ...mode === "verify-full" ? {} : { checkServerIdentity: () => undefined },
    ...cert === null || key === null ? {} : { cert, key },
  };
  if (!isVerified) return server;
  if (rootCerts.length > 0) return { ...server, ca: await readFirst(rootCerts) };
  const files = await Promise.all(trusted.map((file) => readCertificates(file.key, file.path)));
  // Anyone can get a certificate of a public authority: without its name, that proves nothing.
  if (mode !== "verify-full") return { ...server, ca: files.flat() };
  return { ...server, ...trusting(files.flat(), { ca: null, certificate: cert, key }) };
}

async function readIdentity(
  client: { cert: string; key: string },
): Promise<{ cert: string; key: string }> {
  await assertPrivate("sslkey", client.key);
  const [cert, key] = await Promise.all([
    read("sslcert", client.cert),
    read("sslkey", client.key),
  ]);
  return { cert, key };
}

async function readFirst([first, ...fallbacks]: readonly string[]): Promise<string[]> {
  try {
    return await readCertificates("sslrootcert", first!);
  } catch (error) {
    if (fallbacks.length === 0) throw error;
    return await readFirst(fallbacks);
  }
}

/** Reads certificates, and checks them: with an invalid one the runtime ends the process. */
async function readCertificates(parameter: string, path: string): Promise<string[]> {
  const text = await read(parameter, path);
  try {
    return certificatesOf(text);
  } catch (error) {
    throw fileError(`${parameter} has ${(error as Error).message}: ${path}`, error);
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
 * Refuses a secret file that other users may read. As with libpq, the group may read a file of
 * root.
 * @throws Error that names the parameter and its file.
 */
export async function assertPrivate(parameter: string, path: string): Promise<void> {
  const { mode, uid } = await Deno.stat(path).catch((error) => {
    throw fileError(`${parameter} cannot be read: ${error.message}`, error);
  });
  if (mode === null || (mode & (uid === 0 ? 0o037 : 0o077)) === 0) return;
  throw fileError(`${parameter} can be read by other users; run chmod 600 ${path}`);
}

function tlsReason(error: unknown): string {
  const { code = "", message } = error as { code?: string; message: string };
  if (isUnknownIssuer(error)) {
    return "the server's certificate is not signed by any certificate of sslrootcert, or of " +
      "CA_CERTIFICATES without it";
  }
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") {
    return "the server's certificate is for another name, which sslmode=verify-full refuses";
  }
  return `TLS with the server failed: ${message}`;
}

const tlsError = (message: string, cause?: unknown) => connectionError("TLS", message, cause);
const fileError = (message: string, cause?: unknown) => connectionError("FILE", message, cause);

function connectionError(code: string, message: string, cause?: unknown): Error {
  return Object.assign(new Error(message, { cause }), { code: `CONNECTION_${code}` });
}
