/** DATABASE_URL as libpq reads it; the cases are those of its src/interfaces/libpq/t/001_uri.pl. */
import assert from "node:assert/strict";
import { isDatabaseVariable, KEYWORDS } from "../../src/config/database/keywords.ts";
import {
  databaseTarget,
  filesOf,
  hostLabels,
  socketPathOf,
  socketTarget,
} from "../../src/config/database/target.ts";

/** Reads a URL: its hosts, database, user and password. */
function named(url: string, environment: Record<string, string> = {}): string {
  const target = databaseTarget(url, { USER: "me", ...environment });
  const { user, password, database } = target;
  return `${user}${password === null ? "" : `:${password}`} ${hostLabels(target)} ${database}`;
}

const SOCKET = "/var/run/postgresql/.s.PGSQL.5432";

const NAMED: Record<string, string> = {
  "postgresql://uri-user:secret@host:12345/db": "uri-user:secret host:12345 db",
  "postgresql://uri-user@host:12345/db": "uri-user host:12345 db",
  "postgres://uri-user@host/db": "uri-user host:5432 db",
  "postgres://host:12345/db": "me host:12345 db",
  "postgres://host/db": "me host:5432 db",
  "postgres://host": "me host:5432 me",
  "postgres://host/": "me host:5432 me",
  "postgres://host:/db": "me host:5432 db",
  "postgres://": `me ${SOCKET} me`,
  "postgres:///db": `me ${SOCKET} db`,
  "postgres://u:p@/db": `u:p ${SOCKET} db`,
  "postgres://u:@host/db": "u host:5432 db",
  "postgres://:p@host/db": "me:p host:5432 db",
  "postgres://u:p:q%40%2f@host/db": "u:p:q@/ host:5432 db",
  "postgres://u%3a:%25@h%6fst/d%20b": "u::% host:5432 d b",
  "postgres://[::1]/db": "me [::1]:5432 db",
  "postgres://[2001:db8::1234]:5433/db": "me [2001:db8::1234]:5433 db",
  "postgres://host?user=u&port=5433&dbname=d&password=a%26b": "u:a&b host:5433 d",
  "postgres://one/db?host=two": "me two:5432 db",
  "postgres:///db?host=/run/postgresql": "me /run/postgresql/.s.PGSQL.5432 db",
  "postgres:///db?host=/run/postgresql/&port=5433": "me /run/postgresql/.s.PGSQL.5433 db",
  "postgres://%2Frun%2Fpostgresql/db": "me /run/postgresql/.s.PGSQL.5432 db",
  "postgres://u@%2frun:5433/db": "u /run/.s.PGSQL.5433 db",
  "postgres://one:5432,two:5433/db": "me one:5432,two:5433 db",
  "postgres://one,two:5433/db": "me one:5432,two:5433 db",
  "postgres://one,two,/db": `me one:5432,two:5432,${SOCKET} db`,
  "postgres://one,[::1]:5433,%2Frun/db": "me one:5432,[::1]:5433,/run/.s.PGSQL.5432 db",
  "postgres:///db?host=one,two&port=1,2": "me one:1,two:2 db",
  "postgres:///db?host=one,two&port=7": "me one:7,two:7 db",
  "postgres:///db?hostaddr=10.0.0.1": "me 10.0.0.1:5432 db",
};

for (const [url, expected] of Object.entries(NAMED)) {
  Deno.test(`${url} names ${expected}`, () => assert.equal(named(url), expected));
}

