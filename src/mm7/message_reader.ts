/** Elements → message, by the generated table. Order and letter case of names do not matter. */
import {
  type AttributeRule,
  type ChoiceRule,
  type ElementRule,
  type FieldsRule,
  type MessageName,
  MESSAGES,
  type Messages,
  type ValueRule,
} from "../generated/mm7.ts";
import { exceeds } from "../generated/length.ts";
import type { XmlElement } from "./xml.ts";

/** An element or attribute is not what the schema says. */
export class SchemaError extends Error {
  override readonly name = "SchemaError";
  constructor(
    /** The element or attribute. */
    readonly field: string,
    readonly fault: "missing" | "repeated" | "invalid",
    message: string,
  ) {
    super(message);
  }
}

export interface ReadOptions {
  /** Elements of the message that may be missing, and are left out when their value is not valid. */
  readonly forgiven?: ReadonlySet<string>;
  /** Elements of the message whose content is not looked at: where they are there, it is "". */
  readonly unread?: ReadonlySet<string>;
}

const NOTHING: ReadonlySet<string> = new Set();

type Fields = Record<string, unknown>;
type Value = string | boolean | number;

/**
 * The message in an element of that name. Unknown elements and attributes are passed over; white
 * space around values is taken off; empty elements count as missing unless they are optional texts.
 * Throws SchemaError.
 */
export function readMessage<N extends MessageName>(
  name: N,
  element: XmlElement,
  options: ReadOptions = {},
): Messages[N] {
  return readFields(element, MESSAGES[name], options) as unknown as Messages[N];
}

/**
 * Reads the fields of an element under any rule.
 *
 * @throws SchemaError
 */
export function readFields(
  element: XmlElement,
  rule: FieldsRule,
  { forgiven = NOTHING, unread = NOTHING }: ReadOptions = {},
): Fields {
  const fields = readAttributes(element, rule.attributes);
  const rules = rulesByName(rule);
  for (const child of element.children) {
    const found = rules.get(child.name) ?? rules.get(child.name.toLowerCase());
    if (found === undefined) continue;
    if (unread.has(found.name)) {
      fields[found.name] = "";
      continue;
    }
    try {
      put(fields, found, readContent(child, found));
    } catch (error) {
      if (!(error instanceof SchemaError) || !forgiven.has(found.name)) throw error;
    }
  }
  const missing = rule.elements.find(({ name, required }) =>
    required && !(name in fields) && !forgiven.has(name)
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

/** Undefined: the element is as good as not there. */
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
  const chosen = element.children.flatMap((child) => {
    const kind = rule.names.find((each) => isSame(each, child.name));
    const text = textOf(child);
    if (kind === undefined || text === "") return [];
    const value = readValue(kind, text, rule.value);
    return [{ kind, value, ...readAttributes(child, rule.attributes) }];
  });
  if (chosen.length === 0) return readBareAddress(element, rule);
  if (rule.many) return chosen;
  if (chosen.length > 1) fail(name, "repeated", `${name} holds more than one address`);
  return chosen[0];
}

/** Reads an address from the text of its container, as seen in the wild. Without @ it is a number. */
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
    const found = element.attributes.find((each) => isSame(each.name, name));
    const text = found === undefined ? "" : trimmed(found.value);
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
  return rule.find((word) => isSame(word, text)) ??
    fail(name, "invalid", `${name} is none of ${rule.join(", ")}`);
}

/** Whether two names are the same but for letter case. */
export function isSame(a: string, b: string): boolean {
  return a === b || (a.length === b.length && a.toLowerCase() === b.toLowerCase());
}

/** The text of an element and of those inside it, without the white space around it. */
function textOf(element: XmlElement): string {
  const own = trimmed(element.text);
  return own === "" ? trimmed(element.children.map(textOf).join(" ")) : own;
}

/** Text without the white space around it, which is XML's: no-break spaces stay. */
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
