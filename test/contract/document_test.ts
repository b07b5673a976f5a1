/** The requests of the document that the running app generates are those of openapi.yaml. */
import assert from "node:assert/strict";
import deno from "../../deno.json" with { type: "json" };
import { meaningOf } from "./meaning.ts";
import { describeApp, realApp } from "./registry.ts";
import admin from "../../src/generated/admin_api.json" with { type: "json" };
import customer from "../../src/generated/customer_api.json" with { type: "json" };
import { codesOf, codesWithin } from "../../src/contract/codes.ts";
import { withoutCitations } from "../../tools/generate/served.ts";
import { parseDocument } from "../../tools/generate/yaml.ts";
import { document } from "./validate.ts";
import type { Operation } from "../../tools/generate/document.ts";

type Node = Record<string, unknown>;

function describeRealApp(): Node {
  const app = describeApp(realApp());
  const info = { title: "slidepost", version: deno.version };
  // Through JSON, since undefined in memory is absent on the wire.
  return JSON.parse(JSON.stringify(app.getOpenAPI31Document({ openapi: "3.1.0", info })));
}

/** Operations whose requests the app has schemas of. */
const isRegistered = ({ operationId, tags }: Operation) =>
  tags.includes("admin") || operationId === "postAction";

const keys = document.operations.filter(isRegistered).map(({ method, path }) =>
  `${method} ${path}`
);
const tree = document.tree as unknown as Node;
const all = meaningOf(tree);
const written = Object.fromEntries(keys.map((key) => [key, all[key]]));
const described = meaningOf(describeRealApp());

Deno.test("the app and openapi.yaml have the same operations", () => {
  assert.deepEqual(Object.keys(described).sort(), Object.keys(written).sort());
});

for (const [operation, meaning] of Object.entries(written)) {
  Deno.test(`the app and openapi.yaml agree on ${operation}`, () => {
    assert.deepEqual(described[operation], meaning);
  });
}

Deno.test("the contracts have the version of the service", () => {
  for (const { info } of [customer, admin]) assert.equal(info.version, deno.version);
});

Deno.test("the two served documents together are openapi.yaml", async () => {
  const yaml = await Deno.readTextFile(new URL("../../openapi.yaml", import.meta.url));
  const source = withoutCitations(parseDocument(yaml).tree) as Node;
  for (const part of ["paths", "webhooks", "components"]) {
    assert.deepEqual(tree[part], source[part], part);
  }
  const shared = Object.keys(customer.paths).filter((path) => path in admin.paths);
  assert.deepEqual(shared, []);
});

for (const [name, served] of Object.entries({ customer, admin })) {
  Deno.test(`the document of ${name} has the components, schemes and tags that it uses, and no others`, () => {
    const { components, tags, ...rest } = served;
    const text = JSON.stringify({ ...rest, components });
    for (const [kind, named] of Object.entries(components)) {
      for (const component of Object.keys(named)) {
        const use = kind === "securitySchemes"
          ? `"${component}":[]`
          : `"#/components/${kind}/${component}"`;
        assert.ok(text.includes(use), `${kind} ${component} is not used`);
      }
    }
    for (const [, kind, component] of text.matchAll(/"#\/components\/(\w+)\/(\w+)"/g)) {
      assert.ok(component! in (components as Record<string, object>)[kind!]!, component);
    }
    const used = new Set([...text.matchAll(/"tags":\["(\w+)"\]/g)].map(([, tag]) => tag));
    assert.deepEqual(tags.map((tag) => tag.name).sort(), [...used].sort());
  });
}

Deno.test("the responses to actions have the codes of all of them and of each, and no others", () => {
  const { responses } = document.operation("postAction");
  const shared = document.tree.paths["/api/v2"]!.post!["x-errors"]!;
  const own = document.actions().flatMap(({ schema }) => codesWithin(document.tree, schema));
  const ofResponses = new Set(Object.values(responses).flatMap(codesOf));
  assert.deepEqual([...ofResponses].sort(), [...new Set([...shared, ...own])].sort());
});

Deno.test("a difference in meaning is noticed", () => {
  const changed = structuredClone(document.tree);
  changed.components.schemas.SendsmsRequest!.properties!["message-text"]!.minLength = 2;
  assert.notDeepEqual(meaningOf(changed as unknown as Node), all);
});
