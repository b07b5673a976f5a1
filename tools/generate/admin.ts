/** Emits `src/generated/admin.ts` for the handlers and `admin_operations.ts` for the command line. */
import {
  type Content,
  type Document,
  nameOf,
  type Operation,
  type Schema,
  typesOf,
} from "./document.ts";
import { ADMIN_SCOPES, type AdminScope } from "../../src/schema/admin_operation.ts";
import { TypeEmitter } from "./types.ts";
import { ZodEmitter } from "./zod.ts";

export function emitAdmin(document: Document): string {
  const bodies = new ZodEmitter(document, "exact");
  const queries = new ZodEmitter(document, "query", true);
  const types = new TypeEmitter(document);
  const operations = adminOperations(document);

  const requests = operations.map((operation) => {
    const { operationId, body } = operation;
    const parts = [
      `params: ${queries.object(objectOf(operation, "path"))}`,
      `query: ${queries.object(objectOf(operation, "query"))}`,
      ...(body === undefined ? [] : [`body: ${bodies.expression(body.schema)}`]),
    ];
    return `  ${operationId}: { ${parts.join(", ")} },`;
  });
  const responses = operations.map((operation) =>
    `  ${operation.operationId}: ${responseType(types, operation)};`
  );
  const changes = kindsOf(document.schema("ConnectorChange"))!.map(({ kind, name }) =>
    `  ${kind}: ${bodies.declare(name)},`
  );
  const runtime = [...new Set([...bodies.runtimeNames, ...queries.runtimeNames])].sort();

  return `/** Admin API: request validators and response types of its operations. */
import { z } from "zod";
import type { AdminOperationId } from "./admin_operations.ts";
import { ${runtime.join(", ")} } from "../schema/validators.ts";

${bodies.declarations((name) => !types.has(name))}

/** Request validators by operation. Bodies are not coerced and refuse unknown fields. */
export const adminRequests = {
${requests.join("\n")}
} satisfies Record<AdminOperationId, { params: z.ZodType; query: z.ZodType; body?: z.ZodType }>;

/** Validators of \`ConnectorChange\`, by kind of connector. */
export const connectorChanges = {
${changes.join("\n")}
} satisfies Record<NewConnector["kind"], z.ZodType>;

${types.declarations()}

/**
 * Response bodies by operation; \`undefined\` where there is none, the response itself where its media
 * type varies, or it is a file or streamed.
 */
export interface AdminResponses {
${responses.join("\n")}
}

/** Validated request of an operation. */
export type AdminRequest<Id extends AdminOperationId> = {
  [Part in keyof typeof adminRequests[Id]]: z.output<typeof adminRequests[Id][Part]>;
};

/**
 * Handlers by operation: a new operation does not compile without its handler. \`raw\` is the request
 * as it came, whose signal aborts when the client is gone; the principal is the holder of its token.
 */
export type AdminHandlers = {
  [Id in AdminOperationId]: (
    request: AdminRequest<Id>,
    raw: Request,
    principal: { readonly name: string },
  ) => Promise<AdminResponses[Id]>;
};
`;
}

/** Emits plain data, so that the command line starts without loading validators. */
export function emitAdminOperations(document: Document): string {
  const operations = adminOperations(document);
  const ids = operations.map(({ operationId }) => JSON.stringify(operationId)).join(" | ");
  const table = operations.map((operation) => JSON.stringify(row(document, operation)) + ",");
  return `/** Operations of the admin API, as commands of the command line. */
import type * as schema from "../schema/admin_operation.ts";

export type { AdminField } from "../schema/admin_operation.ts";

export type AdminOperationId = ${ids};

export type AdminOperation = schema.AdminOperation<AdminOperationId>;

export const adminOperations: readonly AdminOperation[] = [
${table.join("\n")}
];
`;
}

/** Lists the operations of the admin API, in the document's order. */
export function adminOperations(document: Document): Operation[] {
  return document.operations.filter(({ tags }) => tags.includes("admin"));
}

/** Merges the parameters of one place into an object schema. */
export function objectOf(operation: Operation, place: "path" | "query" | "header"): Schema {
  const parameters = operation.parameters.filter((each) => each.in === place);
  return {
    type: "object",
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
  };
}

interface Success {
  status: number;
  kind: "json" | "bytes" | "streamed" | "any" | "none";
  /** Content of the first media type. */
  content?: Content;
}

/** Finds the status and content of an operation's success; of several media types, any. */
function successOf(operation: Operation): Success {
  const [status, response] = Object.entries(operation.responses).find(([code]) => code < "300")!;
  const contents = Object.entries(response.content ?? {});
  const [type, content] = contents[0] ?? [];
  const kind = operation.isStreamed
    ? "streamed"
    : contents.length > 1
    ? "any"
    : type === undefined
    ? "none"
    : type === "application/json"
    ? "json"
    : "bytes";
  return { status: Number(status), kind, content };
}

function responseType(types: TypeEmitter, operation: Operation): string {
  const { kind, content } = successOf(operation);
  if (kind === "any" || kind === "bytes") return "Response";
  const named = content === undefined ? "undefined" : types.named(nameOf(content.schema.$ref!));
  return kind === "streamed" ? "Response" : named;
}

