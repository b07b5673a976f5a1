/** The embedded database as a process: access to it, its end, and recovery from kills. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { removePartialClusters } from "../../../src/adapters/embedded_postgres/cluster.ts";
import { systemPrograms } from "../../../src/adapters/embedded_postgres/programs.ts";
import { HEADER } from "../../../src/adapters/embedded_postgres/settings.ts";
import postgres from "postgres";
import { embeddedDirectory } from "../../support/embedded.ts";
import { newAccount, postTo, sendSms, untilDelivered } from "../../support/outside.ts";
import { rawClient } from "../../support/raw_client.ts";
import { runProgram, startProgram, startServe } from "../../support/program.ts";
import { newDirectory } from "../../support/scratch.ts";
import { ADMIN_TOKEN } from "../../support/service.ts";
import { sharing } from "../../support/sharing.ts";
import { pause, until } from "../../support/until.ts";

const LINUX = Deno.build.os === "linux";

const ENV = { ADMIN_TOKEN, DEFAULT_CONNECTOR: "loopback" };

const serve = (dataDir: string, more: Record<string, string> = {}) =>
  startServe({ ...ENV, ...more, DATA_DIR: dataDir });

const pidFile = (dataDir: string) => `${dataDir}/postgres/postmaster.pid`;

async function pidOf(dataDir: string): Promise<number> {
  return Number((await Deno.readTextFile(pidFile(dataDir))).split("\n")[0]);
}

function isAlive(pid: number): boolean {
  try {
    // A child that is not reaped yet is a zombie: dead.
    return !/^State:\s+Z/m.test(Deno.readTextFileSync(`/proc/${pid}/status`));
  } catch {
    return false;
  }
}

/** Runs steps that share a running program. */
const steps = (t: Deno.TestContext) => (name: string, fn: () => Promise<void>) =>
  t.step({ name, fn });

