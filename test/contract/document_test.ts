/** The document that the running app generates has the same meaning as openapi.yaml. */
import assert from "node:assert/strict";
import deno from "../../deno.json" with { type: "json" };
import { POSTBACK_CODES } from "../../src/generated/postback.ts";
import { postbackSchemas } from "../../src/generated/postback_schemas.ts";
import { meaningOf, schemaMeaning } from "./meaning.ts";
import { describeApp, realApp } from "./registry.ts";
import admin from "../../src/generated/admin_api.json" with { type: "json" };
import customer from "../../src/generated/customer_api.json" with { type: "json" };
import { withoutCitations } from "../../tools/generate/served.ts";
import { parseDocument } from "../../tools/generate/yaml.ts";
import { document } from "./validate.ts";

type Node = Record<string, unknown>;

function describeRealApp(): Node {
  const app = describeApp(realApp());
  for (const code of POSTBACK_CODES) {
    app.openAPIRegistry.registerWebhook({
      method: "post",
      path: code,
      request: { body: { content: { "application/json": { schema: postbackSchemas[code] } } } },
      responses: {},
    });
  }
  const info = { title: "slidepost", version: deno.version };
  // Through JSON, since undefined in memory is absent on the wire.
  return JSON.parse(JSON.stringify(app.getOpenAPI31Document({ openapi: "3.1.0", info })));
}

const app = describeRealApp();
const written = meaningOf(document.tree);
const described = meaningOf(app);

Deno.test("the app and openapi.yaml have the same operations", () => {
  assert.deepEqual(Object.keys(described).sort(), Object.keys(written).sort());
});

for (const [operation, meaning] of Object.entries(written)) {
  Deno.test(`the app and openapi.yaml agree on ${operation}`, () => {
    assert.deepEqual(described[operation], meaning);
  });
}

Deno.test("the postback schemas and openapi.yaml agree", () => {
  const bodyOf = (from: Node, code: string) => {
    const { post } = (from.webhooks as Record<string, { post: Node }>)[code]!;
    const { content } = post.requestBody as { content: Record<string, { schema: unknown }> };
    return schemaMeaning(content["application/json"]!.schema, from);
  };
  for (const code of POSTBACK_CODES) {
    assert.deepEqual(bodyOf(app, code), bodyOf(document.tree, code), code);
  }
});

Deno.test("the contracts have the version of the service", () => {
  for (const { info } of [customer, admin]) assert.equal(info.version, deno.version);
});

Deno.test("the two served documents together are openapi.yaml", async () => {
  const yaml = await Deno.readTextFile(new URL("../../openapi.yaml", import.meta.url));
  const tree = withoutCitations(parseDocument(yaml).tree) as Node;
  const parts = ["paths", "webhooks", "components"] as const;
  for (const part of parts) assert.deepEqual(document.tree[part], tree[part], part);
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

Deno.test("a difference in meaning is noticed", () => {
  const changed = structuredClone(document.tree) as {
    components: { schemas: Record<string, { properties: Record<string, Node> }> };
  };
  changed.components.schemas.SendsmsRequest!.properties["message-text"]!.minLength = 2;
  assert.notDeepEqual(meaningOf(changed), written);
});
