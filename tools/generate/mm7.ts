/**
 * Emits `src/generated/mm7.ts`: the messages of tools/mm7.xsd as types, and as tables that drive the
 * reader and the writer. Names are those on the wire.
 */
import { readXml, type XmlElement } from "../../src/lib/xml/reader.ts";
import { comment } from "./comment.ts";

/** Value rules of XSD's built-in types. */
const VALUES: Readonly<Record<string, string>> = {
  "xs:string": "string",
  "xs:anyURI": "string",
  "xs:boolean": "boolean",
  "xs:positiveInteger": "integer",
  "xs:dateTime": "string",
  "xs:duration": "string",
};
/** TypeScript types by value rule. */
const TYPES: Readonly<Record<string, string>> = {
  string: "string",
  boolean: "boolean",
  integer: "number",
};

/** Cardinality by whether an element is required, and whether it may repeat. */
const OCCURS: Readonly<Record<string, string>> = {
  "true-false": "1",
  "false-false": "?",
  "true-true": "+",
  "false-true": "*",
};

/** Name of the only global element that is not an operation. */
const TRANSACTION_ID = "TransactionID";

/** A schema type as a TypeScript type and as a rule of the tables. */
interface Emitted {
  readonly type: string;
  readonly rule: string;
}

export function emitMm7(xsd: Uint8Array): string {
  const schema = new Schema(readXml(xsd, { maxElements: 100_000 }));
  const transactionId = schema.valueOf(TRANSACTION_ID);
  const emitted = schema.messages.map((name) => schema.complex(name));
  const rules = schema.messages.map((name, i) => `${name}: ${emitted[i]!.rule},`);
  return `/** Messages of MM7 (3GPP TS 23.140), with their names on the wire. */
import {
  attribute, type ChoiceRule, element, type FieldsRule, type LimitedText
} from "../schema/mm7_rules.ts";

/** XML namespace of the messages. */
export const NAMESPACE = ${JSON.stringify(schema.namespace)};

${schema.declarations()}

/** Limits of TransactionID, which is in the SOAP header. */
export const TRANSACTION_ID: LimitedText = ${transactionId.rule};

/** Messages by name. */
export interface Messages {
${schema.messages.map((name) => `${name}: ${name};`).join("\n")}
}
export type MessageName = keyof Messages;

/** Field rules of the messages by name. */
export const MESSAGES: Readonly<Record<MessageName, FieldsRule>> = {
${rules.join("\n")}
};
`;
}

class Schema {
  readonly namespace: string;
  /** Names of elements that occur in a SOAP body, or in the detail of a fault. */
  readonly messages: readonly string[];
  readonly #types: ReadonlyMap<string, XmlElement>;
  readonly #declared = new Map<string, string>();
  readonly #emitted = new Map<string, Emitted>();

