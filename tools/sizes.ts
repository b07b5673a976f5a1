/**
 * Checks the sizes of source files: a file that outgrows its limit has more than one subject and is
 * split by noun.
 *
 *     deno task sizes
 */
import { fileURLToPath } from "node:url";

/** A folder or file and the longest file that is allowed there. */
interface Limit {
  readonly path: string;
  /** Lines. */
  readonly most: number;
}

const limits: readonly Limit[] = [
  { path: "mod.ts", most: 400 },
  { path: "src", most: 400 },
  { path: "tools", most: 400 },
  { path: "test", most: 500 },
];

/** Generated code and fixtures, which are not read from top to bottom. */
const EXCEPTIONS: readonly RegExp[] = [
  /^src\/generated\//,
  /^src\/client\/generated\.ts$/,
  /^test\/fixtures\//,
];

/** File over its limit. */
export interface Oversize {
  /** Relative to the root. */
  readonly file: string;
  readonly lines: number;
  /** The limit, in lines. */
  readonly most: number;
}

/** Finds the source files that are longer than allowed, the longest first. */
export function checkSizes(root: string): Oversize[] {
  return limits
    .flatMap(({ path, most }) => filesAt(root, path).map((file) => ({ file, most })))
    .filter(({ file }) => !EXCEPTIONS.some((pattern) => pattern.test(file)))
    .map(({ file, most }) => ({ file, lines: linesIn(`${root}/${file}`), most }))
    .filter(({ lines, most }) => lines > most)
    .sort((a, b) => b.lines - a.lines || (a.file < b.file ? -1 : 1));
}

/** Formats a file over its limit in one line. */
export function describe({ file, lines, most }: Oversize): string {
  return `${file} has ${lines} lines, more than ${most}`;
}

/** Lists the TypeScript files of a path, relative to the root; none where there is no such path. */
function filesAt(root: string, path: string): string[] {
  const stat = statOf(`${root}/${path}`);
  if (!stat?.isDirectory) return stat ? [path] : [];
  return [...Deno.readDirSync(`${root}/${path}`)].flatMap(({ name, isDirectory }) =>
    isDirectory || /\.tsx?$/.test(name) ? filesAt(root, `${path}/${name}`) : []
  );
}

function statOf(path: string): Deno.FileInfo | undefined {
  try {
    return Deno.statSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

function linesIn(path: string): number {
  const text = Deno.readTextFileSync(path);
  return text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
}

if (import.meta.main) {
  const oversize = checkSizes(fileURLToPath(new URL("..", import.meta.url)));
  for (const file of oversize) console.error(describe(file));
  if (oversize.length > 0) Deno.exit(1);
}
