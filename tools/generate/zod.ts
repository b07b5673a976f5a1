/** Emits zod expressions of schemas. */
import { comment } from "./comment.ts";
import { type Document, firstOf, nameOf, type Schema, typesOf } from "./document.ts";

/**
 * Leniency of a validator:
 * `door` coerces and drops unknown fields (contract section 1);
 * `query` coerces and fills in defaults (paths and queries of the admin API);
 * `exact` does not coerce, fills in defaults and refuses unknown fields (bodies of the admin API).
 */
export type Dialect = "door" | "query" | "exact";

/** Converts schemas to zod, and collects the named schemas that they depend on. */
export class ZodEmitter {
  /** Declarations in order of their dependencies. */
  readonly #declared = new Map<string, string>();
  readonly #runtime = new Set<string>();
  readonly #coerces: boolean;

  /** @param inline Whether named schemas are written inline instead of declared. */
  constructor(readonly document: Document, readonly dialect: Dialect, readonly inline = false) {
    this.#coerces = dialect === "door" || dialect === "query";
  }

  /** Names that the expressions import from `src/schema/validators.ts`. */
  get runtimeNames(): string[] {
    return [...this.#runtime].sort();
  }

  /** Returns the declarations of all named schemas so far, with a type where `typed` says so. */
  declarations(typed: (name: string) => boolean): string {
    return [...this.#declared].map(([name, expression]) => {
      const about = comment(this.document.schema(name).description);
      const type = typed(name) ? `\nexport type ${name} = z.output<typeof ${name}>;` : "";
      return `${about}export const ${name} = ${expression};${type}`;
    }).join("\n\n");
  }

  /** Declares a named schema after those that it refers to. */
  declare(name: string): string {
    if (!this.#declared.has(name)) {
      const expression = this.expression(this.document.schema(name));
      this.#declared.set(name, expression);
    }
    return name;
  }

  expression(schema: Schema): string {
    if (schema.$ref !== undefined && !this.inline) return this.declare(nameOf(schema.$ref));
    if (schema.$ref !== undefined || schema.allOf !== undefined) {
      return this.expression(this.document.resolve(schema));
    }
    const alternatives = schema.oneOf ?? schema.anyOf;
    if (alternatives !== undefined) return this.#alternatives(schema, alternatives);
    const { types, nullable } = typesOf(schema);
    const plain = this.#typed(schema, types);
    return nullable ? `${plain}.nullable()` : plain;
  }

  /** Emits an object schema; `without` names fields to leave out. */
  object(schema: Schema, without: readonly string[] = []): string {
    const required = new Set(schema.required);
    const fields = Object.entries(schema.properties ?? {})
      .filter(([name]) => !without.includes(name))
      .map(([name, each]) => `${JSON.stringify(name)}: ${this.#field(each, required.has(name))}`);
    const shape = `{ ${fields.join(", ")} }`;
    if (this.dialect === "door") return `${this.#use("fields")}(${shape}${this.#absences(schema)})`;
    const isClosed = schema.additionalProperties === false ||
      schema.unevaluatedProperties === false;
    const strict = this.dialect === "exact" && isClosed;
    return `z.${strict ? "strictObject" : "object"}(${shape})`;
  }

