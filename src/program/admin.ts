/** `admin <noun> <verb> …`: a thin client of the admin API, driven by its table of operations. */
import { visible, visibleJson } from "../core/visible.ts";
import { type AdminOperation, adminOperations } from "../contract/admin.ts";
import { helpOf, overview } from "./admin/help.ts";
import { formatJson, formatRecord } from "./admin/format.ts";
import { table } from "./admin/table.ts";
import { requestOf } from "./admin/command_line.ts";
import { operationOf } from "./admin/find_operation.ts";
import { type Target, targetOf, unreachable } from "./admin/target.ts";
import { UsageError } from "./command/usage_error.ts";
import { print, printBytes, printError } from "./command/output.ts";

/** Width of a terminal that does not report it, in columns. */
const DEFAULT_COLUMNS = 80;

/** Runs one operation and prints its response. Resolves with the exit code. */
export async function admin(
  args: readonly string[],
  environment: Record<string, string>,
): Promise<number> {
  const json = args.includes("--json");
  const words = args.filter((word) => word !== "--json");
  try {
    const help = helpFor(words);
    if (help !== null) {
      print(help);
      return 0;
    }
    // An unknown command is one without a token, too.
    const operation = operationOf(words);
    const target = await targetOf(environment);
    return await run(operation, words.slice(operation.cli.length), target, json);
  } catch (error) {
    if (error instanceof UsageError) {
      printError(error.message);
      return 2;
    }
    if (error instanceof TypeError) {
      printError(unreachable(error));
      return 1;
    }
    throw error;
  }
}

/** Runs one operation, and the one that follows its success. */
async function run(
  operation: AdminOperation,
  words: readonly string[],
  target: Target,
  json: boolean,
): Promise<number> {
  const response = await fetch(await requestOf(operation, words, target));
  const { next } = operation;
  const body = next !== undefined && response.ok ? await response.clone().json() : {};
  const code = await printResponse(operation, response, json);
  // With --json, the output is one document.
  if (next === undefined || !(next.field in body) || json) return code;
  print("");
  return await run(operationOf(next.command.split(" ")), [body.name], target, json);
}

/**
 * Finds the help that a command line requests: for all commands, for a noun, or for one command;
 * null: it requests none.
 *
 * @throws UsageError for an unknown command
 */
export function helpFor(words: readonly string[]): string | null {
  const kindAt = words.indexOf("--kind");
  const kind = kindAt < 0 ? undefined : words[kindAt + 1];
  const named = words.filter((word) => word !== "--help" && word !== "-h");
  const isHelpCommand = named[0] === "help";
  if (words.length > 0 && named.length === words.length && !isHelpCommand) return null;
  const [noun, verb] = isHelpCommand ? named.slice(1) : named;
  if (noun === undefined) return overview();
  const commands = adminOperations.filter(({ cli }) => cli[0] === noun);
  const isList = verb === undefined && commands.some(({ cli }) => cli.length > 1);
  return isList
    ? overview(noun)
    : helpOf(operationOf(verb === undefined ? [noun] : [noun, verb]), kind);
}

async function printResponse(
  operation: AdminOperation,
  response: Response,
  json: boolean,
): Promise<number> {
  if (!response.ok) {
    const body = await response.json().catch(() => ({}));
    const { "error-code": code = response.status, "error-info": info = "" } = body;
    if (json) print(visibleJson(JSON.stringify(body)));
    else printError(visible(`${code}: ${info}`));
    return 1;
  }
  switch (operation.response) {
    case "bytes":
      await printFile(response);
      return 0;
    case "none":
      if (!json) print("done");
      return 0;
    case "any":
      if (isJson(response)) printBody(operation, await response.json(), json);
      else await printFile(response);
      return 0;
    case "json":
      printBody(operation, await response.json(), json);
      return 0;
  }
}

function isJson({ headers }: Response): boolean {
  return headers.get("content-type")?.startsWith("application/json") ?? false;
}

/** Prints a JSON body: as JSON, as a table, or as lines. */
function printBody(
  operation: AdminOperation,
  body: Record<string, unknown>,
  json: boolean,
): void {
  const { columns } = operation;
  if (json) print(visibleJson(JSON.stringify(body)));
  else if (columns === undefined) print(formatRecord(body));
  else print(Deno.stdout.isTerminal() ? formatPage(operation, body) : formatJson(body));
}

/** Writes a file byte for byte; to a terminal as text with escaped control characters. */
async function printFile(response: Response): Promise<void> {
  if (Deno.stdout.isTerminal()) {
    print((await response.text()).split(/\r?\n/).map(visible).join("\n"));
  } else {
    await printBytes(response.body!);
  }
}

/** Formats a page of a listing as a table, with the option that reads the next page. */
function formatPage(
  { columns = [], query }: AdminOperation,
  body: Record<string, unknown>,
): string {
  const items = body.items as Record<string, unknown>[];
  if (items.length === 0) return "none";
  const cursor = body["next-cursor"];
  const option = query.some(({ name }) => name === "cursor") ? "cursor" : "after";
  const more = typeof cursor === "string" ? [`more: --${option} ${quote(visible(cursor))}`] : [];
  return [table(items, columns, terminalColumns()), ...more].join("\n\n");
}

function terminalColumns(): number {
  try {
    return Deno.consoleSize().columns || DEFAULT_COLUMNS;
  } catch {
    return DEFAULT_COLUMNS; // input or errors may be redirected, but not the output
  }
}

/** Quotes a word for a shell. */
function quote(word: string): string {
  return /^[\w:.@%+=,/-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
