/** Validates what goes to and from providers against the OpenAPI documents that they publish. */
import assert from "node:assert/strict";
import { Ajv2020 } from "npm:ajv@8.20.0/dist/2020.js";
import addFormats from "npm:ajv-formats@3.0.1";
import type { ApiCall } from "./server.ts";

// deno-lint-ignore no-explicit-any -- documents of others, looked into field by field
type Json = any;

export interface ProviderDocument {
  /** Asserts that the document has the operation, and that the body is valid by it. */
  assertValid(call: ApiCall): void;
  /** Asserts that a response is valid by the operation of a call. */
  assertResponse(call: ApiCall, status: number, body: unknown): void;
  /** Asserts that a callback is valid by a schema of the document. */
  assertCallback(schema: string, body: unknown): void;
}

/** Reads a document of test/fixtures/providers. */
export async function readDocument(name: string): Promise<ProviderDocument> {
  const url = new URL(`../../fixtures/providers/${name}`, import.meta.url);
  const document: Json = JSON.parse(await Deno.readTextFile(url));
  // Schemas of OpenAPI 3.0 differ from JSON Schema in `nullable` and exclusive bounds.
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true, logger: false });
  (addFormats as unknown as (to: Ajv2020) => void)(ajv);
  ajv.addSchema(nullable(document), "provider");

  const base = URL.parse(document.servers?.[0]?.url)?.pathname.replace(/\/$/, "") ?? "";

  function operationOf({ method, path }: ApiCall): { pointer: string; operation: Json } {
    for (const [template, item] of Object.entries<Json>(document.paths)) {
      const pattern = template.replaceAll(/[.*+?^$()|[\]\\]/g, "\\$&").replaceAll(
        /\{[^}]+\}/g,
        "[^/]+",
      );
      const operation = item[method.toLowerCase()];
      if (operation !== undefined && new RegExp(`^${base}${pattern}$`).test(path)) {
        const pointer = `/paths/${escape(template)}/${method.toLowerCase()}`;
        return { pointer, operation };
      }
    }
    assert.fail(`${method} ${path} is not in ${name}`);
  }

  function assertBy(pointer: string, value: unknown, what: string): void {
    const validate = ajv.getSchema(`provider#${encodeURI(pointer)}`);
    assert.ok(validate !== undefined, `${name} has no schema at ${pointer}`);
    const isValid = validate(value);
    assert.ok(isValid, `${what}: ${ajv.errorsText(validate.errors)} ${JSON.stringify(value)}`);
  }

  function resolve(pointer: string, node: Json): { pointer: string; node: Json } {
    if (node?.$ref === undefined) return { pointer, node };
    const target = node.$ref.slice(1);
    const found = target.split("/").slice(1).reduce(
      (at: Json, step: string) => at[step.replaceAll("~1", "/").replaceAll("~0", "~")],
      document,
    );
    return resolve(target, found);
  }

  /** Lists the fields of a request that its schema does not name, wherever they are. */
  function unknownFields(schema: Json, value: unknown, path: string): string[] {
    const parts = partsOf(schema);
    if (Array.isArray(value)) {
      const items = parts.flatMap((part) => part.items ?? []);
      return value.flatMap((item, index) =>
        items.length === 0
          ? []
          : fewest(items, (each) => unknownFields(each, item, `${path}[${index}]`))
      );
    }
    const isOpen = parts.every(({ properties, additionalProperties }) =>
      properties === undefined || Boolean(additionalProperties)
    );
    if (typeof value !== "object" || value === null || isOpen) return [];
    return Object.entries(value).flatMap(([field, each]) => {
      const schemas = parts.flatMap(({ properties }) => properties?.[field] ?? []);
      const fieldPath = `${path}.${field}`;
      return schemas.length === 0
        ? [fieldPath]
        : fewest(schemas, (part) => unknownFields(part, each, fieldPath));
    });
  }

  /** Lists a schema and all that it is composed of, alternatives included. */
  function partsOf(declared: Json): Json[] {
    const { node } = resolve("", declared);
    const { allOf = [], anyOf = [], oneOf = [] } = node;
    return [node, ...[...allOf, ...anyOf, ...oneOf].flatMap(partsOf)];
  }

  return {
    assertValid(call) {
      const { pointer, operation } = operationOf(call);
      assertQuery(call, operation, document);
      const body = resolve(`${pointer}/requestBody`, operation.requestBody);
      if (body.node === undefined) return assert.equal(call.text, "");
      const type = (call.headers.get("content-type") ?? "").split(";", 1)[0]!;
      assert.ok(body.node.content[type] !== undefined, `${name} takes no ${type}`);
      const schema = `${body.pointer}/content/${escape(type)}/schema`;
      const value = type === "application/json"
        ? JSON.parse(call.text)
        : formValue(call.text, resolve(schema, body.node.content[type].schema).node);
      assertBy(schema, value, "the request");
      const unknown = unknownFields(body.node.content[type].schema, value, "");
      assert.deepEqual(unknown, [], `${name} does not have these fields`);
    },

    assertResponse(call, status, value) {
      const { pointer, operation } = operationOf(call);
      const key = [`${status}`, `${`${status}`[0]}XX`, "default"].find((each) =>
        operation.responses[each] !== undefined
      );
      assert.ok(key !== undefined, `${name} has no response ${status}`);
      const response = resolve(`${pointer}/responses/${key}`, operation.responses[key]);
      const type = Object.keys(response.node.content ?? {}).find((each) => /json/.test(each));
      if (type === undefined) return;
      assertBy(`${response.pointer}/content/${escape(type)}/schema`, value, "the response");
    },

    assertCallback: (schema, value) => assertBy(`/components/schemas/${schema}`, value, schema),
  };
}

