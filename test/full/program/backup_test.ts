/** `backup` and `restore` on the command line, beside running and killed services. */
import assert from "node:assert/strict";
import { Webhook } from "standardwebhooks";
import { TABLES } from "../../../src/adapters/backup/tables.ts";
import { backupArguments } from "../../../src/program/backup/arguments.ts";
import {
  archiveOf,
  assertEmpty,
  assertSame,
  filesOf,
  fillHome,
  type Home,
  makeHome,
  restoreInto,
  rowsIn,
} from "../../support/backup.ts";
import { newAccount, sendSms } from "../../support/outside.ts";
import { startPostgres } from "../../support/postgres.ts";
import { runProgram, startProgram, startServe } from "../../support/program.ts";
import { startReceiver } from "../../support/receiver.ts";
import { startS3 } from "../../support/s3.ts";
import { newDirectory } from "../../support/scratch.ts";
import { ADMIN_TOKEN } from "../../support/service.ts";
import { sharing } from "../../support/sharing.ts";
import { someoneWaits } from "../../support/store.ts";
import { pause, until } from "../../support/until.ts";

const envOf = ({ url, directory }: Home) => ({ DATABASE_URL: url, DATA_DIR: directory });

const run = (home: Home, ...args: string[]) => runProgram({ args, env: envOf(home) });

async function shell(command: string, cwd: string): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command("sh", {
    args: ["-c", command],
    cwd,
    env: { TZ: "UTC", LC_ALL: "C" },
  }).output();
  assert.ok(success, new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout);
}

/** Builds the pattern of the reported total size of the stored files. */
async function size({ directory }: Home): Promise<string> {
  const bytes = await shell(
    "find . -type f -printf '%s\\n' | awk '{ all += $1 } END { print all }'",
    `${directory}/blobs`,
  );
  return RegExp.escape(`${(Number(bytes) / 1e6).toFixed(1)} MB`);
}

const names = async (path: string) =>
  (await Array.fromAsync(Deno.readDir(path))).map(({ name }) => name).sort();

Deno.test("tar, sha256sum and zcat read a backup", async () => {
  await using home = await makeHome({ migrated: true });
  const hashes = await fillHome(home);
  const path = await newDirectory();
  const { code, stdout, stderr } = await run(home, "backup", `${path}/b.tar`);
  assert.equal(code, 0, stderr);
  assert.match(
    stdout,
    /^backup of \d{4}-.*Z, \d.* MB, in .*b\.tar\n {2}database: \d+ rows in \d+ tables, schema 00/,
  );
  assert.match(stdout, new RegExp(` rows in ${TABLES.length} tables, `));
  assert.match(stdout, new RegExp(`\n {2}files: {4}${hashes.length}, ${await size(home)}\n$`));
  assert.equal((await Deno.stat(`${path}/b.tar`)).mode! & 0o777, 0o600);
  assert.deepEqual(await names(path), ["b.tar"]);
  const listed = await shell("tar -tvf b.tar", path);
  assert.match(listed, /^-rw------- 0\/0 +\d+ \d{4}-\d\d-\d\d \d\d:\d\d manifest\.json\n/);
  assert.match(listed, / database\/message\/000001\.copy\.gz\n/);
  assert.match(listed, / SHA256SUMS\n$/);
  await shell("mkdir out && tar -xf b.tar -C out", path);
  const checked = await shell("sha256sum --check SHA256SUMS", `${path}/out`);
  assert.equal(checked.match(/: OK\n/g)!.length, listed.trimEnd().split("\n").length - 1);
  const rows = await rowsIn(home);
  assert.equal(await shell("zcat database/message/*.gz", `${path}/out`), rows.message);
  assert.deepEqual((await names(`${path}/out/files`)).sort(), hashes.toSorted());
});