Deno.test("embedded: a regular life, and access to it", async (t) => {
  const step = steps(t);
  const dataDir = await embeddedDirectory();
  const directory = `${dataDir}/postgres`;
  await Deno.writeTextFile(`${directory}/postgresql.conf`, `${HEADER}\nfsync = off\n`);
  const bystander = new Deno.Command("sleep", { args: ["3600"] }).spawn();
  // As root the bystander is another user's; otherwise Postgres takes no risk.
  if (Deno.uid() === 0) await leavePid(dataDir, bystander.pid);
  const { program, url } = await serve(dataDir);
  await using _ = program;
  const { apiKey } = await newAccount(url);
  const pid = await pidOf(dataDir);
  const connect = (user: string, database: string) =>
    postgres({ path: `${directory}/.s.PGSQL.5432`, user, database, max: 1, onnotice() {} });

  await step("settings are written at each start", async () => {
    assert.match(await Deno.readTextFile(`${directory}/postgresql.conf`), /^fsync = on +# /m);
  });

  await step(
    "a stale process id that another process has by now does no harm",
    async () => {
      assert.ok(isAlive(bystander.pid));
      bystander.kill();
      await bystander.status;
    },
  );

  if (LINUX) {
    await step("a terminal's Ctrl-C does not reach the database", async () => {
      const sessionOf = async (pid: number) =>
        // The name in parentheses may contain spaces.
        (await Deno.readTextFile(`/proc/${pid}/stat`)).replace(/^.*\) /, "").split(" ")[3];
      assert.equal(await sessionOf(pid), String(pid));
      assert.notEqual(await sessionOf(program.pid), String(pid));
    });
  }

  await step("no other user can connect, and its role has only the rights it needs", async () => {
    const { mode } = await Deno.stat(directory);
    assert.equal(mode! & 0o777, 0o700);
    const { stdout } = await new Deno.Command("ss", { args: ["-ltnp"] }).output();
    assert.doesNotMatch(new TextDecoder().decode(stdout), new RegExp(`pid=${pid},`));
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

  await step("its log is part of ours, without statements and values", async () => {
    const sql = connect("slidepost", "slidepost");
    await assert.rejects(sql`select ${"16175550100"}::text::date`, /out of range/);
    await assert.rejects(
      sql`insert into account (id) values ('acme')`,
      ({ message }: Error) => message !== "",
    );
    await sql.end();
    await program.until(/"postgres":"database system is ready to accept connections"/);
  });

  await step("SIGTERM stops the service, then the database cleanly", async () => {
    await sendSms(url, apiKey);
    // Together, as where a launcher forwards what its whole group got.
    program.kill("SIGTERM");
    program.kill("SIGINT");
    const { code, stderr } = await program.ending;
    assert.equal(code, 0, stderr);
    assert.match(stderr, /database system is shut down/);
    assert.ok(!isAlive(pid) && !existsSync(pidFile(dataDir)));
    assert.doesNotMatch(stderr, /16175550100|insert into/);
  });
});

Deno.test("embedded: a second SIGTERM ends the process at once, and the database with it", async () => {
  const dataDir = await embeddedDirectory();
  const patient = { REQUEST_BODY_TIMEOUT: "10m", SHUTDOWN_TIMEOUT: "10m" };
  const { program, url } = await serve(dataDir, patient);
  await using _ = program;
  const pid = await pidOf(dataDir);
  const { apiKey } = await newAccount(url);
  using slow = await rawClient(url);
  await slow.say(
    `POST /api/v2 HTTP/1.1\r\nhost: x\r\nx-api-key: ${apiKey}\r\n` +
      "content-type: application/json\r\nexpect: 100-continue\r\ncontent-length: 100\r\n\r\n",
  );
  // The server sends 100 once it reads the body: the stop waits for this request.
  await slow.receives(/^HTTP\/1\.1 100 /);
  program.kill("SIGTERM");
  await program.until(/"message":"stopping"/);
  await pause(1500); // a second signal that comes at once is the same stop
  program.kill("SIGTERM");
  const { code, stderr } = await program.ending;
  assert.equal(code, 130, stderr);
  await until(() => isAlive(pid), (isAlive) => !isAlive); // the database ends with its service
});

/** Writes a PID file that claims this process is a database's. */
async function leavePid(dataDir: string, pid: number): Promise<void> {
  const file = pidFile(dataDir);
  await Deno.writeTextFile(file, `${pid}\n/proc/self/cwd\n1\n5432\n.\n\n  1 1\nready\n`);
  const { uid, gid } = await Deno.stat(`${dataDir}/postgres`);
  await Deno.chown(file, uid, gid);
}

Deno.test("embedded: a database that dies under a service is restarted, and no accepted message is lost", async (t) => {
  const step = steps(t);
  const dataDir = await embeddedDirectory();
  const { program, url } = await serve(dataDir);
  await using _ = program;
  const { apiKey } = await newAccount(url);

  /** Sends until a message is accepted, and asserts that refusals are 503 only. */
  async function insist(): Promise<string> {
    const { body } = await until(async () => {
      const response = await postTo(url, apiKey);
      return { status: response.status, body: await response.json() };
    }, ({ status, body }) => {
      if (status !== 200) assert.equal(status, 503, JSON.stringify(body));
      return status === 200;
    });
    return body["tracking-id"];
  }

  await step("a session's process", async () => {
    const first = await sendSms(url, apiKey);
    // One killed session process ends all, and the database recovers.
    for (const pid of await childrenOf(await pidOf(dataDir), /postgres: slidepost/)) {
      try {
        Deno.kill(pid, "SIGKILL");
      } catch { /* it has gone with the first */ }
    }
    await untilDelivered(url, [first, await insist()]);
  });

  await step("the database", async () => {
    const before = await pidOf(dataDir);
    const first = await sendSms(url, apiKey);
    Deno.kill(before, "SIGKILL");
    let last = "";
    // Between its end and its restart, the database has no process id.
    await until(async () => {
      last = await insist();
      return await pidOf(dataDir).catch(() => before);
    }, (pid) => pid !== before);
    await program.until(/the embedded database exited; restarting it/);
    await program.until(/the embedded database is running again/);
    await untilDelivered(url, [first, last]);
  });

  await step("a stop meanwhile leaves no process behind", async () => {
    Deno.kill(await pidOf(dataDir), "SIGKILL");
    await program.until(/restarting it[^]*restarting it/);
    program.kill("SIGTERM");
    const { code, stderr } = await program.ending;
    assert.equal(code, 0, stderr);
    assert.ok(!existsSync(pidFile(dataDir)) || !isAlive(await pidOf(dataDir)), stderr);
  });
});

async function childrenOf(parent: number, title: RegExp): Promise<number[]> {
  const { stdout } = await new Deno.Command("ps", {
    args: ["-o", "pid=,args=", "--ppid", String(parent)],
  }).output();
  return new TextDecoder().decode(stdout).split("\n").filter((line) => title.test(line))
    .map((line) => Number.parseInt(line));
}

Deno.test("embedded: killed, alone or with its service, the next start has one database and every message", async () => {
  const dataDir = await embeddedDirectory();
  const accepted: string[] = [];
  let running = await serve(dataDir);
  try {
    const { apiKey } = await newAccount(running.url);
    for (const both of [false, true, false]) {
      const { program, url } = running;
      const pid = await pidOf(dataDir);
      accepted.push(
        ...await Promise.all(Array.from({ length: 20 }, () => sendSms(url, apiKey))),
      );
      program.kill("SIGKILL");
      if (both) Deno.kill(pid, "SIGKILL");
      await program.ending;
      if (both) await until(() => isAlive(pid), (isAlive) => !isAlive);
      else assert.ok(isAlive(pid));
      running = await serve(dataDir);
      assert.ok(!isAlive(pid), "two databases on one directory");
      assert.notEqual(await pidOf(dataDir), pid);
      await untilDelivered(running.url, accepted);
    }
  } finally {
    await running.program[Symbol.asyncDispose]();
  }
});

Deno.test("embedded: a start that is killed while it creates the database does not affect the next one", async () => {
  const dataDir = `${await newDirectory()}/data`;
  for (const seen of ["", "/base", "/pg_hba.conf", "/global/pg_control"]) {
    // Where this process stood still, the database was whole already.
    await until(() => isKilledHalfway(dataDir, seen), (isHalf) => isHalf);
  }
  const { program, url } = await serve(dataDir);
  await using _ = program;
  await sendSms(url, (await newAccount(url)).apiKey);
  assert.deepEqual(await halves(dataDir), []);
});

/**
 * Kills a start once a file of the new database is there. Reports whether the database was
 * incomplete; removes it where it was not.
 */
async function isKilledHalfway(dataDir: string, seen: string): Promise<boolean> {
  {
    await using program = await startProgram({
      args: ["serve"],
      env: { ...ENV, DATA_DIR: dataDir, PORT: "0" },
    });
    const isThere = async () =>
      existsSync(`${dataDir}/postgres`) ||
      (await halves(dataDir)).some((half) => existsSync(`${dataDir}/${half}${seen}`));
    await until(isThere, (there) => there);
    program.kill("SIGKILL");
    await program.ending;
  }
  if (!existsSync(`${dataDir}/postgres`)) return true;
  await Deno.remove(`${dataDir}/postgres`, { recursive: true });
  return false;
}

Deno.test("embedded: a directory that an initdb still writes to is removed, too", async () => {
  const path = await newDirectory();
  const half = `${path}/postgres.0123abcd`;
  await Deno.mkdir(half);
  const script =
    'for i in $(seq 2000); do mkdir "$1/$i" && : > "$1/$i/file"; [ -d "$1" ] || exit; done';
  const writer = new Deno.Command("sh", { args: ["-c", script, "sh", half], stderr: "null" })
    .spawn();
  await until(() => existsSync(`${half}/20`), (exists) => exists);
  await removePartialClusters(`${path}/postgres`);
  assert.ok(!existsSync(half));
  await writer.status;
});

/** Lists databases that are being created, or never were completed. */
async function halves(dataDir: string): Promise<string[]> {
  const entries = await Array.fromAsync(Deno.readDir(dataDir)).catch(() => []);
  return entries.map(({ name }) => name).filter((name) => name.startsWith("postgres."));
}

/** Invalid files of a data directory, and the error for each. */
const REFUSED: Record<string, [files: Record<string, string>, sentence: RegExp]> = {
  "of an older kind": [
    { "postgresql.conf": "# somebody else's\n" },
    /^slidepost: .*\/postgres holds the embedded database of an older slidepost, .*start empty with\n\n {2}mv .*\/postgres .*\/postgres\.old\n/,
  ],
  "of a version whose programs are missing": [
    { PG_VERSION: "14\n" },
    /^slidepost: .*\/postgres is a database of Postgres 14, whose programs are not installed; install them \(Debian: apt-get install postgresql-14\), or restore a backup/,
  ],
  ...Deno.uid() === 0 && systemPrograms().some(({ major }) => major === 15)
    ? {
      "of a version that cannot be run by root": [
        { PG_VERSION: "15\n" },
        /^slidepost: Postgres 15 cannot be the embedded database where root starts slidepost; /,
      ],
    }
    : {},
  "whose control file is damaged": [
    { "global/pg_control": "no" },
    /^slidepost: the embedded database does not start; its log ends with:\n\n(.*\n)*.*pg_control/m,
  ],
};

const withDatabase = sharing(async () => ({
  dataDir: await embeddedDirectory(),
  [Symbol.asyncDispose]: () => Promise.resolve(),
}));

for (const [title, [files, sentence]] of Object.entries(REFUSED)) {
  withDatabase(
    `embedded: a database ${title} is refused with a clear error`,
    async ({ dataDir }) => {
      const before = new Map<string, Uint8Array>();
      for (const [name, text] of Object.entries(files)) {
        const path = `${dataDir}/postgres/${name}`;
        before.set(path, await Deno.readFile(path));
        await Deno.writeTextFile(path, text);
      }
      try {
        const env = { DATA_DIR: dataDir, PORT: "0" };
        const { code, stderr } = await runProgram({ args: ["serve"], env });
        assert.equal(code, 1);
        assert.match(stderr, sentence);
      } finally {
        for (const [path, bytes] of before) await Deno.writeFile(path, bytes);
      }
    },
  );
}

withDatabase(
  "embedded: a path that is too long for a socket is refused with a clear error",
  async ({ dataDir }) => {
    const DATA_DIR = `${dataDir}/${"x".repeat(90)}`;
    const { code, stderr } = await runProgram({ args: ["serve"], env: { DATA_DIR, PORT: "0" } });
    assert.equal(code, 1);
    const sentence = /^slidepost: the path of DATA_DIR is \d+ bytes too long .*; choose a shorter/;
    assert.match(stderr, sentence);
  },
);
