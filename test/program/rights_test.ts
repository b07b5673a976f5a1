/** Permissions of the program: those that it needs, and no others. */
import assert from "node:assert/strict";
import deno from "../../deno.json" with { type: "json" };
import { FONT_DIRECTORIES } from "../../src/image/typefaces.ts";
import { programFlags } from "../../tools/launch/permissions.ts";
import { migratedDatabase } from "../support/migrated.ts";
import { openPostgres } from "../../src/adapters/store/engine/postgres.ts";
import { makeAuthority } from "../support/certificates.ts";
import { startPostgres, targetOf } from "../support/postgres.ts";
import { runProgram, startProgram, startServe } from "../support/program.ts";
import { startS3 } from "../support/s3.ts";
import { newDirectory } from "../support/scratch.ts";
import { EVERY_DOOR, useEveryDoor } from "./every_door.ts";

/** Runs a program to its end while all its doors are used. */
async function assertAllWorks(env: Record<string, string>): Promise<void> {
  const { program, url } = await startServe({ ...EVERY_DOOR, ...env });
  await using _ = program;
  await useEveryDoor(url);
  program.kill("SIGTERM");
  const { code, stdout, stderr } = await program.ending;
  assert.equal(code, 0, stdout + stderr);
}

// For the embedded database see `test/adapters/system/private_files_test.ts`.
Deno.test("all works under its permissions, with a Postgres server, its queue, and files in a directory", async () => {
  const path = await newDirectory();
  await assertAllWorks({
    DATA_DIR: `${path}/data`,
    DATABASE_URL: await migratedDatabase(),
    QUEUE: "postgres",
    BLOBS_URL: `file://${path}/stored`,
  });
  assert.ok([...Deno.readDirSync(`${path}/stored`)].length > 1);
});

Deno.test("sockets and certificates of DATABASE_URL are within its permissions", async () => {
  const path = await newDirectory();
  const authority = await makeAuthority(path);
  const { cert, key } = await authority.issue("localhost", "DNS:localhost");
  await Deno.writeTextFile(`${path}/ca.crt`, authority.cert);
  await using server = await startPostgres({
    durable: false,
    socket: true,
    settings: ["ssl = on"],
    access: ["local all all trust", "hostssl all all 127.0.0.1/32 scram-sha-256"],
    files: { "server.crt": cert, "server.key": key },
  });
  const { port } = new URL(server.url);
  const socket = `postgres://postgres@/postgres?host=${server.directory}&port=${port}`;
  const database = openPostgres({
    target: targetOf(socket),
    connections: 1,
    statementTimeoutMs: 15_000,
  });
  await database.query("alter role postgres password 'secret'");
  await database.close();
  await Deno.writeTextFile(`${path}/pass`, `*:*:*:postgres:secret\n`, { mode: 0o600 });
  const tcp = `postgres://postgres@localhost:${port}/postgres`;
  const environments: Record<string, string>[] = [
    { DATABASE_URL: socket, QUEUE: "postgres" },
    {
      DATABASE_URL: "postgres:///postgres",
      PGHOST: server.directory,
      PGPORT: port,
      PGUSER: "postgres",
    },
    {
      DATABASE_URL: `${tcp}?sslmode=verify-full&sslrootcert=${path}/ca.crt`,
      PGPASSFILE: `${path}/pass`,
    },
    {
      DATABASE_URL: `${tcp}?sslrootcert=system&password=secret`,
      SSL_CERT_FILE: `${path}/ca.crt`,
    },
  ];
  for (const environment of environments) {
    const { program } = await startServe({ DATA_DIR: `${path}/data`, ...environment });
    await using _ = program;
    program.kill("SIGTERM");
    const { code, stderr } = await program.ending;
    assert.equal(code, 0, stderr);
  }
});

