/**
 * Generators of any message that the schema allows, built from the table that reader and writer
 * use.
 */
import fc from "npm:fast-check@4.10.2";
import { type MessageName, MESSAGES } from "../../src/generated/mm7.ts";
import type {
  AttributeRule,
  ElementRule,
  FieldsRule,
  ValueRule,
} from "../../src/schema/mm7_rules.ts";
import { trimmed } from "../../src/mm7/message_reader.ts";
import { permitted } from "../../src/lib/xml/text.ts";
import { anyCodePoint } from "../support/code_points.ts";

export const NAMES = Object.keys(MESSAGES) as MessageName[];

/** Texts that the schema restricts further than the table. */
const SPECIAL: Readonly<Record<string, fc.Arbitrary<string>>> = {
  MM7Version: fc.constantFrom("5.3.0", "6.8.0", "6.16.0"),
  ...Object.fromEntries(
    ["TimeStamp", "Date", "DateTime", "EarliestDeliveryTime", "ExpiryDate", "replyDeadline"]
      .map((
        name,
      ) => [name, fc.constantFrom("2026-11-20T21:00:00Z", "2026-11-20T21:00:00.5+01:00")]),
  ),
  UAProf: fc.constant("http://x.example/a?b&c"),
  href: fc.constantFrom("cid:content", "cid:a%20b@c"),
};

/** Any text that survives a round trip: without characters that XML forbids or space around it. */
const anyText = fc.oneof(
  fc.string({ unit: anyCodePoint }),
  fc.array(
    fc.constantFrom("&", "<", ">", "]]>", '"', "'", "\r", "\n", "\t", " ", "&amp;", "ż", "😀"),
  )
    .map((pieces) => pieces.join("")),
).map((text) => trimmed(permitted(text)));

export function anyMessage(name: MessageName): fc.Arbitrary<Record<string, unknown>> {
  return fields(MESSAGES[name]);
}

function fields({ attributes, elements }: FieldsRule): fc.Arbitrary<Record<string, unknown>> {
  const all = [...attributes.map(anyAttribute), ...elements.map(anyElement)];
  return fc.record(Object.fromEntries(all.map(([name, , value]) => [name, value])), {
    requiredKeys: all.filter(([, required]) => required).map(([name]) => name),
    noNullPrototype: true,
  }) as fc.Arbitrary<Record<string, unknown>>;
}

type Field = [name: string, required: boolean, value: fc.Arbitrary<unknown>];

function anyElement({ name, content, required, many }: ElementRule): Field {
  if (typeof content !== "object" || !("kind" in content)) {
    const value = anyValue(name, content, required);
    return [name, required, many ? fc.array(value, { minLength: 1, maxLength: 3 }) : value];
  }
  if (content.kind === "fields") return [name, required, fields(content)];
  const address = fc.record({
    kind: fc.constantFrom(...content.names),
    value: anyValue("", content.value, true),
    ...Object.fromEntries(content.attributes.map((rule) => [rule.name, anyAttribute(rule)[2]])),
  }, { requiredKeys: ["kind", "value"], noNullPrototype: true });
  return [
    name,
    required,
    content.many ? fc.array(address, { minLength: 1, maxLength: 3 }) : address,
  ];
}

/** Generates an attribute; empty ones count as missing. */
function anyAttribute({ name, value, required }: AttributeRule): Field {
  return [name, required, anyValue(name, value, true)];
}

function anyValue(name: string, rule: ValueRule, full: boolean): fc.Arbitrary<unknown> {
  if (rule === "boolean") return fc.boolean();
  if (rule === "integer") return fc.integer({ min: 1 });
  if (Array.isArray(rule)) return fc.constantFrom(...rule);
  return SPECIAL[name] ?? (full ? anyText.filter((text) => text !== "") : anyText);
}
