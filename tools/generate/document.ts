/** Model of openapi.yaml for the emitters: named schemas, references resolved, `allOf` merged. */

/** Subset of JSON Schema 2020-12 that openapi.yaml uses, with vendor extensions. */
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
  unevaluatedProperties?: boolean;
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
  discriminator?: { propertyName: string; mapping: Record<string, string> };
  /** `error-code` of a violation, by keyword or for all keywords. */
  "x-error"?: string | Record<string, string>;
  /** Exact pattern, where `pattern` has to work without the flag for Unicode. */
  "x-unicode-pattern"?: string;
  /** Pattern in words, after "must". */
  "x-must"?: string;
  /** Whether values match in any letter case. */
  "x-any-case"?: boolean;
  /** Whether characters that are no text are stripped, not refused. */
  "x-strip"?: boolean;
  /** Number of items that are used; further ones are ignored. */
  "x-first"?: number;
  /** Name of a sibling field; where that says no, this one is ignored. */
  "x-unless-no"?: string;
  /** Whether the field is an extension to the spec. */
  "x-extension"?: boolean;
  /** For a change of a thing of several kinds: references to the schema of each kind. */
  "x-kinds"?: Record<string, string>;
  /** For requests: the schema of the success response, or the media type of a file response. */
  "x-success"?: string;
  /** For requests: the schema of the failure response. */
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

export interface ResponseObject {
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
  /** JSON request body. */
  body?: Content;
  /** Request bodies of other media types, by type. */
  otherBodies: Record<string, Content>;
  /** Whether a request body is required. */
  needsBody: boolean;
  responses: Record<string, ResponseObject>;
  cli?: [noun: string, verb: string];
  description?: string;
  /** Fields of a listing's items that a table shows, from `x-columns`. */
  columns?: string[];
  /** Command that follows a success on the command line, from `x-next`. */
  next?: { command: string; field: string };
  /** Scope of the token, from `x-scope`. */
  scope?: string;
  /** Whether the response is too long to be read as a whole, from `x-streamed`. */
  isStreamed: boolean;
}

/** Node of the parsed document; its shape depends on its position. */
interface Tree {
  [key: string]: Tree;
}

const METHODS = ["get", "post", "put", "patch", "delete"];
const SCHEMA_REF = "#/components/schemas/";

export class Document {
  readonly operations: Operation[];
  /** Postbacks, in the document's order. */
  readonly webhooks: Operation[];
  readonly schemas: Record<string, Schema>;

  /** @param tree The parsed document. */
  constructor(readonly tree: Readonly<Record<string, unknown>>) {
    const { components, paths, webhooks } = tree as Tree;
    this.schemas = components!.schemas as unknown as Record<string, Schema>;
    this.operations = this.#operations(paths!);
    this.webhooks = this.#operations(webhooks!);
  }

  /** Lists the six actions with their request schemas, in the document's order. */
  actions(): { action: string; name: string; schema: Schema }[] {
    const { body } = this.operation("postAction");
    return Object.entries(body!.schema.discriminator!.mapping).map(([action, ref]) => {
      const name = nameOf(ref);
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

  /** Resolves a schema's own `$ref` and `allOf`; keywords beside a reference override its target. */
  resolve(schema: Schema): Schema {
    const { $ref, ...siblings } = schema;
    if ($ref !== undefined) return this.resolve({ ...this.schema(nameOf($ref)), ...siblings });
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
      responses: Object.fromEntries(
        Object.entries(raw.responses!).map(([status, each]) => [status, this.#response(each)]),
      ),
      cli: cli?.split(" ") as Operation["cli"],
      columns: raw["x-columns"] as unknown as Operation["columns"],
      next: raw["x-next"] as unknown as Operation["next"],
      scope: raw["x-scope"] as unknown as Operation["scope"],
      isStreamed: (raw["x-streamed"] as unknown) === true,
    };
  }

  #response(raw: Tree): ResponseObject {
    const response = this.#follow(raw) as unknown as ResponseObject;
    if (response.headers === undefined) return response;
    const headers = Object.entries(response.headers)
      .map(([name, each]) => [name, this.#follow(each as unknown as Tree)]);
    return { ...response, headers: Object.fromEntries(headers) };
  }

  /** Resolves a reference to a component of any kind. */
  #follow(node: Tree): Tree {
    const ref: unknown = node.$ref;
    if (typeof ref !== "string") return node;
    const [, ...steps] = ref.split("/");
    return steps.reduce((at, step) => at[step]!, this.tree as Tree);
  }
}

/** Extracts the schema's name from a reference. */
export function nameOf(ref: string): string {
  return ref.slice(SCHEMA_REF.length);
}

/** Lists the types of a schema without null, and tells whether it may be null. */
export function typesOf(schema: Schema): { types: string[]; nullable: boolean } {
  const types = [schema.type ?? []].flat();
  return { types: types.filter((type) => type !== "null"), nullable: types.includes("null") };
}

/** Returns the item schema of "one value, or a list of which the first is used"; null: it is none. */
export function firstOf(schema: Schema): Schema | null {
  const [single, list] = schema.oneOf ?? [];
  return list?.type === "array" && list.items?.$ref === single?.$ref ? single! : null;
}
