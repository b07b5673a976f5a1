/**
 * Checks the language of the code. A doc comment opens with a verb or a noun phrase, and names are
 * the field's terms: a private word for a thing that has a name costs each reader the same guess.
 *
 *     deno task prose                     src, tools and mod.ts
 *     deno task prose src/jobs mod.ts     these files and folders
 */
import ts from "npm:typescript@5.9.3";

/** A place whose wording is refused. */
export interface Fault {
  readonly file: string;
  readonly line: number;
  readonly reason: string;
}

/** First words of doc comments that leave their subject to be guessed. */
const OPENINGS = /^(What|Of|Those|One|Who|Whose|Whoever|Nobody)\b/;

/** Names that say nothing of the thing that they name. */
const EMPTY_NAMES: ReadonlySet<string> = new Set([
  ...["one", "given", "known", "kept", "made", "asked", "former", "taken", "told"],
]);

/** Words of names by the term that replaces them. */
const PRIVATE_WORDS: Readonly<Record<string, string>> = {
  lane: "batcher",
  lanes: "concurrency",
  sealer: "cipher",
  reseal: "rotateEncryption",
  sealed: "encrypted",
  unseal: "decrypt",
  circuits: "circuitBreaker",
  outlast: "retryWhileDown",
  lazily: "lazy",
  remembered: "memoize or cached",
  housekeeping: "maintenance",
  sweep: "rescue or blobGc",
};

/** Checks one file's text. */
export function faultsIn(file: string, text: string): Fault[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const lineOf = (position: number) => source.getLineAndCharacterOfPosition(position).line + 1;
  return [
    ...openingsIn(text).map(({ at, word }) => ({
      file,
      line: lineOf(at),
      reason: `a doc comment opens with "${word}": open with a verb, or with a noun phrase`,
    })),
    ...namesIn(source).flatMap(({ at, name }) => {
      const reason = faultOfName(name);
      return reason === null ? [] : [{ file, line: lineOf(at), reason }];
    }),
  ].sort((a, b) => a.line - b.line);
}

function openingsIn(text: string): { at: number; word: string }[] {
  return [...text.matchAll(/\/\*\*[\s*]*([A-Za-z]+)/g)]
    .filter(([, word]) => OPENINGS.test(word!))
    .map(({ index, 1: word }) => ({ at: index, word: word! }));
}

/** Finds every name that a file declares, with its position. */
function namesIn(source: ts.SourceFile): { at: number; name: string }[] {
  const names: { at: number; name: string }[] = [];
  const visit = (node: ts.Node): void => {
    const { name } = node as ts.NamedDeclaration;
    if (name !== undefined && ts.isIdentifier(name) && isDeclaration(node)) {
      names.push({ at: name.getStart(source), name: name.text });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return names;
}

/** Tells declarations from names that other code defines, such as keys of an object literal. */
function isDeclaration(node: ts.Node): boolean {
  return ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isBindingElement(node) ||
    ts.isFunctionDeclaration(node) || ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) || ts.isPropertySignature(node) ||
    ts.isMethodSignature(node) || ts.isClassDeclaration(node);
}

function faultOfName(name: string): string | null {
  if (EMPTY_NAMES.has(name)) return `the name "${name}" says nothing: use the noun of the thing`;
  const words = name.split(/(?=[A-Z])|_/).map((word) => word.toLowerCase());
  const word = words.find((word) => Object.hasOwn(PRIVATE_WORDS, word));
  return word === undefined ? null : `the name "${name}" has "${word}": say ${PRIVATE_WORDS[word]}`;
}

/** Finds the TypeScript files of a path, generated code and fixtures left out. */
async function* filesAt(path: string): AsyncGenerator<string> {
  if ((await Deno.stat(path)).isFile) {
    yield path;
    return;
  }
  for await (const { name, isDirectory } of Deno.readDir(path)) {
    const child = `${path}/${name}`;
    if (isDirectory && name !== "generated") yield* filesAt(child);
    else if (/\.tsx?$/.test(name) && name !== "generated.ts") yield child;
  }
}

/** Checks files and folders; faults come in the order of their files. */
export async function faultsAt(paths: readonly string[]): Promise<Fault[]> {
  const files: string[] = [];
  for (const path of paths) files.push(...await Array.fromAsync(filesAt(path)));
  const faults = await Promise.all(
    files.sort().map(async (file) => faultsIn(file, await Deno.readTextFile(file))),
  );
  return faults.flat();
}

if (import.meta.main) {
  const faults = await faultsAt(Deno.args.length > 0 ? Deno.args : ["src", "tools", "mod.ts"]);
  for (const { file, line, reason } of faults) console.error(`${file}:${line}: ${reason}`);
  if (faults.length > 0) {
    console.error(`${faults.length} to mend`);
    Deno.exit(1);
  }
}
