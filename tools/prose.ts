/**
 * Checks the language of the code, of openapi.yaml and of tools/mm7.xsd. A doc comment opens with a
 * verb or a noun phrase, and names are the field's terms: a private word for a thing that has a name
 * costs each reader the same guess. Descriptions of the API follow the same rules, since they become
 * doc comments, help of the command line and the reference.
 *
 *     deno task prose                     src, tools, test, mod.ts and openapi.yaml
 *     deno task prose src/jobs mod.ts     these files and folders
 */
import { isReadable, read } from "./prose/passages.ts";
import { findingsOfName, findingsOfPassage } from "./prose/rules.ts";

const DEFAULT_PATHS = ["src", "tools", "test", "mod.ts", "openapi.yaml"];

/** Refused wording, with its position. */
export interface Fault {
  readonly file: string;
  readonly line: number;
  readonly reason: string;
}

/** Checks one file's text. */
export function faultsIn(file: string, text: string): Fault[] {
  const { passages, names } = read(file, text);
  return [
    ...passages.flatMap(findingsOfPassage),
    ...names.flatMap((name) => findingsOfName(name, file)),
  ]
    .sort((a, b) => a.at - b.at)
    .map(({ at, reason }) => ({ file, line: text.slice(0, at).split("\n").length, reason }));
}

/** Finds the files of a path that can be checked, generated code left out. */
async function* filesAt(path: string): AsyncGenerator<string> {
  if ((await Deno.stat(path)).isFile) {
    yield path;
    return;
  }
  for await (const { name, isDirectory } of Deno.readDir(path)) {
    const child = `${path}/${name}`;
    if (isDirectory && name !== "generated") yield* filesAt(child);
    else if (isReadable(name) && name !== "generated.ts") yield child;
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
  const faults = await faultsAt(Deno.args.length > 0 ? Deno.args : DEFAULT_PATHS);
  for (const { file, line, reason } of faults) console.error(`${file}:${line}: ${reason}`);
  if (faults.length > 0) {
    console.error(`${faults.length} to mend`);
    Deno.exit(1);
  }
}
