/** The data directory of the embedded database: made whole or not at all, and known again. */
import { syncDirectory } from "../blobs/files/write.ts";
import { accountFor } from "./account.ts";
import { type Cluster, DATA, run } from "./command.ts";
import { findPrograms, OLDEST, type Programs } from "./programs.ts";
import { ACCESS_FILE, configurationFile, HEADER, NAME } from "./settings.ts";

/** First version whose programs work in a directory that their user cannot look up. */
const WORKS_ANYWHERE = 16;

/** Longest path of a Unix socket in bytes, its end included. */
const SOCKET_PATH_MAX = Deno.build.os === "linux" ? 108 : 104;
/** Attempts at removing what an initdb still writes to: about ten seconds of them. */
const REMOVALS_MAX = 500;

export const SOCKET = ".s.PGSQL.5432";

/**
 * Makes the data directory where there is none, and writes its settings.
 * @param connections Sessions of the service.
 * @throws Error that says what to do: no programs, or a directory of another kind or version.
 */
export async function prepareCluster(directory: string, connections: number): Promise<Cluster> {
  checkPath(directory);
  const major = await majorOf(directory);
  const cluster: Cluster = {
    directory,
    programs: await programsFor(directory, major),
    account: await accountFor(directory),
  };
  if (cluster.account !== null && cluster.programs.major < WORKS_ANYWHERE) {
    throw new Error(
      `Postgres ${cluster.programs.major} cannot be the embedded database where root starts ` +
        `slidepost; start it as another user, install Postgres ${WORKS_ANYWHERE} or newer, or name ` +
        "a server in DATABASE_URL",
    );
  }
  if (major === null) await make(cluster);
  await writeFile(
    cluster,
    "postgresql.conf",
    configurationFile(connections, cluster.programs.major),
  );
  await writeFile(cluster, "pg_hba.conf", ACCESS_FILE);
  return cluster;
}

/**
 * Reads the version of Postgres that a data directory is bound to; null where there is none.
 * @throws Error where it is of another kind.
 */
export async function majorOf(directory: string): Promise<number | null> {
  const version = await textOf(`${directory}/PG_VERSION`);
  if (version === null) return null;
  const settings = await textOf(`${directory}/postgresql.conf`) ?? "";
  if (!settings.startsWith(HEADER)) {
    throw new Error(
      `${directory} holds the embedded database of an older slidepost, in a form that this one ` +
        `cannot read; start empty with\n\n  mv ${directory} ${directory}.old\n\n` +
        "or go back to the version that made it",
    );
  }
  return Number(version);
}

async function programsFor(directory: string, major: number | null): Promise<Programs> {
  const found = await findPrograms(major);
  if (found !== null) return found;
  throw new Error(
    major === null
      ? "there is no Postgres for the embedded database: npm has none for this platform (or HOME is not set), and the " +
        `system has none from version ${OLDEST} on; install it (Debian: apt-get install ` +
        "postgresql), or name a server in DATABASE_URL"
      : `${directory} is a database of Postgres ${major}, whose programs are not here; install ` +
        `them (Debian: apt-get install postgresql-${major}), or restore a backup into a new DATA_DIR`,
  );
}

async function make({ directory, programs, account }: Cluster): Promise<void> {
  await removeHalves(directory);
  // A name of its own: an initdb may live on when the service that started it was killed.
  const half = `${directory}.${crypto.randomUUID().slice(0, 8)}`;
  await Deno.mkdir(half, { mode: 0o700 });
  if (account !== null) await Deno.chown(half, account.uid, account.gid);
  const cluster = { directory: half, programs, account };
  await run(cluster, "initdb", [
    ...["-D", DATA, "-U", "postgres", "--auth=trust", "--encoding=UTF8", "--data-checksums"],
    // The same order of texts on every machine.
    ...programs.major >= 17
      ? ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
      : [Deno.build.os === "linux" ? "--locale=C.UTF-8" : "--locale=C"],
  ]);
  await run(
    cluster,
    "postgres",
    ["--single", "-D", DATA, "-c", "log_min_messages=fatal", "postgres"],
    `create role ${NAME} login\ncreate database ${NAME} owner ${NAME}\n`,
  );
  await writeFile(cluster, "postgresql.conf", `${HEADER}\n`);
  await Deno.rename(half, directory);
  await syncDirectory(directory.slice(0, directory.lastIndexOf("/")));
}

/** Removes what starts that were killed have left behind, beside `directory`. */
export async function removeHalves(directory: string): Promise<void> {
  const end = directory.lastIndexOf("/");
  const [parent, name] = [directory.slice(0, end), directory.slice(end + 1)];
  const isHalf = new RegExp(`^${name}\\.[0-9a-f]{8}$`);
  for await (const entry of Deno.readDir(parent)) {
    if (isHalf.test(entry.name)) await removeHalf(`${parent}/${entry.name}`);
  }
}

/** Removes a directory that an orphaned initdb may still write to: without its files that ends soon. */
async function removeHalf(path: string): Promise<void> {
  for (let tries = 1;; tries++) {
    try {
      return await Deno.remove(path, { recursive: true });
    } catch (error) {
      const code = (error as { code?: string }).code;
      if (code === "ENOENT" && !await exists(path)) return;
      if (tries === REMOVALS_MAX || code !== "ENOENT" && code !== "ENOTEMPTY") throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

const exists = (path: string) => Deno.lstat(path).then(() => true, () => false);

/** Whole or not at all, and the database's user's. */
async function writeFile({ directory, account }: Cluster, name: string, text: string) {
  const path = `${directory}/${name}`;
  await Deno.writeTextFile(`${path}.new`, text, { mode: 0o600 });
  if (account !== null) await Deno.chown(`${path}.new`, account.uid, account.gid);
  await Deno.rename(`${path}.new`, path);
}

function checkPath(directory: string): void {
  const over = new TextEncoder().encode(`${directory}/${SOCKET}`).length + 1 - SOCKET_PATH_MAX;
  if (over > 0) {
    throw new Error(
      `the path of DATA_DIR is ${over} bytes too long for the embedded database's socket ` +
        `${directory}/${SOCKET}; give a shorter one`,
    );
  }
}

async function textOf(path: string): Promise<string | null> {
  try {
    return await Deno.readTextFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}
