/** Parses a command line into a request to the admin API. */
import type { AdminOperation } from "../../contract/admin.ts";
import type { Field } from "../../contract/field.ts";
import { didYouMean } from "../../lib/similar_name.ts";
import { kindsOf, syntaxOf } from "./help.ts";
import type { Target } from "./target.ts";
import { UsageError } from "../command/usage_error.ts";

/** Builds the request of an operation. @throws UsageError */
export async function requestOf(
  operation: AdminOperation,
  words: readonly string[],
  { url, token }: Target,
): Promise<Request> {
  const fields = [...operation.query, ...bodyFields(operation, words)];
  const parsed = parseWords(operation, fields, words);
  refuseIncomplete(operation, fields, parsed);
  const { positional, options, cleared } = parsed;
  let path = operation.path;
  operation.pathParams.forEach(({ name }, index) => {
    path = path.replace(`{${name}}`, encodeURIComponent(positional[index]!));
  });
  const query = new URLSearchParams();
  const body: Record<string, unknown> = Object.fromEntries(cleared.map((name) => [name, null]));
  for (const [name, text] of options) {
    if (operation.query.some((field) => field.name === name)) {
      query.set(name, text);
      continue;
    }
    const field = fields.find((each) => each.name === name)!;
    body[name] = await valueOf(field, text, body[name]);
  }
  const hasBody = operation.body.length > 0;
  return new Request(`${url}${path}${query.size > 0 ? `?${query}` : ""}`, {
    method: operation.method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(hasBody ? { "content-type": "application/json" } : {}),
    },
    body: hasBody ? JSON.stringify(body) : undefined,
  });
}

interface ParsedWords {
  positional: string[];
  options: [name: string, text: string][];
  /** Fields to empty, from `--clear`. */
  cleared: string[];
}

/** Parses `--name value`, `--name=value`, `--name` alone for a boolean, and `--clear name`. */
function parseWords(
  operation: AdminOperation,
  fields: readonly Field[],
  words: readonly string[],
): ParsedWords {
  const found: ParsedWords = { positional: [], options: [], cleared: [] };
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    if (!word.startsWith("--")) {
      found.positional.push(word);
      continue;
    }
    const [name, inline] = splitAtEquals(word.slice(2));
    const field = fields.find((each) => each.name === name);
    const isClear = field === undefined && name === "clear";
    if (field === undefined && !isClear) {
      throw new UsageError(`${unknownOption(operation, fields, name)} ${hintOf(operation)}`);
    }
    const next = words[i + 1];
    if (inline === null && field?.type === "boolean" && !isFlagValue(field, next)) {
      found.options.push([name, "true"]);
      continue;
    }
    const value = inline ?? next;
    if (value === undefined) throw new UsageError(`--${name} needs a value ${hintOf(operation)}`);
    if (inline === null) i++;
    if (isClear) found.cleared.push(clearableField(operation, fields, value));
    else found.options.push([name, value]);
  }
  return found;
}

/**
 * Checks that all arguments and required options are given, and no further arguments.
 *
 * @throws UsageError that names all that are missing
 */
function refuseIncomplete(
  operation: AdminOperation,
  fields: readonly Field[],
  { positional, options }: ParsedWords,
): void {
  const { cli, pathParams } = operation;
  const [extra] = positional.slice(pathParams.length);
  if (extra !== undefined) {
    throw new UsageError(`unexpected argument: ${extra} ${hintOf(operation)}`);
  }
  const named = new Set(options.map(([name]) => name));
  const missing = [
    ...pathParams.slice(positional.length).map(({ name }) => `<${name}>`),
    ...fields.filter(({ name, required }) => required && !named.has(name)).map(syntaxOf),
  ];
  if (missing.length > 0) {
    throw new UsageError(`${cli.join(" ")} needs ${missing.join(", ")} ${hintOf(operation)}`);
  }
}