  constructor(root: XmlElement) {
    this.namespace = attribute(root, "targetNamespace");
    this.#types = new Map(
      root.children.filter(({ name }) => name !== "element")
        .map((type) => [attribute(type, "name"), type]),
    );
    this.messages = root.children.filter(({ name }) => name === "element")
      .map((element) => attribute(element, "type"))
      .filter((name) => name !== TRANSACTION_ID);
  }

  /** Emits the text of a complexType with simple content. */
  valueOf(name: string): Emitted {
    const extension = descend(this.#type(name), "simpleContent", "extension");
    return this.#value(attribute(extension, "base"));
  }

  /** Returns the declarations, each after those that it depends on. */
  declarations(): string {
    return [...this.#declared.values()].join("\n\n");
  }

  /** Emits a complexType that is a sequence or a group. */
  complex(name: string): Emitted {
    const previous = this.#emitted.get(name);
    if (previous !== undefined) return previous;
    const type = this.#type(name);
    const group = child(type, "group");
    const emitted = group === undefined ? this.#fields(name, type) : this.#choice(group);
    this.#emitted.set(name, emitted);
    return emitted;
  }

  #fields(name: string, type: XmlElement): Emitted {
    const elements = children(child(type, "sequence"), "element").map((element) => {
      const each = attribute(element, "name");
      const required = optional(element, "minOccurs") !== "0";
      const many = optional(element, "maxOccurs") === "unbounded";
      const content = this.#content(attribute(element, "type"));
      // A repeated list stays one list.
      const listed = many && !content.type.endsWith("[]") ? `${content.type}[]` : content.type;
      return {
        field: `${each}${required ? "" : "?"}: ${listed};`,
        rule: `element("${each}", ${content.rule}, "${OCCURS[`${required}-${many}`]}"),`,
      };
    });
    const attributes = this.#attributes(type);
    const fields = [...attributes.fields, ...elements.map(({ field }) => field)];
    this.#declared.set(
      name,
      `${documentation(type)}export interface ${name} {
${fields.join("\n")}
}
const ${constant(name)}: FieldsRule = {
  kind: "fields",
  attributes: [${attributes.rules.join("\n")}],
  elements: [${elements.map(({ rule }) => rule).join("\n")}],
};`,
    );
    return { type: name, rule: constant(name) };
  }

  /** Emits a reference to a group of elements that differ only in name. */
  #choice(reference: XmlElement): Emitted {
    const name = attribute(reference, "ref");
    const many = optional(reference, "maxOccurs") === "unbounded";
    const group = this.#type(name);
    const options = children(child(group, "choice"), "element");
    const [typeName, ...otherTypes] = new Set(options.map((element) => attribute(element, "type")));
    if (otherTypes.length > 0) throw new Error(`the elements of group ${name} have several types`);
    const extension = descend(this.#type(typeName!), "simpleContent", "extension");
    const value = this.valueOf(typeName!);
    const { fields, rules } = this.#attributes(extension);
    const names = options.map((element) => JSON.stringify(attribute(element, "name")));
    this.#declared.set(
      name,
      `${documentation(group)}export interface ${name} {
kind: ${names.join(" | ")};
value: ${value.type};
${fields.join("\n")}
}
const ${constant(name)}: ChoiceRule = {
  kind: "choice",
  many: false,
  names: [${names.join(", ")}],
  value: ${value.rule},
  attributes: [${rules.join("\n")}],
};`,
    );
    const rule = constant(name);
    return many ? { type: `${name}[]`, rule: `{ ...${rule}, many: true }` } : { type: name, rule };
  }

  #content(typeName: string): Emitted {
    if (this.#isSimple(typeName)) return this.#value(typeName);
    return this.complex(typeName);
  }

  #attributes(type: XmlElement): { fields: string[]; rules: string[] } {
    const emitted = children(type, "attribute").map((each) => {
      const name = attribute(each, "name");
      const required = optional(each, "use") === "required";
      const value = this.#value(attribute(each, "type"));
      return {
        field: `${name}${required ? "" : "?"}: ${value.type};`,
        rule: `attribute("${name}", ${value.rule}, "${required ? "1" : "?"}"),`,
      };
    });
    return { fields: emitted.map(({ field }) => field), rules: emitted.map(({ rule }) => rule) };
  }

  /** Emits a simpleType or a built-in type; enumerations get a type and a constant. */
  #value(name: string): Emitted {
    if (name.startsWith("xs:")) {
      const value = VALUES[name];
      if (value === undefined) throw new Error(`${name} is not supported`);
      return { type: TYPES[value]!, rule: JSON.stringify(value) };
    }
    const type = this.#type(name);
    const restriction = child(type, "restriction");
    const words = children(restriction, "enumeration")
      .map((word) => JSON.stringify(attribute(word, "value")));
    const limit = child(restriction, "maxLength");
    if (limit !== undefined) {
      return { type: "string", rule: `{ maxLength: ${attribute(limit, "value")} }` };
    }
    if (words.length === 0) return { type: "string", rule: `"string"` };
    this.#declared.set(
      name,
      `${documentation(type)}export type ${name} = ${words.join(" | ")};
const ${constant(name)}: readonly ${name}[] = [${words.join(", ")}];`,
    );
    return { type: name, rule: constant(name) };
  }

  #isSimple(name: string): boolean {
    return name.startsWith("xs:") || this.#type(name).name === "simpleType";
  }

  #type(name: string): XmlElement {
    const type = this.#types.get(name);
    if (type === undefined) throw new Error(`tools/mm7.xsd has no type ${name}`);
    return type;
  }
}

/** Converts a name to a constant's: `SubmitReq` → `SUBMIT_REQ`, `RSErrorRsp` → `RS_ERROR_RSP`. */
function constant(name: string): string {
  return name.replaceAll(/(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, "_").toUpperCase();
}

function documentation(type: XmlElement): string {
  const text = child(child(type, "annotation"), "documentation")?.text;
  return comment(text);
}

function attribute(element: XmlElement, name: string): string {
  const value = optional(element, name);
  if (value === undefined) throw new Error(`<${element.name}> of tools/mm7.xsd has no ${name}`);
  return value;
}

function optional(element: XmlElement, name: string): string | undefined {
  return element.attributes.find((each) => each.name === name)?.value;
}

function child(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((each) => each.name === name);
}

function children(element: XmlElement | undefined, name: string): readonly XmlElement[] {
  return element?.children.filter((each) => each.name === name) ?? [];
}

function descend(element: XmlElement, ...names: string[]): XmlElement {
  const found = names.reduce<XmlElement | undefined>(child, element);
  if (found === undefined) throw new Error(`<${element.name}> has no ${names.join("/")}`);
  return found;
}
