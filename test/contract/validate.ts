/**
 * Validates responses and postbacks against openapi.yaml. Other tests call these functions on all
 * that they receive. A field that the contract does not name is a fault here: new fields are
 * allowed for customers, but must be declared.
 */
import assert from "node:assert/strict";
import { Ajv2020, type ValidateFunction } from "npm:ajv@8.20.0/dist/2020.js";
import addFormats from "npm:ajv-formats@3.0.1";
import { adminApi as admin } from "../../src/contract/admin.ts";
import { codesOf, codesWithin } from "../../src/contract/codes.ts";
import { customerApi as customer } from "../../src/contract/customer.ts";
import { Document, type Operation, type Schema } from "../../tools/generate/document.ts";
import { lint } from "../mm7/xmllint.ts";
import { recordResponse } from "../support/produced_responses.ts";

/** Everything that the service documents: both served documents in one. */
export const document = new Document({
  ...customer,
  paths: { ...customer.paths, ...admin.paths },
  components: componentsOf(customer.components, admin.components),
});

function componentsOf(...parts: Record<string, object>[]): Record<string, object> {
  const kinds = new Set(parts.flatMap((part) => Object.keys(part)));
  return Object.fromEntries(
    [...kinds].map((kind) => [kind, Object.assign({}, ...parts.map((part) => part[kind] ?? {}))]),
  );
}

// The document is linted elsewhere, since its meta-schema takes long to compile.
const ajv = new Ajv2020({
  allErrors: true,
  strictSchema: false,
  allowUnionTypes: true,
  meta: false,
  validateSchema: false,
  code: { optimize: false },
});
// The package's default export is typed as a namespace under Node's module rules.
(addFormats as unknown as (to: Ajv2020) => void)(ajv);
ajv.addFormat("binary", true);

const compiled = new Map<string, ValidateFunction>();

/** Resolves a schema completely. With `closed`, objects have no fields but the declared ones. */
export function standalone(declared: Schema, closed: boolean): Schema {
  const { properties, items, additionalProperties, oneOf, anyOf, ...rest } = document.resolve(
    declared,
  );
  const schema: Schema = rest;
  const each = (list: Schema[]) => list.map((item) => standalone(item, closed));
  if (items) schema.items = standalone(items, closed);
  if (oneOf) schema.oneOf = each(oneOf);
  if (anyOf) schema.anyOf = each(anyOf);
  if (typeof additionalProperties === "object") {
    schema.additionalProperties = standalone(additionalProperties, closed);
  } else if (additionalProperties !== undefined) {
    schema.additionalProperties = additionalProperties;
  }
  if (properties) {
    const fields = Object.entries(properties)
      .map(([name, field]) => [name, standalone(field, closed)]);
    schema.properties = Object.fromEntries(fields);
    if (closed) schema.additionalProperties ??= false;
  }
  return schema;
}

/** Asserts that `value` is valid under `schema`; the error lists the faults. */
export function assertValid(schema: Schema, value: unknown, closed: boolean, title: string): void {
  const key = `${closed} ${JSON.stringify(schema)}`;
  let validator = compiled.get(key);
  if (validator === undefined) {
    validator = ajv.compile(standalone(schema, closed));
    compiled.set(key, validator);
  }
  if (validator(value)) return;
  const faults = ajv.errorsText(validator.errors, { separator: "\n  ", dataVar: "" });
  assert.fail(`${title} breaks openapi.yaml:\n  ${faults}\n${JSON.stringify(value, null, 2)}`);
}

/**
 * Asserts that openapi.yaml allows this response. `body` is the parsed JSON, or bytes; `action` is
 * the requested action, if the service could know it.
 */
export function assertMatchesContract(
  method: string,
  path: string,
  status: number,
  contentType: string | null,
  body: unknown,
  action?: string,
): void {
  const title = `${method} ${path} → ${status}`;
  const response = operationAt(method, path).responses[status];
  assert.ok(response, `${title}: openapi.yaml has no such status`);
  if (response.content === undefined) {
    assert.ok(!body, `${title}: must have no body`);
    return;
  }
  const type = (contentType ?? "none").split(";")[0]!.trim().toLowerCase();
  const declared = response.content[type] ?? response.content["*/*"];
  assert.ok(declared, `${title}: openapi.yaml has no content type ${type}`);
  if (type !== "application/json") {
    assert.ok(body === undefined || body instanceof Uint8Array, `${title}: must be bytes`);
    return;
  }
  assertValid(schemaOf(declared.schema, status, action), body, true, title);
  const code = codeOf(body);
  if (code === undefined) return;
  assert.ok(codesOf(response).includes(code), `${title}: openapi.yaml has no ${code} there`);
  const own = requestOf(action);
  if (own === undefined || codesWithin(document.tree, own).includes(code)) return;
  const shared = document.tree.paths["/api/v2"]!.post!["x-errors"]!;
  assert.ok(shared.includes(code), `${title}: openapi.yaml has no ${code} of ${action}`);
}

