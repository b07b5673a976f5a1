/**
 * A real PostgreSQL server to throw away, on loopback, for tests and benchmarks.
 *
 *     await using server = await startPostgres();
 *     const sql = postgres(await createDatabase(server.url));
 *
 * The server never outlives the process that started it, however that ends.
 */
import postgres from "postgres";
import {
  findPrograms,
  OLDEST_MAJOR,
  systemPrograms,
} from "../../src/adapters/embedded_postgres/programs.ts";
import { type DatabaseTarget, databaseTarget } from "../../src/config/database/target.ts";
import { sharedFixture } from "./shared_fixtures.ts";
import { copyTree, scratchDirectory } from "./scratch.ts";
import { freePort } from "./free_port.ts";
import { pause } from "./until.ts";
import { optionArgs } from "../../src/lib/option_args.ts";

/** Running server. */
export interface PostgresServer extends AsyncDisposable {
  /** URL of its maintenance database; see {@link createDatabase} for one of your own. */
  readonly url: string;
  /** Process id of the postmaster, as of the last start. */
  readonly pid: number;
  /** Directory of its Unix socket, where it has one, and of its log (`log`). */
  readonly directory: string;
  /** Stops the server and removes its files. */
  stop(): Promise<void>;
  /** Restarts it with the same data: after a clean stop by default, or after {@link kill}. */
  restart(mode?: "fast" | "immediate"): Promise<void>;
  /** Ends all its processes with SIGKILL, as a crash would; the data stays for {@link restart}. */
  kill(): Promise<void>;
  /** Stops all its processes with SIGSTOP, as a machine that hangs would. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
}

export interface PostgresOptions {
  /**
   * Waits for the disk at every commit. Tests that can lose their data say false. Default: true.
   */
  readonly durable?: boolean;
  /**
   * Directory of its files. Default: in memory, unless it is durable or programs open its socket.
   */
  readonly directory?: string;
  /** Version: the embedded database's, or the oldest that this system has. */
  readonly version?: "embedded" | "oldest";
  /** Also accepts connections over a Unix socket in its directory. Default: false. */
  readonly socket?: boolean;
  /** Further lines of postgresql.conf. */
  readonly settings?: readonly string[];
  /** Lines of pg_hba.conf. Default: every client is trusted. */
  readonly access?: readonly string[];
  /** Files put into its data directory, private to it, by name. */
  readonly files?: Readonly<Record<string, string>>;
  /** URL of the server that it follows as a streaming standby. Default: it is a primary. */
  readonly standbyOf?: string;
}

/** Starts a server in a fresh directory. Takes about two seconds. */
export async function startPostgres(
  options: PostgresOptions = {},
): Promise<PostgresServer> {
  const { durable = true, socket = false } = options;
  const { directory = durable || socket ? undefined : scratchDirectory() } = options;
  const home = await makeHome(await programsOf(options.version), directory);
  const guard = guardHome(home);
  let process: Deno.ChildProcess;
  try {
    await initialise(home, options);
    process = await start(home);
  } catch (cause) {
    await guard.end();
    throw cause;
  }
  return {
    url: `postgres://postgres@127.0.0.1:${home.port}/postgres`,
    directory: home.directory,
    get pid() {
      return process.pid;
    },
    stop: () => guard.end(),
    async restart(mode = "fast") {
      await run(home, "pg_ctl", "stop", "-D", home.data, "-m", mode).catch(() => {});
      process = await start(home);
    },
    async kill() {
      process.ref();
      // Sessions, too: they would respond until they notice.
      await signalAll(process.pid, "SIGKILL");
      await process.status;
    },
    freeze: () => signalAll(process.pid, "SIGSTOP"),
    thaw: () => signalAll(process.pid, "SIGCONT"),
    [Symbol.asyncDispose]: () => guard.end(),
  };
}

let shared: Promise<{ readonly url: string }> | undefined;

/**
 * The server that this test run shares: the runner's, by TEST_DATABASE_URL, or else one for this
 * process, which ends with it. Take a database of your own from {@link createDatabase}.
 */
export function sharedPostgres(): Promise<{ readonly url: string }> {
  const url = Deno.env.get("TEST_DATABASE_URL");
  return shared ??= url ? Promise.resolve({ url }) : startPostgres({ durable: false });
}

