/**
 * Checks the sizes of source files and functions: a file that outgrows its limit has more than one
 * subject and is split by noun, a function does more than one thing. Long functions below the limit
 * are printed with the reason that stands above them. Spreads of literals, which would put several
 * entries on a line, are refused.
 *
 *     deno task sizes
 *     deno task sizes --factories     lists functions of over 100 lines, nested ones included
 */
import { fileURLToPath } from "node:url";
import { functionsIn, type FunctionSize } from "./sizes/functions.ts";
import { literalSpreadsIn } from "./sizes/spreads.ts";

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

/** Most lines of a function of `src`, its own only. */
const FUNCTION_LIMIT = 80;

/** Own lines from which on a function needs a comment `// size: <reason>`. */
const UNEXPLAINED_LIMIT = 60;

/** Most lines of a factory before it is listed, nested functions included. */
const FACTORY_LIMIT = 100;

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
    .flatMap(({ path, most }) => sourcesAt(root, path).map((file) => ({ file, most })))
    .map(({ file, most }) => ({ file, lines: linesIn(`${root}/${file}`), most }))
    .filter(({ lines, most }) => lines > most)
    .sort((a, b) => b.lines - a.lines || (a.file < b.file ? -1 : 1));
}

/** Formats a file over its limit in one line. */
export function describe({ file, lines, most }: Oversize): string {
  return `${file} has ${lines} lines, more than ${most}`;
}

/** Lines about the long functions of `src`, the longest first. */
export interface FunctionReport {
  readonly refused: readonly string[];
  /** Functions that are longer than most, each with its reason. */
  readonly explained: readonly string[];
}

/** Checks the own lines of the functions of `src`. */
export function checkFunctions(root: string): FunctionReport {
  const long = functionsAt(root)
    .filter(({ own }) => own > UNEXPLAINED_LIMIT)
    .sort((a, b) => b.own - a.own);
  const lines = long.map((sized) => {
    const { own, reason } = sized;
    const subject = `${sized.file}:${sized.line} ${sized.name} has ${own} lines of its own`;
    if (own > FUNCTION_LIMIT) return { refused: `${subject}, more than ${FUNCTION_LIMIT}` };
    if (reason) return { explained: `${subject}: ${reason}` };
    return { refused: `${subject}: split it, or write // size: and the reason above it` };
  });
  return {
    refused: lines.flatMap(({ refused }) => refused ?? []),
    explained: lines.flatMap(({ explained }) => explained ?? []),
  };
}

/** Lists the functions of `src` that are long because of those in them, the longest first. */
export function factories(root: string): string[] {
  return functionsAt(root)
    .filter(({ nested, span }) => nested.length > 0 && span > FACTORY_LIMIT)
    .sort((a, b) => b.span - a.span)
    .map(({ file, line, name, own, span }) =>
      `${file}:${line} ${name} has ${span} lines, ${own} of its own`
    );
}

/** Measures all functions of `src`, nested ones included. */
function functionsAt(root: string): (FunctionSize & { readonly file: string })[] {
  const flatten = (
    sized: FunctionSize,
  ): FunctionSize[] => [sized, ...sized.nested.flatMap(flatten)];
  return sourcesAt(root, "src").flatMap((file) =>
    functionsIn(file, Deno.readTextFileSync(`${root}/${file}`))
      .flatMap(flatten)
      .map((sized) => ({ ...sized, file }))
  );
}

/** Lists the files of a path that have limits. */
function sourcesAt(root: string, path: string): string[] {
  return filesAt(root, path).filter((file) => !EXCEPTIONS.some((pattern) => pattern.test(file)));
}

/** Lists the spreads of literals, except in benches. */
export function checkSpreads(root: string): string[] {
  return limits.flatMap(({ path }) => sourcesAt(root, path))
    .filter((file) => !file.startsWith("test/bench/"))
    .flatMap((file) =>
      literalSpreadsIn(file, Deno.readTextFileSync(`${root}/${file}`)).map((line) =>
        `${file}:${line} spreads a literal: write its entries as they are`
      )
    );
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
  const root = fileURLToPath(new URL("..", import.meta.url));
  if (Deno.args.includes("--factories")) {
    for (const line of factories(root)) console.log(line);
    Deno.exit();
  }
  const { refused, explained } = checkFunctions(root);
  for (const line of explained) console.log(line);
  const faults = [...checkSizes(root).map(describe), ...refused, ...checkSpreads(root)];
  for (const line of faults) console.error(line);
  if (faults.length > 0) Deno.exit(1);
}
