/** Emits TypeScript types of schemas. */
import { comment } from "./comment.ts";
import { type Document, nameOf, type Schema, typesOf } from "./document.ts";

/** Converts schemas to types, and collects the named schemas that they depend on. */
export class TypeEmitter {
  readonly #declared = new Map<string, string>();
  readonly #pending = new Set<string>();

  constructor(readonly document: Document) {}

  /** Returns the interfaces of all named object schemas so far. */
  declarations(): string {
    return [...this.#declared.values()].join("\n\n");
  }

  has(name: string): boolean {
    return this.#declared.has(name);
  }

  /** Returns the type of a named schema: an interface's name for objects, else an inline type. */
  named(name: string): string {
    const schema = this.document.resolve(this.document.schema(name));
    if (schema.properties === undefined) return this.type(schema);
    if (this.#declared.has(name) || this.#pending.has(name)) return name;
    this.#pending.add(name);
    const body = this.#fields(schema);
    this.#declared.set(name, `${comment(schema.description)}export interface ${name} ${body}`);
    return name;
  }

  type(schema: Schema): string {
    if (schema.$ref !== undefined) return this.named(nameOf(schema.$ref));
    const alternatives = schema.oneOf ?? schema.anyOf;
    if (alternatives !== undefined) return this.#union(alternatives.map((each) => this.type(each)));
    const { types, nullable } = typesOf(schema);
    const plain = schema.enum !== undefined
      ? schema.enum.filter((value) => value !== null).map((value) => JSON.stringify(value))
      : types.map((type) => this.#typed(schema, type));
    return this.#union(nullable ? [...plain, "null"] : plain);
  }

  #typed(schema: Schema, type: string): string {
    switch (type) {
      case "string":
        return schema.format === "binary" ? "Uint8Array" : "string";
      case "integer":
        return "number";
      case "array": {
        const item = this.type(schema.items!);
        return item.includes(" ") ? `(${item})[]` : `${item}[]`;
      }
      case "object":
        return this.#object(schema);
      default:
        return type;
    }
  }

  #object(schema: Schema): string {
    const rest = schema.additionalProperties;
    if (typeof rest === "object") return `Record<string, ${this.type(rest)}>`;
    return rest === true ? "Record<string, unknown>" : this.#fields(schema);
  }

  #fields(schema: Schema): string {
    const required = new Set(schema.required);
    const fields = Object.entries(schema.properties ?? {})
      .map(([name, each]) => {
        const about = comment(this.document.resolve(each).description);
        return `${about}${JSON.stringify(name)}${required.has(name) ? "" : "?"}: ${
          this.type(each)
        };`;
      });
    return `{\n${fields.join("\n")}\n}`;
  }

  #union(types: string[]): string {
    return [...new Set(types)].join(" | ");
  }
}
