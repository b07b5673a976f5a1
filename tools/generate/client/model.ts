/** Model of the customers' part of openapi.yaml, from which the client of each language is written. */
import { type Document, firstOf, nameOf, type Schema, typesOf } from "../document.ts";
import { isFile } from "../json.ts";

export type Type =
  /**
   * Text. `isNumberToo`: the service takes a number as well. `values`: those that responses have
   * today; a later service may have others.
   */
  | { kind: "text"; isNumberToo?: boolean; values?: string[] }
  | { kind: "flag" }
  | { kind: "integer" }
  /** Value of a named enumeration; in requests only. */
  | { kind: "enum"; name: string }
  | { kind: "object"; name: string }
  | { kind: "list"; item: Type }
  /** Values by keys that no schema names. */
  | { kind: "map"; value: Type }
  /** Any value of JSON. */
  | { kind: "any" };

export interface Field {
  /** Name in JSON, such as `message-text`. */
  wire: string;
  description?: string;
  required: boolean;
  type: Type;
}

export interface ObjectType {
  name: string;
  description: string;
  fields: Field[];
  /** Whether the service writes it, so that later versions may add fields and values. */
  isOutput: boolean;
}

export interface EnumType {
  name: string;
  description: string;
  values: string[];
}

export interface Action {
  /** Name in JSON and of the method. */
  name: string;
  description: string;
  /** Name of the request's type. */
  request: string;
  /** Name of the response's type; null: the response is a file. */
  response: string | null;
}

export interface Postback {
  code: string;
  /** Name of its type. */
  name: string;
}

export interface ClientModel {
  actions: Action[];
  postbacks: Postback[];
  /** Types of requests, responses and postbacks; those that a type refers to precede it. */
  objects: ObjectType[];
  enums: EnumType[];
}

/** Reads the model from the document. */
export function modelOf(document: Document): ClientModel {
  const reader = new Reader(document);
  const actions = document.actions().map(({ action, name, schema }) => ({
    name: action,
    description: schema.description!.trim(),
    request: reader.object(name, false),
    response: isFile(schema) ? null : reader.object(schema["x-success"]!, true),
  }));
  const postbacks = document.webhooks.map(({ path, body }) => ({
    code: path,
    name: reader.object(nameOf(body!.schema.$ref!), true),
  }));
  return {
    actions,
    postbacks,
    objects: [...reader.objects.values()],
    enums: [...reader.enums.values()],
  };
}

/** Collects the types that schemas need. */
class Reader {
  readonly objects = new Map<string, ObjectType>();
  readonly enums = new Map<string, EnumType>();

  constructor(readonly document: Document) {}

  /** Adds the type of a named object schema, after those that it refers to; returns its name. */
  object(name: string, isOutput: boolean): string {
    const present = this.objects.get(name);
    if (present !== undefined && present.isOutput !== isOutput) {
      throw new Error(`${name} is in requests and in responses: give each a schema of its own`);
    }
    if (present !== undefined) return name;
    const schema = this.document.resolve(this.document.schema(name));
    const required = new Set(schema.required);
    const fields = Object.entries(schema.properties ?? {})
      .filter(([wire]) => isOutput || wire !== "action")
      .map(([wire, each]): Field => ({
        wire,
        description: this.#description(each),
        required: required.has(wire),
        type: this.#type(each, `${name}${pascal(wire)}`, isOutput),
      }));
    this.objects.set(name, { name, description: aboutType(name, schema), fields, isOutput });
    return name;
  }

