/**
 * Permissions of the program: a set of deno.json for its command, with its symbolic paths resolved for this machine and
 * configuration. Deno's named sets support neither variables nor additions (denoland/deno#32795), so
 * the set is converted to flags.
 *
 *     ./data          DATA_DIR, and with it KV_PATH, the file of --config, and a backup's
 *     ./…             below the source tree
 *     ~/…             below the home directory
 *     npm:…           a package, or a scope of packages, in Deno's module cache
 *
 * The programs of the embedded database are added to those that it may run, by their paths.
 */
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import deno from "../../deno.json" with { type: "json" };
import { majorOf } from "../../src/adapters/embedded_postgres/cluster.ts";
import { findPrograms, PROGRAMS } from "../../src/adapters/embedded_postgres/programs.ts";
import { databaseTarget, filesOf } from "../../src/config/database/target.ts";
import { parseBlobsUrl } from "../../src/config/blobs_url.ts";
import type { Settings } from "../../src/program/config_file.ts";
import { argumentsOf, certificatePaths, isBackup, readSettings } from "./settings.ts";

/** Grant of one kind of permission: all (`true`), or these names or paths. */
type Grant = true | readonly string[];
export type PermissionSet = Readonly<Record<string, Grant>>;

/** Paths of this machine that the set's symbolic paths resolve to. */
export interface Locations {
  root: string;
  home: string;
  /** Directory of Deno's module cache that holds the packages. */
  packages: string;
  /** The data directory, then further files and directories that the program writes. */
  data: readonly string[];
  /** Further files that the program reads. */
  readable: readonly string[];
  /** Programs of the embedded database. */
  programs: readonly string[];
}

/** Kinds of permission whose names are paths. */
const PATHS = ["read", "write", "ffi"];

/**
 * Converts a set to flags of `deno run`. Denies without a prompt, which would stop a service.
 * @throws Error for a path that no flag can name.
 */
export function flagsOf(set: PermissionSet, locations: Locations): string[] {
  const flags = Object.entries(set).flatMap(([kind, grant]) => {
    if (grant === true) return [`--allow-${kind}`];
    const names = PATHS.includes(kind) ? pathsOf(kind, grant, locations) : [...grant];
    if (kind === "run") names.push(...locations.programs);
    // A flag without names would grant all.
    return names.length === 0 ? [] : [`--allow-${kind}=${names.map(withoutComma).join(",")}`];
  });
  return ["--no-prompt", ...flags];
}

/**
 * Builds the flags for this machine, an environment, and a command with its arguments. Installs the
 * programs of the embedded database, for which the program itself lacks permission.
 */
