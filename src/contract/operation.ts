/** Operations of the admin API with their fields, as forms and the command line need them. */
import type { AdminScope } from "../schema/admin_scope.ts";
import { type Limits, limitsOf } from "./limits.ts";
import {
  type Content,
  type Endpoint,
  endpointsOf,
  followed,
  kindsOf,
  type OpenApi,
  type Parameter,
  resolved,
  type Schema,
  typesOf,
} from "./openapi.ts";

/** Field of a query or body. */
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
  readonly nullable: boolean;
  /** Whether its value is never shown; the record says in `{name}-set` whether there is one. */
  readonly secret?: true;
  /** Allowed values. Default: any. */
  readonly values?: readonly string[];
  /** Constraint in words, after "must". Default: described by the limits. */
  readonly must?: string;
  readonly format?: string;
  readonly default?: unknown;
}

export interface Operation<Id extends string = string> {
  readonly operationId: Id;
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Path with `{name}` for each path parameter. */
  readonly path: string;
  /** Command of the command line. */
  readonly cli: readonly [noun: string, verb?: string];
  /** Scope that its token must have. */
  readonly scope: AdminScope;
  readonly summary: string;
  readonly description?: string;
  /** Positional arguments of the command, in order. */
  readonly pathParams: readonly { readonly name: string; readonly description: string }[];
  readonly query: readonly Field[];
  /** Fields of all kinds first, then those of each kind. */
  readonly body: readonly Field[];
  /** Whether a request without a body is refused. */
  readonly needsBody: boolean;
  /** Field of the body with the kind. Default: there are no kinds, or the thing has one already. */
  readonly kindField?: string;
  /** HTTP status of success. */
  readonly status: number;
  /** Kind of the response body; `any`: its media type varies. */
  readonly response: "json" | "bytes" | "any" | "none";
  /** Fields that a listing's table shows, the most important first. */
  readonly columns?: readonly string[];
  /** Command that the command line runs after a success, if the response has a field. */
  readonly next?: { readonly command: string; readonly field: string };
}

/** Lists the operations of the admin API, in the document's order. */
export function operationsOf(document: OpenApi): Operation[] {
  return endpointsOf(document).filter(({ operation }) => operation.tags.includes("admin"))
    .map((endpoint) => operationOf(document, endpoint));
}

function operationOf(document: OpenApi, endpoint: Endpoint): Operation {
  const { operation, method, path, parameters } = endpoint;
  const { operationId, summary, description, requestBody, "x-cli": cli = "" } = operation;
  const { "x-columns": columns, "x-next": next, "x-scope": scope = "read" } = operation;
  const declared = requestBody?.content["application/json"]?.schema;
  const body = declared === undefined ? { properties: {} } : followed(document, declared);
  const kindField = body.discriminator?.propertyName;
  const { status, response } = successOf(document, endpoint);
  let queryFields: readonly Field[] | undefined;
  let fields: readonly Field[] | undefined;
  return {
    operationId,
    method: method as Operation["method"],
    path,
    cli: cli.split(" ") as [string, string?],
    scope: scope as AdminScope,
    summary,
    ...description === undefined ? {} : { description: description.trim() },
    pathParams: parameters.filter((each) => each.in === "path")
      .map(({ name, description = "" }) => ({ name, description })),
    // Fields are made with their first use: a command needs those of one operation.
    get query() {
      return queryFields ??= queryOf(document, parameters);
    },
    get body() {
      return fields ??= bodyFields(document, resolved(document, body));
    },
    needsBody: requestBody?.required ?? false,
    ...kindField === undefined ? {} : { kindField },
    status,
    response,
    ...columns === undefined ? {} : { columns },
    ...next === undefined ? {} : { next },
  };
}

function queryOf(document: OpenApi, parameters: readonly Parameter[]): Field[] {
  return parameters.filter((each) => each.in === "query")
    .map(({ name, schema, description, required = false }) =>
      fieldOf(document, name, { ...schema, description }, required)
    );
}

export interface Success extends Pick<Operation, "status" | "response"> {
  /** Content of the first media type. */
  readonly content?: Content;
}

/** Finds the status and content of an operation's success. A stream is passed on, as a file is. */
export function successOf(document: OpenApi, { operation }: Endpoint): Success {
  const [status, answer] = Object.entries(operation.responses).find(([code]) => code < "300")!;
  const contents = Object.entries(followed(document, answer).content ?? {});
  const [type, content] = contents[0] ?? [];
  const response = operation["x-streamed"]
    ? "bytes"
    : contents.length > 1
    ? "any"
    : type === undefined
    ? "none"
    : type === "application/json"
    ? "json"
    : "bytes";
  return { status: Number(status), response, content };
}

/** Lists the fields of a body; where it has kinds, those that are the same in all of them first. */
function bodyFields(document: OpenApi, schema: Schema): Field[] {
  const kinds = kindsOf(schema).map(([kind, $ref]) => ({
    kind,
    fields: fieldsOf(document, resolved(document, { $ref })),
  }));
  const [first, ...others] = kinds;
  if (first === undefined) return fieldsOf(document, schema);
  const kindField = schema.discriminator?.propertyName;
  const texts = others.map(({ fields }) => new Set(fields.map((each) => JSON.stringify(each))));
  const isCommon = (field: Field) => texts.every((each) => each.has(JSON.stringify(field)));
  const common = first.fields.filter((field) => field.name !== kindField && isCommon(field));
  const own = kinds.flatMap(({ kind, fields }) =>
    fields.filter(({ name }) => name !== kindField && !common.some((each) => each.name === name))
      .map((field) => ({ ...field, kind }))
  );
  if (kindField === undefined) return [...common, ...own];
  const named = kinds.map(({ fields }) => fields.find(({ name }) => name === kindField)!);
  return [
    {
      ...named[0]!,
      description: named.map(({ description }) => description).join(" "),
      values: kinds.map(({ kind }) => kind),
    },
    ...common,
    ...own,
  ];
}

function fieldsOf(document: OpenApi, { properties = {}, required = [] }: Schema): Field[] {
  return Object.entries(properties).map(([name, each]) =>
    fieldOf(document, name, each, required.includes(name))
  );
}

function fieldOf(
  document: OpenApi,
  name: string,
  declared: Schema,
  required: boolean,
): Field {
  const schema = resolved(document, declared);
  const { description = "", enum: values, format, writeOnly, "x-must": must } = schema;
  const type = typeOf(document, schema);
  return {
    name,
    type,
    description: description.trim(),
    required,
    nullable: typesOf(schema).nullable,
    ...writeOnly ? { secret: true } : {},
    ...values === undefined ? {} : { values: values.filter((each) => each !== null) },
    ...must === undefined ? {} : { must },
    ...format === undefined ? {} : { format },
    // The limits of a file are those of its base64.
    ...type === "file" ? {} : limitsOf(schema),
    ...schema.default === undefined ? {} : { default: schema.default },
  };
}

function typeOf(document: OpenApi, schema: Schema): Field["type"] {
  const { types: [type] } = typesOf(schema);
  if (schema.contentEncoding === "base64") return "file";
  if (type === "array") {
    const { content } = resolved(document, schema.items!).properties ?? {};
    return content?.contentEncoding === "base64" ? "files" : "list";
  }
  if (type !== "object") return type as Field["type"];
  const values = schema.additionalProperties;
  const isOfTexts = typeof values === "object" && typesOf(values).types[0] === "string";
  return isOfTexts ? "pairs" : "object";
}
