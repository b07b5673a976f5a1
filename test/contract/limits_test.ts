/** Every text, list and map of a request has a limit in openapi.yaml, which is enforced. */
import assert from "node:assert/strict";
import type { z } from "zod";
import { adminRequests, connectorChanges, NewConnector } from "../../src/generated/admin.ts";
import { requests, validate } from "../../src/generated/json.ts";
import { PARSE_OPTIONS } from "../../src/schema/validators.ts";
import type { Document, Operation } from "../../tools/generate/document.ts";
import { parseDocument } from "../../tools/generate/yaml.ts";
import {
  fieldsOf,
  fieldsOfOperation,
  isBounded,
  isBoundedPattern,
  type RequestField,
} from "./request_fields.ts";
import { document } from "./validate.ts";

const nameOf = ({ path }: RequestField) => path.join(" ");

/** Finds the schemas without a limit, of all operations. */
function unbounded(of: Document): string[] {
  return of.operations.flatMap((operation) =>
    fieldsOfOperation(of, operation).filter((field) => !isBounded(field))
      .map((field) => `${operation.operationId}: ${nameOf(field)}`)
  );
}

Deno.test("no request has a text, list or map without a limit", () => {
  assert.deepEqual(unbounded(document), []);
});

Deno.test("a missing limit is noticed, wherever it is", async () => {
  const yaml = await Deno.readTextFile(new URL("../../openapi.yaml", import.meta.url));
  const cases: [limit: string, operation: string][] = [
    ["maxLength: 7089", "postAction: dynamic-image [] barcode id"],
    ["maxProperties: 500", "postAction: merge-tag-data"],
    ["propertyNames: { maxLength: 100 }", "postAction: merge-tag-data"],
    ["maxLength: 2000 ", "listAccounts: query cursor"],
    ["maxItems: 50", "injectMms: file"],
    ["{1,255}", "postAction: header Idempotency-Key"],
  ];
  for (const [limit, missed] of cases) {
    assert.ok(yaml.includes(limit), limit);
    const without = limit.startsWith("{") ? yaml.replace(limit, "+") : yaml.replace(limit, "");
    assert.ok(unbounded(parseDocument(without)).includes(missed), limit);
  }
});

Deno.test("a pattern is a limit if nothing in it repeats without end", () => {
  for (const pattern of ["^[0-9]{1,5}$", "^#[0-9A-F*+]{6}$", "^\\+[ab]?$", "^(a|b){2}$"]) {
    assert.ok(isBoundedPattern(pattern), pattern);
  }
  for (const pattern of ["^[0-9]+$", "^https?://", "^a*$", "^a{3,}$", "a{3}$", "^(|a( *, *b)*)$"]) {
    assert.ok(!isBoundedPattern(pattern), pattern);
  }
});

/** Returns the names of the fields that a value is refused for, all of them too long. */
function tooLong(schema: { safeParse(input: unknown): unknown }, input: unknown): string[] {
  const { error } = schema.safeParse(input) as {
    error?: { issues: { code: string; path: unknown[] }[] };
  };
  return (error?.issues ?? []).filter(({ code }) => code === "too_big")
    .map(({ path }) => String(path[0]));
}

/** Lists the top-level texts of a request to the admin API, in its path, query or body. */
function textsOf(fields: RequestField[], location: string) {
  const prefix = location === "params" ? "path " : location === "query" ? "query " : "";
  return fields.flatMap(({ kind, path, schema }) => {
    const [name] = path;
    const isHere = path.length === 1 && name!.startsWith(prefix) &&
      (prefix !== "" || !/^(path|query|header) /.test(name!));
    const { maxLength = 0 } = schema;
    // Skipped for fields that only the size of the body limits.
    if (!isHere || kind !== "text" || maxLength === 0 || maxLength > 1e6) return [];
    return [{ name: name!.slice(prefix.length), maxLength }];
  });
}

/** Validators of bodies that differ by kind, in the order of the document's alternatives. */
const BY_KIND: Record<string, readonly z.ZodType[]> = {
  createConnector: NewConnector.options,
  previewConnector: NewConnector.options,
  changeConnector: Object.values(connectorChanges),
};

/** Yields the validators of a request to the admin API, each with its fields. */
function* locationsOf(operation: Operation): Generator<[string, z.ZodType, RequestField[]]> {
  const { operationId, body } = operation;
  const locations: Record<string, z.ZodType> =
    adminRequests[operationId as keyof typeof adminRequests] ?? {};
  const fields = fieldsOfOperation(document, operation);
  for (const [location, schema] of Object.entries(locations)) {
    if (location !== "body" || BY_KIND[operationId] === undefined) yield [location, schema, fields];
  }
  if (BY_KIND[operationId] === undefined) return;
  const { oneOf, anyOf } = document.resolve(body!.schema);
  for (const [index, alternative] of (oneOf ?? anyOf)!.entries()) {
    yield ["body", BY_KIND[operationId][index]!, fieldsOf(document, alternative, [])];
  }
}

Deno.test("the admin API refuses each text that is one character over its limit", () => {
  let texts = 0;
  for (const operation of document.operations) {
    for (const [location, schema, fields] of locationsOf(operation)) {
      for (const { name, maxLength } of textsOf(fields, location)) {
        const where = `${operation.operationId} ${location} ${name}`;
        assert.deepEqual(tooLong(schema, { [name]: "😀".repeat(maxLength) }), [], where);
        assert.deepEqual(tooLong(schema, { [name]: "😀".repeat(maxLength + 1) }), [name], where);
        texts++;
      }
    }
  }
  assert.ok(texts > 80, `${texts} texts`);
});

Deno.test("a text of half a gigabyte is refused by its length alone", () => {
  const { fault } = validate("savemms", { name: "x".repeat(2 ** 29 - 24), slide: [{}] });
  assert.equal(fault?.message, "must have at most 200 characters");
});

Deno.test("a list or map of very many entries costs one issue", () => {
  const mms = { "mms-id": "m1", to: "14085550100", from: "28444" };
  const many = Array.from({ length: 100_000 }, (_, index) => index);
  for (
    const field of [
      { "dynamic-calendar": many.map(() => ({})) },
      { "merge-tag-data": Object.fromEntries(many.map((index) => [`k${index}`, null])) },
      { "dynamic-image": [{ "text-area": Object.fromEntries(many.map((index) => [index, 0])) }] },
    ]
  ) {
    const { error } = requests.sendsavedmms.safeParse({ ...mms, ...field }, PARSE_OPTIONS);
    assert.deepEqual(error?.issues.map(({ code }) => code), ["too_big"]);
  }
});

Deno.test("the walk visits every field of an action", () => {
  const { schema } = document.actions().find(({ action }) => action === "sendsavedmms")!;
  const names = fieldsOf(document, schema, []).map(nameOf);
  for (
    const name of [
      "to-displayonly",
      "custom-slides [] custom-message-text",
      "merge-tag-data {}",
      "dynamic-image [] text-area {} text",
      "dynamic-contact [] website [] label",
      "dynamic-calendar [] event-timezone",
    ]
  ) {
    assert.ok(names.includes(name), name);
  }
});
