/** Writes the PHP client: a class per file, as PSR-4 has it, with readonly properties. */
import {
  camel,
  type ClientModel,
  contentOf,
  describedField,
  type EnumType,
  type Field,
  type ObjectType,
  pascal,
  requiredFirst,
  type Type,
  wrap,
} from "./model.ts";

const WIDTH = 110;

/** Writes the files by their paths below `src` of the package. */
export function writePhp(model: ClientModel): Record<string, string> {
  const { postbacks, objects, enums } = model;
  const codes = new Set(postbacks.map(({ name }) => name));
  return Object.fromEntries([
    ["Client.php", writeClient(model)],
    ...objects.map((each) => [`Model/${each.name}.php`, writeClass(each, codes.has(each.name))]),
    ...enums.map((each) => [`Model/${each.name}.php`, writeEnum(each)]),
    ["Model/Postbacks.php", writePostbacks(model)],
  ]);
}

function writeClient({ actions }: ClientModel): string {
  const methods = actions.map(({ name, description, request, response }) => {
    const result = response ?? "FileResponse";
    const post = response === null
      ? `$this->postForFile('${name}', $request, $idempotencyKey, $operatorId)`
      : `$this->postForObject('${name}', $request, ${response}::class, $idempotencyKey, $operatorId)`;
    const about = `${description}\n\n@throws SlidepostException\n@throws ConnectionException`;
    return `${comment(about, "    ")}
    public function ${name}(
        ${request} $request,
        ?string $idempotencyKey = null,
        ?string $operatorId = null,
    ): ${result} {
        return ${post};
    }`;
  });
  const names = actions.flatMap(({ request, response }) =>
    response === null ? [request] : [request, response]
  );
  return `namespace Slidepost;

${names.sort().map((name) => `use Slidepost\\Model\\${name};`).join("\n")}

/** Client of a slidepost service, with the API key of one account. */
final class Client extends Transport
{
${methods.join("\n\n")}
}
`;
}

function writePostbacks({ postbacks }: ClientModel): string {
  return `namespace Slidepost\\Model;

/** Types of postbacks, by code. */
final class Postbacks
{
    public const TYPES = [
${postbacks.map(({ code, name }) => `        '${code}' => ${name}::class,`).join("\n")}
    ];
}
`;
}

function writeEnum({ name, description, values }: EnumType): string {
  const cases = values.map((value) => {
    const label = pascal(value);
    return `    case ${/^\d/.test(label) ? "_" : ""}${label} = ${quote(value)};\n`;
  });
  return `namespace Slidepost\\Model;

${comment(description)}
enum ${name}: string
{
${cases.join("")}}
`;
}

function writeClass({ name, description, fields }: ObjectType, isPostback: boolean): string {
  const parameters = requiredFirst(fields).map((field) => {
    const about = commented(describedField(field), documented(field));
    return `${comment(about, "        ")}\n        public readonly ${declaration(field)},\n`;
  });
  const base = isPostback ? "extends Fields implements Postback" : "extends Fields";
  const uses = isPostback ? ["Fields", "Postback"] : ["Fields"];
  return `namespace Slidepost\\Model;

${uses.map((each) => `use Slidepost\\${each};`).join("\n")}

${comment(description)}
final class ${name} ${base}
{
    public const WIRE = [
${fields.map(writeRow).join("")}    ];

    public function __construct(
${parameters.join("")}    ) {
    }
}
`;
}

/** Writes the row of a field in the table of names: the name in JSON, the class, and the form. */
function writeRow({ wire, type }: Field): string {
  const of = contentOf(type);
  const classOf = of.kind === "object" || of.kind === "enum" ? `${of.name}::class` : "null";
  const isArray = type.kind === "list" || type.kind === "map";
  const parts = [quote(wire), classOf, ...isArray ? [quote(type.kind)] : []];
  while (parts.at(-1) === "null") parts.pop();
  return `        '${camel(wire)}' => [${parts.join(", ")}],\n`;
}

function declaration({ wire, type, required }: Field): string {
  const plain = write(type);
  if (required) return `${plain} $${camel(wire)}`;
  return `${plain.includes("|") ? `${plain}|null` : `?${plain}`} $${camel(wire)} = null`;
}

function write(type: Type): string {
  switch (type.kind) {
    case "text":
      return type.isNumberToo ? "string|int" : "string";
    case "flag":
      return "bool";
    case "integer":
      return "int";
    case "enum":
    case "object":
      return type.name;
    case "list":
    case "map":
      return "array";
    case "any":
      return "mixed";
  }
}

/** Returns the line on the type of an array, which PHP's own types do not tell. */
function documented({ type, required }: Field): string | undefined {
  if (type.kind !== "list" && type.kind !== "map") return undefined;
  const array = type.kind === "list"
    ? `list<${write(type.item)}>`
    : `array<string, ${write(type.value)}>`;
  return `@var ${array}${required ? "" : "|null"}`;
}

function commented(description: string | undefined, tag: string | undefined): string | undefined {
  return [description, tag].filter((part) => part !== undefined).join("\n\n") || undefined;
}

function comment(text: string | undefined, indent = ""): string {
  if (text === undefined) return "";
  const lines = text.replaceAll("*/", "*\\/").split(/\n(?=@)/)
    .flatMap((part) => wrap(part, WIDTH - indent.length));
  if (lines.length === 1) return `${indent}/** ${lines[0]} */`;
  return [
    `${indent}/**`,
    ...lines.map((line) => `${indent} * ${line}`.trimEnd()),
    `${indent} */`,
  ].join("\n");
}

function quote(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