export async function programFlags(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<string[]> {
  return flagsOf(setOf(args[0]) as PermissionSet, await locationsOf(args, environment));
}

/** Chooses the set of a command; those that only print have that of `admin`. */
function setOf(command: string | undefined) {
  const { admin, backup, listen, serve } = deno.permissions;
  if (isService(command)) return serve;
  if (isBackup(command)) return backup;
  return command === "listen" ? listen : admin;
}

function isService(command: string | undefined): command is "serve" | "sandbox" {
  return command === "serve" || command === "sandbox";
}

/** Whether a command opens the database and the stored files. */
export function opensStores(command: string | undefined): boolean {
  return isService(command) || isBackup(command);
}

/** Kinds that are unrestricted in an executable, which is built before its paths are known. */
const UNRESTRICTED = [
  ...PATHS,
  "run", // the embedded database's programs are in a directory of the user
  "sys", // so that it can set its umask, which has no name of its own in Deno 2.9
];

/** Builds the flags of an executable: the set, unrestricted where it depends on the machine. */
export function portableFlags(): string[] {
  const set: PermissionSet = deno.permissions.serve as PermissionSet;
  const flags = Object.entries(set).map(([kind, grant]) =>
    grant === true || UNRESTRICTED.includes(kind)
      ? `--allow-${kind}`
      : `--allow-${kind}=${grant.join(",")}`
  );
  return ["--no-prompt", ...flags];
}

async function locationsOf(
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<Locations> {
  const { configFile, archive } = argumentsOf(words);
  const settings = await readSettings(words, environment);
  const { DATA_DIR = "./data", KV_PATH, DATABASE_URL, BLOBS_URL } = settings as Record<
    string,
    string | undefined
  >;
  const { sockets, readable } = databaseFilesOf(settings);
  const isEmbedded = opensStores(words[0]) && !DATABASE_URL?.trim();
  return {
    root: fileURLToPath(new URL("../..", import.meta.url)),
    home: environment.HOME ?? "/",
    packages: fileURLToPath(import.meta.resolve("sharp")).replace(/\/sharp\/.*$/, ""),
    data: [
      DATA_DIR,
      ...queueFiles(KV_PATH),
      ...sockets, // connecting needs read and write access
      ...directoryOf(BLOBS_URL),
      ...archive.written,
    ].map((path) => resolve(path.trim())),
    readable: [
      ...[
        ...configFile === undefined ? [] : [configFile],
        ...readable,
        ...certificatePaths(settings),
        ...archive.read,
      ].map((path) => resolve(path)),
      ...credentialFilesOf(environment),
      // Root looks for another user to run the database as.
      ...isEmbedded && Deno.uid() === 0 ? ["/etc/passwd"] : [],
    ],
    programs: isEmbedded ? await embeddedPrograms(DATA_DIR.trim()) : [],
  };
}

/** Finds the programs of the embedded database; empty where the program will report a fault. */
async function embeddedPrograms(dataDir: string): Promise<string[]> {
  const major = await majorOf(`${dataDir}/postgres`).catch(() => null);
  const found = await findPrograms(major);
  return found === null ? [] : PROGRAMS.map((name) => `${found.directory}/${name}`);
}

/** Lists the files of the queue: SQLite writes two more beside its own. */
function queueFiles(path: string | undefined): string[] {
  return path === undefined ? [] : ["", "-wal", "-shm"].map((suffix) => path.trim() + suffix);
}

/** Lists the sockets and files of DATABASE_URL; empty where it is malformed, which the program reports. */
function databaseFilesOf(settings: Settings): ReturnType<typeof filesOf> {
  try {
    return filesOf(databaseTarget(settings.DATABASE_URL!.trim(), settings));
  } catch {
    return { sockets: [], readable: [] };
  }
}

/** Finds the directory of stored files, if it is not in the data directory. */
function directoryOf(url: string | undefined): string[] {
  try {
    const location = parseBlobsUrl(url?.trim() ?? "");
    return location.kind === "directory" && location.path !== null ? [location.path] : [];
  } catch {
    return []; // the program reports faults of it
  }
}

/** Variables that name files of the AWS SDK. */
const CREDENTIAL_FILES = ["AWS_SHARED_CREDENTIALS_FILE", "AWS_CONFIG_FILE"];
/** Variables that name files of tokens, which Kubernetes links to files beside them. */
const TOKEN_FILES = ["AWS_WEB_IDENTITY_TOKEN_FILE", "AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE"];

function credentialFilesOf(environment: Readonly<Record<string, string>>): string[] {
  const pathsIn = (names: readonly string[]) =>
    names.flatMap((name) => environment[name] ? [resolve(environment[name])] : []);
  return [...pathsIn(CREDENTIAL_FILES), ...pathsIn(TOKEN_FILES).map(dirname)];
}

function pathsOf(kind: string, grant: readonly string[], locations: Locations): string[] {
  const paths = grant.flatMap((path) =>
    path === "./data" ? locations.data : pathOf(path, locations)
  );
  return kind === "read" ? [...paths, ...locations.readable] : paths;
}

function pathOf(path: string, { root, home, packages }: Locations): string {
  if (path.startsWith("npm:")) return `${packages}/${path.slice("npm:".length)}`;
  if (path.startsWith("~/")) return resolve(home, path.slice("~/".length));
  return resolve(root, path);
}

/** Refuses commas, which separate the values of a flag; Deno 2.9 has no escape for them. */
function withoutComma(value: string): string {
  if (value.includes(",")) {
    throw new Error(`${value} cannot be granted to the program: its path must not contain a comma`);
  }
  return value;
}