const codeOf = (body: unknown) => (body as { "error-code"?: string } | undefined)?.["error-code"];

/** Validates a response of `fetch`, headers included, and returns its body. Records what was sent. */
export async function assertResponse(
  method: string,
  path: string,
  response: Response,
  action?: string,
): Promise<unknown> {
  const type = response.headers.get("content-type");
  const bytes = new Uint8Array(await response.clone().arrayBuffer());
  const isJson = type?.toLowerCase().startsWith("application/json") ?? false;
  const body = bytes.length === 0
    ? undefined
    : isJson
    ? JSON.parse(new TextDecoder().decode(bytes))
    : bytes;
  assertMatchesContract(method, path, response.status, type, body, action);
  assertHeaders(method, path, response);
  record(method, path, response, codeOf(body), action);
  return body;
}

/** Validates MM7 responses of `fetch`: headers, and bodies by libxml2 under tools/mm7.xsd. */
export async function assertMm7Responses(
  received: readonly { response: Response; bytes: Uint8Array }[],
): Promise<void> {
  assert.equal(await lint(received.map(({ bytes }) => bytes)), "");
  for (const { response, bytes } of received) {
    const path = new URL(response.url).pathname;
    const [, code = ""] = /<StatusCode>(\d+)</.exec(new TextDecoder().decode(bytes)) ?? [];
    const type = response.headers.get("content-type");
    assertMatchesContract("POST", path, response.status, type, bytes);
    assertHeaders("POST", path, response);
    const declared = operationAt("POST", path).responses[response.status]!;
    assert.ok(
      codesOf(declared).includes(code),
      `POST ${path} → ${response.status}: openapi.yaml has no StatusCode ${code} there`,
    );
    record("POST", path, response, code);
  }
}

function assertHeaders(method: string, path: string, { status, headers: sent }: Response): void {
  const { headers = {} } = operationAt(method, path).responses[status]!;
  for (const [name, { required }] of Object.entries(headers)) {
    if (required) assert.ok(sent.has(name), `${method} ${path}: no ${name} header`);
  }
}

/** Records a response that a server sent. Those that tests build have no URL. */
function record(
  method: string,
  path: string,
  { status, url }: Response,
  code?: string,
  action?: string,
): void {
  if (url === "") return;
  recordResponse(operationAt(method, path).operationId, status, code);
  if (action !== undefined) recordResponse(action.toLowerCase(), status, code);
}

/** Asserts that openapi.yaml allows this postback. */
export function assertPostback(code: string, body: unknown): void {
  const webhook = document.webhooks.find(({ path }) => path === code);
  assert.ok(webhook, `openapi.yaml has no postback ${code}`);
  assertValid(webhook.body!.schema, body, true, `postback ${code}`);
}

function operationAt(method: string, path: string): Operation {
  const bare = path.split("?")[0]!.replace(/(.)\/$/, "$1");
  const found = patterns.find(({ operation, pattern }) =>
    operation.method === method.toLowerCase() && pattern.test(bare)
  );
  assert.ok(found, `openapi.yaml has no ${method} ${bare}`);
  return found.operation;
}

const patterns = document.operations.map((operation) => ({
  operation,
  pattern: new RegExp(`^${operation.path.replaceAll(/\{[^}]+\}/g, "[^/]+")}$`),
}));

/** Returns the schema of an action's response, where the action is known. */
function schemaOf(declared: Schema, status: number, action: string | undefined): Schema {
  const request = requestOf(action);
  if (request === undefined) return declared;
  return document.schema(request[status < 300 ? "x-success" : "x-failure"]!);
}

function requestOf(action: string | undefined): Schema | undefined {
  const folded = action?.toLowerCase();
  return document.actions().find((each) => each.action === folded)?.schema;
}
