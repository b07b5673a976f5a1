/**
 * Connection URIs of libpq (PostgreSQL 18, section 32.1.1.2). They are no URLs of the WHATWG: several
 * hosts may stand in one, each with a port.
 *
 *     postgres[ql]://[user[:password]@][host[:port][,…]][/database][?parameter=value[&…]]
 */

const FORM = /^postgres(?:ql)?:\/\/(?:([^@/]*)@)?([^/?]*)(?:\/([^?]*))?(?:\?(.*))?$/s;
/** An IPv6 address in brackets, a name, an encoded directory, or nothing. */
const HOST = /^(\[[^\]]+\]|[^:[\]]*)(?::(\d*))?$/;

/**
 * Reads a URI into libpq's parameters. No message shows what stands in it: it may be a password.
 * @throws Error that says what is wrong with it.
 */
export function readDatabaseUrl(url: string): Map<string, string> {
  const [match, user, hosts = "", database = "", query = ""] = FORM.exec(url) ?? [];
  if (match === undefined) throw new Error("it must begin with postgres:// or postgresql://");
  const found = new Map<string, string>();
  if (user !== undefined) {
    const [name = "", ...password] = user.split(":");
    found.set("user", decoded(name, "user"));
    found.set("password", decoded(password.join(":"), "password"));
  }
  const places = hosts.split(",").map(placeOf);
  found.set("host", places.map(({ host }) => host).join(","));
  if (places.some(({ port }) => port !== "")) {
    found.set("port", places.map(({ port }) => port).join(","));
  }
  found.set("dbname", decoded(database, "database"));
  for (const [name, value] of parametersIn(query)) found.set(name, value);
  return found;
}

function placeOf(text: string): { host: string; port: string } {
  const [match, host = "", port = ""] = HOST.exec(text) ?? [];
  if (match === undefined) {
    throw new Error("its hosts must be host:port,… (in a password write @ as %40 and / as %2F)");
  }
  return { host: decoded(host.replace(/^\[(.*)\]$/, "$1"), "host"), port };
}

function parametersIn(query: string): [string, string][] {
  return query.split("&").filter((pair) => pair !== "").map((pair) => {
    const [name = "", value, ...more] = pair.split("=");
    if (value === undefined || more.length > 0) {
      throw new Error("its parameters must be name=value&…, with = in a value as %3D");
    }
    const parameter = decoded(name, "name of a parameter");
    const text = decoded(value, parameter);
    // As of JDBC; libpq takes it too.
    return parameter === "ssl" && text === "true" ? ["sslmode", "require"] : [parameter, text];
  });
}

function decoded(text: string, what: string): string {
  try {
    const plain = decodeURIComponent(text);
    if (!plain.includes("\0")) return plain;
  } catch { /* told below */ }
  throw new Error(`its ${what} has a % that begins no character (write % itself as %25)`);
}