function row(document: Document, operation: Operation) {
  const { operationId, method, path, cli, summary, description, parameters, body } = operation;
  const { status, kind, content } = successOf(operation);
  const columns = columnsOf(document, operation, content);
  const kindField = body && document.resolve(body.schema).discriminator?.propertyName;
  return {
    operationId,
    method: method.toUpperCase(),
    path,
    cli,
    scope: scopeOf(operation),
    summary,
    ...(description === undefined ? {} : { description: description.trim() }),
    pathParams: parameters.filter((each) => each.in === "path")
      .map(({ name, description }) => ({ name, description })),
    query: parameters.filter((each) => each.in === "query").map((each) =>
      field(
        document,
        { ...document.resolve(each.schema), description: each.description },
        each.name,
        each.required ?? false,
      )
    ),
    body: body === undefined ? [] : bodyFields(document, document.resolve(body.schema)),
    ...(kindField === undefined ? {} : { kindField }),
    status,
    // The command line passes a stream on, as it does a file.
    response: kind === "streamed" ? "bytes" : kind,
    ...(columns === undefined ? {} : { columns }),
    ...(operation.next === undefined ? {} : { next: operation.next }),
  };
}

/** Returns the scope of an operation. What changes anything must name one. */
function scopeOf({ method, operationId, scope }: Operation): AdminScope {
  if (method === "get" && scope === undefined) return "read";
  const named = ADMIN_SCOPES.find((each) => each === scope);
  if (named === undefined || named === "read") throw new Error(`${operationId}: x-scope is wrong`);
  return named;
}

type Field = ReturnType<typeof field> & { kind?: string };

/** Lists the fields of a body; where it has kinds, those that are the same in all of them first. */
function bodyFields(document: Document, schema: Schema): Field[] {
  const kinds = kindsOf(schema)?.map(({ kind, name }) => ({
    kind,
    fields: fieldsOf(document, document.resolve(document.schema(name))),
  }));
  if (kinds === undefined) return fieldsOf(document, schema);
  const kindField = schema.discriminator?.propertyName;
  const [first, ...others] = kinds;
  const isCommon = (field: Field) =>
    others.every(({ fields }) => fields.some((other) => isSame(field, other)));
  const common = first!.fields.filter((field) => field.name !== kindField && isCommon(field));
  const own = kinds.flatMap(({ kind, fields }) =>
    fields.filter(({ name }) => name !== kindField && !common.some((each) => each.name === name))
      .map((field) => ({ ...field, kind }))
  );
  for (const { name, type } of own) {
    // The kind of the thing that is changed is not known to the command line.
    const other = own.find((each) => each.name === name && each.type !== type);
    if (other !== undefined) throw new Error(`${name} has several types, by kind`);
  }
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

function isSame(a: Field, b: Field): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function fieldsOf(document: Document, schema: Schema): Field[] {
  return Object.entries(schema.properties!).map(([name, each]) =>
    field(document, document.resolve(each), name, schema.required?.includes(name) ?? false)
  );
}

/** Lists the kinds of a body with the name of each one's schema; undefined: it has none. */
function kindsOf(schema: Schema): { kind: string; name: string }[] | undefined {
  const kinds = schema["x-kinds"] ?? schema.discriminator?.mapping;
  return kinds && Object.entries(kinds).map(([kind, ref]) => ({ kind, name: nameOf(ref) }));
}

/** Returns the columns of a listing. @throws Error where `x-columns` is missing or wrong. */
function columnsOf(document: Document, { operationId, columns }: Operation, content?: Content) {
  const { items } = content === undefined ? {} : document.resolve(content.schema).properties ?? {};
  if (items?.items === undefined) return undefined;
  const item = document.resolve(items.items);
  const fields = (item.oneOf ?? [item]).flatMap((each) =>
    Object.keys(document.resolve(each).properties ?? {})
  );
  const unknown = columns?.find((name) => !fields.includes(name));
  if (columns === undefined || unknown !== undefined) {
    throw new Error(`${operationId}: x-columns ${unknown ?? "is missing"}`);
  }
  return columns;
}

function field(document: Document, schema: Schema, name: string, required: boolean) {
  const { nullable } = typesOf(schema);
  const type = optionTypeOf(document, schema, name);
  return {
    name,
    type,
    description: schema.description!.trim(),
    required,
    nullable,
    ...(schema.enum === undefined ? {} : { values: schema.enum.filter((each) => each !== null) }),
    ...(schema["x-must"] === undefined ? {} : { must: schema["x-must"] }),
    // The limits of a file are those of its base64.
    ...(type === "file" ? {} : limitsOf(schema)),
    ...(schema.default === undefined ? {} : { default: schema.default }),
  };
}

const LIMITS = ["format", "minLength", "maxLength", "minimum", "maximum", "maxItems"] as const;

function limitsOf(schema: Schema): Partial<Schema> {
  return Object.fromEntries(
    LIMITS.flatMap((name) => schema[name] === undefined ? [] : [[name, schema[name]]]),
  );
}

/**
 * Returns the type of the command line option for a field. @throws Error where an option cannot
 * express it
 */
function optionTypeOf(document: Document, schema: Schema, name: string): string {
  const { types: [type] } = typesOf(schema);
  if (schema.contentEncoding === "base64") return "file";
  if (type === "array") {
    const { content } = document.resolve(schema.items!).properties ?? {};
    if (content?.contentEncoding === "base64") return "files";
  } else if (type === "object") {
    const values = schema.additionalProperties;
    const arePairs = typeof values === "object" && typesOf(values).types[0] === "string";
    return arePairs ? "pairs" : "object";
  } else return type!;
  throw new Error(`no command line option for the ${type} ${name}`);
}
