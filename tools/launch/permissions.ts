/**
 * Permissions of the program: a set of deno.json, with its symbolic paths put where this machine and
 * this configuration have them. Named sets of Deno know neither variables nor additions
 * (denoland/deno#32795), so the set is turned into flags.
 *
 *     ./data          DATA_DIR, and with it KV_PATH, the file of --config, and a backup's
 *     ./…             below the source tree
 *     ~/…             below the home directory
 *     npm:…           a package, or a scope of packages, in Deno's module cache
 *
 * To the programs that it may run come those of the embedded database, by their paths.
 */
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import deno from "../../deno.json" with { type: "json" };
import { majorOf } from "../../src/adapters/embedded_postgres/cluster.ts";
import { findPrograms, PROGRAMS } from "../../src/adapters/embedded_postgres/programs.ts";
import { databaseTarget, filesOf } from "../../src/config/database/target.ts";
import { backupArguments, partOf, STREAM } from "../../src/program/backup/arguments.ts";
import { blobsPlace } from "../../src/config/blobs_url.ts";
import { configFileOf, readConfigFile, settingsFrom } from "../../src/program/config_file.ts";

/** One kind of permission: all, or these names or paths. */
type Grant = true | readonly string[];
export type PermissionSet = Readonly<Record<string, Grant>>;

/** Where this machine has what the set names. */
export interface Places {
  root: string;
  home: string;
  /** Directory of Deno's module cache that holds the packages. */
  packages: string;
  /** The data directory first, then further files and directories that the program owns. */
  data: readonly string[];
  /** Further files that it reads. */
  readable: readonly string[];
  /** Programs of the embedded database. */
  programs: readonly string[];
}

/** Kinds whose names are paths. */
const PATHS = ["read", "write", "ffi"];

/**
 * Turns a set into flags of `deno run`. Denies without asking: a prompt would stop a service.
 * @throws Error for a path that no flag can name.
 */
export function flagsOf(set: PermissionSet, places: Places): string[] {
  const flags = Object.entries(set).flatMap(([kind, grant]) => {
    if (grant === true) return [`--allow-${kind}`];
    const names = PATHS.includes(kind) ? pathsOf(kind, grant, places) : [...grant];
    if (kind === "run") names.push(...places.programs);
    // A flag without names would grant all there are.
    return names.length === 0 ? [] : [`--allow-${kind}=${names.map(withoutComma).join(",")}`];
  });
  return ["--no-prompt", ...flags];
}

/**
 * Finds the flags for this machine, an environment, and a command with its arguments. Installs the
 * programs of the embedded database, which the program itself may not.
 */
