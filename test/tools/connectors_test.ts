/** Schemas of connectors that are derived from the schema of each kind. */
import assert from "node:assert/strict";
import type { OpenApi, Schema } from "../../src/contract/openapi.ts";
import { withConnectors } from "../../tools/generate/connectors.ts";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const kindOf = (kind: string, properties: Record<string, Schema>, required: string[]): Schema => ({
  "type": "object",
  "x-required": ["name", ...required],
  "properties": {
    name: ref("Name"),
    kind: { type: "string", enum: [kind] },
    ...properties,
    "created-at": { ...ref("Instant"), readOnly: true },
  },
});

const SCHEMAS: Record<string, Schema> = {
  Name: { type: "string" },
  Instant: { type: "string" },
  Secret: { type: "string", writeOnly: true },
  Connector: { "x-derived": "view", "anyOf": [ref("Pigeon"), ref("Drum")] },
  NewConnector: { ...ref("Connector"), "x-derived": "creation" },
  ConnectorChange: { ...ref("Connector"), "x-derived": "change", "description": "Some fields." },
  DrumOnly: { ...ref("Drum"), "x-derived": "creation" },
  Pigeon: kindOf("pigeon", {
    "loft-key": { ...ref("Secret"), description: "Key.", default: null },
    "speed": { type: "integer", default: 60 },
  }, []),
  Drum: kindOf("drum", { skin: { type: "string" } }, ["skin"]),
};

const document = { components: { schemas: SCHEMAS } } as unknown as OpenApi;
const { schemas } = withConnectors(document).components;

Deno.test("a creation has the settings with their defaults, and needs those that are required", () => {
  assert.deepEqual(schemas.NewPigeon, {
    type: "object",
    additionalProperties: false,
    required: ["kind", "name"],
    properties: {
      "name": ref("Name"),
      "kind": ref("PigeonKind"),
      "loft-key": { ...ref("PigeonLoftKey"), default: null },
      "speed": { ...ref("PigeonSpeed"), default: 60 },
    },
  });
  assert.deepEqual(schemas.NewDrum!.required, ["kind", "name", "skin"]);
});

Deno.test("a change has the settings without defaults; name and kind stay", () => {
  assert.deepEqual(schemas.PigeonChange, {
    type: "object",
    additionalProperties: false,
    properties: { "loft-key": ref("PigeonLoftKey"), "speed": ref("PigeonSpeed") },
  });
});

Deno.test("a view has all fields, and only says of a secret whether it is set", () => {
  assert.deepEqual(schemas.Pigeon, {
    type: "object",
    required: ["name", "kind", "loft-key-set", "speed", "created-at"],
    properties: {
      "name": ref("Name"),
      "kind": ref("PigeonKind"),
      "loft-key-set": { type: "boolean", description: "Whether `loft-key` is set." },
      "speed": ref("PigeonSpeed"),
      "created-at": ref("Instant"),
    },
  });
});

Deno.test("a field that is declared in place is a schema of its own", () => {
  assert.deepEqual(schemas.PigeonSpeed, { type: "integer" });
  assert.deepEqual(schemas.PigeonLoftKey, { ...ref("Secret"), description: "Key." });
});

Deno.test("what refers to the kinds refers to their schemas of its form", () => {
  const mapping = (form: (kind: string) => string) => ({
    pigeon: ref(form("Pigeon")).$ref,
    drum: ref(form("Drum")).$ref,
  });
  assert.deepEqual(schemas.NewConnector, {
    oneOf: [ref("NewPigeon"), ref("NewDrum")],
    discriminator: { propertyName: "kind", mapping: mapping((kind) => `New${kind}`) },
  });
  assert.deepEqual(schemas.ConnectorChange, {
    "description": "Some fields.",
    "anyOf": [ref("PigeonChange"), ref("DrumChange")],
    "x-kinds": mapping((kind) => `${kind}Change`),
  });
  assert.deepEqual(schemas.Connector, {
    oneOf: [ref("Pigeon"), ref("Drum")],
    discriminator: { propertyName: "kind", mapping: mapping((kind) => kind) },
  });
});

Deno.test("what refers to one kind is its schema without the kind", () => {
  const { required, properties } = schemas.DrumOnly!;
  assert.deepEqual([required, Object.keys(properties!)], [["name", "skin"], ["name", "skin"]]);
});
