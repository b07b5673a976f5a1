/** Help of the command line, from openapi.yaml's descriptions. */
import {
  type AdminField,
  type AdminOperation,
  adminOperations,
} from "../../generated/admin_operations.ts";
import { wrap } from "../../lib/columns.ts";

/** Columns of a line of help. */
const WIDTH = 80;
const INDENT = "  ";
/** Longest list of values that stands beside its option, in characters. */
const VALUES_MAX = 40;

/** Tells of all commands, or of those of one noun. */
export function overview(noun?: string): string {
  const operations = adminOperations.filter(({ cli }) => noun === undefined || cli[0] === noun);
  const width = Math.max(...operations.map(({ cli }) => cli.join(" ").length));
  const rows = operations.flatMap(({ cli, summary }) => {
    const [first = "", ...more] = wrap(summary, WIDTH - width - 2 * INDENT.length);
    const below = more.map((line) => INDENT.repeat(2) + " ".repeat(width) + line);
    return [`${INDENT}${cli.join(" ").padEnd(width)}${INDENT}${first}`, ...below];
  });
  return [
    `admin ${noun ?? "<noun>"} <verb> … [--json]`,
    "",
    ...rows,
    "",
    `admin ${noun ?? "<noun>"} <verb> --help tells of a command's options.`,
    "SLIDEPOST_URL and ADMIN_TOKEN say where; without them, the sandbox of DATA_DIR.",
  ].join("\n");
}

/** Tells of one command: what it does, what it takes, within which limits. */
export function helpOf(operation: AdminOperation): string {
  const { cli, summary, description, pathParams, query, body, columns } = operation;
  const required = [...query, ...body].filter((field) => field.required).map(headOf);
  const line = ["admin", ...cli, ...pathParams.map(({ name }) => `<${name}>`), ...required];
  const clearable = body.filter(isClearable).map(({ name }) => name);
  const paragraphs = description?.split(/\n\s*\n/) ?? [];
  return [
    ...wrap(summary, WIDTH),
    ...paragraphs.flatMap((paragraph) => ["", ...wrap(paragraph, WIDTH)]),
    "",
    ...indented(`${line.join(" ")} [options]`, INDENT),
    "",
    ...pathParams.flatMap(({ name, description: what }) => entry(`<${name}>`, what)),
    ...[...query, ...body].flatMap((field) => entry(headOf(field), toldOf(field))),
    ...clearable.length === 0
      ? []
      : entry("--clear NAME", `Empties a field, one for each --clear: ${clearable.join(", ")}.`),
    ...entry("--json", jsonOf(columns)),
    ...entry("--help, -h", "Prints this."),
  ].join("\n");
}

/** Writes a command in one line, with all that it takes. */
export function usage({ cli, pathParams, query, body }: AdminOperation): string {
  const places = pathParams.map(({ name }) => `<${name}>`);
  const options = [...query, ...body].map((field) => {
    if (field.type === "files") return `[${headOf(field)}]…`;
    return field.required ? headOf(field) : `[${headOf(field)}]`;
  });
  return [...cli, ...places, ...options].join(" ");
}

/** Says how a command is written, and where there is more to read. */
export function hintOf(operation: AdminOperation): string {
  return `${usage(operation)}\nadmin ${operation.cli.join(" ")} --help tells more`;
}

const PLACEHOLDERS = { string: "TEXT", integer: "NUMBER", boolean: "true|false", files: "PATH" };
const FORMATS: Record<string, string> = { "date-time": "TIME", "date": "DAY", "uri": "URL" };

/** Writes an option with a placeholder for its value, or the values that there are. */
function headOf({ name, type, format = "", values }: AdminField): string {
  const choice = values?.join("|") ?? "";
  const isShort = choice !== "" && choice.length <= VALUES_MAX;
  return `--${name} ${isShort ? choice : FORMATS[format] ?? PLACEHOLDERS[type]}`;
}

/** Tells of a field: its description, then its limits. */
function toldOf(field: AdminField): string {
  const { description, required, values, must, default: standard } = field;
  const isLong = values !== undefined && values.join("|").length > VALUES_MAX;
  const facts = [
    ...required ? ["required"] : [],
    ...isLong ? [`one of ${values.join(", ")}`] : [],
    ...must === undefined ? [] : [`must ${must}`],
    ...limitsOf(field),
    ...standard === undefined || standard === null ? [] : [`default ${standard}`],
    ...isClearable(field) ? [`emptied by --clear ${field.name}`] : [],
  ];
  return facts.length === 0 ? description : `${description} (${facts.join("; ")})`;
}

/** Tells whether a field can be emptied; a new record has it empty anyhow. */
function isClearable({ nullable, default: standard }: AdminField): boolean {
  return nullable && standard !== null;
}

function limitsOf(field: AdminField): string[] {
  const { type, values, minLength, maxLength, minimum, maximum, maxItems, format } = field;
  if (type === "files") return maxItems === undefined ? [] : [`at most ${maxItems} times`];
  const iso = format === "date-time" ? ["ISO 8601, such as 2026-07-01T08:00:00Z"] : [];
  if (values !== undefined) return iso;
  return [
    ...iso,
    ...between(minimum, maximum, ""),
    ...between(minLength || undefined, maxLength, " characters"),
  ];
}

function between(from: number | undefined, to: number | undefined, of: string): string[] {
  if (from !== undefined && to !== undefined) {
    return [from === to ? `${from}${of}` : `${from} to ${to}${of}`];
  }
  if (from !== undefined) return [`at least ${from}${of}`];
  return to === undefined ? [] : [`at most ${to}${of}`];
}

function jsonOf(columns: AdminOperation["columns"]): string {
  return columns === undefined
    ? "Prints the answer as JSON."
    : "Prints the answer as JSON, as it is wherever it does not go to a terminal; a table shows " +
      `only ${columns.join(", ")}, as far as there is room.`;
}

function entry(head: string, text: string): string[] {
  return [...indented(head, INDENT), ...indented(text, INDENT.repeat(3))];
}

function indented(text: string, indent: string): string[] {
  return wrap(text, WIDTH - indent.length).map((line) => indent + line);
}
