/** `src/generated/answer_schemas.ts`, `routes.ts` and `document.ts`: for Hono and for readers. */
import { objectOf } from "./admin.ts";
import type { Answer, Document, Operation, Schema } from "./document.ts";
import { ZodEmitter } from "./zod.ts";

export function emitAnswerSchemas(document: Document): string {
  const zod = new ZodEmitter(document, "answer");
  for (const { answers } of document.operations) {
    for (const { content } of Object.values(answers)) {
      for (const { schema } of Object.values(content ?? {})) zod.expression(schema);
    }
  }
  return `/** Response bodies as zod schemas: \`routes.ts\` stands on them. */
import { z } from "zod";

${zod.declarations(() => false)}
`;
}

export function emitRoutes(document: Document): string {
  const answers = new ZodEmitter(document, "answer");
  const headers = new ZodEmitter(document, "answer", true);
  const routes = document.operations.map((operation) =>
    emitRoute(document, operation, answers, headers)
  );
  return `/**
 * The operations as @hono/zod-openapi takes them. Nothing else in \`src/generated\` imports that
 * package: it is slow to load, and the customer door does without.
 */
import { createRoute, z } from "@hono/zod-openapi";
import { adminRequests } from "./admin.ts";
import * as answer from "./answer_schemas.ts";
import { requests } from "./json.ts";

/** \`action\` is taken in any letter case (spec 4.2). */
function foldAction(body: unknown): unknown {
  if (typeof body !== "object" || body === null || !("action" in body)) return body;
  const { action } = body;
  return typeof action === "string" ? { ...body, action: action.toLowerCase() } : body;
}

${routes.join("\n\n")}
`;
}

/** The document as it is served: parsed once, here, so that the service needs no YAML. */
export function emitDocument(document: Document): string {
  return `/** openapi.yaml, to be served as JSON. */
export const DOCUMENT: Readonly<Record<string, unknown>> = ${JSON.stringify(document.tree)};
`;
}

function emitRoute(
  document: Document,
  operation: Operation,
  answers: ZodEmitter,
  headers: ZodEmitter,
): string {
  const { operationId, method, path, tags, summary, security } = operation;
  const responses = Object.entries(operation.answers).map(([status, each]) =>
    `${status}: ${emitAnswer(each, answers, headers)}`
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
      `request: { ${emitRequest(document, operation, headers).join(", ")} }`,
      `responses: { ${responses.join(", ")} }`,
    ].join(",\n  ")
  },
});`;
}

function emitRequest(document: Document, operation: Operation, headers: ZodEmitter): string[] {
  const { operationId, body, parameters, tags } = operation;
  const has = (place: string) => parameters.some((each) => each.in === place);
  const parts: string[] = [];
  if (tags.includes("admin")) {
    if (has("path")) parts.push(`params: adminRequests.${operationId}.params`);
    if (has("query")) parts.push(`query: adminRequests.${operationId}.query`);
  }
  if (has("header")) {
    parts.push(`headers: ${headers.object(lowerNames(objectOf(operation, "header")))}`);
  }
  if (body !== undefined) {
    const schema = operationId === "postAction"
      ? actionUnion(document)
      : `adminRequests.${operationId}.body`;
    parts.push(
      `body: { required: true, content: { "application/json": { schema: ${schema} } } }`,
    );
  }
  return parts;
}

/** The six requests, told apart by \`action\`. */
function actionUnion(document: Document): string {
  // Only named alternatives get a discriminator in the document.
  const options = document.actions().map(({ action, name }) =>
    `requests.${action}.extend({ action: z.enum(["${action}"]) }).openapi("${name}")`
  );
  return `z.preprocess(foldAction, z.discriminatedUnion("action", [${options.join(", ")}]))`;
}

function emitAnswer(each: Answer, answers: ZodEmitter, headers: ZodEmitter): string {
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
    const content = Object.entries(each.content).map(([type, { schema }]) =>
      `${JSON.stringify(type)}: { schema: ${qualified(answers.expression(schema))} }`
    );
    parts.push(`content: { ${content.join(", ")} }`);
  }
  return `{ ${parts.join(", ")} }`;
}

/** Names of schemas, but not zod's own, come from `answer_schemas.ts`. */
function qualified(expression: string): string {
  return expression.replaceAll(/\b(?=[A-Z])/g, "answer.");
}

/** Hono gives headers in lower case. */
function lowerNames(schema: Schema): Schema {
  const lower = ([name, each]: [string, Schema]) => [name.toLowerCase(), each] as const;
  return {
    ...schema,
    properties: Object.fromEntries(Object.entries(schema.properties!).map(lower)),
    required: schema.required?.map((name) => name.toLowerCase()),
  };
}
