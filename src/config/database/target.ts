/** The database that DATABASE_URL names: what its connections need to know. */
import { type KeywordName, type Parameters, parametersOf } from "./keywords.ts";
import { readDatabaseUrl } from "./url.ts";

/** A server of a target. */
export interface DatabaseHost {
  /** Name or address; or the directory of a Unix socket, which begins with a slash. */
  host: string;
  port: number;
  /** Connected to instead of what `host` resolves to; `host` stays the name for TLS. */
  address: string | null;
}

export type TlsMode = "disable" | "allow" | "prefer" | "require" | "verify-ca" | "verify-full";

/** TLS over TCP. Files are read for each connection, so that they may be replaced. */
export interface DatabaseTls {
  mode: TlsMode;
  /** Files of certificates that sign the server's: the first that is there counts. */
  rootCerts: readonly string[];
  /** Files of our certificate and of its key. */
  client: { cert: string; key: string } | null;
}

export interface DatabaseTarget {
  /** Tried in this order, from the one that worked last. */
  hosts: readonly DatabaseHost[];
  database: string;
  user: string;
  password: string | null;
  /** File of passwords (`host:port:database:user:password` lines), where none is given. */
  passwordFile: string | null;
  tls: DatabaseTls;
  /** Sessions that are taken: those of any server, or of one that takes writes. */
  sessions: "any" | "read-write" | "primary";
  /** Time for one server to let us in, milliseconds. */
  connectTimeoutMs: number;
  /** Silence on a connection before the system asks whether it lives, seconds. */
  keepAliveSeconds: number;
  applicationName: string;
  /** Command-line options of the session. */
  options: string | null;
}

/** Where the socket of a server is that has no name, as libpq of Debian and Red Hat has it. */
export const SOCKET_DIRECTORY = "/var/run/postgresql";
const DEFAULT_PORT = 5432;

/** Where systems keep the certificates that they trust: Debian, Red Hat, Alpine and macOS, SUSE. */
const SYSTEM_CERTIFICATES = [
  "/etc/ssl/certs/ca-certificates.crt",
  "/etc/pki/tls/certs/ca-bundle.crt",
  "/etc/ssl/cert.pem",
  "/etc/ssl/ca-bundle.pem",
];

const DEFAULTS = {
  password: null,
  passwordFile: null,
  tls: { mode: "prefer", rootCerts: [], client: null },
  sessions: "any",
  connectTimeoutMs: 5000,
  keepAliveSeconds: 60,
  applicationName: "slidepost",
  options: null,
} as const satisfies Partial<DatabaseTarget>;

/** Makes the target of a server on this machine, reached over the Unix socket in `directory`. */
export function socketTarget(
  directory: string,
  { user, database, port = DEFAULT_PORT }: { user: string; database: string; port?: number },
): DatabaseTarget {
  return { ...DEFAULTS, hosts: [{ host: directory, port, address: null }], user, database };
}

/**
 * Reads a connection URI as libpq does; what it leaves out libpq's variables say. The files that
 * libpq looks for in the home directory are not: name them (sslrootcert, sslcert, sslkey, passfile).
 * @param environment Variables of the process.
 * @throws Error whose message completes "DATABASE_URL must be …", without what the URL says.
 */
export function databaseTarget(
  url: string,
  environment: Readonly<Record<string, string>>,
): DatabaseTarget {
  try {
    return targetOf(parametersOf(readDatabaseUrl(url), environment), environment);
  } catch (error) {
    throw new Error(`a connection URI of Postgres that can be followed: ${messageOf(error)}`);
  }
}

const messageOf = (error: unknown) => (error as Error).message;

function targetOf(
  parameters: Parameters,
  environment: Readonly<Record<string, string>>,
): DatabaseTarget {
  const of = (name: KeywordName) => parameters.get(name)?.value ?? null;
  const user = of("user") ?? environment.USER ?? environment.LOGNAME ?? environment.USERNAME;
  if (!user) throw new Error("it names no user, nor does PGUSER");
  return {
    hosts: hostsOf(of("host"), of("hostaddr"), of("port")),
    database: of("dbname") ?? user,
    user,
    password: of("password"),
    passwordFile: of("passfile"),
    tls: tlsOf(of, environment),
    sessions: (of("target_session_attrs") ?? DEFAULTS.sessions) as DatabaseTarget["sessions"],
    // Zero is no limit with libpq; here a server that says nothing must not keep requests waiting.
    connectTimeoutMs: seconds(parameters, "connect_timeout") * 1000 || DEFAULTS.connectTimeoutMs,
    keepAliveSeconds: seconds(parameters, "keepalives_idle") || DEFAULTS.keepAliveSeconds,
    applicationName: of("application_name") ?? of("fallback_application_name") ??
      DEFAULTS.applicationName,
    options: of("options"),
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
  return Array.from({ length: count }, (_, place) => {
    const address = addresses[place] || null;
    const name = names[place] || address || SOCKET_DIRECTORY;
    if (name.startsWith("@")) throw new Error("abstract sockets cannot be reached");
    return { host: name, address, port: portOf(ports[place] ?? ports[0] ?? "") };
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
  of: (name: KeywordName) => string | null,
  { SSL_CERT_FILE }: Readonly<Record<string, string>>,
): DatabaseTls {
  const rootCert = of("sslrootcert");
  const isSystem = rootCert === "system";
  const mode = (of("sslmode") ?? (isSystem ? "verify-full" : DEFAULTS.tls.mode)) as TlsMode;
  if (isSystem && mode !== "verify-full") {
    throw new Error("sslrootcert=system needs sslmode=verify-full: anybody has such certificates");
  }
  if (mode.startsWith("verify-") && rootCert === null) {
    throw new Error(`sslmode=${mode} needs sslrootcert: a file of certificates, or system`);
  }
  // As OpenSSL does.
  const trusted = SSL_CERT_FILE ? [SSL_CERT_FILE] : SYSTEM_CERTIFICATES;
  const [cert, key] = [of("sslcert"), of("sslkey")];
  if ((cert === null) !== (key === null)) throw new Error("sslcert and sslkey need each other");
  return {
    // A root certificate makes it so with libpq too.
    mode: mode === "require" && rootCert !== null ? "verify-ca" : mode,
    rootCerts: isSystem ? trusted : rootCert === null ? [] : [rootCert],
    client: cert === null || key === null ? null : { cert, key },
  };
}

/** The Unix socket of a host; null: it is reached over TCP. */
export function socketPathOf({ host, port }: DatabaseHost): string | null {
  return host.startsWith("/") ? `${host.replace(/\/+$/, "")}/.s.PGSQL.${port}` : null;
}

/** A host as logs and errors show it. */
export function hostLabel(host: DatabaseHost): string {
  const name = host.host.includes(":") ? `[${host.host}]` : host.host;
  return socketPathOf(host) ?? `${name}:${host.port}`;
}

/** All hosts of a target as logs and errors show them. */
export function hostLabels({ hosts }: DatabaseTarget): string {
  return hosts.map(hostLabel).join(",");
}

/** Files that a target names, for permissions: sockets are read and written, the others read. */
export function filesOf(
  { hosts, passwordFile, tls: { rootCerts, client } }: DatabaseTarget,
): { sockets: string[]; readable: string[] } {
  const files = [passwordFile, ...rootCerts, client?.cert, client?.key];
  return {
    sockets: hosts.map(socketPathOf).filter((path) => path !== null),
    readable: files.filter((path) => path != null),
  };
}
