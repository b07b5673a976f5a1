/** Operations and fields that the command line and the console read from the served document. */
import assert from "node:assert/strict";
import { adminApi, adminOperation, adminOperations } from "../../src/contract/admin.ts";
import { limitsInWords } from "../../src/contract/limits.ts";
import { type OpenApi, resolved } from "../../src/contract/openapi.ts";
import { operationsOf } from "../../src/contract/operation.ts";
import { adminRequests } from "../../src/generated/admin.ts";

Deno.test("the served document has the operations that have validators", () => {
  assert.deepEqual(
    adminOperations.map(({ operationId }) => operationId),
    Object.keys(adminRequests),
  );
});

Deno.test("limits in words: a minimum of none is no limit of a length, but one of a number", () => {
  const cases: [Parameters<typeof limitsInWords>[0], string[]][] = [
    [{}, []],
    [{ minLength: 1, maxLength: 2000 }, ["1 to 2,000 characters"]],
    [{ minLength: 0, maxLength: 5 }, ["at most 5 characters"]],
    [{ minLength: 12, maxLength: 12 }, ["12 characters"]],
    [{ minimum: 0, maximum: 9 }, ["0 to 9"]],
    [{ minimum: 1 }, ["at least 1"]],
    [{ minItems: 2, maxItems: 9, maxProperties: 20 }, ["2 to 9 items", "at most 20 fields"]],
  ];
  for (const [limits, words] of cases) assert.deepEqual(limitsInWords(limits), words);
});

Deno.test("fields that their record shows as set or not are secrets", () => {
  const shown = new Set(
    Object.values(adminApi.components.schemas).flatMap(({ properties = {} }) =>
      Object.keys(properties).flatMap((name) => /^(.*)-set$/.exec(name)?.[1] ?? [])
    ),
  );
  shown.delete("logo"); // a file, by operations of its own
  const operations = [
    "createAccount",
    "changeAccount",
    "createConnector",
    "changeConnector",
    "createSmsc",
    "changeSmsc",
  ] as const;
  const found = new Set<string>();
  for (const id of operations) {
    for (const { name, secret = false } of adminOperation(id).body) {
      assert.equal(secret, shown.has(name), `${id} ${name}`);
      if (secret) found.add(name);
    }
  }
  assert.deepEqual([...found].sort(), [...shown].sort());
});

Deno.test("fields follow references and allOf, and those of all kinds precede those of each", () => {
  const text = (description: string) => ({ type: "string", description });
  const kindOf = (kind: string) => ({ ...text("Kind."), enum: [kind] });
  const document = {
    paths: {
      "/things/{id}": {
        parameters: [{ $ref: "#/components/parameters/Id" }],
        post: {
          operationId: "make",
          tags: ["admin"],
          summary: "Make",
          "x-cli": "thing make",
          requestBody: {
            required: true,
            content: { "application/json": { schema: { $ref: "#/components/schemas/New" } } },
          },
          responses: { 201: { description: "Made.", content: { "application/json": {} } } },
        },
      },
      "/healthz": { get: { operationId: "health", tags: ["health"], responses: {} } },
    },
    components: {
      parameters: { Id: { name: "id", in: "path", schema: {}, description: "Id." } },
      schemas: {
        Name: { ...text("Name."), maxLength: 9 },
        Common: {
          properties: {
            name: { $ref: "#/components/schemas/Name", description: "Own." },
            size: text("Size."),
          },
          required: ["name"],
        },
        A: {
          title: "Thing A",
          description: "It needs a key.\n",
          allOf: [{ $ref: "#/components/schemas/Common" }, {
            properties: { kind: kindOf("a"), key: { ...text("Key."), writeOnly: true } },
            required: ["kind"],
          }],
        },
        B: {
          allOf: [{ $ref: "#/components/schemas/Common" }, {
            properties: { kind: kindOf("b") },
            required: ["kind"],
          }],
        },
        New: {
          oneOf: [{ $ref: "#/components/schemas/A" }, { $ref: "#/components/schemas/B" }],
          discriminator: {
            propertyName: "kind",
            mapping: { a: "#/components/schemas/A", b: "#/components/schemas/B" },
          },
        },
      },
    },
  } as unknown as OpenApi;
  const [operation, ...others] = operationsOf(document);
  const common = { type: "string", required: false, nullable: false };
  assert.deepEqual(others, []);
  assert.deepEqual(operation, {
    operationId: "make",
    method: "POST",
    path: "/things/{id}",
    cli: ["thing", "make"],
    scope: "read",
    summary: "Make",
    pathParams: [{ name: "id", description: "Id." }],
    query: [],
    needsBody: true,
    kindField: "kind",
    kinds: [
      { kind: "a", title: "Thing A", description: "It needs a key." },
      { kind: "b", title: "b", description: "" },
    ],
    status: 201,
    response: "json",
    body: [
      { ...common, name: "kind", description: "Kind. Kind.", required: true, values: ["a", "b"] },
      { ...common, name: "name", description: "Own.", required: true, maxLength: 9 },
      { ...common, name: "size", description: "Size." },
      { ...common, name: "key", description: "Key.", secret: true, kind: "a" },
    ],
  });
  assert.throws(() => resolved(document, { $ref: "#/components/schemas/None" }), /has no #\/comp/);
});
