/** Command line of `deno task test`. Pure. */

/** Parsed command line. */
export interface Command {
  /** Also runs `test/full`. */
  readonly full: boolean;
  /** Runs beside busy loops, and waits longer. */
  readonly busy: boolean;
  /** Files and folders to test; empty: the whole suite. */
  readonly paths: readonly string[];
  /** Text that names of tests contain, or a pattern between slashes; null: any name. */
  readonly filter: string | null;
  /** Options for `deno test`. */
  readonly options: readonly string[];
}

/**
 * Parses the command line. A word that is no path belongs to the filter.
 *
 * @param exists Tells paths from words of test names.
 * @throws {Error} for a path that does not exist.
 */
export function parseCommand(
  args: readonly string[],
  exists: (path: string) => boolean,
): Command {
  const paths: string[] = [];
  const words: string[] = [];
  const options: string[] = [];
  let [full, busy] = [false, false];
  const rest = args.filter((arg) => arg !== "--");
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    const path = [`test/${arg}`, arg].map(tidy).find(exists);
    if (arg === "--full") full = true;
    else if (arg === "--busy") busy = true;
    else if (arg === "--filter") words.push(rest.shift() ?? "");
    else if (arg.startsWith("--filter=")) words.push(arg.slice("--filter=".length));
    else if (arg.startsWith("-")) options.push(arg);
    else if (path !== undefined) paths.push(path);
    else if (isPath(arg, exists)) throw new Error(`there is no ${arg}, here or below test`);
    else words.push(arg);
  }
  return { full, busy, paths, filter: words.length === 0 ? null : words.join(" "), options };
}

/** Tells whether a word can only be a path: it names a module, or goes through a folder of tests. */
function isPath(word: string, exists: (path: string) => boolean): boolean {
  const [folder, ...rest] = tidy(word).split("/");
  return word.endsWith(".ts") || rest.length > 0 && exists(`test/${folder}`);
}

/** Creates a test of names as `deno test --filter` has it. */
export function matcher(filter: string): (name: string) => boolean {
  const [, pattern] = /^\/(.*)\/$/s.exec(filter) ?? [];
  if (pattern === undefined) return (name) => name.includes(filter);
  const expression = new RegExp(pattern);
  return (name) => expression.test(name);
}

/** Formats the command that runs a test again. */
export function commandFor(name: string, { full }: { readonly full: boolean }): string {
  const quoted = `'${name.replaceAll("'", `'\\''`)}'`;
  return `deno task test ${full ? "--full " : ""}--filter ${quoted}`;
}

const tidy = (path: string) => path.replace(/^\.\//, "").replace(/\/$/, "");
