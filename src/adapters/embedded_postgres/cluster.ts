/** Data directory of the embedded database, created atomically. */
import { syncDirectory } from "../blobs/files/write.ts";
import { accountFor } from "./account.ts";
import { type Cluster, DATA, run } from "./command.ts";
import { findPrograms, OLDEST_MAJOR, type Programs } from "./programs.ts";
import { ACCESS_FILE, configurationFile, HEADER, NAME } from "./settings.ts";
import { delay } from "../../lib/delay.ts";

/** First major version whose programs work in a directory that their user cannot look up. */
const WORKS_WITHOUT_LOOKUP = 16;

/** Maximum path of a Unix socket in bytes, with the terminating NUL. */
const SOCKET_PATH_MAX = Deno.build.os === "linux" ? 108 : 104;
/** Maximum attempts to remove a directory that an initdb still writes to: about ten seconds. */
const REMOVALS_MAX = 500;

/** Name of the server's Unix socket in the data directory. */
export const SOCKET = ".s.PGSQL.5432";

/**
 * Creates the data directory where there is none, and writes its settings.
 * @param connections Maximum number of the service's sessions.
 * @throws Error that says what to do, where there are no programs, or the directory is of another
 * kind or version.
 */
export async function prepareCluster(directory: string, connections: number): Promise<Cluster> {
  checkPath(directory);
  const major = await majorOf(directory);
  const cluster: Cluster = {
    directory,
    programs: await programsFor(directory, major),
    account: await accountFor(directory),
  };
  if (cluster.account !== null && cluster.programs.major < WORKS_WITHOUT_LOOKUP) {
    throw new Error(
      `Postgres ${cluster.programs.major} cannot be the embedded database where root starts ` +
        `slidepost; start it as another user, install Postgres ${WORKS_WITHOUT_LOOKUP} or newer, ` +
        "or name a server in DATABASE_URL",
    );
  }
  if (major === null) await createCluster(cluster);
  await writeFile(
    cluster,
    "postgresql.conf",
    configurationFile(connections, cluster.programs.major),
  );
  await writeFile(cluster, "pg_hba.conf", ACCESS_FILE);
  return cluster;
}

/**
 * Reads the major version of Postgres that a data directory is bound to; null where there is none.
 * @throws Error where slidepost did not create the directory in this form.
 */
export async function majorOf(directory: string): Promise<number | null> {
  const version = await textOf(`${directory}/PG_VERSION`);
  if (version === null) return null;
  const settings = await textOf(`${directory}/postgresql.conf`) ?? "";
  if (!settings.startsWith(HEADER)) {
    throw new Error(
      `${directory} holds the embedded database of an older slidepost, in a format that this ` +
        `version cannot read; start empty with\n\n  mv ${directory} ${directory}.old\n\n` +
        "or go back to the version that created it",
    );
  }
  return Number(version);
}

async function programsFor(directory: string, major: number | null): Promise<Programs> {
  const found = await findPrograms(major);
  if (found !== null) return found;
  throw new Error(
    major === null
      ? "there is no Postgres for the embedded database: npm has none for this platform (or HOME " +
        `is not set), and the system has none from version ${OLDEST_MAJOR} on; install it (Debian: ` +
        "apt-get install postgresql), or name a server in DATABASE_URL"
      : `${directory} is a database of Postgres ${major}, whose programs are not installed; ` +
        `install them (Debian: apt-get install postgresql-${major}), or restore a backup into a ` +
        "new DATA_DIR",
  );
}

async function createCluster({ directory, programs, account }: Cluster): Promise<void> {
  await removePartialClusters(directory);
  // A unique name, since an initdb may still run after its service was killed.
  const partial = `${directory}.${crypto.randomUUID().slice(0, 8)}`;
  await Deno.mkdir(partial, { mode: 0o700 });
  if (account !== null) await Deno.chown(partial, account.uid, account.gid);
  const cluster = { directory: partial, programs, account };
  await run(cluster, "initdb", [
    "-D",
    DATA,
    "-U",
    "postgres",
    "--auth=trust",
    "--encoding=UTF8",
    "--data-checksums",
    // The same collation on every machine.
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
  await Deno.rename(partial, directory);
  await syncDirectory(directory.slice(0, directory.lastIndexOf("/")));
}

/** Removes partial data directories beside `directory`, left behind by starts that were killed. */
export async function removePartialClusters(directory: string): Promise<void> {
  const end = directory.lastIndexOf("/");
  const [parent, name] = [directory.slice(0, end), directory.slice(end + 1)];
  const partialName = new RegExp(`^${name}\\.[0-9a-f]{8}$`);
  for await (const entry of Deno.readDir(parent)) {
    if (partialName.test(entry.name)) await removePartial(`${parent}/${entry.name}`);
  }
}

/**
 * Removes a directory that an orphaned initdb may still write to; without its files that initdb
 * soon fails.
 */
async function removePartial(path: string): Promise<void> {
  for (let tries = 1;; tries++) {
    try {
      return await Deno.remove(path, { recursive: true });
    } catch (error) {
      const code = (error as { code?: string }).code;
      if (code === "ENOENT" && !await exists(path)) return;
      if (tries === REMOVALS_MAX || code !== "ENOENT" && code !== "ENOTEMPTY") throw error;
      await delay(20);
    }
  }
}

const exists = (path: string) => Deno.lstat(path).then(() => true, () => false);

/** Writes a file atomically, owned by the database's user. */
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
        `${directory}/${SOCKET}; choose a shorter one`,
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