  /** Returns the description of a field; of "one, or several", that of the one. */
  #description(declared: Schema): string | undefined {
    const schema = this.document.resolve(declared);
    const first = firstOf(schema);
    return first === null ? schema.description?.trim() : this.#description(first);
  }

  /** @param inlineName Name of an enumeration that has no schema of its own. */
  #type(declared: Schema, inlineName: string, isOutput: boolean): Type {
    const schema = this.document.resolve(declared);
    const name = declared.$ref === undefined ? inlineName : nameOf(declared.$ref);
    const first = firstOf(schema);
    if (first !== null) return this.#type(first, inlineName, isOutput);
    if (schema.enum !== undefined) return this.#enum(schema, name, isOutput);
    const { types } = typesOf(schema);
    switch (types[0]) {
      case "string":
        return { kind: "text", ...types.includes("integer") && { isNumberToo: true } };
      case "boolean":
        return { kind: "flag" };
      case "integer":
        return { kind: "integer" };
      case "array":
        return { kind: "list", item: this.#type(schema.items!, inlineName, isOutput) };
      case "object":
        return this.#objectOrMap(schema, declared, inlineName, isOutput);
      default:
        throw new Error(`no type in clients for ${inlineName}: ${JSON.stringify(schema)}`);
    }
  }

  #enum(schema: Schema, name: string, isOutput: boolean): Type {
    const values = schema.enum!.filter((value) => value !== null);
    if (isOutput) return { kind: "text", values };
    this.enums.set(name, { name, description: aboutType(name, schema), values });
    return { kind: "enum", name };
  }

  #objectOrMap(schema: Schema, declared: Schema, inlineName: string, isOutput: boolean): Type {
    const value = schema.additionalProperties;
    if (value === true) return { kind: "map", value: { kind: "any" } };
    if (typeof value === "object") {
      return { kind: "map", value: this.#type(value, inlineName, isOutput) };
    }
    if (declared.$ref === undefined) {
      throw new Error(`${inlineName} is an object within a schema: give it a schema of its own`);
    }
    return { kind: "object", name: this.object(nameOf(declared.$ref), isOutput) };
  }
}

function aboutType(name: string, { description }: Schema): string {
  if (description === undefined) throw new Error(`${name} has no description`);
  return description.trim();
}

/** Splits a wire name, or the text of a value, into its words. */
export function wordsOf(text: string): string[] {
  return text.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
}

/** Converts a wire name to PascalCase. */
export function pascal(text: string): string {
  return wordsOf(text).map((word) => word[0]!.toUpperCase() + word.slice(1)).join("");
}

/** Converts a wire name to camelCase. */
export function camel(text: string): string {
  const name = pascal(text);
  return name[0]!.toLowerCase() + name.slice(1);
}

/** Converts a wire name, or the text of a value, to UPPER_CASE, with `_` before a digit. */
export function upper(text: string): string {
  const name = wordsOf(text).join("_").toUpperCase();
  return /^\d/.test(name) ? `_${name}` : name;
}

/** Returns the type of the values in a list or map; of any other type, itself. */
export function contentOf(type: Type): Type {
  return type.kind === "list" ? type.item : type.kind === "map" ? type.value : type;
}

/** Moves required fields to the front: in parameters, one without a default comes first. */
export function requiredFirst(fields: readonly Field[]): Field[] {
  return [...fields].sort((a, b) => Number(b.required) - Number(a.required));
}

/** Returns the description of a field, with the values that are known of an open list. */
export function describedField({ description, type }: Field): string | undefined {
  if (type.kind !== "text" || type.values === undefined) return description;
  const values = `Known values: ${type.values.map((value) => `\`${value}\``).join(", ")}.`;
  return description === undefined ? values : `${description} ${values}`;
}

/** Breaks a text into lines of at most `width` characters; its own paragraphs stay apart. */
export function wrap(text: string, width: number): string[] {
  return text.trim().split(/\n\s*\n/).flatMap((paragraph, at) => {
    const lines: string[] = [];
    for (const word of paragraph.trim().split(/\s+/)) {
      const line = lines.at(-1);
      if (line !== undefined && line.length + 1 + word.length <= width) {
        lines[lines.length - 1] = `${line} ${word}`;
      } else lines.push(word);
    }
    return at === 0 ? lines : ["", ...lines];
  });
}
