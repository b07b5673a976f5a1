/** Versions of the running program, for people who report a fault and for those who look into it. */
import { fileURLToPath } from "node:url";
import deno from "../../../deno.json" with { type: "json" };

export interface Version {
  /** Version of slidepost, from `deno.json`. */
  readonly version: string;
  /** Commit that the program was built from, as 40 hex digits; `unknown` without a record of it. */
  readonly commit: string;
  readonly deno: string;
  readonly v8: string;
}

/**
 * Variable that carries the commit where there is no repository: in an executable, in an image, and
 * from the launcher to the program, which may not read the repository.
 */
export const COMMIT_VARIABLE = "SLIDEPOST_COMMIT";

const UNKNOWN = "unknown";
const COMMIT = /^[\da-f]{40}([\da-f]{24})?$/;
const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

/** Returns the versions of this process. */
export function readVersion(): Version {
  const { deno: runtime, v8 } = Deno.version;
  return { version: deno.version, commit: readCommit(), deno: runtime, v8 };
}

/** Formats versions as lines. */
export function versionLines({ version, commit, deno, v8 }: Version): string {
  return `slidepost ${version}\ncommit    ${commit}\ndeno      ${deno}\nv8        ${v8}`;
}

/**
 * Returns the commit that the build recorded, or else that of the repository around a source tree.
 *
 * @param recorded Default: the variable of the process.
 */
export function readCommit(
  root = ROOT,
  recorded = Deno.env.get(COMMIT_VARIABLE)?.trim() ?? "",
): string {
  if (COMMIT.test(recorded)) return recorded;
  try {
    return commitOf(root);
  } catch {
    return UNKNOWN; // no repository, or no permission to read it
  }
}

/**
 * Reads the commit that is checked out, without git, which servers often lack (gitrepository-layout(5)).
 * @throws Error where there is none.
 */
function commitOf(root: string): string {
  const directory = gitDirectoryOf(root);
  const head = Deno.readTextFileSync(`${directory}/HEAD`).trim();
  if (COMMIT.test(head)) return head;
  const [, reference] = /^ref: (\S+)$/.exec(head)!;
  // A linked working tree has its own HEAD, and shares the branches.
  const shared = readLine(`${directory}/commondir`);
  const common = shared === null ? directory : absolute(shared, directory);
  const found = readLine(`${common}/${reference}`) ?? packedCommitOf(common, reference!);
  if (found === null || !COMMIT.test(found)) throw new Error(`no commit of ${reference}`);
  return found;
}

/** Finds the directory of the repository, which a linked working tree names in a file. */
function gitDirectoryOf(root: string): string {
  const entry = `${root}/.git`;
  if (Deno.statSync(entry).isDirectory) return entry;
  const [, path] = /^gitdir: (.+)$/m.exec(Deno.readTextFileSync(entry))!;
  return absolute(path!.trim(), root);
}

const absolute = (path: string, base: string) => path.startsWith("/") ? path : `${base}/${path}`;

/** Reads the first line of a file; null: there is no such file. */
function readLine(path: string): string | null {
  try {
    return Deno.readTextFileSync(path).split("\n")[0]!.trim();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

/** Finds a reference that `git gc` has packed; null: it is not there. */
function packedCommitOf(directory: string, reference: string): string | null {
  const packed = Deno.readTextFileSync(`${directory}/packed-refs`).split("\n");
  return packed.find((line) => line.endsWith(` ${reference}`))?.split(" ")[0] ?? null;
}