export async function programFlags(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<string[]> {
  const { serve, backup } = deno.permissions;
  const set = isBackup(args[0]) ? backup : serve;
  return flagsOf(set as PermissionSet, await placesOf(args, environment));
}

function isBackup(command: string | undefined): command is "backup" | "restore" {
  return command === "backup" || command === "restore";
}

/** Kinds that are unbounded in an executable: it is built before its places are known. */
const UNKNOWN = [
  ...PATHS,
  "run", // the embedded database's programs lie in a place of the user
  "sys", // so that it can set its umask, which has no name of its own in Deno 2.9
];

/** Gives the flags for an executable: the set, without bounds where it depends on the machine. */
export function portableFlags(): string[] {
  const set: PermissionSet = deno.permissions.serve as PermissionSet;
  const flags = Object.entries(set).map(([kind, grant]) =>
    grant === true || UNKNOWN.includes(kind)
      ? `--allow-${kind}`
      : `--allow-${kind}=${grant.join(",")}`
  );
  return ["--no-prompt", ...flags];
}

async function placesOf(
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<Places> {
  const { args, archive } = argumentsOf(words);
  // What is wrong with them the program says itself.
  const file = await readConfigFile(args).catch(() => ({}));
  const settings = settingsFrom(file, environment);
  const { DATA_DIR = "./data", KV_PATH, DATABASE_URL, BLOBS_URL } = settings as Record<
    string,
    string | undefined
  >;
  const { sockets, readable } = databaseFilesOf(settings);
  const isEmbedded = words[0] === "sandbox" || !DATABASE_URL?.trim();
  return {
    root: fileURLToPath(new URL("../..", import.meta.url)),
    home: environment.HOME ?? "/",
    packages: fileURLToPath(import.meta.resolve("sharp")).replace(/\/sharp\/.*$/, ""),
    data: [
      DATA_DIR,
      ...queueFiles(KV_PATH),
      ...sockets, // to connect is to read and to write
      ...directoryOf(BLOBS_URL),
      ...archive.written,
    ].map((path) => resolve(path.trim())),
    readable: [
      ...configFilesOf(args),
      ...[...readable, ...archive.read].map((path) => resolve(path)),
      ...credentialsOf(environment),
      // Where root looks for another user.
      ...isEmbedded && Deno.uid() === 0 ? ["/etc/passwd"] : [],
    ],
    programs: isEmbedded ? await embeddedPrograms(DATA_DIR.trim()) : [],
  };
}

/** None where there are none, or the data are of another kind: the program says so itself. */
async function embeddedPrograms(dataDir: string): Promise<string[]> {
  const major = await majorOf(`${dataDir}/postgres`).catch(() => null);
  const found = await findPrograms(major);
  return found === null ? [] : PROGRAMS.map((name) => `${found.directory}/${name}`);
}

/** Arguments that name the configuration, and the files of a backup. */
function argumentsOf([command, ...args]: readonly string[]) {
  const archive = { read: [] as string[], written: [] as string[] };
  if (!isBackup(command)) return { args, archive };
  try {
    const { file, config } = backupArguments(command, args);
    if (file !== STREAM && command === "restore") archive.read.push(file);
    else if (file !== STREAM) archive.written.push(file, partOf(file));
    return { args: config, archive };
  } catch {
    return { args: [], archive }; // the program says what is wrong with its arguments
  }
}

/** SQLite keeps two files beside its own. */
function queueFiles(path: string | undefined): string[] {
  return path === undefined ? [] : ["", "-wal", "-shm"].map((suffix) => path.trim() + suffix);
}

/** Sockets and files of DATABASE_URL, as far as it can be read: the program says what is wrong. */
function databaseFilesOf(settings: Readonly<Record<string, string>>): ReturnType<typeof filesOf> {
  try {
    return filesOf(databaseTarget(settings.DATABASE_URL!.trim(), settings));
  } catch {
    return { sockets: [], readable: [] };
  }
}

/** Where files are kept, if that is not in the data directory. */
function directoryOf(url: string | undefined): string[] {
  try {
    const place = blobsPlace(url?.trim() ?? "");
    return place.kind === "directory" && place.path !== null ? [place.path] : [];
  } catch {
    return []; // the program says what is wrong with it
  }
}

function credentialsOf({ AWS_SHARED_CREDENTIALS_FILE: path }: Readonly<Record<string, string>>) {
  return path ? [resolve(path)] : [];
}

function configFilesOf(args: readonly string[]): string[] {
  try {
    const path = configFileOf(args);
    return path === undefined ? [] : [resolve(path)];
  } catch {
    return []; // the program says what is wrong with its arguments
  }
}

function pathsOf(kind: string, grant: readonly string[], places: Places): string[] {
  const paths = grant.flatMap((path) => path === "./data" ? places.data : pathOf(path, places));
  return kind === "read" ? [...paths, ...places.readable] : paths;
}

function pathOf(path: string, { root, home, packages }: Places): string {
  if (path.startsWith("npm:")) return `${packages}/${path.slice("npm:".length)}`;
  if (path.startsWith("~/")) return resolve(home, path.slice("~/".length));
  return resolve(root, path);
}

/** Commas separate the values of a flag, and Deno 2.9 reads none as part of a value. */
function withoutComma(value: string): string {
  if (value.includes(",")) {
    throw new Error(`${value} cannot be granted to the program: its path must have no comma`);
  }
  return value;
}
