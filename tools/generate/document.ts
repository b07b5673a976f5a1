/** openapi.yaml as the emitters read it: schemas by name, references followed, `allOf` merged. */

/** The part of JSON Schema 2020-12 that openapi.yaml uses, and its vendor extensions. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  enum?: (string | null)[];
  default?: unknown;
  format?: string;
  contentEncoding?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  items?: Schema;
  required?: string[];
  properties?: Record<string, Schema>;
  propertyNames?: Schema;
  maxProperties?: number;
  additionalProperties?: boolean | Schema;
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
  /** `error-code` of a violation: per keyword, or one for all. */
  "x-error"?: string | Record<string, string>;
  /** The pattern in words, after "must". */
  "x-must"?: string;
  /** Values are matched in any letter case. */
  "x-any-case"?: boolean;
  /** How many items count; the rest are ignored. */
  "x-first"?: number;
  /** The field beside it that, where it says no, makes this one count for nothing. */
  "x-unless-no"?: string;
  /** The spec does not have it: ours. */
  "x-extension"?: boolean;
  /** Of a request: the schema of its success, or the media type of the file that it answers. */
  "x-success"?: string;
  /** Of a request: the schema of its failure. */
  "x-failure"?: string;
}

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  description?: string;
  schema: Schema;
}

export interface Content {
  schema: Schema;
  examples?: Record<string, { value: unknown }>;
}

export interface Answer {
  description: string;
  headers?: Record<string, { description: string; required?: boolean; schema: Schema }>;
  content?: Record<string, Content>;
}

export interface Operation {
  operationId: string;
  method: string;
  path: string;
  tags: string[];
  summary: string;
  security: Record<string, string[]>[];
  parameters: Parameter[];
  /** The request as JSON. */
  body?: Content;
  /** The request in other media types, by type. */
  otherBodies: Record<string, Content>;
  /** Whether there must be a request body. */
  needsBody: boolean;
  answers: Record<string, Answer>;
  cli?: [noun: string, verb: string];
  description?: string;
  /** Fields of a listing's items that a table shows. */
  columns?: string[];
}

/** A node of the parsed document whose shape is known by where it stands. */
interface Tree {
  [key: string]: Tree;
}

const METHODS = ["get", "post", "put", "patch", "delete"];
const SCHEMA_REF = "#/components/schemas/";

export class Document {
  readonly operations: Operation[];
  /** The postbacks, in the document's order. */
  readonly webhooks: Operation[];
  readonly schemas: Record<string, Schema>;

  /** @param tree The whole document as it was parsed. */
  constructor(readonly tree: Readonly<Record<string, unknown>>) {
    const { components, paths, webhooks } = tree as Tree;
    this.schemas = components!.schemas as unknown as Record<string, Schema>;
    this.operations = this.#operations(paths!);
    this.webhooks = this.#operations(webhooks!);
  }

  /** The six actions and their request schemas, in the document's order. */
  actions(): { action: string; name: string; schema: Schema }[] {
    const { body } = this.operation("postAction");
    const { mapping } = (body!.schema as unknown as { discriminator: { mapping: Tree } })
      .discriminator;
    return Object.entries(mapping).map(([action, ref]) => {
      const name = nameOf(ref as unknown as string);
      return { action, name, schema: this.schema(name) };
    });
  }

  operation(operationId: string): Operation {
    return this.operations.find((each) => each.operationId === operationId)!;
  }

  schema(name: string): Schema {
    const schema = this.schemas[name];
    if (schema === undefined) throw new Error(`openapi.yaml has no schema ${name}`);
    return schema;
  }

  /** A schema without `$ref` at its top: what stands beside the reference wins over its target. */
  resolve(schema: Schema): Schema {
    const { $ref, ...beside } = schema;
    if ($ref !== undefined) return this.resolve({ ...this.schema(nameOf($ref)), ...beside });
    if (schema.allOf === undefined) return schema;
    const { allOf, ...rest } = schema;
    const merged: Schema = { type: "object", ...rest };
    for (const part of allOf.map((each) => this.resolve(each))) {
      merged.properties = { ...merged.properties, ...part.properties };
      merged.required = [...merged.required ?? [], ...part.required ?? []];
    }
    return merged;
  }

  #operations(paths: Tree): Operation[] {
    return Object.entries(paths).flatMap(([path, item]) =>
      Object.keys(item).filter((key) => METHODS.includes(key)).map((method) =>
        this.#operation(path, method, item)
      )
    );
  }

  #operation(path: string, method: string, item: Tree): Operation {
    const raw = item[method] as Tree;
    const parameters = [item.parameters ?? [], raw.parameters ?? []] as unknown as Tree[][];
    const { "application/json": body, ...otherBodies } =
      (raw.requestBody?.content ?? {}) as unknown as Record<string, Content>;
    const cli = raw["x-cli"] as unknown as string | undefined;
    return {
      ...raw as unknown as Pick<
        Operation,
        "operationId" | "tags" | "summary" | "description" | "security"
      >,
      method,
      path,
      parameters: parameters.flat().map((each) => this.#follow(each) as unknown as Parameter),
      body,
      otherBodies,
      needsBody: (raw.requestBody?.required as unknown) === true,
      answers: Object.fromEntries(
        Object.entries(raw.responses!).map(([status, each]) => [status, this.#answer(each)]),
      ),
      cli: cli?.split(" ") as Operation["cli"],
      columns: raw["x-columns"] as unknown as Operation["columns"],
    };
  }

  #answer(raw: Tree): Answer {
    const answer = this.#follow(raw) as unknown as Answer;
    if (answer.headers === undefined) return answer;
    const headers = Object.entries(answer.headers)
      .map(([name, each]) => [name, this.#follow(each as unknown as Tree)]);
    return { ...answer, headers: Object.fromEntries(headers) };
  }

  /** The object that a reference to a component of any kind points at. */
  #follow(node: Tree): Tree {
    const ref: unknown = node.$ref;
    if (typeof ref !== "string") return node;
    const [, ...steps] = ref.split("/");
    return steps.reduce((at, step) => at[step]!, this.tree as Tree);
  }
}

/** Name of the schema that a reference points at. */
export function nameOf(ref: string): string {
  return ref.slice(SCHEMA_REF.length);
}

/** The types of a schema but null, and whether it may be null. */
export function typesOf(schema: Schema): { types: string[]; nullable: boolean } {
  const all = [schema.type ?? []].flat();
  return { types: all.filter((type) => type !== "null"), nullable: all.includes("null") };
}

/** The schema of one file, where "one, or several of which the first counts" is declared. */
export function firstOf(schema: Schema): Schema | null {
  const [one, several] = schema.oneOf ?? [];
  return several?.type === "array" && several.items?.$ref === one?.$ref ? one! : null;
}
