/** Reads messages from elements, by the generated table. Order and case of names do not matter. */
import { type MessageName, MESSAGES, type Messages } from "../generated/mm7.ts";
import type {
  AttributeRule,
  ChoiceRule,
  ElementRule,
  FieldsRule,
  ValueRule,
} from "../schema/mm7_rules.ts";
import { exceeds } from "../lib/length.ts";
import type { XmlElement } from "../lib/xml/reader.ts";

/** An element or attribute violates the schema. */
export class SchemaError extends Error {
  override readonly name = "SchemaError";
  constructor(
    /** Name of the element or attribute. */
    readonly field: string,
    readonly fault: "missing" | "repeated" | "invalid",
    message: string,
  ) {
    super(message);
  }
}

export interface ReadOptions {
  /** Rule of the message. Default: the generated one. */
  readonly rule?: FieldsRule;
  /** Elements of the message that may be missing, and are dropped when their value is invalid. */
  readonly tolerated?: ReadonlySet<string>;
  /** Elements of the message whose content is not read: a present one has the value "". */
  readonly presenceOnly?: ReadonlySet<string>;
}

const NO_NAMES: ReadonlySet<string> = new Set();

type Fields = Record<string, unknown>;
type Value = string | boolean | number;

/**
 * Reads a message from its element. Ignores unknown elements and attributes, trims values, and
 * treats an empty element as missing unless it is an optional text.
 *
 * @throws SchemaError
 */
export function readMessage<N extends MessageName>(
  name: N,
  element: XmlElement,
  options: ReadOptions = {},
): Messages[N] {
  return readFields(element, options.rule ?? MESSAGES[name], options) as unknown as Messages[N];
}

/**
 * Reads the fields of an element by a rule.
 *
 * @throws SchemaError
 */
export function readFields(
  element: XmlElement,
  rule: FieldsRule,
  { tolerated = NO_NAMES, presenceOnly = NO_NAMES }: ReadOptions = {},
): Fields {
  const fields = readAttributes(element, rule.attributes);
  const rules = rulesByName(rule);
  for (const child of element.children) {
    const rule = rules.get(child.name) ?? rules.get(child.name.toLowerCase());
    if (rule === undefined) continue;
    if (presenceOnly.has(rule.name)) {
      fields[rule.name] = "";
      continue;
    }
    try {
      put(fields, rule, readContent(child, rule));
    } catch (error) {
      if (!(error instanceof SchemaError) || !tolerated.has(rule.name)) throw error;
    }
  }
  const missing = rule.elements.find(({ name, required }) =>
    required && !(name in fields) && !tolerated.has(name)
  );
  if (missing !== undefined) fail(missing.name, "missing", `${missing.name} is missing`);
  return fields;
}

function put(fields: Fields, { name, many }: ElementRule, value: unknown): void {
  if (value === undefined) return;
  if (many) ((fields[name] ??= []) as unknown[]).push(...[value].flat());
  else if (name in fields) fail(name, "repeated", `${name} is there twice`);
  else fields[name] = value;
}

/** Reads the content of an element; undefined when it counts as missing. */
function readContent(element: XmlElement, { name, content, required }: ElementRule): unknown {
  if (typeof content === "object" && "kind" in content) {
    return content.kind === "fields"
      ? readFields(element, content)
      : readChoice(name, element, content);
  }
  const text = textOf(element);
  return text === "" && (required || !isText(content)) ? undefined : readValue(name, text, content);
}

function readChoice(name: string, element: XmlElement, rule: ChoiceRule): unknown {
  const choices = element.children.flatMap((child) => {
    const kind = rule.names.find((each) => equalsIgnoreCase(each, child.name));
    const text = textOf(child);
    if (kind === undefined || text === "") return [];
    const value = readValue(kind, text, rule.value);
    return [{ kind, value, ...readAttributes(child, rule.attributes) }];
  });
  if (choices.length === 0) return readBareAddress(element, rule);
  if (rule.many) return choices;
  if (choices.length > 1) fail(name, "repeated", `${name} holds more than one address`);
  return choices[0];
}

/** Reads an address given as bare text, as seen in the wild: a number unless it contains an @. */
function readBareAddress(element: XmlElement, { many, value, attributes }: ChoiceRule): unknown {
  const text = trimmed(element.text);
  if (text === "") return undefined;
  const kind = text.includes("@") ? "RFC2822Address" : "Number";
  const address = {
    kind,
    value: readValue(kind, text, value),
    ...readAttributes(element, attributes),
  };
  return many ? [address] : address;
}

function readAttributes(element: XmlElement, rules: readonly AttributeRule[]): Fields {
  const fields: Fields = {};
  for (const { name, value, required } of rules) {
    const attribute = element.attributes.find((each) => equalsIgnoreCase(each.name, name));
    const text = attribute === undefined ? "" : trimmed(attribute.value);
    if (text !== "") fields[name] = readValue(name, text, value);
    else if (required) fail(name, "missing", `${element.name} has no ${name}`);
  }
  return fields;
}

function isText(rule: ValueRule): boolean {
  return rule === "string" || (typeof rule === "object" && "maxLength" in rule);
}

function readValue(name: string, text: string, rule: ValueRule): Value {
  if (rule === "string") return text;
  if (rule === "boolean") {
    if (/^(?:true|1)$/i.test(text)) return true;
    if (/^(?:false|0)$/i.test(text)) return false;
    fail(name, "invalid", `${name} is neither true nor false`);
  }
  if (rule === "integer") {
    const number = /^\+?\d{1,15}$/.test(text) ? Number(text) : 0;
    return number > 0 ? number : fail(name, "invalid", `${name} is not a positive integer`);
  }
  if ("maxLength" in rule) {
    if (!exceeds(text, rule.maxLength)) return text;
    fail(name, "invalid", `${name} has more than ${rule.maxLength} characters`);
  }
  return rule.find((word) => equalsIgnoreCase(word, text)) ??
    fail(name, "invalid", `${name} is none of ${rule.join(", ")}`);
}

/** Compares two names, ignoring letter case. */
export function equalsIgnoreCase(a: string, b: string): boolean {
  return a === b || (a.length === b.length && a.toLowerCase() === b.toLowerCase());
}

/** Returns the trimmed text of an element; when that is empty, the text of its descendants. */
function textOf(element: XmlElement): string {
  const own = trimmed(element.text);
  return own === "" ? trimmed(element.children.map(textOf).join(" ")) : own;
}

/** Trims XML white space, unlike `String.trim`, which also removes no-break spaces. */
export function trimmed(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && isSpace(text.charCodeAt(from))) from++;
  while (to > from && isSpace(text.charCodeAt(to - 1))) to--;
  return text.slice(from, to);
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

const byName = new WeakMap<FieldsRule, ReadonlyMap<string, ElementRule>>();

function rulesByName(rule: FieldsRule): ReadonlyMap<string, ElementRule> {
  let rules = byName.get(rule);
  if (rules === undefined) {
    rules = new Map(rule.elements.flatMap((element) => [
      [element.name, element],
      [element.name.toLowerCase(), element],
    ]));
    byName.set(rule, rules);
  }
  return rules;
}

function fail(field: string, fault: SchemaError["fault"], message: string): never {
  throw new SchemaError(field, fault, message);
}