Deno.test("a service under load is backed up, and its accepted messages are sent after a restore elsewhere", async () => {
  await using home = await makeHome();
  await using receiver = await disposable();
  const settings = {
    ADMIN_TOKEN,
    DEFAULT_CONNECTOR: "loopback",
    OUTBOUND_ALLOW: "127.0.0.0/8",
    LEASE_TIMEOUT: "10s",
    RESCUE_INTERVAL: "1s",
    // More attempts than a busy machine makes until the restore.
    POSTBACK_SCHEDULE: Array(500).fill("3s").join(),
  };
  const first = await startServe({ ...envOf(home), ...settings });
  await using _ = first.program;
  const { apiKey, webhookSecret } = await newAccount(first.url, { "postback-url": receiver.url });
  const send = () => sendSms(first.url, apiKey);

  // The first message's postbacks are not sent yet: they are due when the backup is made.
  receiver.respond = () => new Response(null, { status: 500 });
  const due = await send();
  await receiver.until(() => receiver.codes(due).length > 0);
  const { headers: refused, raw } = receiver.received.find(({ body }) =>
    body["tracking-id"] === due
  )!;

  const accepted: string[] = [];
  let stop = false;
  const load = (async () => {
    while (!stop) {
      accepted.push(...await Promise.all(Array.from({ length: 8 }, send)));
      await pause(20); // each further message has to be sent after the restore, too
    }
  })();
  await until(() => accepted.length, (count) => count >= 40);

  const path = await newDirectory();
  const before = [...accepted];
  const written = await run(home, "backup", `${path}/b.tar`);
  assert.equal(written.code, 0, written.stderr);
  stop = true;
  await load;
  first.program.kill("SIGTERM");
  assert.equal((await first.program.ending).code, 0);

  await using other = await makeHome();
  await other.database.close();
  const restored = await run(other, "restore", `${path}/b.tar`);
  assert.equal(restored.code, 0, restored.stderr);
  assert.match(
    restored.stdout,
    /\n {2}waiting: {2}[\d,]+ messages and [1-9][\d,]* postbacks, sent once a service starts\n {2}erasures: 0 on record; data that was erased after \d{4}-.*Z is back/,
  );
  // A backup of the restored data is the same.
  assert.equal((await run(other, "backup", `${path}/c.tar`)).code, 0);
  const tables = (file: string) => shell(`tar -xOf ${file} database.json`, path);
  assert.equal(await tables("c.tar"), await tables("b.tar"));

  receiver.respond = () => new Response(null, { status: 204 });
  receiver.received.length = 0;
  const second = await startServe({ ...envOf(other), ...settings });
  await using _second = second.program;
  await receiver.until(
    () => [due, ...before].every((id) => receiver.codes(id).includes("N202")),
  );
  const postback = receiver.received.find(({ body }) => body["tracking-id"] === due)!;
  assert.equal(postback.headers.get("webhook-id"), refused.get("webhook-id"));
  assert.equal(postback.raw, raw);
  new Webhook(webhookSecret).verify(postback.raw, Object.fromEntries(postback.headers));
  // One whose response was late may come twice.
  assert.deepEqual([...new Set(receiver.codes(due))], ["N201", "N202"]);
  // Accounts, keys and senders are the same as before.
  await sendSms(second.url, apiKey);
  second.program.kill("SIGTERM");
  assert.equal((await second.program.ending).code, 0);
});