  /** Emits the last argument of `fields`: the optional fields that may be present but count as absent. */
  #absences({ properties = {}, required = [] }: Schema): string {
    const optional = Object.entries(properties).filter(([name]) => !required.includes(name))
      .map(([name, each]) => [name, this.document.resolve(each)] as const);
    const blank = optional.filter(([, each]) => hasBlank(each)).map(([name]) => name);
    const unless = optional.filter(([, each]) => each["x-unless-no"] !== undefined)
      .map(([name, each]) => [name, each["x-unless-no"]]);
    const absences = {
      ...blank.length > 0 && { blank },
      ...unless.length > 0 && { unless: Object.fromEntries(unless) },
    };
    return Object.keys(absences).length === 0 ? "" : `, ${JSON.stringify(absences)}`;
  }

  #field(schema: Schema, required: boolean): string {
    const expression = this.expression(schema);
    if (required) return expression;
    const preset = this.document.resolve(schema).default;
    // At the JSON door the action fills in defaults: absent stays absent.
    if (preset === undefined || this.dialect === "door") return `${expression}.optional()`;
    return `${expression}.default(${JSON.stringify(preset)})`;
  }

  #alternatives(schema: Schema, alternatives: Schema[]): string {
    const first = firstOf(schema);
    if (first !== null && this.#coerces) {
      return `${this.#use("firstOf")}(${this.expression(first)})`;
    }
    const options = `[${alternatives.map((each) => this.expression(each)).join(", ")}]`;
    const { discriminator } = schema;
    if (discriminator !== undefined) {
      return `z.discriminatedUnion(${JSON.stringify(discriminator.propertyName)}, ${options})`;
    }
    const isDeferred = this.dialect === "exact" && schema["x-kinds"] !== undefined;
    return isDeferred ? `${this.#use("deferred")}(z.union(${options}))` : `z.union(${options})`;
  }

  #typed(schema: Schema, types: string[]): string {
    if (schema.enum !== undefined) return this.#enum(schema);
    // A field that accepts text and numbers is validated as text.
    if (types.includes("string")) return this.#string(schema);
    switch (types[0]) {
      case "boolean":
        return this.#coerces ? `${this.#use("flag")}()` : "z.boolean()";
      case "integer":
        return this.#integer(schema);
      case "array":
        return this.#array(schema);
      case "object":
        return this.#objectOrMap(schema);
      default:
        throw new Error(`no validator for ${JSON.stringify(schema)}`);
    }
  }

  #enum(schema: Schema): string {
    const values = JSON.stringify(schema.enum!.filter((value) => value !== null));
    if (!this.#coerces) return `z.enum(${values})`;
    return `${this.#use(schema["x-any-case"] ? "anyCase" : "choice")}(${values})`;
  }

  #string(schema: Schema): string {
    let plain = "z.string()";
    if (schema.minLength !== undefined) plain += `.min(${schema.minLength})`;
    if (schema.maxLength !== undefined) {
      plain += `.check(${this.#use("atMost")}(${schema.maxLength}))`;
    }
    if (schema.pattern !== undefined) {
      const exact = schema["x-unicode-pattern"] ?? schema.pattern;
      plain += `.regex(${pattern({ ...schema, pattern: exact })})`;
    }
    if (this.#coerces) {
      return `${this.#use(schema["x-strip"] ? "strippedText" : "text")}(${plain})`;
    }
    return `${plain}.check(${this.#use("validText")})`;
  }

  #integer(schema: Schema): string {
    let plain = "z.int()";
    if (schema.minimum !== undefined) plain += `.min(${schema.minimum})`;
    if (schema.maximum !== undefined) plain += `.max(${schema.maximum})`;
    return this.#coerces ? `${this.#use("integer")}(${plain})` : plain;
  }

  #array(schema: Schema): string {
    let plain = `z.array(${this.expression(schema.items!)})`;
    if (schema.minItems !== undefined) plain += `.min(${schema.minItems})`;
    if (schema.maxItems !== undefined) plain += `.max(${schema.maxItems})`;
    const first = schema["x-first"];
    if (first === undefined || !this.#coerces) return plain;
    return `${this.#use("firstFew")}(${first}, ${plain})`;
  }

  #objectOrMap(schema: Schema): string {
    const rest = schema.additionalProperties;
    if (rest === undefined || rest === false) return this.object(schema);
    const value = rest === true ? "z.unknown()" : this.expression(rest);
    const { pattern: form, maxLength } = schema.propertyNames ?? {};
    let name = "z.string()";
    if (maxLength !== undefined) name += `.check(${this.#use("atMost")}(${maxLength}))`;
    if (form !== undefined) name += `.regex(${pattern({ ...schema, pattern: form })})`;
    const map = `z.record(${name}.check(${this.#use("validText")}), ${value})`;
    const plain = this.dialect === "door" ? `${this.#use("entries")}(${map})` : map;
    const { maxProperties } = schema;
    if (maxProperties === undefined) return plain;
    return `${this.#use("atMostFields")}(${maxProperties}, ${plain})`;
  }

  #use(name: string): string {
    this.#runtime.add(name);
    return name;
  }
}

/** Tells whether a text may not be empty, so that `""` can only stand for its default. */
function hasBlank(schema: Schema): boolean {
  if (!typesOf(schema).types.includes("string")) return false;
  if (schema.enum !== undefined) return !schema.enum.includes("");
  return schema.pattern !== undefined && !new RegExp(schema.pattern, "u").test("");
}

/** Emits the arguments of `.regex()`; JSON Schema's patterns are Unicode ones. */
function pattern(schema: Schema): string {
  const words = `must ${schema["x-must"] ?? "have the declared form"}`;
  return `${new RegExp(schema.pattern!, "u")}, ${JSON.stringify(words)}`;
}
