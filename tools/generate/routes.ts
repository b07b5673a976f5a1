/** `src/generated/answer_schemas.ts`, `routes.ts` and `document.ts`: for Hono and for readers. */
import { objectOf } from "./admin.ts";
import type { Answer, Content, Document, Operation, Schema } from "./document.ts";
import { ZodEmitter } from "./zod.ts";

export function emitAnswerSchemas(document: Document): string {
  const zod = new ZodEmitter(document, "answer");
  for (const { answers, otherBodies } of document.operations) {
    const contents = [otherBodies, ...Object.values(answers).map(({ content }) => content ?? {})];
    for (const { schema } of contents.flatMap((each) => Object.values(each))) {
      zod.expression(schema);
    }
  }
  return `/** Response bodies, and requests that are not JSON: \`routes.ts\` stands on them. */
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
      `request: { ${emitRequest(document, operation, answers, headers).join(", ")} }`,
      `responses: { ${responses.join(", ")} }`,
    ].join(",\n  ")
  },
});`;
}

function emitRequest(
  document: Document,
  operation: Operation,
  answers: ZodEmitter,
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
  const contents = emitContents(otherBodies, answers);
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

/** Bodies that `answer_schemas.ts` describes, by media type. */
function emitContents(contents: Record<string, Content>, answers: ZodEmitter): string[] {
  return Object.entries(contents).map(([type, { schema }]) =>
    `${JSON.stringify(type)}: { schema: ${qualified(answers.expression(schema))} }`
  );
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
    parts.push(`content: { ${emitContents(each.content, answers).join(", ")} }`);
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
