/**
 * Connection parameters of libpq (PostgreSQL 18, section 32.1.2) with their environment variables
 * (section 32.15), and the values that the service supports. Any other value is refused: a setting
 * that protects a connection must not be ignored silently.
 */

export interface Keyword {
  /** Environment variable that applies where the URL leaves the parameter out. */
  variable: string | null;
  /** Supported values. Default: any. */
  values?: readonly string[];
  /** Reason why no other value is supported. */
  reason?: string;
}

const supported = (variable: string | null): Keyword => ({ variable });

const only = (variable: string | null, values: readonly string[], reason: string): Keyword => ({
  variable,
  values,
  reason,
});

const refused = (variable: string | null, reason: string) => only(variable, [], reason);

const NO_SERVICES = "connection service files are not read; write the parameters into the URL";
const NO_KERBEROS = "GSSAPI is not supported";
const NO_REVOCATION = "revocation lists are not read";
const NO_OAUTH = "OAuth is not supported";
const NO_SCRAM_KEYS = "SCRAM uses the password";
const WRITES = "the service writes to its database";

export const KEYWORDS = {
  host: supported("PGHOST"),
  hostaddr: supported("PGHOSTADDR"),
  port: supported("PGPORT"),
  dbname: supported("PGDATABASE"),
  user: supported("PGUSER"),
  password: supported("PGPASSWORD"),
  passfile: supported("PGPASSFILE"),
  connect_timeout: supported("PGCONNECT_TIMEOUT"),
  application_name: supported("PGAPPNAME"),
  fallback_application_name: supported(null),
  options: supported("PGOPTIONS"),
  client_encoding: only("PGCLIENTENCODING", ["auto", "UTF8", "utf8", "UTF-8"], "texts are UTF-8"),
  target_session_attrs: only("PGTARGETSESSIONATTRS", ["any", "read-write", "primary"], WRITES),
  load_balance_hosts: only("PGLOADBALANCEHOSTS", ["disable"], "hosts are tried in their order"),

  sslmode: only(
    "PGSSLMODE",
    ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"],
    "libpq has no such mode",
  ),
  sslnegotiation: only("PGSSLNEGOTIATION", ["postgres"], "TLS is negotiated within the protocol"),
  sslrootcert: supported("PGSSLROOTCERT"),
  sslcert: supported("PGSSLCERT"),
  sslkey: supported("PGSSLKEY"),
  sslpassword: refused(null, "the key must be in a file without a password"),
  sslcertmode: only("PGSSLCERTMODE", ["allow"], "a certificate is sent where there is one"),
  sslcrl: refused("PGSSLCRL", NO_REVOCATION),
  sslcrldir: refused("PGSSLCRLDIR", NO_REVOCATION),
  sslsni: only("PGSSLSNI", ["1"], "the server's name is always sent"),
  sslcompression: only("PGSSLCOMPRESSION", ["0"], "TLS compression is off"),
  sslkeylogfile: refused(null, "TLS keys are never written to a file"),
  ssl_min_protocol_version: only(
    "PGSSLMINPROTOCOLVERSION",
    ["TLSv1", "TLSv1.1", "TLSv1.2"],
    "TLSv1.2 is the minimum, and a higher one cannot be required",
  ),
  ssl_max_protocol_version: refused("PGSSLMAXPROTOCOLVERSION", "the newest version is always used"),

  keepalives: only(null, ["1"], "connections are always kept alive"),
  keepalives_idle: supported(null),
  keepalives_interval: refused(null, "the operating system decides"),
  keepalives_count: refused(null, "the operating system decides"),
  tcp_user_timeout: only(null, ["0"], "the operating system decides"),

  channel_binding: only(
    "PGCHANNELBINDING",
    ["disable", "prefer"],
    "SCRAM is not bound to TLS; sslmode=verify-full prevents interception",
  ),
  require_auth: refused("PGREQUIREAUTH", "the server decides how the service authenticates"),
  requirepeer: refused("PGREQUIREPEER", "the owner of a socket cannot be determined"),
  gssencmode: only("PGGSSENCMODE", ["disable", "prefer"], NO_KERBEROS),
  krbsrvname: refused("PGKRBSRVNAME", NO_KERBEROS),
  gsslib: refused("PGGSSLIB", NO_KERBEROS),
  gssdelegation: only("PGGSSDELEGATION", ["0"], NO_KERBEROS),
  scram_client_key: refused(null, NO_SCRAM_KEYS),
  scram_server_key: refused(null, NO_SCRAM_KEYS),
  oauth_issuer: refused(null, NO_OAUTH),
  oauth_client_id: refused(null, NO_OAUTH),
  oauth_client_secret: refused(null, NO_OAUTH),
  oauth_scope: refused(null, NO_OAUTH),

  service: refused("PGSERVICE", NO_SERVICES),
  servicefile: refused("PGSERVICEFILE", NO_SERVICES),
  replication: only(null, ["false", "off", "no", "0"], "the service speaks SQL"),
  min_protocol_version: only("PGMINPROTOCOLVERSION", ["3.0"], "the service speaks version 3.0"),
  max_protocol_version: only(
    "PGMAXPROTOCOLVERSION",
    ["3.0", "3.2", "latest"],
    "the service speaks version 3.0",
  ),
} as const satisfies Record<string, Keyword>;

export type KeywordName = keyof typeof KEYWORDS;

/** Parameters of a connection; `source` is the keyword or the variable that each comes from. */
export type Parameters = Map<KeywordName, { value: string; source: string }>;

/** Tells whether an environment variable is one of libpq's that are read here. */
export function isDatabaseVariable(name: string): boolean {
  return Object.values<Keyword>(KEYWORDS).some(({ variable }) => variable === name);
}

/**
 * Merges the parameters of a URL with the environment variables that apply to the rest. Empty values
 * count as missing, as with libpq.
 * @throws Error that names the parameter that is not supported.
 */
export function parametersOf(
  inUrl: ReadonlyMap<string, string>,
  environment: Readonly<Record<string, string>>,
): Parameters {
  for (const name of inUrl.keys()) {
    if (!Object.hasOwn(KEYWORDS, name)) throw new Error(`libpq has no parameter ${name}`);
  }
  const found: Parameters = new Map();
  for (const [name, keyword] of Object.entries<Keyword>(KEYWORDS)) {
    const { variable } = keyword;
    const source = inUrl.get(name) ? name : variable;
    const value = inUrl.get(name) || (variable === null ? "" : environment[variable]);
    if (!value || source === null) continue;
    assertSupported(source, value, keyword);
    found.set(name as KeywordName, { value, source });
  }
  return found;
}

function assertSupported(source: string, value: string, { values, reason }: Keyword): void {
  if (values === undefined || values.includes(value)) return;
  if (values.length === 0) throw new Error(`${source} is not supported: ${reason}`);
  throw new Error(`${source} has an unsupported value: ${reason}; it may be ${values.join(", ")}`);
}
