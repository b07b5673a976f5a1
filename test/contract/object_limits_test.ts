/** Texts of contacts and events with their merge tags filled in: the limits of openapi.yaml. */
import assert from "node:assert/strict";
import { FAULTS } from "../../src/core/errors.ts";
import { OBJECT_LIMITS } from "../../src/core/personalisation/objects.ts";
import type { Schema } from "../../tools/generate/document.ts";
import { document } from "./validate.ts";

/** Schemas of openapi.yaml by the group of their limits. */
const SCHEMAS: Record<keyof typeof OBJECT_LIMITS, string> = {
  "name": "ContactName",
  "contact": "DynamicContact",
  "phone": "ContactPhone",
  "email": "ContactEmail",
  "physical-address": "ContactAddress",
  "website": "ContactWebsite",
  "event": "DynamicCalendar",
};

Deno.test("texts of objects have the same limit and fault with tags as without", () => {
  for (const [group, limits] of Object.entries(OBJECT_LIMITS)) {
    const { properties = {} } = document.schema(SCHEMAS[group as keyof typeof SCHEMAS]);
    for (const [name, { characters, fault }] of Object.entries(limits)) {
      const { maxLength, "x-error": codes = "E100" }: Schema = document.resolve(properties[name]!);
      const code = typeof codes === "string" ? codes : codes.maxLength;
      assert.deepEqual([characters, FAULTS[fault].json], [maxLength, code], `${group} ${name}`);
    }
  }
});

Deno.test("texts of openapi.yaml without a limit of filled texts have a fixed set of values", () => {
  for (const [group, name] of Object.entries(SCHEMAS)) {
    const { properties = {} } = document.schema(name);
    const texts = Object.entries(properties)
      .map(([name, each]) => [name, document.resolve(each)] as const)
      .filter(([, { type, enum: values }]) => type === "string" && values === undefined)
      .map(([name]) => name).filter((name) => name !== "slide-number");
    const limits = OBJECT_LIMITS[group as keyof typeof OBJECT_LIMITS];
    assert.deepEqual(texts.sort(), Object.keys(limits).sort(), group);
  }
});
