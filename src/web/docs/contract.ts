/** Model of a served OpenAPI document, for the reference. */

/** Subset of JSON Schema 2020-12 that the documents use. */
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
  maxProperties?: number;
  items?: Schema;
  required?: string[];
  properties?: Record<string, Schema>;
  propertyNames?: { pattern?: string };
  additionalProperties?: boolean | Schema;
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
  discriminator?: { mapping: Record<string, string> };
  example?: unknown;
  "x-error"?: string | Record<string, string>;
  "x-errors"?: string[];
  "x-must"?: string;
  "x-success"?: string;
  "x-extension"?: boolean;
  "x-kinds"?: Record<string, string>;
}

export interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Schema;
  example?: unknown;
}

export interface Content {
  schema: Schema;
  examples?: Record<string, { value: unknown; summary?: string }>;
}

export interface Answer {
  $ref?: string;
  description: string;
  headers?: Record<string, { $ref?: string; description?: string }>;
  content?: Record<string, Content>;
}

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, Answer>;
  "x-cli"?: string;
  /** Scope that the token must have. Default: any will do. */
  "x-scope"?: string;
  "x-errors"?: string[];
}

/** A path's operations by method, with the parameters that they share. */
export type PathItem = { parameters?: Parameter[] } & { [method: string]: Operation };

export interface OpenApi {
  info: { summary: string; description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, PathItem>;
  webhooks?: Record<string, { post: Operation }>;
  components: Record<string, Record<string, unknown>>;
}

/** Operation with its place. */
export interface Endpoint {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
  readonly parameters: readonly Parameter[];
}

/** Lists the operations of a document, in its order. */
export function endpointsOf(document: OpenApi): Endpoint[] {
  return Object.entries(document.paths).flatMap(([path, { parameters = [], ...methods }]) =>
    Object.entries(methods as Record<string, Operation>).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
      parameters: [...parameters, ...operation.parameters ?? []].map((each) =>
        followed(document, each)
      ),
    }))
  );
}

/** Follows the reference of a component. */
export function followed<T extends { $ref?: string }>(document: OpenApi, node: T): T {
  if (node.$ref === undefined) return node;
  const { $ref, ...siblings } = node;
  const [, , kind, name] = $ref!.split("/");
  return followed(document, { ...document.components[kind!]![name!] as T, ...siblings } as T);
}

/** Follows a schema's references and merges its `allOf`; keywords beside a reference win. */
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

/** Lists the codes that violations within a schema give, in their order. */
export function codesWithin(document: OpenApi, schema: Schema): string[] {
  const codes = new Set<string>();
  const visit = (declared: Schema): void => {
    const each = resolved(document, declared);
    const error = each["x-error"] ?? {};
    for (const code of typeof error === "string" ? [error] : Object.values(error)) codes.add(code);
    for (const code of each["x-errors"] ?? []) codes.add(code);
    const { additionalProperties: values, anyOf = [], items, oneOf = [], properties = {} } = each;
    const inner = [...Object.values(properties), ...oneOf, ...anyOf];
    if (items !== undefined) inner.push(items);
    if (typeof values === "object") inner.push(values);
    inner.forEach(visit);
  };
  visit(schema);
  return [...codes].sort((a, b) => Number(a.slice(1)) - Number(b.slice(1)));
}
