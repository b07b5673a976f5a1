/** Connection parameters of the database that DATABASE_URL names. */
import { type CertificateFile, certificateFiles } from "./certificate_files.ts";
import { type KeywordName, type Parameters, parametersOf } from "./keywords.ts";
import { readDatabaseUrl } from "./url.ts";

/** A server of a target. */
export interface DatabaseHost {
  /** Name or address, or the directory of a Unix socket, which begins with a slash. */
  host: string;
  port: number;
  /** Address to connect to instead of resolving `host`, which stays the name for TLS. */
  address: string | null;
}

export type TlsMode = "disable" | "allow" | "prefer" | "require" | "verify-ca" | "verify-full";

/** TLS over TCP. Files are read for each connection, so that they can be replaced. */
export interface DatabaseTls {
  mode: TlsMode;
  /** Files of trusted root certificates; the first that exists is used. */
  rootCerts: readonly string[];
  /** Files of CA_CERTIFICATES, all of which are trusted where `rootCerts` is empty. */
  trusted: readonly CertificateFile[];
  /** Files of the client certificate and its key. */
  client: { cert: string; key: string } | null;
}

export interface DatabaseTarget {
  /** Servers, tried in this order from the one that worked last. */
  hosts: readonly DatabaseHost[];
  database: string;
  user: string;
  password: string | null;
  /** File with `host:port:database:user:password` lines, used where `password` is null. */
  passwordFile: string | null;
  tls: DatabaseTls;
  /** Servers that are accepted: any, or one that takes writes. */
  sessions: "any" | "read-write" | "primary";
  /** Maximum time to connect and authenticate to one server, in milliseconds. */
  connectTimeoutMs: number;
  /** Idle time of a connection before the first TCP keep-alive probe, in seconds. */
  keepAliveSeconds: number;
  applicationName: string;
  /** Command-line options of the session. */
  options: string | null;
}

/** Directory of the socket where no host is named: libpq's default on Debian and Red Hat. */
export const SOCKET_DIRECTORY = "/var/run/postgresql";
const DEFAULT_PORT = 5432;

/** Files of trusted certificates: Debian, Red Hat, Alpine and macOS, SUSE. */
const SYSTEM_CERTIFICATES = [
  "/etc/ssl/certs/ca-certificates.crt",
  "/etc/pki/tls/certs/ca-bundle.crt",
  "/etc/ssl/cert.pem",
  "/etc/ssl/ca-bundle.pem",
];

const DEFAULTS = {
  password: null,
  passwordFile: null,
  tls: { mode: "prefer", rootCerts: [], trusted: [], client: null },
  sessions: "any",
  connectTimeoutMs: 5000,
  keepAliveSeconds: 60,
  applicationName: "slidepost",
  options: null,
} as const satisfies Partial<DatabaseTarget>;

/** Creates the target of a server on this machine, reached over the Unix socket in `directory`. */
export function socketTarget(
  directory: string,
  { user, database, port = DEFAULT_PORT }: { user: string; database: string; port?: number },
): DatabaseTarget {
  return { ...DEFAULTS, hosts: [{ host: directory, port, address: null }], user, database };
}

/**
 * Reads a connection URI as libpq does, completed by libpq's environment variables. Unlike libpq it
 * looks for no files in the home directory: name them (sslrootcert, sslcert, sslkey, passfile).
 * @param environment Variables of the process.
 * @throws Error whose message completes "DATABASE_URL must be …" and quotes nothing of the URL.
 */
export function databaseTarget(
  url: string,
  environment: Readonly<Record<string, string>>,
): DatabaseTarget {
  try {
    return targetOf(parametersOf(readDatabaseUrl(url), environment), environment);
  } catch (error) {
    throw new Error(`a connection URI of Postgres: ${messageOf(error)}`);
  }
}

const messageOf = (error: unknown) => (error as Error).message;

function targetOf(
  parameters: Parameters,
  environment: Readonly<Record<string, string>>,
): DatabaseTarget {
  const valueOf = (name: KeywordName) => parameters.get(name)?.value ?? null;
  const user = valueOf("user") ?? environment.USER ?? environment.LOGNAME ?? environment.USERNAME;
  if (!user) throw new Error("it has no user; add one, or set PGUSER");
  return {
    hosts: hostsOf(valueOf("host"), valueOf("hostaddr"), valueOf("port")),
    database: valueOf("dbname") ?? user,
    user,
    password: valueOf("password"),
    passwordFile: valueOf("passfile"),
    tls: tlsOf(valueOf, environment),
    sessions: (valueOf("target_session_attrs") ?? DEFAULTS.sessions) as DatabaseTarget["sessions"],
    // Zero means no limit with libpq; here a silent server must not keep requests waiting.
    connectTimeoutMs: seconds(parameters, "connect_timeout") * 1000 || DEFAULTS.connectTimeoutMs,
    keepAliveSeconds: seconds(parameters, "keepalives_idle") || DEFAULTS.keepAliveSeconds,
    applicationName: valueOf("application_name") ?? valueOf("fallback_application_name") ??
      DEFAULTS.applicationName,
    options: valueOf("options"),
  };
}

