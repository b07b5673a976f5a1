/** Help of the command line, composed of openapi.yaml's descriptions. */
import { type AdminOperation, adminOperations } from "../../contract/admin.ts";
import { limitsInWords } from "../../contract/limits.ts";
import type { Field } from "../../contract/field.ts";
import { wrap } from "../../lib/columns.ts";

/** Width of help, in columns. */
const WIDTH = 80;
const INDENT = "  ";
/** Maximum list of values that is shown in place of a placeholder, in characters. */
const VALUES_MAX = 40;

/** Lists all commands, or those of one noun. */
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
    `admin ${noun ?? "<noun>"} <verb> --help lists a command's options.`,
    "SLIDEPOST_URL and ADMIN_TOKEN select the service; default: sandbox of DATA_DIR.",
  ].join("\n");
}

/**
 * Describes one command: its purpose, its arguments, and their limits.
 *
 * @param kind Kind whose own options are described. Default: the kinds are listed.
 */
export function helpOf(operation: AdminOperation, kind?: string): string {
  const { cli, scope, summary, description, pathParams, query, body, columns } = operation;
  const common = [...query, ...body.filter(({ kind }) => kind === undefined)];
  const required = common.filter((field) => field.required).map(syntaxOf);
  const line = ["admin", ...cli, ...pathParams.map(({ name }) => `<${name}>`), ...required];
  const clearable = [...new Set(body.filter(isClearable).map(({ name }) => name))];
  const paragraphs = description?.split(/\n\s*\n/) ?? [];
  return [
    ...wrap(summary, WIDTH),
    ...paragraphs.flatMap((paragraph) => ["", ...wrap(paragraph, WIDTH)]),
    "",
    ...scope === "read" ? [] : [`The token needs the scope ${scope}.`, ""],
    ...indented(`${line.join(" ")} [options]`, INDENT),
    "",
    ...pathParams.flatMap(({ name, description }) => entry(`<${name}>`, description)),
    ...entries(common),
    ...clearable.length === 0
      ? []
      : entry("--clear NAME", `Field to empty; may be repeated. One of ${clearable.join(", ")}.`),
    ...entry("--json", describeJson(columns)),
    ...entry("--help, -h", "Print this help."),
    ...optionsOfKind(operation, kind),
  ].join("\n");
}

/** Describes the options of a kind; without one, says how to see them. */
function optionsOfKind(operation: AdminOperation, kind: string | undefined): string[] {
  const kinds = kindsOf(operation);
  if (kinds.length === 0) return [];
  if (kind === undefined || !kinds.includes(kind)) {
    const command = `admin ${operation.cli.join(" ")} --kind KIND --help`;
    const text = `${command} describes the options of a kind: ${kinds.join(", ")}.`;
    return ["", ...wrap(text, WIDTH)];
  }
  const fields = operation.body.filter((field) => field.kind === kind);
  return ["", `Options of the kind ${kind}:`, "", ...entries(fields)];
}

/** Lists the kinds that have options of their own. */
export function kindsOf({ body }: AdminOperation): string[] {
  return [...new Set(body.flatMap(({ kind }) => kind ?? []))];
}

const PLACEHOLDERS = {
  string: "TEXT",
  integer: "NUMBER",
  boolean: "true|false",
  file: "PATH",
  files: "PATH",
  pairs: "NAME=VALUE",
  object: "JSON",
  list: "JSON",
};
const FORMATS: Record<string, string> = { "date-time": "TIME", "date": "DAY", "uri": "URL" };

/** Formats an option with a placeholder for its value, or with the values to choose from. */
export function syntaxOf({ name, type, format = "", values }: Field): string {
  const choice = values?.join("|") ?? "";
  const isShort = choice !== "" && choice.length <= VALUES_MAX;
  return `--${name} ${isShort ? choice : FORMATS[format] ?? PLACEHOLDERS[type]}`;
}

/** Describes a field: its description, then its limits. */
function describeField(field: Field): string {
  const { description, required, values, must, default: standard } = field;
  const isLong = values !== undefined && values.join("|").length > VALUES_MAX;
  const facts = [
    ...required ? ["required"] : [],
    ...isLong ? [`one of ${values.join(", ")}`] : [],
    ...must === undefined ? [] : [`must ${must}`],
    ...limitsOf(field),
    ...field.type === "pairs" ? ["may be repeated"] : [],
    ...standard === undefined || standard === null ? [] : [`default ${standard}`],
    ...isClearable(field) ? [`emptied by --clear ${field.name}`] : [],
  ];
  return facts.length === 0 ? description : `${description} (${facts.join("; ")})`;
}

/** Tells whether a field can be emptied; a field that is null by default needs no `--clear`. */
function isClearable({ nullable, default: standard }: Field): boolean {
  return nullable && standard !== null;
}

function limitsOf(field: Field): string[] {
  const { type, values, maxItems, format } = field;
  if (type === "files") return maxItems === undefined ? [] : [`at most ${maxItems} times`];
  const iso = format === "date-time" ? ["ISO 8601, such as 2026-07-01T08:00:00Z"] : [];
  return values === undefined ? [...iso, ...limitsInWords(field)] : iso;
}

function describeJson(columns: AdminOperation["columns"]): string {
  return columns === undefined
    ? "Print the response as JSON."
    : "Print the response as JSON in one line. Where the output is not a terminal, it is indented " +
      `JSON without this option. A table shows only ${columns.join(", ")}, as far as they fit.`;
}

function entries(fields: readonly Field[]): string[] {
  return fields.flatMap((field) => entry(syntaxOf(field), describeField(field)));
}

function entry(head: string, text: string): string[] {
  return [...indented(head, INDENT), ...indented(text, INDENT.repeat(3))];
}

function indented(text: string, indent: string): string[] {
  return wrap(text, WIDTH - indent.length).map((line) => indent + line);
}
