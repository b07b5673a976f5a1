/** Emits `src/generated/admin.ts`: validators of the admin API's requests, and its types. */
import { type Endpoint, endpointsOf, kindsOf, type OpenApi } from "../../src/contract/openapi.ts";
import { operationsOf, successOf } from "../../src/contract/operation.ts";
import { ADMIN_SCOPES } from "../../src/schema/admin_scope.ts";
import { type Document, nameOf, type Schema } from "./document.ts";
import { TypeEmitter } from "./types.ts";
import { ZodEmitter } from "./zod.ts";

export function emitAdmin(document: Document): string {
  const bodies = new ZodEmitter(document, "exact");
  const queries = new ZodEmitter(document, "query", true);
  const types = new TypeEmitter(document);
  const endpoints = endpointsOf(document.tree)
    .filter(({ operation }) => operation.tags.includes("admin"));
  check(document, endpoints);

  const requests = endpoints.map((endpoint) => {
    const { operationId, requestBody } = endpoint.operation;
    const body = requestBody?.content["application/json"];
    const parts = [
      `params: ${queries.object(objectOf(endpoint, "path"))}`,
      `query: ${queries.object(objectOf(endpoint, "query"))}`,
      ...(body === undefined ? [] : [`body: ${bodies.expression(body.schema)}`]),
    ];
    return `  ${operationId}: { ${parts.join(", ")} },`;
  });
  const responses = endpoints.map((endpoint) =>
    `  ${endpoint.operation.operationId}: ${responseType(types, document.tree, endpoint)};`
  );
  const changes = kindsOf(document.schema("ConnectorChange")).map(([kind, ref]) =>
    `  ${kind}: ${bodies.declare(nameOf(ref))},`
  );
  const runtime = [...new Set([...bodies.runtimeNames, ...queries.runtimeNames])].sort();

  return `/** Admin API: request validators and response types of its operations. */
import { z } from "zod";
import { ${runtime.join(", ")} } from "../schema/validators.ts";

${bodies.declarations((name) => !types.has(name))}

/** Request validators by operation. Bodies are not coerced and refuse unknown fields. */
export const adminRequests = {
${requests.join("\n")}
} satisfies Record<string, { params: z.ZodObject; query: z.ZodObject; body?: z.ZodType }>;

export type AdminOperationId = keyof typeof adminRequests;

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

/** Merges the parameters of one location into an object schema. */
function objectOf({ parameters }: Endpoint, location: "path" | "query"): Schema {
  const located = parameters.filter((each) => each.in === location);
  return {
    type: "object",
    properties: Object.fromEntries(located.map(({ name, schema }) => [name, schema])),
    required: located.filter(({ required }) => required).map(({ name }) => name),
  };
}

function responseType(types: TypeEmitter, tree: OpenApi, endpoint: Endpoint): string {
  const { response, content } = successOf(tree, endpoint);
  if (response === "any") return "Response";
  // The lines of a stream have a type, too.
  const named = content === undefined ? "undefined" : types.named(schemaName(endpoint, content));
  return response === "bytes" ? "Response" : named;
}

/** @throws Error where the schema has no name, which its type needs. */
function schemaName(
  { operation: { operationId } }: Endpoint,
  { schema: { $ref } }: { schema: Schema },
): string {
  if ($ref === undefined) throw new Error(`${operationId}: the schema of its response has no name`);
  return nameOf($ref);
}

/**
 * Checks what the command line and the console need of the operations.
 *
 * @throws Error where an extension is missing or wrong
 */
function check(document: Document, endpoints: readonly Endpoint[]): void {
  for (const { operationId, method, scope, query, body } of operationsOf(document.tree)) {
    const needed = ADMIN_SCOPES.filter((each) => method === "GET" || each !== "read");
    if (!needed.includes(scope)) throw new Error(`${operationId}: x-scope is wrong`);
    for (const { name, type } of [...query, ...body]) {
      if (type === "list") throw new Error(`${operationId}: no command line option for ${name}`);
      // The kind of the thing that is changed is not known to the command line.
      if (
        body.some((each) => each.name === name && each.kind !== undefined && each.type !== type)
      ) {
        throw new Error(`${operationId}: ${name} has several types, by kind`);
      }
    }
  }
  for (const endpoint of endpoints) checkColumns(document, endpoint);
}

function checkColumns(document: Document, endpoint: Endpoint): void {
  const { operationId, "x-columns": columns } = endpoint.operation;
  const { content } = successOf(document.tree, endpoint);
  const { items } = content === undefined ? {} : document.resolve(content.schema).properties ?? {};
  if (items?.items === undefined) return;
  const item = document.resolve(items.items);
  const fields = (item.oneOf ?? [item]).flatMap((each) =>
    Object.keys(document.resolve(each).properties ?? {})
  );
  const unknown = columns?.find((name) => !fields.includes(name));
  if (columns === undefined || unknown !== undefined) {
    throw new Error(`${operationId}: x-columns ${unknown ?? "is missing"}`);
  }
}