function seconds(parameters: Parameters, name: KeywordName): number {
  const { value, source } = parameters.get(name) ?? { value: "0", source: name };
  if (!/^\d{1,6}$/.test(value)) throw new Error(`${source} must be a whole number of seconds`);
  return Number(value);
}

function hostsOf(
  host: string | null,
  hostaddr: string | null,
  port: string | null,
): DatabaseHost[] {
  const names = listOf(host);
  const addresses = listOf(hostaddr);
  const ports = listOf(port);
  const count = Math.max(names.length, addresses.length, 1);
  if (names.length > 0 && addresses.length > 0 && names.length !== addresses.length) {
    throw new Error("hostaddr must have as many addresses as there are hosts");
  }
  if (ports.length > 1 && ports.length !== count) {
    throw new Error("there must be one port, or as many as there are hosts");
  }
  return Array.from({ length: count }, (_, index) => {
    const address = addresses[index] || null;
    const name = names[index] || address || SOCKET_DIRECTORY;
    if (name.startsWith("@")) throw new Error("abstract sockets are not supported");
    return { host: name, address, port: portOf(ports[index] ?? ports[0] ?? "") };
  });
}

const listOf = (text: string | null): string[] =>
  text === null ? [] : text.split(",").map((item) => item.trim());

function portOf(text: string): number {
  const port = text === "" ? DEFAULT_PORT : /^\d{1,5}$/.test(text) ? Number(text) : NaN;
  if (!(port >= 1 && port <= 65535)) throw new Error("its ports must be numbers from 1 to 65535");
  return port;
}

function tlsOf(
  valueOf: (name: KeywordName) => string | null,
  environment: Readonly<Record<string, string>>,
): DatabaseTls {
  const rootCert = valueOf("sslrootcert");
  const isSystem = rootCert === "system";
  const mode = (valueOf("sslmode") ?? (isSystem ? "verify-full" : DEFAULTS.tls.mode)) as TlsMode;
  if (isSystem && mode !== "verify-full") {
    throw new Error(
      "sslrootcert=system needs sslmode=verify-full: anyone can get a certificate of a public authority",
    );
  }
  const { CA_CERTIFICATES = "", SSL_CERT_FILE } = environment;
  const trusted = rootCert === null ? certificateFiles(CA_CERTIFICATES.trim(), environment) : [];
  if (mode.startsWith("verify-") && rootCert === null && trusted.length === 0) {
    throw new Error(
      `sslmode=${mode} needs sslrootcert (a file of certificates, or system), or CA_CERTIFICATES`,
    );
  }
  // OpenSSL's convention.
  const system = SSL_CERT_FILE ? [SSL_CERT_FILE] : SYSTEM_CERTIFICATES;
  const [cert, key] = [valueOf("sslcert"), valueOf("sslkey")];
  if ((cert === null) !== (key === null)) {
    throw new Error("sslcert and sslkey must be set together");
  }
  return {
    // libpq does the same where there is a root certificate.
    mode: mode === "require" && rootCert !== null ? "verify-ca" : mode,
    rootCerts: isSystem ? system : rootCert === null ? [] : [rootCert],
    trusted,
    client: cert === null || key === null ? null : { cert, key },
  };
}

/** Returns the Unix socket of a host; null: it is reached over TCP. */
export function socketPathOf({ host, port }: DatabaseHost): string | null {
  return host.startsWith("/") ? `${host.replace(/\/+$/, "")}/.s.PGSQL.${port}` : null;
}

/** Formats a host for logs and errors. */
export function hostLabel(host: DatabaseHost): string {
  const name = host.host.includes(":") ? `[${host.host}]` : host.host;
  return socketPathOf(host) ?? `${name}:${host.port}`;
}

/** Formats all hosts of a target for logs and errors. */
export function hostLabels({ hosts }: DatabaseTarget): string {
  return hosts.map(hostLabel).join(",");
}

/** Lists the files of a target, for permissions: sockets are read and written, the others read. */
export function filesOf(
  { hosts, passwordFile, tls: { rootCerts, client } }: DatabaseTarget,
): { sockets: string[]; readable: string[] } {
  const files = [passwordFile, ...rootCerts, client?.cert, client?.key];
  return {
    sockets: hosts.map(socketPathOf).filter((path) => path !== null),
    readable: files.filter((path) => path != null),
  };
}
