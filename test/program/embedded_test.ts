/** The embedded database as a process: whom it serves, how it ends, and what it survives. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { removePartialClusters } from "../../src/adapters/embedded_postgres/cluster.ts";
import { systemPrograms } from "../../src/adapters/embedded_postgres/programs.ts";
import { HEADER } from "../../src/adapters/embedded_postgres/settings.ts";
import { placeEmbedded } from "../support/embedded.ts";
import { type Program, runProgram, startProgram, startServe } from "../support/program.ts";
import { ADMIN_TOKEN } from "../support/service.ts";

const LINUX = Deno.build.os === "linux";

/** A service in a directory of its own, with an account. */
interface Running {
  program: Program;
  dataDir: string;
  /** Sends a text; answers the status and the tracking-id. */
  send(): Promise<[status: number, trackingId: string]>;
  state(trackingId: string): Promise<string>;
}

async function withDirectory(run: (dataDir: string) => Promise<void>): Promise<void> {
  const path = await Deno.makeTempDir({ prefix: "slidepost-test-" });
  try {
    await Deno.mkdir(`${path}/data`);
    await placeEmbedded(`${path}/data/postgres`);
    await run(`${path}/data`);
  } finally {
    await Deno.remove(path, { recursive: true });
  }
}

const ENV = { ADMIN_TOKEN, DEFAULT_CONNECTOR: "loopback" };
let apiKey = "";