/** Names the command that describes the options. */
function hintOf({ cli }: AdminOperation): string {
  return `(admin ${cli.join(" ")} --help describes the options)`;
}

/** Tells whether a word is the value of a boolean option before it. */
function isFlagValue({ nullable }: Field, word = ""): boolean {
  return /^(true|false)$/.test(word) || nullable && word === "null";
}

/**
 * Lists the fields that the body may have: those of the kind that the words name. Where the thing
 * has a kind already, the service refuses the fields of others.
 *
 * @throws UsageError where the kind is missing or unknown
 */
function bodyFields(operation: AdminOperation, words: readonly string[]): readonly Field[] {
  const { body, kindField } = operation;
  if (kindField === undefined) return body;
  const option = `--${kindField}`;
  const at = words.findIndex((word) => word === option || word.startsWith(`${option}=`));
  const kind = at < 0 ? undefined : splitAtEquals(words[at]!)[1] ?? words[at + 1];
  const kinds = kindsOf(operation);
  if (kind === undefined) throw new UsageError(`${option} is required: one of ${kinds.join(", ")}`);
  if (!kinds.includes(kind)) {
    const near = didYouMean(kind, kinds);
    throw new UsageError(`${option} ${kind} is unknown: one of ${kinds.join(", ")}${near}`);
  }
  return body.filter((field) => field.kind === undefined || field.kind === kind);
}

/** Describes an option that is unknown, or that other kinds have. */
function unknownOption(
  { body, kindField }: AdminOperation,
  fields: readonly Field[],
  name: string,
): string {
  const kinds = body.filter((field) => field.name === name).map(({ kind }) => kind);
  if (kinds.length === 0) {
    const options = [...fields.map((field) => `--${field.name}`), "--json", "--help", "--clear"];
    return `unknown option: --${name}${didYouMean(`--${name}`, options)}`;
  }
  return `--${name} is an option of --${kindField} ${kinds.join(", ")} only`;
}

function clearableField(
  { cli, query }: AdminOperation,
  fields: readonly Field[],
  name: string,
): string {
  const names = fields.filter((field) => field.nullable && !query.includes(field))
    .map((field) => field.name);
  if (names.includes(name)) return name;
  throw new UsageError(
    names.length === 0
      ? `${cli.join(" ")} has no field to clear`
      : `--clear takes one of ${[...new Set(names)].join(", ")}, not ${name}`,
  );
}

function splitAtEquals(word: string): [string, string | null] {
  const at = word.indexOf("=");
  return at < 0 ? [word, null] : [word.slice(0, at), word.slice(at + 1)];
}

/**
 * Converts a value to its field's type; a malformed one stays text, for the service to refuse.
 *
 * @param earlier Value of the option so far, where it is repeated.
 * @throws UsageError
 */
async function valueOf(field: Field, text: string, earlier: unknown): Promise<unknown> {
  if (field.type === "file") return (await readFile(text)).content;
  if (field.type === "files") return [...earlier as unknown[] ?? [], await readFile(text)];
  if (field.type === "pairs") {
    const [name, value] = splitAtEquals(text);
    if (value === null) {
      throw new UsageError(`--${field.name} takes a name and a value: name=value`);
    }
    return { ...earlier as object, [name]: value };
  }
  if (field.nullable && text === "null") return null;
  if (field.type === "integer" && /^-?\d+$/.test(text)) return Number(text);
  if (field.type === "boolean" && /^(true|false)$/.test(text)) return text === "true";
  return field.type === "object" ? jsonOf(text) : text;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Reads a file for a request body: its name without folders, and its bytes in base64. */
async function readFile(path: string): Promise<{ name: string; content: string }> {
  try {
    const content = (await Deno.readFile(path)).toBase64();
    return { name: path.split(/[/\\]/).at(-1)!, content };
  } catch (error) {
    throw new UsageError(`${path} cannot be read (${(error as Error).message})`);
  }
}