Deno.test("variables of libpq stand in for what the URL leaves out", () => {
  const all = {
    PGHOST: "h1,h2",
    PGPORT: "1,2",
    PGDATABASE: "d",
    PGUSER: "u",
    PGPASSWORD: "p",
  };
  assert.equal(named("postgres://", all), "u:p h1:1,h2:2 d");
  assert.equal(
    named("postgres://", { ...all, PGHOST: "/run", PGPORT: "" }),
    "u:p /run/.s.PGSQL.5432 d",
  );
  assert.equal(named("postgres://x:y@z:3/q", all), "x:y z:3 q");
  assert.equal(named("postgres://z/q", { ...all, PGPORT: "7" }), "u:p z:7 q");
  const { USER: _, ...nobody } = { USER: "" };
  assert.throws(
    () => databaseTarget("postgres://h/d", nobody),
    /has no user; add one, or set PGUSER/,
  );
  assert.equal(databaseTarget("postgres://h", { LOGNAME: "l" }).database, "l");
  assert.deepEqual(
    ["PGHOST", "PGSSLMODE", "PGDATA", "PORT"].filter(isDatabaseVariable),
    ["PGHOST", "PGSSLMODE"],
  );
});

Deno.test("parameters of sessions and of TLS are read, from the URL before the variables", () => {
  const target = databaseTarget(
    "postgres://u@one,two/d?sslmode=verify-full&sslrootcert=/ca.crt&sslcert=/a.crt&sslkey=/a.key" +
      "&connect_timeout=3&application_name=a%20b&options=-c%20search_path%3Dx" +
      "&target_session_attrs=read-write&hostaddr=10.0.0.1,10.0.0.2&keepalives_idle=7",
    { PGSSLMODE: "disable", PGOPTIONS: "-c a=b", PGPASSFILE: "/pass" },
  );
  assert.deepEqual(target, {
    hosts: [
      { host: "one", port: 5432, address: "10.0.0.1" },
      { host: "two", port: 5432, address: "10.0.0.2" },
    ],
    database: "d",
    user: "u",
    password: null,
    passwordFile: "/pass",
    tls: {
      mode: "verify-full",
      rootCerts: ["/ca.crt"],
      trusted: [],
      client: { cert: "/a.crt", key: "/a.key" },
    },
    sessions: "read-write",
    connectTimeoutMs: 3000,
    keepAliveSeconds: 7,
    applicationName: "a b",
    options: "-c search_path=x",
  });
  assert.deepEqual(filesOf(target), {
    sockets: [],
    readable: ["/pass", "/ca.crt", "/a.crt", "/a.key"],
  });
});

Deno.test("sslmode is libpq's: prefer by default, verify-ca if a root certificate exists", () => {
  const modes: Record<string, string> = {
    "": "prefer",
    "?sslmode=disable": "disable",
    "?sslmode=allow": "allow",
    "?sslmode=require": "require",
    "?ssl=true": "require",
    "?sslmode=require&sslrootcert=ca": "verify-ca",
    "?sslmode=prefer&sslrootcert=ca": "prefer",
    "?sslrootcert=system": "verify-full",
  };
  for (const [query, mode] of Object.entries(modes)) {
    assert.equal(databaseTarget(`postgres://u@h/d${query}`, {}).tls.mode, mode, query);
  }
  assert.equal(databaseTarget("postgres://u@h", { PGSSLMODE: "require" }).tls.mode, "require");
});