/** Creates an empty database, or a copy of `template`, under a new name, and returns its URL. */
export async function createDatabase(serverUrl: string, template = "template1"): Promise<string> {
  const name = `slidepost_${crypto.randomUUID().replaceAll("-", "")}`;
  // Files are copied faster than rows are written again.
  await onDatabase(
    serverUrl,
    (sql) => sql`create database ${sql(name)} template ${sql(template)} strategy file_copy`,
  );
  return at(serverUrl, name);
}

/** Runs work in a session of its own in a database. */
export async function onDatabase<T>(
  url: string,
  work: (sql: postgres.Sql) => Promise<T>,
): Promise<T> {
  const sql = postgres(url, { max: 1, onnotice: () => {}, fetch_types: false });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

function at(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

/** Converts a URL to connection options. */
export function targetOf(url: string): DatabaseTarget {
  return databaseTarget(url, {});
}

/** Returns the URL of a configured database, for clients of tests. */
export function urlOf({ hosts: [server], user, database }: DatabaseTarget): string {
  return `postgres://${user}@${server!.host}:${server!.port}/${database}`;
}

/** Directory of a server, and the user that it runs as. */
interface Home {
  readonly directory: string;
  readonly data: string;
  readonly log: string;
  readonly port: number;
  readonly programs: string;
  /** User for the server, since PostgreSQL refuses to run as root; undefined: the current one. */
  readonly user?: { readonly uid: number; readonly gid: number };
}

async function programsOf(version: PostgresOptions["version"]): Promise<string> {
  const found = version === "oldest"
    ? systemPrograms().findLast(({ major }) => major >= OLDEST_MAJOR)
    : await findPrograms(null);
  if (!found) throw new Error("No PostgreSQL server found. Run: deno run -A tools/setup.ts test");
  return found.directory;
}

async function makeHome(programs: string, parent?: string): Promise<Home> {
  const user = Deno.uid() === 0 ? unprivilegedUser() : undefined;
  const directory = await Deno.makeTempDir({
    prefix: "slidepost-postgres-",
    ...user && { dir: "/tmp" }, // root's TMPDIR may be closed to others
    ...parent !== undefined && { dir: parent },
  });
  if (user) await Deno.chown(directory, user.uid, user.gid);
  return {
    directory,
    data: `${directory}/data`,
    log: `${directory}/log`,
    port: freePort(),
    programs,
    user,
  };
}

function unprivilegedUser() {
  const accounts = Deno.readTextFileSync("/etc/passwd").split("\n").map((line) => line.split(":"));
  const account = ["postgres", "nobody"]
    .map((wanted) => accounts.find(([name]) => name === wanted))
    .find((found) => found !== undefined);
  if (!account) throw new Error("PostgreSQL refuses to run as root: add a user named postgres.");
  return { uid: Number(account[2]), gid: Number(account[3]) };
}

async function initialise(
  home: Home,
  { durable = true, socket, standbyOf, settings: further = [], access, files = {} }:
    PostgresOptions,
) {
  if (standbyOf !== undefined) {
    await run(home, "pg_basebackup", "-D", home.data, "-R", "-c", "fast", "-d", standbyOf);
  } else {
    await copyTree(await freshCluster(home), home.data);
  }
  const settings = [
    `port = ${home.port}`,
    "listen_addresses = '127.0.0.1'",
    `unix_socket_directories = '${socket ? home.directory : ""}'`,
    "max_connections = 400",
    "synchronous_commit = on",
    // In its own directory, which is removed: elsewhere a killed server's would stay.
    "dynamic_shared_memory_type = mmap",
    // Nothing is there for long enough to need a vacuum; looking for it in all databases costs.
    ...durable ? [] : ["fsync = off", "full_page_writes = off", "autovacuum = off"],
    ...further,
  ];
  const file = `${home.data}/postgresql.conf`;
  await Deno.writeTextFile(file, `\n${settings.join("\n")}\n`, { append: true });
  if (access) await Deno.writeTextFile(`${home.data}/pg_hba.conf`, `${access.join("\n")}\n`);
  for (const [name, content] of Object.entries(files)) {
    const path = `${home.data}/${name}`;
    await Deno.writeTextFile(path, content, { mode: 0o600 });
    if (home.user) await Deno.chown(path, home.user.uid, home.user.gid);
  }
}

/** Data directory of a new server before its first start: a copy takes a tenth of its creation. */
function freshCluster(home: Home): Promise<string> {
  return sharedFixture(`cluster${home.programs.replaceAll("/", "-")}`, async (path) => {
    await run(
      home,
      "initdb",
      ...optionArgs({ "-D": home.data, "-U": "postgres" }),
      "--auth=trust",
      "--no-sync",
      "--encoding=UTF8",
      Deno.build.os === "linux" ? "--locale=C.UTF-8" : "--locale=C",
    );
    await copyTree(home.data, path);
    await Deno.remove(home.data, { recursive: true });
  });
}

/**
 * Tries again where waiting helps: after a crash the old server's children hold on to its memory
 * for a moment, and so may someone to the port that was free when we looked.
 */
async function start(home: Home): Promise<Deno.ChildProcess> {
  for (let attempt = 1;; attempt++) {
    const process = spawnServer(home);
    if (await isReady(process, home)) return process;
    const log = (await Deno.readTextFile(home.log)).trimEnd();
    if (attempt === 20 || !/still in use|Address already in use/.test(log.slice(-500))) {
      throw new Error(`PostgreSQL did not start. Its log ends:\n${log.slice(-2000)}`);
    }
    await pause(250);
  }
}

/**
 * Starts the server as a child of this process, not as pg_ctl's daemon, so that its end can be
 * awaited.
 */
function spawnServer(home: Home): Deno.ChildProcess {
  const process = new Deno.Command("/bin/sh", {
    args: ["-c", 'exec postgres -D "$1" >>"$2" 2>&1', "sh", home.data, home.log],
    stdin: "null",
    stdout: "null",
    stderr: "null",
    ...surroundings(home),
  }).spawn();
  process.unref();
  return process;
}

/**
 * Returns true once the pid file says that the server accepts connections, false if it has ended.
 */
async function isReady(process: Deno.ChildProcess, home: Home): Promise<boolean> {
  let ended = false;
  process.status.then(() => ended = true);
  while (!ended) {
    const lines = (await Deno.readTextFile(`${home.data}/postmaster.pid`).catch(() => ""))
      .split("\n");
    if (Number(lines[0]) === process.pid && lines[7]?.trim() === "ready") return true;
    await pause(10);
  }
  return false;
}

/** Signals a process and its children; it is stopped meanwhile, so that it starts no more. */
async function signalAll(parent: number, signal: Deno.Signal): Promise<void> {
  Deno.kill(parent, "SIGSTOP");
  const { stdout } = await new Deno.Command("pgrep", { args: ["-P", String(parent)] }).output();
  for (const pid of new TextDecoder().decode(stdout).split("\n").filter((line) => line !== "")) {
    try {
      Deno.kill(Number(pid), signal);
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error; // it has ended meanwhile
    }
  }
  Deno.kill(parent, signal);
}

async function run(home: Home, program: string, ...args: string[]) {
  const { success, stdout, stderr } = await new Deno.Command(
    `${home.programs}/${program}`,
    { args, stdin: "null", ...surroundings(home) },
  ).output();
  if (success) return;
  const decoder = new TextDecoder();
  throw new Error(`${program} failed:\n${decoder.decode(stdout)}${decoder.decode(stderr)}`);
}

/** Environment without our own variables: PGDATA, PGPORT and their like would change the server. */
function surroundings({ directory, programs, user }: Home) {
  return {
    cwd: directory,
    clearEnv: true,
    env: { PATH: `${programs}:/usr/bin:/bin`, LC_ALL: "C" },
    ...user,
  };
}

/**
 * A shell that waits on a pipe from us. We close the pipe to stop the server; and when we are
 * killed, the system closes it. Either way the shell stops the server and removes its files. It
 * ignores the signals that a terminal sends to us all, to be there when we are gone.
 */
function guardHome(home: Home) {
  const script = `trap '' HUP INT TERM
    read -r _
    pg_ctl stop -s -m immediate -D data 2>/dev/null
    rm -rf "$PWD"`;
  const shell = new Deno.Command("/bin/sh", {
    args: ["-c", script],
    stdin: "piped",
    stdout: "null",
    stderr: "null",
    ...surroundings(home),
  }).spawn();
  shell.unref();
  let ended: Promise<void> | undefined;
  const end = async () => {
    shell.ref();
    await shell.stdin.close();
    await shell.status;
  };
  return { end: () => ended ??= end() };
}
