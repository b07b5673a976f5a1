/**
 * Connection parameters of libpq (PostgreSQL 18, section 32.1.2) with their environment variables
 * (section 32.15), and which of their values the service can follow. A value that it cannot follow
 * is refused: a setting that protects a connection must not be passed over.
 */

export interface Keyword {
  /** Environment variable that stands in where the URL leaves the parameter out. */
  variable: string | null;
  /** Values that are followed. Default: any. */
  values?: readonly string[];
  /** Why no other value is followed. */
  reason?: string;
}

const taken = (variable: string | null): Keyword => ({ variable });

const only = (variable: string | null, values: readonly string[], reason: string): Keyword => ({
  variable,
  values,
  reason,
});

const refused = (variable: string | null, reason: string) => only(variable, [], reason);

const NO_SERVICES = "connection service files are not read; write its parameters out";
const NO_KERBEROS = "there is no GSSAPI here";
const NO_REVOCATION = "revocation lists are not read";
const NO_OAUTH = "there is no OAuth here";
const NO_SCRAM_KEYS = "SCRAM takes a password here";
const WRITES = "the service writes to its database";

export const KEYWORDS = {
  host: taken("PGHOST"),
  hostaddr: taken("PGHOSTADDR"),
  port: taken("PGPORT"),
  dbname: taken("PGDATABASE"),
  user: taken("PGUSER"),
  password: taken("PGPASSWORD"),
  passfile: taken("PGPASSFILE"),
  connect_timeout: taken("PGCONNECT_TIMEOUT"),
  application_name: taken("PGAPPNAME"),
  fallback_application_name: taken(null),
  options: taken("PGOPTIONS"),
  client_encoding: only("PGCLIENTENCODING", ["auto", "UTF8", "utf8", "UTF-8"], "texts are UTF-8"),
  target_session_attrs: only("PGTARGETSESSIONATTRS", ["any", "read-write", "primary"], WRITES),
  load_balance_hosts: only("PGLOADBALANCEHOSTS", ["disable"], "hosts are tried in their order"),

  sslmode: only(
    "PGSSLMODE",
    ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"],
    "it is none of libpq's",
  ),
  sslnegotiation: only("PGSSLNEGOTIATION", ["postgres"], "TLS is asked for within the protocol"),
  sslrootcert: taken("PGSSLROOTCERT"),
  sslcert: taken("PGSSLCERT"),
  sslkey: taken("PGSSLKEY"),
  sslpassword: refused(null, "the key must be in a file without a password"),
  sslcertmode: only("PGSSLCERTMODE", ["allow"], "a certificate is shown where there is one"),
  sslcrl: refused("PGSSLCRL", NO_REVOCATION),
  sslcrldir: refused("PGSSLCRLDIR", NO_REVOCATION),
  sslsni: only("PGSSLSNI", ["1"], "the server's name is always told"),
  sslcompression: only("PGSSLCOMPRESSION", ["0"], "TLS does not compress here"),
  sslkeylogfile: refused(null, "keys of TLS are not written"),
  ssl_min_protocol_version: only(
    "PGSSLMINPROTOCOLVERSION",
    ["TLSv1", "TLSv1.1", "TLSv1.2"],
    "TLSv1.2 is the least, and no more can be asked for",
  ),
  ssl_max_protocol_version: refused("PGSSLMAXPROTOCOLVERSION", "the newest version is always used"),

  keepalives: only(null, ["1"], "connections are always kept alive"),
  keepalives_idle: taken(null),
  keepalives_interval: refused(null, "the system decides on it"),
  keepalives_count: refused(null, "the system decides on it"),
  tcp_user_timeout: only(null, ["0"], "the system decides on it"),

  channel_binding: only(
    "PGCHANNELBINDING",
    ["disable", "prefer"],
    "SCRAM is not bound to TLS here; sslmode=verify-full keeps others from the line",
  ),
  require_auth: refused("PGREQUIREAUTH", "the server decides how it lets the service in"),
  requirepeer: refused("PGREQUIREPEER", "the owner of a socket cannot be seen"),
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

/** Parameters of one connection, each where it was found: its keyword, or its variable. */
export type Parameters = Map<KeywordName, { value: string; source: string }>;

/** Tells whether a variable of the environment is one of libpq's that are read here. */
export function isDatabaseVariable(name: string): boolean {
  return Object.values<Keyword>(KEYWORDS).some(({ variable }) => variable === name);
}

/**
 * Joins what a URL says with the variables that stand in for the rest. Empty values count as
 * missing, as with libpq.
 * @throws Error that names the parameter which cannot be followed.
 */
export function parametersOf(
  inUrl: ReadonlyMap<string, string>,
  environment: Readonly<Record<string, string>>,
): Parameters {
  for (const name of inUrl.keys()) {
    if (!Object.hasOwn(KEYWORDS, name)) throw new Error(`libpq knows no parameter ${name}`);
  }
  const found: Parameters = new Map();
  for (const [name, keyword] of Object.entries<Keyword>(KEYWORDS)) {
    const { variable } = keyword;
    const source = inUrl.get(name) ? name : variable;
    const value = inUrl.get(name) || (variable === null ? "" : environment[variable]);
    if (!value || source === null) continue;
    assertFollowed(source, value, keyword);
    found.set(name as KeywordName, { value, source });
  }
  return found;
}

function assertFollowed(source: string, value: string, { values, reason }: Keyword): void {
  if (values === undefined || values.includes(value)) return;
  const others = values.length === 0 ? "" : `; it may be ${values.join(", ")}`;
  throw new Error(`${source} cannot be followed: ${reason}${others}`);
}