Deno.test("a killed backup leaves no FILE, and does not hinder the next one", async () => {
  await using home = await makeHome({ migrated: true });
  await fillHome(home);
  const path = await newDirectory();
  const file = `${path}/b.tar`;
  const blocked = Promise.withResolvers<void>();
  const blocking = home.database.transaction(async (query) => {
    await query("lock table lookup_count in access exclusive mode");
    await blocked.promise;
  }, { noTimeout: true });
  for (const [signal, left] of [["SIGKILL", ["b.tar.part"]], ["SIGTERM", []]] as const) {
    await using program = await startProgram({ args: ["backup", file], env: envOf(home) });
    await someoneWaits(home.database);
    const other = await run(home, "backup", file);
    assert.match(other.stderr, /another backup is writing .*b\.tar\.part; wait until it ends/);
    program.kill(signal);
    const { stderr } = await program.ending;
    if (signal === "SIGTERM") assert.match(stderr, /^slidepost: interrupted; nothing was left/m);
    assert.deepEqual(await names(path), left);
    await until(() => isWaiting(home), (waits) => !waits); // the server notices a little later
  }
  blocked.resolve();
  await blocking;
  const { code, stderr } = await run(home, "backup", file);
  assert.equal(code, 0, stderr);
  assert.deepEqual(await names(path), ["b.tar"]);

  async function isWaiting({ database }: Home): Promise<boolean> {
    const [found] = await database.query(
      `select count(*)::int as sessions from pg_stat_activity
       where datname = current_database() and application_name = 'slidepost backup'
         and wait_event_type = 'Lock'`,
    );
    if (found!.sessions > 0) {
      await database.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and application_name = 'slidepost backup'`,
      );
    }
    return found!.sessions > 0;
  }
});

Deno.test("a killed restore leaves the target empty for another one", async () => {
  await using home = await makeHome({ migrated: true });
  await fillHome(home);
  const { archive } = await archiveOf(home);
  await using target = await makeHome();
  const path = await newDirectory();
  const file = `${path}/b.tar`;
  await Deno.writeFile(file, archive);
  for (const [signal, part] of [["SIGTERM", 0.5], ["SIGKILL", 0.5], ["SIGKILL", 0.02]] as const) {
    const pipe = `${path}/pipe`;
    await shell(`mkfifo ${pipe}`, path);
    await using program = await startProgram({ args: ["restore", pipe], env: envOf(target) });
    const writing = await Deno.open(pipe, { write: true });
    const some = archive.subarray(0, Math.floor(archive.length * part));
    for (let at = 0; at < some.length;) at += await writing.write(some.subarray(at));
    program.kill(signal);
    const { code } = await program.ending;
    assert.notEqual(code, 0);
    writing.close();
    await Deno.remove(pipe);
    if (signal === "SIGTERM") await assertEmpty(target);
    assert.equal((await rowsIn(target)).account ?? "", "");
    assert.ok(Object.keys(await filesOf(target)).length < 34);
  }
  await target.database.close();
  const { code, stderr } = await run(target, "restore", file);
  assert.equal(code, 0, stderr);
  await assertSame(home, target);
});

Deno.test("options stand before or after FILE, with = or without; -- ends them", () => {
  const parsed = { file: "a", withoutFiles: true, force: false, configFile: "c" };
  for (
    const args of [
      ["a", "--without-files", "--config", "c"],
      ["--config=c", "--without-files", "--", "a"],
    ]
  ) {
    assert.deepEqual(backupArguments("restore", args), parsed);
  }
  const { file, force } = backupArguments("backup", ["--force", "-"]);
  assert.deepEqual([file, force], ["-", true]);
});

Deno.test("an invalid command line is refused, naming the fault", () => {
  const table: [args: ["backup" | "restore", ...string[]], message: RegExp][] = [
    [["backup"], /^backup needs a FILE/],
    [["backup", "a", "b"], /^backup takes one FILE/],
    [["backup", "--with-files", "a"], /^backup: Unknown option '--with-files' \(backup --help/],
    [["restore", "--force", "a"], /^restore has no option --force/],
    [["backup", "--config"], /^backup: Option '--config <value>' argument missing \(/],
    [["backup", "a", "--force=yes"], /^backup: Option '--force' does not take an argument \(/],
  ];
  for (const [[command, ...args], message] of table) {
    assert.throws(() => backupArguments(command, args), { name: "UsageError", message });
  }
});

/** An operator's mistakes; `@` stands for the directory with the backup. */
const MISTAKES: [
  args: string[],
  code: number,
  stderr: RegExp,
  env?: (home: Home) => Record<string, string>,
][] = [
  [["restore"], 2, /^restore needs a FILE/],
  [["backup", "@/b.tar"], 1, /^slidepost: .*b\.tar exists already; .* --force\n$/],
  [
    ["backup", "@/no/b.tar"],
    1,
    /^slidepost: .*no\/b\.tar\.part cannot be written: No such/,
  ],
  [["restore", "@/no.tar"], 1, /^slidepost: .*no\.tar cannot be read: No such file/],
  [
    ["restore", "@/b.tar"],
    1,
    /^slidepost: the database is not empty \(there are rows in account\)/,
  ],
  [
    ["backup", "@/c.tar"],
    1,
    /^slidepost: the database cannot be used: .*; check DATABASE_URL, and that the server is running\n$/,
    () => ({ DATABASE_URL: "postgres://us@127.0.0.1:9/x" }),
  ],
  [
    ["backup", "@/c.tar"],
    1,
    /^slidepost: the database cannot be used: database "nowhere" does not exist; check/,
    ({ url }) => ({ DATABASE_URL: url.replace(/\/[^/]+$/, "/nowhere") }),
  ],
  [["backup", "@/c.tar", "--config", "/no/such"], 78, /\/no\/such cannot be read/],
];

const withBackup = sharing(async () => {
  await using parts = new AsyncDisposableStack();
  const home = parts.use(await makeHome({ migrated: true }));
  await fillHome(home);
  await home.database.close();
  const path = await newDirectory();
  const file = `${path}/b.tar`;
  assert.equal((await run(home, "backup", file)).code, 0);
  const running = parts.move();
  return { home, path, file, [Symbol.asyncDispose]: () => running.disposeAsync() };
});

for (const [args, code, stderr, env = () => ({})] of MISTAKES) {
  const title = `backup and restore: a mistake is reported, with an exit code: ${args.join(" ")}`;
  withBackup(env.length > 0 ? `${title} (no database)` : title, async ({ home, path }) => {
    const words = args.map((word) => word.replace("@", path));
    const ending = await runProgram({ args: words, env: { ...envOf(home), ...env(home) } });
    assert.match(ending.stderr, stderr);
    assert.equal(ending.code, code);
    assert.equal(ending.stdout, "");
    assert.deepEqual((await names(path)).filter((name) => name !== "d.tar"), ["b.tar"]);
  });
}

withBackup("backup and restore: --force replaces, and - streams", async ({ home, file }) => {
  const before = await Deno.stat(file);
  assert.equal((await run(home, "backup", "--force", file)).code, 0);
  assert.notEqual((await Deno.stat(file)).ino, before.ino);
  await using target = await makeHome();
  await target.database.close();
  const quoted = (env: Record<string, string>) =>
    Object.entries(env).map(([name, value]) => `${name}='${value}'`).join(" ");
  const command = "deno run -A tools/launch.ts";
  await shell(
    `${quoted(envOf(home))} ${command} backup - | ${quoted(envOf(target))} ${command} restore -`,
    new URL("../../../", import.meta.url).pathname,
  );
  await assertSame(home, target);
});

withBackup(
  "backup and restore: the data directory of a running service is not restored over",
  async ({ file }) => {
    await using target = await makeHome();
    await target.database.close();
    await using serving = (await startServe(envOf(target))).program;
    const { code, stderr } = await run(target, "restore", file);
    assert.equal(code, 1);
    assert.match(stderr, new RegExp(`is in use by another slidepost \\(pid ${serving.pid}\\)`));
    // Nor is its database restored over from elsewhere.
    const DATA_DIR = await newDirectory();
    const ending = await runProgram({
      args: ["restore", file],
      env: { DATABASE_URL: target.url, DATA_DIR },
    });
    assert.match(ending.stderr, /^slidepost: a service is using the database/);
  },
);

withBackup(
  "backup and restore: files that are missing make the exit code 3",
  async ({ home, path }) => {
    await using target = await makeHome();
    await target.database.close();
    const none = await run(home, "backup", "--without-files", `${path}/d.tar`);
    assert.match(none.stdout, /\n {2}files: {4}none \(--without-files\)\n$/);
    const { code, stdout, stderr } = await run(target, "restore", `${path}/d.tar`);
    assert.equal(code, 3, stderr);
    assert.match(stdout, /\n {2}files: {4}none written\n/);
    assert.match(
      stderr,
      /(?:^|\n)slidepost: 34 files that rows refer to are missing from the stored files: the backup was made without files\n$/,
    );
  },
);

Deno.test("files are restored into a bucket, and backed up from it", async () => {
  await using home = await makeHome({ migrated: true });
  const hashes = await fillHome(home);
  await using s3 = await startS3();
  const path = await newDirectory();
  await using target = await makeHome();
  await target.database.close();
  await Deno.writeFile(`${path}/a.tar`, (await archiveOf(home)).archive);
  const env = { ...envOf(target), ...s3.environment, BLOBS_URL: s3.url("files") };
  const bucket = async (...args: string[]) => {
    const { code, stdout, stderr } = await runProgram({ args, env });
    assert.equal(code, 0, stderr);
    assert.match(stdout, new RegExp(`\n {2}files: {4}${hashes.length}, ${await size(home)}`));
  };
  await bucket("restore", `${path}/a.tar`);
  assert.equal([...s3.objects.keys()].filter((key) => key.includes(hashes[0]!)).length, 1);
  await bucket("backup", `${path}/b.tar`);
  await using last = await makeHome();
  await restoreInto(last, await Deno.readFile(`${path}/b.tar`));
  await assertSame(home, last);
});

Deno.test("backups go from the oldest Postgres to the embedded one, and from that to a server", async () => {
  await using oldest = await startPostgres({ durable: false, version: "oldest" });
  await using home = await makeHome({ server: oldest.url, migrated: true });
  await fillHome(home);
  const path = await newDirectory();
  const [first, second, third] = ["a", "b", "c"].map((name) => `${path}/${name}.tar`);
  const env = { DATA_DIR: `${path}/data` };
  const on = async (...args: string[]) => {
    const { code, stderr } = await runProgram({ args, env });
    assert.equal(code, 0, stderr);
  };
  const none = await runProgram({ args: ["backup", first!], env });
  assert.match(
    none.stderr,
    /^slidepost: there is no data directory .*; set DATA_DIR, or DATABASE_URL\n$/,
  );
  await Deno.mkdir(env.DATA_DIR);
  const empty = await runProgram({ args: ["backup", first!], env });
  assert.match(empty.stderr, /^slidepost: there is no database in .*\/data; set DATA_DIR, or/);
  assert.deepEqual(await names(env.DATA_DIR), []);
  assert.equal((await run(home, "backup", first!)).code, 0);
  await on("restore", first!);
  await on("backup", second!);
  await using target = await makeHome();
  await restoreInto(target, await Deno.readFile(second!));
  await assertSame(home, target);
  // Beside the running service, whose changes of rows meanwhile do not matter.
  await using _ = (await startServe(env)).program;
  await on("backup", third!);
  await shell("tar -xOf c.tar SHA256SUMS | grep -q database/message/", path);
});

async function disposable() {
  const receiver = await startReceiver();
  return Object.assign(receiver, { [Symbol.asyncDispose]: () => receiver.stop() });
}
