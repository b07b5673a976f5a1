/** Two spellings of one OpenAPI operation made equal, so that what is left to differ matters. */
import { firstOf, type Schema } from "../../tools/generate/document.ts";

/** Anything that JSON can be. */
type Json = unknown;
type Node = Record<string, Json>;

/** Words for people, and what only the generator reads. */
const SILENT = /^(x-.*|description|summary|example|examples|title)$/;

/** Carried by the validators in another way, or not at all: formats and defaults are advice. */
const ADVICE = new Set([
  "format",
  "contentEncoding",
  "default",
  "mapping",
  "propertyNames",
  "maxProperties",
]);

/** The whole `paths` of a document by operation, references followed and spellings made one. */
export function meaningOf(document: Node): Record<string, Json> {
  const operations: Record<string, Json> = {};
  for (const [path, item] of Object.entries(document.paths as Record<string, Node>)) {
    const { parameters: shared = [], ...methods } = item;
    for (const [method, operation] of Object.entries(methods)) {
      const parameters = [...shared as Json[], ...(operation as Node).parameters as Json[] ?? []];
      const whole = { ...operation as Node, parameters };
      operations[`${method} ${path}`] = operationMeaning(follow(whole, document) as Node);
    }
  }
  return operations;
}

/** The same of one schema. */
export function schemaMeaning(schema: Json, document: Node): Json {
  return simplify(follow(schema, document));
}

function operationMeaning({ parameters, security, requestBody, responses, operationId }: Node) {
  return {
    operationId,
    security,
    parameters: Object.fromEntries((parameters as Node[]).map(parameterMeaning)),
    body: simplify(requestBody ?? null),
    responses: Object.fromEntries(
      Object.entries(responses as Record<string, Node>).map(([status, { headers, content }]) => [
        status,
        { headers: simplify(headersMeaning(headers as Node)), content: simplify(content ?? {}) },
      ]),
    ),
  };
}

/** HTTP header names have no letter case. */
function parameterMeaning({ name, in: place, required, schema }: Node): [string, Json] {
  const key = `${place} ${place === "header" ? String(name).toLowerCase() : name}`;
  return [key, { required: required ?? false, schema: simplify(schema) }];
}

function headersMeaning(headers: Node = {}): Node {
  return Object.fromEntries(
    Object.entries(headers).map(([name, each]) => {
      const { required, schema } = each as Node;
      return [name.toLowerCase(), { required: required ?? false, schema }];
    }),
  );
}

/** A node with every reference replaced by its target. */
function follow(node: Json, document: Node): Json {
  if (Array.isArray(node)) return node.map((each) => follow(each, document));
  if (typeof node !== "object" || node === null) return node;
  const { $ref, ...beside } = node as Node;
  if (typeof $ref === "string") {
    const [, ...steps] = $ref.split("/");
    const target = steps.reduce<Json>((at, step) => (at as Node)[step], document);
    return follow({ ...target as Node, ...beside }, document);
  }
  // Compared before references vanish: a file, or several of which the first counts.
  const first = firstOf(node as Schema);
  if (first !== null) return follow(first, document);
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, follow(value, document)]),
  );
}

/** A node without what has no meaning here, in one order and one spelling. */
function simplify(node: Json): Json {
  if (Array.isArray(node)) return node.map(simplify);
  if (typeof node !== "object" || node === null) return node;
  const fields = Object.entries(merge(node as Node))
    .filter(([key, value]) =>
      // A field may bear the name of a keyword: only schemas are stripped of keywords.
      isFieldMap(node) || !(SILENT.test(key) || ADVICE.has(key) || value === undefined)
    )
    .map(([key, value]): [string, Json] => [key, simplifyField(key, value)]);
  return Object.fromEntries(fields.sort(([a], [b]) => a < b ? -1 : 1));
}

function simplifyField(key: string, value: Json): Json {
  if (key === "properties") {
    return Object.fromEntries(
      Object.entries(value as Node).sort(([a], [b]) => a < b ? -1 : 1)
        .map(([name, each]) => [name, simplify(each)]),
    );
  }
  if (key === "required" && Array.isArray(value)) return value.toSorted();
  if (key === "type" && Array.isArray(value)) return typeMeaning(value);
  // Anything at all has two spellings.
  if (key === "additionalProperties" && value === true) return {};
  if (key === "pattern" && typeof value === "string") return patternMeaning(value);
  return simplify(value);
}

/** Objects of media types or headers have names of their own, not keywords. */
function isFieldMap(node: object): boolean {
  return Object.keys(node).some((key) => key.includes("/"));
}

/** Text that may also be written as a number is text; null stands last. */
function typeMeaning(types: Json[]): Json {
  const remaining = types.includes("string") ? types.filter((type) => type !== "integer") : types;
  return remaining.length === 1 ? remaining[0] : remaining.toSorted();
}

/** zod-openapi leaves the flag of a regular expression, and its escaped slashes, in the pattern. */
function patternMeaning(pattern: string): string {
  return pattern.replace(/\/u$/, "").replaceAll("\\/", "/");
}

/** Spellings that mean the same: `anyOf` of named alternatives, `allOf` of objects, `const`. */
function merge(node: Node): Node {
  const { anyOf, allOf, const: only, discriminator, ...rest } = node;
  const alternatives = (anyOf ?? rest.oneOf) as Node[] | undefined;
  if (alternatives !== undefined) {
    const isImplied = discriminator === undefined ||
      alternatives.every(hasOneValue(discriminator as Node));
    return { ...rest, ...!isImplied && { discriminator }, oneOf: alternatives };
  }
  if (only !== undefined) return { ...rest, enum: [only] };
  if (allOf === undefined) {
    const { required, enum: values } = rest;
    if (Array.isArray(required) && required.length === 0) delete rest.required;
    // A nullable enum may or may not list null beside its type.
    if (Array.isArray(values)) rest.enum = values.filter((value) => value !== null);
    return rest;
  }
  const parts = (allOf as Node[]).map(merge);
  // Over `allOf`, JSON Schema closes an object by another keyword.
  const { unevaluatedProperties, ...others } = rest;
  return {
    ...others,
    ...unevaluatedProperties === undefined ? {} : { additionalProperties: unevaluatedProperties },
    type: "object",
    required: parts.flatMap((part) => part.required ?? []),
    properties: Object.assign({}, ...parts.map((part) => part.properties)),
  };
}

/** Whether an alternative has one value only where the discriminator looks, which says as much. */
function hasOneValue({ propertyName }: Node): (alternative: Node) => boolean {
  return (alternative) => {
    const { properties = {} } = merge(alternative) as { properties?: Record<string, Node> };
    const { enum: values } = merge(properties[propertyName as string] ?? {});
    return Array.isArray(values) && values.length === 1;
  };
}