Deno.test("all works under its permissions, with a bucket and the credentials of a file", async () => {
  await using s3 = await startS3();
  const { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret } = s3.environment;
  const path = await newDirectory();
  const AWS_SHARED_CREDENTIALS_FILE = `${path}/credentials`;
  await Deno.writeTextFile(
    AWS_SHARED_CREDENTIALS_FILE,
    `[default]\naws_access_key_id = ${id}\naws_secret_access_key = ${secret}\n`,
  );
  const DATABASE_URL = await migratedDatabase();
  await assertAllWorks({
    DATA_DIR: `${path}/data`,
    DATABASE_URL,
    AWS_SHARED_CREDENTIALS_FILE,
    BLOBS_URL: s3.url("files"),
  });
  assert.ok(s3.objects.size > 0);
});

Deno.test("KV_PATH and the file of --config are within its permissions, wherever they are", async () => {
  const path = await newDirectory();
  await Deno.mkdir(`${path}/queue`);
  const DATABASE_URL = await migratedDatabase();
  const settings = { DATA_DIR: `${path}/data`, KV_PATH: `${path}/queue/q.sqlite`, PORT: "0" };
  const lines = Object.entries(settings).map(([key, value]) => `${key}=${value}`);
  await Deno.writeTextFile(`${path}/config`, lines.join("\n"));
  const args = ["serve", `--config=${path}/config`];
  await using program = await startProgram({ args, env: { DATABASE_URL } });
  await program.until(/ready/);
  assert.ok((await Deno.stat(settings.KV_PATH)).isFile);
  program.kill("SIGTERM");
  const { code, stderr } = await program.ending;
  assert.equal(code, 0, stderr);
});

Deno.test("a path that no permission can name is refused by its name", async () => {
  const { code, stderr } = await runProgram({
    args: ["serve"],
    env: { DATA_DIR: "/no/such,dir" },
    launchedWith: { umask: 0o022 },
  });
  assert.equal(code, 1);
  assert.match(stderr, /^slidepost: \/no\/such,dir cannot be granted .* a comma\n$/);
});

/** Runs statements of a module under the program's own flags, and returns their output. */
async function underItsFlags(
  path: string,
  statements: string,
  env: Record<string, string> = {},
): Promise<string[]> {
  const probe = `${path}/probe.ts`;
  await Deno.writeTextFile(probe, statements);
  const environment = { ...Deno.env.toObject(), DATA_DIR: `${path}/data`, ...env };
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-check", ...await programFlags(["serve"], environment), probe],
    cwd: path,
    env: { NO_COLOR: "1" },
  }).output();
  const decoder = new TextDecoder();
  const lines = decoder.decode(stdout).trimEnd().split("\n");
  assert.notDeepEqual(lines, [""], decoder.decode(stderr));
  return lines;
}

/** Builds a script that prints the name and the result of each attempt. */
const attempts = (table: Record<string, string>) =>
  Object.entries(table).map(([name, code]) =>
    `try { ${code}; console.log(${JSON.stringify(name)}, "allowed"); } catch (error) {
       console.log(${JSON.stringify(name)}, error.name); }`
  ).join("\n");

