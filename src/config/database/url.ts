/**
 * Connection URIs of libpq (PostgreSQL 18, section 32.1.1.2). They are not WHATWG URLs: one may name
 * several hosts, each with a port.
 *
 *     postgres[ql]://[user[:password]@][host[:port][,…]][/database][?parameter=value[&…]]
 */

const FORM = /^postgres(?:ql)?:\/\/(?:([^@/]*)@)?([^/?]*)(?:\/([^?]*))?(?:\?(.*))?$/s;
/** An IPv6 address in brackets, a name, an encoded directory, or nothing. */
const HOST = /^(\[[^\]]+\]|[^:[\]]*)(?::(\d*))?$/;

/**
 * Reads a URI into libpq's parameters.
 * @throws Error that names the fault and quotes nothing of the URI, which may hold a password.
 */
export function readDatabaseUrl(url: string): Map<string, string> {
  const [match, user, hosts = "", database = "", query = ""] = FORM.exec(url) ?? [];
  if (match === undefined) throw new Error("it must begin with postgres:// or postgresql://");
  const found = new Map<string, string>();
  if (user !== undefined) {
    const [name = "", ...password] = user.split(":");
    found.set("user", decode(name, "user"));
    found.set("password", decode(password.join(":"), "password"));
  }
  const hostPorts = hosts.split(",").map(hostPortOf);
  found.set("host", hostPorts.map(({ host }) => host).join(","));
  if (hostPorts.some(({ port }) => port !== "")) {
    found.set("port", hostPorts.map(({ port }) => port).join(","));
  }
  found.set("dbname", decode(database, "database"));
  for (const [name, value] of parametersIn(query)) found.set(name, value);
  return found;
}

function hostPortOf(text: string): { host: string; port: string } {
  const [match, host = "", port = ""] = HOST.exec(text) ?? [];
  if (match === undefined) {
    throw new Error("its hosts must be host:port,… (in a password write @ as %40 and / as %2F)");
  }
  return { host: decode(host.replace(/^\[(.*)\]$/, "$1"), "host"), port };
}

function parametersIn(query: string): [string, string][] {
  return query.split("&").filter((pair) => pair !== "").map((pair) => {
    const [name = "", value, ...more] = pair.split("=");
    if (value === undefined || more.length > 0) {
      throw new Error("its parameters must be name=value&…, with = in a value as %3D");
    }
    const parameter = decode(name, "name of a parameter");
    const text = decode(value, parameter);
    // JDBC's spelling, which libpq accepts too.
    return parameter === "ssl" && text === "true" ? ["sslmode", "require"] : [parameter, text];
  });
}

function decode(text: string, part: string): string {
  try {
    const plain = decodeURIComponent(text);
    if (!plain.includes("\0")) return plain;
  } catch { /* reported below */ }
  throw new Error(`its ${part} has an invalid %-escape (write % itself as %25)`);
}
