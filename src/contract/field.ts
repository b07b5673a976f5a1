/** Fields of requests, as forms and the command line need them. */
import { type Limits, limitsOf } from "./limits.ts";
import { firstOf, type OpenApi, resolved, type Schema, typesOf } from "./openapi.ts";

/** Field of a query or body, or within another. */
export interface Field extends Limits {
  readonly name: string;
  /** Kind of the thing that has the field. Default: any. */
  readonly kind?: string;
  /**
   * `file`: base64 of a file. `files`: a list of names with the base64 of each. `pairs`: an object of
   * texts by names. `object`: other JSON. `list`: a list of other values.
   */
  readonly type:
    | "string"
    | "integer"
    | "boolean"
    | "file"
    | "files"
    | "pairs"
    | "object"
    | "list";
  readonly description: string;
  readonly required: boolean;
  /** Whether some requests need it, as the description says. */
  readonly conditionallyRequired?: true;
  readonly nullable: boolean;
  /** Whether its value is never shown; the record says in `{name}-set` whether there is one. */
  readonly secret?: true;
  /** Allowed values. Default: any. */
  readonly values?: readonly string[];
  /** Constraint in words, after "must". Default: described by the limits. */
  readonly must?: string;
  readonly format?: string;
  /** Whether it may have several lines. */
  readonly lines?: true;
  readonly default?: unknown;
  /** Fields of an object. Default: it has any. */
  readonly fields?: readonly Field[];
  /** Items of a list. */
  readonly item?: Field;
  /** Prefix of the keys of a list that is an object with the keys `prefix1`, `prefix2` and so on. */
  readonly prefix?: string;
}

export function fieldsOf(
  document: OpenApi,
  { properties = {}, required = [] }: Schema,
): Field[] {
  return Object.entries(properties).map(([name, each]) =>
    fieldOf(document, name, each, required.includes(name))
  );
}

/** Describes a field. Of "one value, or a list of which the first is used" it is the one. */
export function fieldOf(
  document: OpenApi,
  name: string,
  declared: Schema,
  required: boolean,
): Field {
  const schema = resolved(document, declared);
  const { description = "", enum: values, format, writeOnly, "x-must": must } = schema;
  const single = firstOf(schema);
  if (single !== null) return fieldOf(document, name, { ...single, description }, required);
  const structure = structureOf(document, name, schema);
  return {
    name,
    ...structure,
    description: description.trim(),
    required,
    nullable: typesOf(schema).nullable,
    ...schema["x-conditionally-required"] ? { conditionallyRequired: true as const } : {},
    ...writeOnly ? { secret: true } : {},
    ...values === undefined ? {} : { values: values.filter((each) => each !== null) },
    ...must === undefined ? {} : { must },
    ...format === undefined ? {} : { format },
    ...takesLines(schema) ? { lines: true as const } : {},
    // The limits of a file are those of its base64.
    ...structure.type === "file" ? {} : limitsOf(schema),
    ...schema.default === undefined ? {} : { default: schema.default },
  };
}

/** Tells whether the pattern of a text admits a line break; texts without one are not asked. */
function takesLines({ pattern, enum: values }: Schema): boolean {
  return pattern !== undefined && values === undefined && new RegExp(pattern).test("a\nb");
}

function structureOf(
  document: OpenApi,
  name: string,
  schema: Schema,
): Pick<Field, "type" | "fields" | "item" | "prefix"> {
  const { types: [type] } = typesOf(schema);
  if (schema.contentEncoding === "base64") return { type: "file" };
  if (type === "array") {
    const { content } = resolved(document, schema.items!).properties ?? {};
    if (content?.contentEncoding === "base64") return { type: "files" };
    return { type: "list", item: fieldOf(document, name, schema.items!, true) };
  }
  if (type !== "object") return { type: type as Field["type"] };
  const { additionalProperties: values, properties, propertyNames } = schema;
  if (typeof values === "object") {
    const prefix = prefixOf(propertyNames?.pattern);
    if (prefix !== null) {
      return { type: "list", item: fieldOf(document, name, values, true), prefix };
    }
    if (typesOf(values).types[0] === "string") return { type: "pairs" };
  }
  if (properties === undefined) return { type: "object" };
  return { type: "object", fields: fieldsOf(document, schema) };
}

/** Reads the prefix of numbered keys, such as `^text-area-[1-8]$`; null: keys are not numbered. */
function prefixOf(pattern = ""): string | null {
  return /^\^([\w-]+)\[1-\d\]\$$/.exec(pattern)?.[1] ?? null;
}
