/** Fields of requests by openapi.yaml: every text, list and map, and its limit. */
import {
  type Document,
  firstOf,
  type Operation,
  type Schema,
  typesOf,
} from "../../tools/generate/document.ts";

/** Path to a value: names of fields, `[]` for an item of a list, `{}` for a value of a map. */
export type Path = readonly string[];

export type Kind = "text" | "list" | "map";

export interface RequestField {
  kind: Kind;
  path: Path;
  /** Schema with references resolved. */
  schema: Schema;
}

/** Lists the texts, lists and maps of an operation's parameters and of its JSON body. */
export function fieldsOfOperation(
  document: Document,
  { parameters, body }: Operation,
): RequestField[] {
  return [
    ...parameters.flatMap((parameter) =>
      fieldsOf(document, parameter.schema, [`${parameter.in} ${parameter.name}`])
    ),
    ...body === undefined ? [] : fieldsOf(document, body.schema, []),
  ];
}

/** Lists the fields of a schema, itself included. */
export function fieldsOf(document: Document, declared: Schema, path: Path): RequestField[] {
  const schema = document.resolve(declared);
  const first = firstOf(schema);
  // All but the first of several files are dropped before anything is stored.
  if (first !== null) return fieldsOf(document, first, path);
  const alternatives = schema.oneOf ?? schema.anyOf;
  if (alternatives !== undefined) {
    return alternatives.flatMap((each) => fieldsOf(document, each, path));
  }
  const { types } = typesOf(schema);
  if (types.includes("string")) return [{ kind: "text", path, schema }];
  if (types.includes("array")) {
    const items = fieldsOf(document, schema.items!, [...path, "[]"]);
    return [{ kind: "list", path, schema }, ...items];
  }
  const named = Object.entries(schema.properties ?? {})
    .flatMap(([name, each]) => fieldsOf(document, each, [...path, name]));
  const { additionalProperties: values = false } = schema;
  if (values === false) return named;
  const inner = values === true ? [] : fieldsOf(document, values, [...path, "{}"]);
  return [...named, { kind: "map", path, schema }, ...inner];
}

/** Reports whether a field's size is bounded; values in a list or map are fields of their own. */
export function isBounded({ kind, schema }: RequestField): boolean {
  if (kind === "text") return isBoundedText(schema);
  if (kind === "list") return (schema.maxItems ?? schema["x-first"]) !== undefined;
  return schema.maxProperties !== undefined && isBoundedText(schema.propertyNames ?? {});
}

function isBoundedText({ maxLength, enum: words, pattern }: Schema): boolean {
  return maxLength !== undefined || words !== undefined ||
    (pattern !== undefined && isBoundedPattern(pattern));
}

/** Reports whether a pattern matches the whole text without an unbounded repetition. */
export function isBoundedPattern(pattern: string): boolean {
  const bare = pattern.replaceAll(/\\./g, "x").replaceAll(/\[[^\]]*\]/g, "x");
  return /^\^.*\$$/.test(bare) && !/[*+]|\{\d+,\}/.test(bare);
}
