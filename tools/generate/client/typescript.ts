/** Writes the TypeScript client: types in camelCase, and tables of their names in JSON. */
import { comment } from "../comment.ts";
import {
  camel,
  type ClientModel,
  contentOf,
  type Field,
  type ObjectType,
  type Type,
} from "./model.ts";

/** Writes `src/client/generated.ts`, unformatted. */
export function writeTypeScript({ actions, postbacks, objects, enums }: ClientModel): string {
  const methods = actions.map(({ name, description, request, response }) => {
    const shapes = [request, ...response === null ? [] : [response]].map(shapeName).join(", ");
    const send = response === null ? "postForFile" : "postForJson";
    return `${comment(description)}${name}(
  request: ${request}, options?: CallOptions
): Promise<${response ?? "FileResponse"}> {
  return this.${send}("${name}", request, options, ${shapes});
}`;
  });
  const unions = enums.map(({ name, description, values }) =>
    `${comment(description)}export type ${name} = ${values.map(quote).join(" | ")};`
  );
  return `/** Types of the JSON API, and its actions as methods. */
import type { Shape } from "./fields.ts";
import { type CallOptions, type FileResponse, Transport } from "./transport.ts";

${unions.join("\n\n")}

${objects.map((object) => writeInterface(object)).join("\n\n")}

/** Postback with a code that this version knows. */
export type KnownPostback = ${postbacks.map(({ name }) => name).join(" | ")};

${objects.map(writeShape).join("\n\n")}

/** Names of the fields of postbacks, by code. */
export const postbackFields: Readonly<Record<string, Shape>> = {
${postbacks.map(({ code, name }) => `${code}: ${shapeName(name)},`).join("\n")}
};

/** Client of a slidepost service, with the API key of one account. */
export class Client extends Transport {
${methods.join("\n\n")}
}
`;
}

function writeInterface({ name, description, fields, isOutput }: ObjectType): string {
  const lines = fields.map((field) => {
    const optional = field.required ? "" : "?";
    const type = typeOf(field);
    // Whoever compiles with \`exactOptionalPropertyTypes\` may still pass undefined.
    const orUndefined = field.required || isOutput ? "" : " | undefined";
    return `${comment(field.description)}${camel(field.wire)}${optional}: ${type}${orUndefined};`;
  });
  return `${comment(description)}export interface ${name} {\n${lines.join("\n")}\n}`;
}

function typeOf({ wire, type }: Field): string {
  // The code tells postbacks apart, so that each type has exactly one.
  const isCode = wire === "code" && type.kind === "text" && type.values?.length === 1;
  return isCode ? quote(type.values![0]!) : write(type);
}

function write(type: Type): string {
  switch (type.kind) {
    case "text":
      if (type.values !== undefined) return `${type.values.map(quote).join(" | ")} | (string & {})`;
      return type.isNumberToo ? "string | number" : "string";
    case "flag":
      return "boolean";
    case "integer":
      return "number";
    case "enum":
    case "object":
      return type.name;
    case "list":
      return `${write(type.item)}[]`;
    case "map":
      return `Record<string, ${write(type.value)}>`;
    case "any":
      return "unknown";
  }
}

/** Writes the table of an object's names in JSON, with the tables of its objects. */
function writeShape({ name, fields }: ObjectType): string {
  const rows = fields.map(({ wire, type }) => {
    const of = contentOf(type);
    const parts = [
      quote(wire),
      ...of.kind === "object" ? [shapeName(of.name)] : [],
      ...of.kind === "object" && type.kind === "map" ? [quote("map")] : [],
    ];
    return `${camel(wire)}: [${parts.join(", ")}],`;
  });
  return `const ${shapeName(name)}: Shape = {\n${rows.join("\n")}\n};`;
}

function shapeName(name: string): string {
  return `${camel(name)}Fields`;
}

function quote(text: string): string {
  return JSON.stringify(text);
}
