/** Model of an OpenAPI document, with its references followed and its `allOf` merged. */

/** Subset of JSON Schema 2020-12 that openapi.yaml uses, with vendor extensions. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  title?: string;
  description?: string;
  enum?: (string | null)[];
  default?: unknown;
  example?: unknown;
  format?: string;
  contentEncoding?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  maxProperties?: number;
  items?: Schema;
  required?: string[];
  properties?: Record<string, Schema>;
  propertyNames?: Schema;
  additionalProperties?: boolean | Schema;
  unevaluatedProperties?: boolean;
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
  discriminator?: { propertyName: string; mapping: Record<string, string> };
  /** Whether a value is never shown again. */
  writeOnly?: boolean;
  /** Whether only the service sets a value. */
  readOnly?: boolean;
  /** `error-code` of a violation, by keyword or for all keywords. */
  "x-error"?: string | Record<string, string>;
  /** Further codes. */
  "x-errors"?: string[];
  /** Exact pattern, where `pattern` has to work without the flag for Unicode. */
  "x-unicode-pattern"?: string;
  /** Pattern in words, after "must". */
  "x-must"?: string;
  /** Whether some requests need the field, as its description says. */
  "x-conditionally-required"?: boolean;
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
  /** For a kind of connector: the fields that a creation needs. In openapi.yaml only. */
  "x-required"?: string[];
  /** Schema that is derived from the kinds that it refers to. In openapi.yaml only. */
  "x-derived"?: "creation" | "change" | "view";
  /** For requests: the schema of the success response, or the media type of a file response. */
  "x-success"?: string;
  /** For requests: the schema of the failure response. */
  "x-failure"?: string;
}

export interface Parameter {
  $ref?: string;
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  description?: string;
  schema: Schema;
  example?: unknown;
}

export interface Content {
  schema: Schema;
  examples?: Record<string, { value: unknown; summary?: string }>;
}

export interface Header {
  $ref?: string;
  description?: string;
  required?: boolean;
  schema: Schema;
}

/** Response of an operation, by its status. */
export interface DeclaredResponse {
  $ref?: string;
  description: string;
  headers?: Record<string, Header>;
  content?: Record<string, Content>;
  /** Error codes that its JSON body can have. */
  "x-errors"?: string[];
  /** StatusCodes that its MM7 body can have. */
  "x-status-codes"?: number[];
}

/** Operation as the document has it. */
export interface DeclaredOperation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  security: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, Content> };
  responses: Record<string, DeclaredResponse>;
  /** Command on the command line: noun, and verb. */
  "x-cli"?: string;
  /** Fields of a listing's items that a table shows, the most important first. */
  "x-columns"?: string[];
  /** Command that follows a success on the command line. */
  "x-next"?: { command: string; field: string };
  /** Scope that the token must have. Default: any will do. */
  "x-scope"?: string;
  /** Whether the response is too long to be read as a whole. */
  "x-streamed"?: boolean;
  "x-errors"?: string[];
}

/** A path's operations by method, with the parameters that they share. */
export type PathItem = { parameters?: Parameter[] } & { [method: string]: DeclaredOperation };

export interface OpenApi {
  info: { summary: string; description: string; version: string };
  tags: { name: string; description: string }[];
  paths: Record<string, PathItem>;
  webhooks?: Record<string, { post: DeclaredOperation }>;
  components: Record<string, Record<string, unknown>> & { schemas: Record<string, Schema> };
}

/** Operation with its method and path. */
export interface Endpoint {
  /** In upper case. */
  readonly method: string;
  readonly path: string;
  readonly operation: DeclaredOperation;
  readonly parameters: readonly Parameter[];
}

/**
 * Lists the operations of a document, in its order.
 *
 * @param paths Part of the document that has them. Default: its paths, not its webhooks.
 */
export function endpointsOf(document: OpenApi, paths = document.paths): Endpoint[] {
  return Object.entries(paths).flatMap(([path, { parameters = [], ...methods }]) =>
    Object.entries(methods as Record<string, DeclaredOperation>).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
      parameters: [...parameters, ...operation.parameters ?? []].map((each) =>
        followed(document, each)
      ),
    }))
  );
}

/** Follows the reference of a component; keywords beside it override its target. */
export function followed<T extends { $ref?: string }>(document: OpenApi, node: T): T {
  const { $ref, ...siblings } = node;
  if ($ref === undefined) return node;
  const [, , kind, name] = $ref.split("/");
  const target = document.components[kind!]?.[name!];
  if (target === undefined) throw new Error(`the document has no ${$ref}`);
  return followed(document, { ...target as T, ...siblings } as T);
}

/** Follows a schema's references and merges its `allOf`. */
export function resolved(document: OpenApi, schema: Schema): Schema {
  const { allOf, ...own } = followed(document, schema);
  if (allOf === undefined) return own;
  const parts = allOf.map((part) => resolved(document, part));
  return {
    type: "object",
    ...own,
    properties: Object.assign({}, ...parts.map(({ properties }) => properties), own.properties),
    required: [...parts, own].flatMap(({ required = [] }) => required),
  };
}

/** Lists the kinds of a schema, each with the reference of its own schema. */
export function kindsOf(schema: Schema): [kind: string, ref: string][] {
  return Object.entries(schema["x-kinds"] ?? schema.discriminator?.mapping ?? {});
}

/** Returns the name of a schema that a reference names. */
export const nameOf = ($ref: string): string => $ref.slice($ref.lastIndexOf("/") + 1);

/** Lists the types of a schema without null, and tells whether it may be null. */
export function typesOf(schema: Schema): { types: string[]; nullable: boolean } {
  const types = [schema.type ?? []].flat();
  return { types: types.filter((type) => type !== "null"), nullable: types.includes("null") };
}

/** Returns the item schema of "one value, or a list of which the first is used"; null: it is none. */
export function firstOf({ oneOf = [] }: Schema): Schema | null {
  const [single, list] = oneOf;
  return list?.type === "array" && list.items?.$ref === single?.$ref ? single! : null;
}