const REFUSED: Record<string, RegExp> = {
  "mysql://h/d": /must begin with postgres:\/\/ or postgresql:\/\//,
  "host=h dbname=d": /must begin with/,
  "postgres://u:hidden/x@h/d": /its hosts must be host:port,.* write @ as %40 and \/ as %2F/,
  "postgres://h:port/d": /its hosts must be/,
  "postgres://[::1/d": /its hosts must be/,
  "postgres://h:0/d": /ports must be numbers from 1 to 65535/,
  "postgres://h:65536/d": /ports must be numbers from 1 to 65535/,
  "postgres://u:%hidden@h/d": /its password has an invalid %-escape/,
  "postgres://h/%00": /its database has an invalid %-escape/,
  "postgres://h/d?sslmode": /parameters must be name=value/,
  "postgres://h/d?options=a=b": /with = in a value as %3D/,
  "postgres://h/d?sslmod=disable": /libpq has no parameter sslmod$/,
  "postgres://h/d?toString=1": /libpq has no parameter toString$/,
  "postgres://h/d?host=a,b&port=1,2,3": /one port, or as many as there are hosts/,
  "postgres://h/d?hostaddr=1.1.1.1,2.2.2.2": /as many addresses as there are hosts/,
  "postgres:///d?host=@abstract": /abstract sockets are not supported/,
  "postgres://h/d?connect_timeout=soon": /connect_timeout must be a whole number of seconds/,
  "postgres://h/d?sslmode=strict":
    /sslmode has an unsupported value: .*it may be disable, allow, prefer/,
  "postgres://h/d?sslmode=verify-full": /sslmode=verify-full needs sslrootcert/,
  "postgres://h/d?sslmode=require&sslrootcert=system": /system needs sslmode=verify-full/,
  "postgres://h/d?sslcert=a.crt": /sslcert and sslkey must be set together/,
  "postgres://h/d?sslcrl=a.crl": /sslcrl is not supported: revocation lists are not read$/,
  "postgres://h/d?sslpassword=hidden": /sslpassword is not supported/,
  "postgres://h/d?channel_binding=require":
    /channel_binding has an unsupported value: SCRAM is not bound/,
  "postgres://h/d?gssencmode=require":
    /gssencmode has an unsupported value: GSSAPI is not supported/,
  "postgres://h/d?require_auth=scram-sha-256": /require_auth is not supported/,
  "postgres://h/d?service=main": /service is not supported: connection service files/,
  "postgres://h/d?target_session_attrs=standby":
    /the service writes to its database; it may be any/,
  "postgres://h/d?load_balance_hosts=random": /hosts are tried in their order/,
  "postgres://h/d?sslnegotiation=direct": /sslnegotiation has an unsupported value/,
  "postgres://h/d?client_encoding=LATIN1": /texts are UTF-8/,
  "postgres://h/d?replication=database": /the service speaks SQL/,
};

for (const [url, fault] of Object.entries(REFUSED)) {
  Deno.test(`${url} is refused, and shown without its password`, () => {
    assert.throws(() => databaseTarget(url, { USER: "me" }), ({ message }: Error) => {
      assert.match(message, fault);
      assert.doesNotMatch(message, /hidden/);
      return true;
    });
  });
}

Deno.test("a variable that is not supported is refused by its name", () => {
  const read = (environment: Record<string, string>) => () =>
    databaseTarget("postgres://u@h/d", environment);
  assert.throws(read({ PGSERVICE: "main" }), /PGSERVICE is not supported/);
  assert.throws(read({ PGGSSENCMODE: "require" }), /PGGSSENCMODE has an unsupported value/);
  assert.throws(
    read({ PGTARGETSESSIONATTRS: "read-only" }),
    /PGTARGETSESSIONATTRS has an unsupported value/,
  );
  assert.throws(read({ PGCONNECT_TIMEOUT: "x" }), /PGCONNECT_TIMEOUT must be a whole number/);
  assert.doesNotThrow(read({ PGCHANNELBINDING: "prefer", PGSSLCRL: "", PGDATA: "x" }));
});

Deno.test("every parameter with few values says why it has no others", () => {
  for (const [name, keyword] of Object.entries(KEYWORDS)) {
    if ("values" in keyword) assert.ok(keyword.reason, name);
  }
});

Deno.test("a server on this machine is named by the directory of its socket", () => {
  const target = socketTarget("/run/own", { user: "slidepost", database: "slidepost", port: 7 });
  assert.equal(hostLabels(target), "/run/own/.s.PGSQL.7");
  assert.deepEqual(filesOf(target), { sockets: ["/run/own/.s.PGSQL.7"], readable: [] });
  assert.equal(socketPathOf({ host: "localhost", port: 5432, address: null }), null);
  const same = databaseTarget("postgres://slidepost@%2Frun%2Fown:7/slidepost", {});
  assert.deepEqual(same, target);
});