Deno.test("its permissions deny the rest of the machine", async () => {
  const path = await newDirectory();
  await Deno.mkdir(`${path}/data`);
  await Deno.symlink("/etc/group", `${path}/link`);
  const output = await underItsFlags(
    path,
    attempts({
      "read in DATA_DIR": `[...Deno.readDirSync("data")]`,
      "write in DATA_DIR": `Deno.writeTextFileSync("data/file", "")`,
      "read /etc/group": `Deno.readTextFileSync("/etc/group")`,
      "read it through a link": `Deno.readTextFileSync("link")`,
      "read beside DATA_DIR": `[...Deno.readDirSync(".")]`,
      "read the home directory": `[...Deno.readDirSync(Deno.env.get("HOME") ?? "/root")]`,
      "read the process": `Deno.readTextFileSync("/proc/self/environ")`,
      "write beside DATA_DIR": `Deno.writeTextFileSync("file", "")`,
      "write where DATA_DIR's name begins": `Deno.writeTextFileSync("data2", "")`,
      "write above by ..": `Deno.writeTextFileSync("data/../file", "")`,
      "write the program": `Deno.writeTextFileSync(${
        JSON.stringify(new URL("../../src/written.ts", import.meta.url).pathname)
      }, "")`,
      "link out of DATA_DIR": `Deno.symlinkSync("/etc/group", "data/link")`,
      "run ffmpeg":
        `new Deno.Command("ffmpeg", { args: ["-version"], stdout: "null" }).outputSync()`,
      "run sh": `new Deno.Command("sh", { args: ["-c", "true"] }).outputSync()`,
      "run ffmpeg of another place":
        `new Deno.Command("./ffmpeg", { args: ["-version"] }).outputSync()`,
      "load a library": `Deno.dlopen("libm.so.6", {})`,
      "load a library by its path": `Deno.dlopen("/lib64/libm.so.6", {})`,
      "load a library from DATA_DIR": `Deno.dlopen("./data/file", {})`,
      "name the machine": `Deno.hostname()`,
      "list its networks": `Deno.networkInterfaces()`,
    }),
  );
  assert.deepEqual(output, [
    "read in DATA_DIR allowed",
    "write in DATA_DIR allowed",
    "read /etc/group NotCapable",
    "read it through a link NotCapable",
    "read beside DATA_DIR NotCapable",
    "read the home directory NotCapable",
    "read the process NotCapable",
    "write beside DATA_DIR NotCapable",
    "write where DATA_DIR's name begins NotCapable",
    "write above by .. NotCapable",
    "write the program NotCapable",
    "link out of DATA_DIR NotCapable",
    "run ffmpeg allowed",
    "run sh NotCapable",
    "run ffmpeg of another place NotCapable",
    "load a library NotCapable",
    "load a library by its path NotCapable",
    "load a library from DATA_DIR NotCapable",
    "name the machine NotCapable",
    "list its networks allowed",
  ]);
});

Deno.test("a backup may read the data and write the archive; a restore the reverse", async () => {
  const environment = { DATA_DIR: "/srv/data", DATABASE_URL: "postgres://us@db/x" };
  const flagsOf = async (...args: string[]) => {
    const flags = await programFlags(args, environment);
    assert.deepEqual(
      flags.map((flag) => flag.split("=")[0]),
      ["--no-prompt", "--allow-net", "--allow-env", "--allow-write", "--allow-sys", "--allow-read"],
    );
    return flags;
  };
  const backup = await flagsOf("backup", "--config", "/etc/slidepost.conf", "/backups/b.tar");
  const archive = "/backups/b.tar,/backups/b.tar.part";
  assert.equal(backup[3], `--allow-write=/srv/data,${archive}`);
  assert.match(backup[5]!, new RegExp(`=/srv/data,${archive},.*,/etc/slidepost.conf$`));
  const restore = await flagsOf("restore", "/backups/b.tar");
  assert.equal(restore[3], "--allow-write=/srv/data");
  assert.match(restore[5]!, /=\/srv\/data,.*,\/backups\/b\.tar$/);
  const streamed = await flagsOf("backup", "-");
  assert.equal(streamed[3], "--allow-write=/srv/data");
});

Deno.test("the C library may be called to limit memory, and for nothing else", async () => {
  const path = await newDirectory();
  const memory = new URL("../../src/adapters/transcoder/memory.ts", import.meta.url).href;
  const open = `for (const path of ["/lib/${Deno.build.arch}-linux-gnu/libc.so.6",
    "/lib64/libc.so.6", "libc.so.6"]) {
      ${attempts({ open: "Deno.dlopen(path, {})" })} }`;
  const output = await underItsFlags(
    path,
    `import { restrictLibc, limitMemory } from ${JSON.stringify(memory)};
     restrictLibc();
     ${open}
     const film = ["-f", "lavfi", "-i", "testsrc2=s=3840x2160:d=5", "-f", "null", "-"];
     const child = new Deno.Command("ffmpeg", { args: film, stderr: "null" }).spawn();
     limitMemory(child.pid, 20_000_000);
     console.log("ffmpeg succeeds:", (await child.status).success);`,
  );
  assert.deepEqual(output, [
    ...Array(3).fill("open NotCapable"),
    "ffmpeg succeeds: false",
  ]);
});

Deno.test("the fonts that pictures are drawn with may be read", () => {
  const { read } = deno.permissions.serve;
  for (const directory of FONT_DIRECTORIES) {
    assert.ok(read.some((path) => `${directory}/`.startsWith(`${path}/`)), directory);
  }
});
