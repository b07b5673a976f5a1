/** Servers in DATABASE_URL: sockets, TLS by sslmode, passwords, several hosts. */
import assert from "node:assert/strict";
import { passwordIn } from "../../../src/adapters/store/engine/password.ts";
import { openPostgres } from "../../../src/adapters/store/engine/postgres.ts";
import { databaseTarget } from "../../../src/config/database/target.ts";
import { type Authority, type Certificate, makeAuthority } from "../../support/certificates.ts";
import { type PostgresServer, startPostgres } from "../../support/postgres.ts";

/** Query for the properties of a session, as the server sees it. */
const HOW = `select current_user as "user", ssl as tls, client_dn as shown,
    inet_server_addr() is null as socket, current_setting('application_name') as name,
    current_setting('search_path') as path
  from pg_stat_ssl where pid = pg_backend_pid()`;

interface How {
  user: string;
  tls: boolean;
  shown: string | null;
  socket: boolean;
  name: string;
  path: string;
}

let server: PostgresServer;
let plain: PostgresServer;
let files: string;
let port: string;

/** Rules of pg_hba.conf, in order: some users are allowed with TLS only, or without it only. */
const ACCESS = [
  "local all all trust",
  "hostssl all shown 127.0.0.1/32 cert",
  "hostssl all only_tls 127.0.0.1/32 trust",
  "hostnossl all only_plain 127.0.0.1/32 trust",
  "host all secret 127.0.0.1/32 scram-sha-256",
  "host all postgres 127.0.0.1/32 trust",
];

Deno.test.beforeAll(async () => {
  files = await Deno.makeTempDir({ prefix: "slidepost-test-" });
  const [ours, theirs] = [await makeAuthority(files), await makeAuthority(files)];
  const shown = await ours.issue("shown");
  const named = await ours.issue("localhost", "DNS:localhost");
  await writeFiles({ "ca.crt": ours.cert, "other-ca.crt": theirs.cert });
  await writeFiles({ "shown.crt": shown.cert, "shown.key": shown.key });
  server = await startTls(ours, named);
  plain = await startPostgres({ durable: false });
  port = new URL(server.url).port;
  const database = openPostgres({ ...OPTIONS, target: databaseTarget(server.url, {}) });
  for (const name of ["shown", "only_tls", "only_plain"]) {
    await database.query(`create role ${name} login`);
  }
  await database.query("create role secret login password 'p:a\\s s'");
  await database.close();
});

Deno.test.afterAll(async () => {
  await server.stop();
  await plain.stop();
  await Deno.remove(files, { recursive: true });
});

const OPTIONS = { connections: 1, statementTimeoutMs: 15_000 };

function startTls(authority: Authority, { cert, key }: Certificate): Promise<PostgresServer> {
  return startPostgres({
    durable: false,
    socket: true,
    settings: ["ssl = on", "ssl_ca_file = 'ca.crt'"],
    access: ACCESS,
    files: { "server.crt": cert, "server.key": key, "ca.crt": authority.cert },
  });
}

async function writeFiles(contents: Record<string, string>): Promise<void> {
  for (const [name, content] of Object.entries(contents)) {
    await Deno.writeTextFile(`${files}/${name}`, content, { mode: 0o600 });
  }
}

/** Opens a session by URL; `PORT` in it is the server's, `FILES` our directory. */
async function open(url: string, environment: Record<string, string> = {}): Promise<How> {
  const target = databaseTarget(placed(url), environment);
  const database = openPostgres({ ...OPTIONS, target });
  try {
    const [how] = await database.query<How & Record<string, unknown>>(HOW);
    return how!;
  } finally {
    await database.close();
  }
}

const placed = (url: string) =>
  url.replaceAll("PORT", port).replaceAll("FILES", files).replaceAll("SOCKET", server.directory);