function assertQuery({ query }: ApiCall, operation: Json, document: Json): void {
  const parameters = (operation.parameters ?? []).map((parameter: Json) =>
    parameter.$ref === undefined
      ? parameter
      : document.components.parameters[parameter.$ref.split("/").at(-1)!]
  );
  const names = parameters.filter(({ in: location }: Json) => location === "query").flatMap(
    ({ name, schema, style }: Json) =>
      style === "deepObject"
        ? Object.keys(schema.properties).map((property) => `${name}[${property}]`)
        : [name],
  );
  for (const name of query.keys()) assert.ok(names.includes(name), `no parameter ${name}`);
}

/** Returns the shortest of the lists that alternatives give. */
function fewest(alternatives: Json[], list: (alternative: Json) => string[]): string[] {
  return alternatives.map(list).sort((a, b) => a.length - b.length)[0]!;
}

/** Reads a form as the object that its schema describes. */
function formValue(text: string, schema: Json): Record<string, unknown> {
  const form = new URLSearchParams(text);
  return Object.fromEntries([...new Set(form.keys())].map((name) => {
    const { type } = schema.properties?.[name] ?? {};
    if (type === "array") return [name, form.getAll(name)];
    assert.equal(form.getAll(name).length, 1, `${name} is repeated`);
    const value = form.get(name)!;
    if (type === "integer" || type === "number") return [name, Number(value)];
    return [name, type === "boolean" ? value === "true" : value];
  }));
}

/** Writes `nullable` of OpenAPI 3.0 as a type of JSON Schema. */
function nullable(node: Json): Json {
  if (Array.isArray(node)) return node.map(nullable);
  if (typeof node !== "object" || node === null) return node;
  const copy: Json = Object.fromEntries(
    Object.entries(node).map(([name, value]) => [name, nullable(value)]),
  );
  if (copy.nullable === true && typeof copy.type === "string") {
    copy.type = [copy.type, "null"];
    if (Array.isArray(copy.enum)) copy.enum.push(null);
  }
  if (typeof copy.exclusiveMinimum === "boolean") delete copy.exclusiveMinimum;
  if (typeof copy.exclusiveMaximum === "boolean") delete copy.exclusiveMaximum;
  return copy;
}

function escape(step: string): string {
  return step.replaceAll("~", "~0").replaceAll("/", "~1");
}
