/** Test files: which belong to a run, and which of them share an isolate. */
import type { Command } from "./command_line.ts";

/** Folder of tests that need minutes, browsers, kills or foreign toolchains. */
export const FULL = "test/full";
/** Folder of tests that run without any permission, which proves the core pure. */
export const PURE = "test/core";

/** Folders whose files run only where a path names them. */
const ON_DEMAND = [FULL, "test/bench", "test/fixtures"];

/**
 * Test files per isolate: many, as each isolate loads and compiles the service anew, but fewer in
 * those that come last, so that no job is left with many when the others have ended.
 */
const FILES_PER_ISOLATE = { most: 12, fewest: 3, shareOfRest: 1 / 10 };

/** Finds the test files below a folder. */
export function* testFiles(folder: string): Iterable<string> {
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    if (isDirectory) yield* testFiles(`${folder}/${name}`);
    else if (name.endsWith("_test.ts")) yield `${folder}/${name}`;
  }
}

/**
 * Selects the files of a run. `--full` adds to each folder its counterpart in `test/full`.
 *
 * @param files All test files.
 */
export function filesOf(
  { full, paths }: Pick<Command, "full" | "paths">,
  files: readonly string[],
): string[] {
  const wanted = paths.length === 0 ? ["test"] : paths;
  const roots = full ? wanted.flatMap((path) => [path, counterpart(path)]) : wanted;
  const ignored = ON_DEMAND.filter((folder) => !roots.some((root) => isWithin(root, folder)));
  return files.filter((file) =>
    roots.some((root) => isWithin(file, root)) && !ignored.some((folder) => isWithin(file, folder))
  );
}

/** Path below `test/full` for a path below `test`. */
const counterpart = (path: string) => path === "test" ? FULL : path.replace(/^test\//, `${FULL}/`);

/**
 * Divides test files among isolates. Those of `test/full`, which take longest, come first and each
 * alone, so that none is left to run when the others have ended.
 */
export function divide(files: readonly string[]): string[][] {
  const long = files.filter((file) => isWithin(file, FULL));
  const others = files.filter((file) => !isWithin(file, FULL));
  return [...long.map((file) => [file]), ...inDecreasingShares(dealt(others))];
}

/** Puts files of one folder, which take about as long, far from each other. */
function dealt(files: readonly string[]): string[] {
  const hands = Math.ceil(files.length / FILES_PER_ISOLATE.most);
  return Array.from({ length: hands }, (_, i) => files.filter((_, j) => j % hands === i)).flat();
}

function* inDecreasingShares(files: string[]): Iterable<string[]> {
  const { most, fewest, shareOfRest } = FILES_PER_ISOLATE;
  for (let at = 0, size; at < files.length; at += size) {
    size = Math.max(fewest, Math.min(most, Math.ceil((files.length - at) * shareOfRest)));
    yield files.slice(at, at + size);
  }
}

export const isWithin = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(`${folder}/`);