async function serve(dataDir: string, { isNew = true } = {}): Promise<Running> {
  const { program, url } = await startServe({ ...ENV, DATA_DIR: dataDir });
  const admin = async (path: string, body?: unknown) => {
    const response = await fetch(`${url}/admin/v1${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { authorization: `Bearer ${ADMIN_TOKEN}`, "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    return await response.json();
  };
  if (isNew) {
    apiKey = (await admin("/accounts", { account: "acme", name: "Acme" }))["api-key"];
    const sender = { address: "111122", kind: "short-code", country: "US" };
    await admin("/accounts/acme/senders", sender);
  }
  return {
    program,
    dataDir,
    async send() {
      const response = await fetch(`${url}/api/v2`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-api-key": apiKey },
        body: JSON.stringify({
          ...{ action: "sendsms", from: "111122", to: "16175550100" },
          "message-text": "Hello",
        }),
      });
      const body = await response.json();
      return [response.status, body["tracking-id"] ?? body["error-code"]];
    },
    state: async (trackingId) => (await admin(`/messages/${trackingId}`)).state,
  };
}

const pidFile = (dataDir: string) => `${dataDir}/postgres/postmaster.pid`;

async function pidOf(dataDir: string): Promise<number> {
  return Number((await Deno.readTextFile(pidFile(dataDir))).split("\n")[0]);
}

function isAlive(pid: number): boolean {
  try {
    // A child that nobody has waited for yet is a zombie: dead.
    return !/^State:\s+Z/m.test(Deno.readTextFileSync(`/proc/${pid}/status`));
  } catch {
    return false;
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

Deno.test("embedded: SIGTERM ends the service, then the database in good order", async () => {
  await withDirectory(async (dataDir) => {
    const running = await serve(dataDir);
    await using program = running.program;
    const pid = await pidOf(dataDir);
    assert.equal((await running.send())[0], 200);
    program.kill("SIGTERM");
    const { code, stderr } = await program.ending;
    assert.equal(code, 0, stderr);
    assert.match(stderr, /database system is shut down/);
    assert.ok(!isAlive(pid) && !existsSync(pidFile(dataDir)));
  });
});

Deno.test({
  name: "embedded: a terminal's Ctrl-C is not for the database",
  ignore: !LINUX,
  fn: () =>
    withDirectory(async (dataDir) => {
      const running = await serve(dataDir);
      await using program = running.program;
      const sessionOf = async (pid: number) =>
        // The name in parentheses may hold blanks.
        (await Deno.readTextFile(`/proc/${pid}/stat`)).replace(/^.*\) /, "").split(" ")[3];
      const pid = await pidOf(dataDir);
      assert.equal(await sessionOf(pid), String(pid));
      assert.notEqual(await sessionOf(program.pid), String(pid));
    }),
});

Deno.test("embedded: a database that dies is started again; nothing that was answered is lost", async () => {
  await withDirectory(async (dataDir) => {
    const running = await serve(dataDir);
    await using program = running.program;
    const before = await pidOf(dataDir);
    const [, first] = await running.send();
    Deno.kill(before, "SIGKILL");
    const statuses = new Set<number>();
    let last = "";
    for (let status = 0; status !== 200 || await pidOf(dataDir) === before;) {
      [status, last] = await running.send();
      statuses.add(status);
    }
    assert.ok(
      [...statuses].every((status) => status === 200 || status === 503),
      `${[...statuses]}`,
    );
    await program.until(/the embedded database exited; restarting it/);
    await program.until(/the embedded database is running again/);
    for (const id of [first, last]) while (await running.state(id) !== "delivered") await pause(20);
  });
});

Deno.test("embedded: a stop while the database is started again leaves none behind", async () => {
  await withDirectory(async (dataDir) => {
    const { program } = await serve(dataDir);
    await using _ = program;
    Deno.kill(await pidOf(dataDir), "SIGKILL");
    await program.until(/restarting it/);
    program.kill("SIGTERM");
    const { code, stderr } = await program.ending;
    assert.equal(code, 0, stderr);
    assert.ok(!existsSync(pidFile(dataDir)) || !isAlive(await pidOf(dataDir)), stderr);
  });
});

Deno.test("embedded: a session's process that dies takes no message with it", async () => {
  await withDirectory(async (dataDir) => {
    const running = await serve(dataDir);
    await using _ = running.program;
    const [, first] = await running.send();
    // All of them end with one, and the database recovers.
    for (const pid of await childrenOf(await pidOf(dataDir), /postgres: slidepost/)) {
      try {
        Deno.kill(pid, "SIGKILL");
      } catch { /* it has gone with the first */ }
    }
    let [status, last] = await running.send();
    while (status !== 200) [status, last] = await running.send();
    for (const id of [first, last]) while (await running.state(id) !== "delivered") await pause(20);
  });
});

async function childrenOf(parent: number, title: RegExp): Promise<number[]> {
  const { stdout } = await new Deno.Command("ps", {
    args: ["-o", "pid=,args=", "--ppid", String(parent)],
  }).output();
  return new TextDecoder().decode(stdout).split("\n").filter((line) => title.test(line))
    .map((line) => Number.parseInt(line));
}

for (const both of [false, true]) {
  const whom = both ? "service and database" : "the service alone";
  Deno.test(`embedded: ${whom} killed, the next start has one database and every message`, async () => {
    await withDirectory(async (dataDir) => {
      const accepted: string[] = [];
      for (let life = 0; life < 3; life++) {
        const running = await serve(dataDir, { isNew: life === 0 });
        await using program = running.program;
        const pid = await pidOf(dataDir);
        const sent = await Promise.all(Array.from({ length: 20 }, () => running.send()));
        accepted.push(...sent.map(([status, id]) => (assert.equal(status, 200), id)));
        program.kill("SIGKILL");
        if (both) Deno.kill(pid, "SIGKILL");
        await program.ending;
        assert.equal(isAlive(pid), !both);
        const next = await serve(dataDir, { isNew: false });
        try {
          assert.ok(!isAlive(pid), "two databases on one directory");
          assert.notEqual(await pidOf(dataDir), pid);
          for (const id of accepted) {
            while (await next.state(id) !== "delivered") await pause(20);
          }
        } finally {
          next.program.kill("SIGTERM");
          await next.program.ending;
        }
      }
    });
  });
}

Deno.test("embedded: nobody else can connect, and its role can do no more than its work", async () => {
  await withDirectory(async (dataDir) => {
    const running = await serve(dataDir);
    await using _ = running.program;
    const pid = await pidOf(dataDir);
    const { mode } = await Deno.stat(`${dataDir}/postgres`);
    assert.equal(mode! & 0o777, 0o700);
    const { stdout } = await new Deno.Command("ss", { args: ["-ltnp"] }).output();
    assert.doesNotMatch(new TextDecoder().decode(stdout), new RegExp(`pid=${pid},`));

    const path = `${dataDir}/postgres/.s.PGSQL.5432`;
    const { default: postgres } = await import("postgres");
    const connect = (user: string, database: string) =>
      postgres({ path, user, database, max: 1, onnotice: () => {} });
    const sql = connect("slidepost", "slidepost");
    try {
      const [role] = await sql`
        select rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls as can
        from pg_roles where rolname = current_user`;
      assert.equal(role!.can, false);
      const shown = await Promise.all(
        ["fsync", "synchronous_commit", "full_page_writes", "data_checksums"]
          .map(async (name) => Object.values((await sql.unsafe(`show ${name}`))[0]!)[0]),
      );
      assert.deepEqual(shown, ["on", "on", "on", "on"]);
      await assert.rejects(sql`copy (select 1) to program 'true'`, /permission denied/);
      await assert.rejects(sql`select pg_read_file('PG_VERSION')`, /permission denied/);
    } finally {
      await sql.end();
    }
    for (const [user, database] of [["postgres", "postgres"], ["slidepost", "template1"]]) {
      const other = connect(user!, database!);
      await assert.rejects(other`select 1`, /no pg_hba.conf entry/);
      await other.end();
    }
  });
});

Deno.test("embedded: its log is in ours, without statements and values", async () => {
  await withDirectory(async (dataDir) => {
    const running = await serve(dataDir);
    await using program = running.program;
    const { default: postgres } = await import("postgres");
    const path = `${dataDir}/postgres/.s.PGSQL.5432`;
    const sql = postgres({ path, user: "slidepost", database: "slidepost", max: 1 });
    await assert.rejects(sql`select ${"16175550100"}::text::date`, /out of range/);
    await assert.rejects(
      sql`insert into account (id) values ('acme')`,
      ({ message }: Error) => message !== "",
    );
    await sql.end();
    program.kill("SIGTERM");
    const { stderr } = await program.ending;
    assert.match(stderr, /"postgres":"database system is ready to accept connections"/);
    assert.doesNotMatch(stderr, /16175550100|insert into/);
  });
});

Deno.test("embedded: a start that is killed while the database is being made harms no other", async () => {
  const path = await Deno.makeTempDir({ prefix: "slidepost-test-" });
  const dataDir = `${path}/data`;
  try {
    for (const seen of ["", "/base", "/pg_hba.conf", "/global/pg_control"]) {
      await using program = startProgram({
        args: ["serve"],
        env: { ...ENV, DATA_DIR: dataDir, PORT: "0" },
      });
      while (!(await halves(dataDir)).some((half) => existsSync(`${dataDir}/${half}${seen}`))) {
        await pause(2);
      }
      program.kill("SIGKILL");
      await program.ending;
      assert.ok(!existsSync(`${dataDir}/postgres`), "it was whole already");
    }
    const running = await serve(dataDir);
    await using _ = running.program;
    assert.equal((await running.send())[0], 200);
    assert.deepEqual(await halves(dataDir), []);
  } finally {
    await Deno.remove(path, { recursive: true });
  }
});

Deno.test("embedded: what an initdb still writes to is removed all the same", async () => {
  const path = await Deno.makeTempDir({ prefix: "slidepost-test-" });
  try {
    const half = `${path}/postgres.0123abcd`;
    await Deno.mkdir(half);
    const script = 'for i in $(seq 2000); do mkdir "$1/$i" && : > "$1/$i/file"; done';
    const writer = new Deno.Command("sh", { args: ["-c", script, "sh", half], stderr: "null" })
      .spawn();
    while (!existsSync(`${half}/20`)) await pause(1);
    await removePartialClusters(`${path}/postgres`);
    assert.ok(!existsSync(half));
    await writer.status;
  } finally {
    await Deno.remove(path, { recursive: true });
  }
});

/** Databases that are being made, or never were. */
async function halves(dataDir: string): Promise<string[]> {
  const entries = await Array.fromAsync(Deno.readDir(dataDir)).catch(() => []);
  return entries.map(({ name }) => name).filter((name) => name.startsWith("postgres."));
}

/** What is wrong with a data directory, and the sentence that says so. */
const REFUSED: Record<string, [spoil: (directory: string) => Promise<void>, sentence: RegExp]> = {
  "of an older kind": [
    (directory) => Deno.writeTextFile(`${directory}/postgresql.conf`, "# somebody else's\n"),
    /^slidepost: .*\/postgres holds the embedded database of an older slidepost, .*start empty with\n\n {2}mv .*\/postgres .*\/postgres\.old\n/,
  ],
  "of a version whose programs are missing": [
    (directory) => Deno.writeTextFile(`${directory}/PG_VERSION`, "14\n"),
    /^slidepost: .*\/postgres is a database of Postgres 14, whose programs are not installed; install them \(Debian: apt-get install postgresql-14\), or restore a backup/,
  ],
  ...Deno.uid() === 0 && systemPrograms().some(({ major }) => major === 15)
    ? {
      "of a version that cannot be run by root": [
        (directory) => Deno.writeTextFile(`${directory}/PG_VERSION`, "15\n"),
        /^slidepost: Postgres 15 cannot be the embedded database where root starts slidepost; /,
      ],
    }
    : {},
  "whose control file is damaged": [
    (directory) => Deno.writeTextFile(`${directory}/global/pg_control`, "no"),
    /^slidepost: the embedded database does not start; its log ends with:\n\n(.*\n)*.*pg_control/m,
  ],
};

for (const [what, [spoil, sentence]] of Object.entries(REFUSED)) {
  Deno.test(`embedded: a database ${what} is refused with a sentence`, async () => {
    await withDirectory(async (dataDir) => {
      await spoil(`${dataDir}/postgres`);
      const env = { DATA_DIR: dataDir, PORT: "0" };
      const { code, stderr } = await runProgram({ args: ["serve"], env });
      assert.equal(code, 1);
      assert.match(stderr, sentence);
    });
  });
}

Deno.test("embedded: a DATA_DIR that is too long for a socket is refused with a sentence", async () => {
  const path = await Deno.makeTempDir({ prefix: "slidepost-test-" });
  const DATA_DIR = `${path}/${"x".repeat(90)}`;
  const { code, stderr } = await runProgram({ args: ["serve"], env: { DATA_DIR, PORT: "0" } });
  assert.equal(code, 1);
  assert.match(
    stderr,
    /^slidepost: the path of DATA_DIR is \d+ bytes too long .*; choose a shorter/,
  );
  await Deno.remove(path, { recursive: true });
});

Deno.test("embedded: a process id that was left behind and is somebody else's by now harms nobody", async () => {
  await withDirectory(async (dataDir) => {
    const bystander = new Deno.Command("sleep", { args: ["60"] }).spawn();
    const file = pidFile(dataDir);
    await Deno.writeTextFile(
      file,
      `${bystander.pid}\n/proc/self/cwd\n1\n5432\n.\n\n  1 1\nready\n`,
    );
    const { uid, gid } = await Deno.stat(`${dataDir}/postgres`);
    await Deno.chown(file, uid, gid);
    // As root the bystander is another user's; as ourselves, Postgres takes no risk.
    if (Deno.uid() === 0) {
      const running = await serve(dataDir);
      await using _ = running.program;
      assert.equal((await running.send())[0], 200);
    }
    assert.ok(isAlive(bystander.pid));
    bystander.kill();
    await bystander.status;
  });
});

Deno.test("embedded: settings are written at each start", async () => {
  await withDirectory(async (dataDir) => {
    const file = `${dataDir}/postgres/postgresql.conf`;
    await Deno.writeTextFile(file, `${HEADER}\nfsync = off\n`);
    const { program } = await serve(dataDir);
    await using _ = program;
    assert.match(await Deno.readTextFile(file), /^fsync = on +# /m);
  });
});
