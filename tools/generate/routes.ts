/** Emits `src/generated/response_schemas.ts` and `routes.ts`, for Hono. */
import { objectOf } from "./admin.ts";
import type { Content, Document, Operation, ResponseObject, Schema } from "./document.ts";
import { ZodEmitter } from "./zod.ts";

export function emitResponseSchemas(document: Document): string {
  const zod = new ZodEmitter(document, "response");
  for (const { responses, otherBodies } of document.operations) {
    const contents = [otherBodies, ...Object.values(responses).map(({ content }) => content ?? {})];
    for (const { schema } of contents.flatMap((each) => Object.values(each))) {
      zod.expression(schema);
    }
  }
  return `/** Schemas of response bodies, and of requests that are not JSON, for \`routes.ts\`. */
import { z } from "zod";

${zod.declarations(() => false)}
`;
}

export function emitRoutes(document: Document): string {
  const bodies = new ZodEmitter(document, "response");
  const headers = new ZodEmitter(document, "response", true);
  const routes = document.operations.map((operation) =>
    emitRoute(document, operation, bodies, headers)
  );
  return `/**
 * Operations as routes of @hono/zod-openapi. No other file in \`src/generated\` imports that package:
 * it is slow to load, and the JSON door does not need it.
 */
import { createRoute, z } from "@hono/zod-openapi";
import { adminRequests } from "./admin.ts";
import * as schemas from "./response_schemas.ts";
import { requests } from "./json.ts";

/** Folds \`action\` to lower case: any letter case is accepted (spec 4.2). */
function foldAction(body: unknown): unknown {
  if (typeof body !== "object" || body === null || !("action" in body)) return body;
  const { action } = body;
  return typeof action === "string" ? { ...body, action: action.toLowerCase() } : body;
}

${routes.join("\n\n")}
`;
}

function emitRoute(
  document: Document,
  operation: Operation,
  bodies: ZodEmitter,
  headers: ZodEmitter,
): string {
  const { operationId, method, path, tags, summary, security } = operation;
  const responses = Object.entries(operation.responses).map(([status, each]) =>
    `${status}: ${emitResponse(each, bodies, headers)}`
  );
  return `export const ${operationId} = createRoute({
  ${
    [
      `method: ${JSON.stringify(method)}`,
      `path: ${JSON.stringify(path)}`,
      `operationId: ${JSON.stringify(operationId)}`,
      `tags: ${JSON.stringify(tags)}`,
      `summary: ${JSON.stringify(summary)}`,
      `security: ${JSON.stringify(security)}`,
      `request: { ${emitRequest(document, operation, bodies, headers).join(", ")} }`,
      `responses: { ${responses.join(", ")} }`,
    ].join(",\n  ")
  },
});`;
}

function emitRequest(
  document: Document,
  operation: Operation,
  bodies: ZodEmitter,
  headers: ZodEmitter,
): string[] {
  const { operationId, body, needsBody, otherBodies, parameters, tags } = operation;
  const has = (place: string) => parameters.some((each) => each.in === place);
  const parts: string[] = [];
  if (tags.includes("admin")) {
    if (has("path")) parts.push(`params: adminRequests.${operationId}.params`);
    if (has("query")) parts.push(`query: adminRequests.${operationId}.query`);
  } else if (has("path")) {
    parts.push(`params: ${headers.object(objectOf(operation, "path"))}`);
  }
  if (has("header")) {
    parts.push(`headers: ${headers.object(lowerNames(objectOf(operation, "header")))}`);
  }
  const contents = emitContents(otherBodies, bodies);
  if (body !== undefined) {
    const schema = operationId === "postAction"
      ? actionUnion(document)
      : `adminRequests.${operationId}.body`;
    contents.push(`"application/json": { schema: ${schema} }`);
  }
  if (contents.length > 0) {
    parts.push(`body: { required: ${needsBody}, content: { ${contents.join(", ")} } }`);
  }
  return parts;
}

/** Emits the bodies that `response_schemas.ts` describes, by media type. */
function emitContents(contents: Record<string, Content>, bodies: ZodEmitter): string[] {
  return Object.entries(contents).map(([type, { schema }]) =>
    `${JSON.stringify(type)}: { schema: ${qualified(bodies.expression(schema))} }`
  );
}

/** Emits the union of the six requests, discriminated by `action`. */
function actionUnion(document: Document): string {
  // Only named alternatives get a discriminator in the document.
  const options = document.actions().map(({ action, name }) =>
    `requests.${action}.extend({ action: z.enum(["${action}"]) }).openapi("${name}")`
  );
  return `z.preprocess(foldAction, z.discriminatedUnion("action", [${options.join(", ")}]))`;
}

function emitResponse(each: ResponseObject, bodies: ZodEmitter, headers: ZodEmitter): string {
  const parts = [`description: ${JSON.stringify(each.description)}`];
  if (each.headers !== undefined) {
    const fields = Object.entries(each.headers);
    parts.push(`headers: ${
      headers.object({
        properties: Object.fromEntries(fields.map(([name, { schema }]) => [name, schema])),
        required: fields.filter(([, { required }]) => required).map(([name]) => name),
      })
    }`);
  }
  if (each.content !== undefined) {
    parts.push(`content: { ${emitContents(each.content, bodies).join(", ")} }`);
  }
  return `{ ${parts.join(", ")} }`;
}

/** Prefixes the names of schemas, which `response_schemas.ts` exports, and leaves zod's own. */
function qualified(expression: string): string {
  return expression.replaceAll(/\b(?=[A-Z])/g, "schemas.");
}

/** Lower-cases the names of headers, as Hono passes them. */
function lowerNames(schema: Schema): Schema {
  const lower = ([name, each]: [string, Schema]) => [name.toLowerCase(), each] as const;
  return {
    ...schema,
    properties: Object.fromEntries(Object.entries(schema.properties!).map(lower)),
    required: schema.required?.map((name) => name.toLowerCase()),
  };
}