/** Properties of sessions, by the URL that opens them. */
const OPENED: Record<string, Partial<How>> = {
  "postgres://postgres@127.0.0.1:PORT/postgres": { user: "postgres", tls: true, shown: null },
  "postgres://postgres@localhost:PORT/postgres": { tls: true },
  "postgres:///postgres?host=SOCKET&port=PORT&user=postgres": { socket: true, tls: false },
  "postgres://postgres@/postgres?host=SOCKET&port=PORT&sslmode=verify-full&sslrootcert=FILES/none":
    { socket: true, tls: false },
  "postgres://postgres@127.0.0.1:PORT/postgres?sslmode=disable": { tls: false },
  "postgres://postgres@127.0.0.1:PORT/postgres?sslmode=allow": { tls: false },
  "postgres://only_tls@127.0.0.1:PORT/postgres?sslmode=allow": { tls: true },
  "postgres://only_plain@127.0.0.1:PORT/postgres?sslmode=prefer": { tls: false },
  "postgres://postgres@127.0.0.1:PORT/postgres?sslmode=require": { tls: true },
  "postgres://postgres@127.0.0.1:PORT/postgres?sslmode=verify-ca&sslrootcert=FILES/ca.crt": {
    tls: true,
  },
  "postgres://postgres@localhost:PORT/postgres?sslmode=verify-full&sslrootcert=FILES/ca.crt": {
    tls: true,
  },
  "postgres://postgres@localhost:PORT/postgres?hostaddr=127.0.0.1&sslmode=verify-full&sslrootcert=FILES/ca.crt":
    { tls: true },
  "postgres://shown@localhost:PORT/postgres?sslmode=verify-full&sslrootcert=FILES/ca.crt&sslcert=FILES/shown.crt&sslkey=FILES/shown.key":
    { user: "shown", tls: true, shown: "/CN=shown" },
  "postgres://secret:p%3aa%5Cs%20s@127.0.0.1:PORT/postgres": { user: "secret" },
  "postgres://postgres@127.0.0.1:PORT/postgres?application_name=one&options=-c%20search_path%3Dpg_temp":
    { name: "one", path: "pg_temp" },
  "postgres://postgres@127.0.0.1:PORT/postgres?fallback_application_name=": { name: "slidepost" },
  "postgres://postgres@127.0.0.1:1,127.0.0.1:PORT/postgres?sslmode=disable": { tls: false },
  "postgres://postgres@/postgres?host=/nowhere,SOCKET&port=PORT&target_session_attrs=read-write": {
    socket: true,
  },
};

for (const [url, expected] of Object.entries(OPENED)) {
  Deno.test(`${url} opens a session`, async () => {
    const how = await open(url);
    const seen = Object.fromEntries(
      Object.keys(expected).map((name) => [name, how[name as keyof How]]),
    );
    assert.deepEqual(seen, expected);
  });
}

/** Errors, by the URL that opens no session. */
const REFUSED: Record<string, RegExp> = {
  "postgres://postgres@127.0.0.1:PORT/postgres?sslmode=verify-full&sslrootcert=FILES/ca.crt":
    /certificate is for another name/,
  "postgres://postgres@localhost:PORT/postgres?sslmode=verify-full&sslrootcert=FILES/other-ca.crt":
    /not signed by any certificate of sslrootcert/,
  "postgres://postgres@localhost:PORT/postgres?sslmode=verify-ca&sslrootcert=FILES/other-ca.crt":
    /not signed by any certificate of sslrootcert/,
  "postgres://postgres@localhost:PORT/postgres?sslmode=require&sslrootcert=FILES/other-ca.crt":
    /not signed by any certificate of sslrootcert/,
  "postgres://postgres@localhost:PORT/postgres?sslrootcert=system":
    /not signed by any certificate of sslrootcert/,
  "postgres://postgres@localhost:PORT/postgres?sslmode=verify-ca&sslrootcert=FILES/none":
    /sslrootcert cannot be read: .*FILES\/none/,
  "postgres://shown@localhost:PORT/postgres?sslmode=require":
    /no client certificate|valid client cert/,
  "postgres://shown@localhost:PORT/postgres?sslcert=FILES/shown.crt&sslkey=FILES/open.key":
    /sslkey can be read by other users; run chmod 600 FILES\/open.key/,
  "postgres://only_tls@127.0.0.1:PORT/postgres?sslmode=disable":
    /no pg_hba.conf entry .*no encryption/,
  "postgres://only_plain@127.0.0.1:PORT/postgres?sslmode=require":
    /no pg_hba.conf entry .*SSL encryption/,
  "postgres://secret:hidden@127.0.0.1:PORT/postgres":
    /password authentication failed for user "secret"/,
  "postgres://secret@127.0.0.1:PORT/postgres?passfile=FILES/open.key":
    /passfile can be read by other/,
  "postgres://secret@127.0.0.1:PORT/postgres?passfile=FILES/none": /passfile cannot be read/,
  "postgres://postgres@/postgres?host=/nowhere": /\/nowhere\/.s.PGSQL.5432/,
  "postgres://postgres@127.0.0.1:1,127.0.0.1:2/postgres":
    /no server can be used: 127.0.0.1:1: .*ECONNREFUSED.*; 127.0.0.1:2: .*ECONNREFUSED/,
};

for (const [url, fault] of Object.entries(REFUSED)) {
  Deno.test(`${url} opens none, and says why`, async () => {
    await Deno.copyFile(`${files}/shown.key`, `${files}/open.key`);
    await Deno.chmod(`${files}/open.key`, 0o644);
    await assert.rejects(open(url), ({ message }: Error) => {
      assert.match(message.replaceAll(files, "FILES"), fault);
      assert.doesNotMatch(message, /hidden/);
      return true;
    });
  });
}

Deno.test("a server without TLS is used by sslmode=prefer, and not by require", async () => {
  const { port } = new URL(plain.url);
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  assert.equal((await open(`${url}?sslmode=prefer`)).tls, false);
  await assert.rejects(open(`${url}?sslmode=require`), /offers no TLS, which sslmode requires/);
});

