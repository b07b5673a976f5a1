/** Operations of the admin API with their fields, as forms and the command line need them. */
import type { AdminScope } from "../schema/admin_scope.ts";
import { type Field, fieldOf, fieldsOf } from "./field.ts";
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
} from "./openapi.ts";

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
  /** Kinds that the body can have, in the document's order; none: it has no kinds. */
  readonly kinds: readonly Kind[];
  /** HTTP status of success. */
  readonly status: number;
  /** Kind of the response body; `any`: its media type varies. */
  readonly response: "json" | "bytes" | "any" | "none";
  /** Fields that a listing's table shows, the most important first. */
  readonly columns?: readonly string[];
  /** Command that the command line runs after a success, if the response has a field. */
  readonly next?: { readonly command: string; readonly field: string };
}

/** Kind of thing that a body creates. */
export interface Kind {
  readonly kind: string;
  /** Name in words. */
  readonly title: string;
  /** Description of the kind, and of what it needs. */
  readonly description: string;
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
  let kinds: readonly Kind[] | undefined;
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
    get kinds() {
      return kinds ??= kindsIn(document, resolved(document, body));
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
  const [status, declared] = Object.entries(operation.responses).find(([code]) => code < "300")!;
  const contents = Object.entries(followed(document, declared).content ?? {});
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

function kindsIn(document: OpenApi, schema: Schema): Kind[] {
  return kindsOf(schema).map(([kind, $ref]) => {
    const { title = kind, description = "" } = resolved(document, { $ref });
    return { kind, title, description: description.trim() };
  });
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