Deno.test("the variables of libpq are read for the target, and hidden from the driver", async () => {
  const variables = {
    PGHOST: server.directory,
    PGPORT: port,
    PGUSER: "postgres",
    PGSSLMODE: "allow",
  };
  assert.equal((await open("postgres:///postgres", variables)).socket, true);
  // The driver would read these by itself, and fail. Tests that run in parallel share their
  // environment, so a process of its own has them.
  const url = placed("postgres://postgres@127.0.0.1:PORT/postgres?sslmode=disable");
  const program = `${files}/program.ts`;
  await Deno.writeTextFile(
    program,
    `import { openPostgres } from "${
      import.meta.resolve("../../../src/adapters/store/engine/postgres.ts")
    }";
     import { databaseTarget } from "${
      import.meta.resolve("../../../src/config/database/target.ts")
    }";
     const target = databaseTarget("${url}", {});
     const database = openPostgres({ ...${JSON.stringify(OPTIONS)}, target });
     console.log(JSON.stringify(await database.query(\`${HOW}\`)));
     await database.close();`,
  );
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", "--config=deno.json", "--lock=test/deno.lock", program],
    env: { PGTARGETSESSIONATTRS: "any", PGSSL: "verify-full", PGCONNECT_TIMEOUT: "0.001" },
    stderr: "inherit",
  }).output();
  assert.equal(JSON.parse(new TextDecoder().decode(stdout))[0].tls, false);
});

Deno.test("a password is found in the file by host, port, database and user", async () => {
  await Deno.writeTextFile(
    `${files}/pass`,
    `# host:port:database:user:password\n*:1:*:*:wrong\n127.0.0.1:${port}:*:secret:p\\:a\\\\s s\n`,
    { mode: 0o600 },
  );
  const { user } = await open("postgres://secret@127.0.0.1:PORT/postgres", {
    PGPASSFILE: `${files}/pass`,
  });
  assert.equal(user, "secret");
  const file = "a:1:d:u:first\n#a:1:d:u:no\n*:*:*:*:any\r\n";
  assert.equal(passwordIn(file, ["a", "1", "d", "u"]), "first");
  assert.equal(passwordIn(file, ["b", "1", "d", "u"]), "any");
  assert.equal(passwordIn("a:1:d:u", ["a", "1", "d", "u"]), null);
  assert.equal(passwordIn("a\\:b:1:d:u:x:y", ["a:b", "1", "d", "u"]), "x");
});

Deno.test("a certificate that is replaced is read by the next session", async () => {
  const url =
    "postgres://postgres@localhost:PORT/postgres?sslmode=verify-ca&sslrootcert=FILES/now.crt";
  await Deno.copyFile(`${files}/other-ca.crt`, `${files}/now.crt`);
  const database = openPostgres({ ...OPTIONS, target: databaseTarget(placed(url), {}) });
  await assert.rejects(database.query("select 1"), { code: "CONNECTION_TLS" });
  await Deno.copyFile(`${files}/ca.crt`, `${files}/now.crt`);
  await database.query("select 1");
  await database.close();
});

Deno.test("without sslrootcert, verify-ca and verify-full trust all files of CA_CERTIFICATES", async () => {
  const url = (mode: string, host = "localhost") =>
    `postgres://postgres@${host}:PORT/postgres?sslmode=${mode}`;
  const [trusted, other] = [`${files}/ca.crt`, `${files}/other-ca.crt`];
  const environments: Record<string, string>[] = [
    { CA_CERTIFICATES: trusted },
    { CA_CERTIFICATES: other, NODE_EXTRA_CA_CERTS: trusted },
    { CA_CERTIFICATES: other, DENO_CERT: trusted },
  ];
  for (const mode of ["verify-ca", "verify-full"]) {
    for (const environment of environments) {
      assert.equal((await open(url(mode), environment)).tls, true);
    }
    await assert.rejects(open(url(mode), { CA_CERTIFICATES: other }), /or of CA_CERTIFICATES/);
    const missing = { CA_CERTIFICATES: `${files}/none` };
    await assert.rejects(open(url(mode), missing), /CA_CERTIFICATES cannot be read: /);
    const key = { CA_CERTIFICATES: `${files}/shown.key` };
    await assert.rejects(open(url(mode), key), /CA_CERTIFICATES has no certificate \(PEM\)/);
    const explicit = `${url(mode)}&sslrootcert=FILES/other-ca.crt`;
    await assert.rejects(open(explicit, { CA_CERTIFICATES: trusted }), /of sslrootcert/);
  }
  const byAddress = url("verify-full", "127.0.0.1");
  await assert.rejects(open(byAddress, { CA_CERTIFICATES: trusted }), /is for another name/);
});

Deno.test("a client certificate goes with CA_CERTIFICATES, too", async () => {
  const how = await open(
    "postgres://shown@localhost:PORT/postgres?sslmode=verify-full&sslcert=FILES/shown.crt&sslkey=FILES/shown.key",
    { CA_CERTIFICATES: `${files}/ca.crt` },
  );
  assert.deepEqual([how.user, how.shown], ["shown", "/CN=shown"]);
});
