/** Normalises requests of OpenAPI operations, so that different spellings of the same meaning are equal. */
import { firstOf, type Schema } from "../../tools/generate/document.ts";

/** Any JSON value. */
type Json = unknown;
type Node = Record<string, Json>;

/** Keywords for readers, and those that only the generator reads. */
const SILENT = /^(x-.*|description|summary|example|examples|title)$/;

/** Keywords that validators express differently or not at all: formats and defaults are advice. */
const ADVICE = new Set([
  "format",
  "contentEncoding",
  "default",
  "mapping",
  "propertyNames",
  "maxProperties",
  "writeOnly",
]);

/** Normalises the `paths` of a document by operation, with references resolved. */
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

/** Normalises a request. Headers are no part of it: the doors read them by themselves. */
function operationMeaning({ parameters, requestBody, operationId }: Node) {
  return {
    operationId,
    parameters: Object.fromEntries(
      (parameters as Node[]).filter((each) => each.in !== "header").map(parameterMeaning),
    ),
    body: simplify(requestBody ?? null),
  };
}

function parameterMeaning({ name, in: location, required, schema }: Node): [string, Json] {
  return [`${location} ${name}`, { required: required ?? false, schema: simplify(schema) }];
}

/** Replaces every reference in a node by its target. */
function follow(node: Json, document: Node): Json {
  if (Array.isArray(node)) return node.map((each) => follow(each, document));
  if (typeof node !== "object" || node === null) return node;
  const { $ref, ...beside } = node as Node;
  if (typeof $ref === "string") {
    const [, ...steps] = $ref.split("/");
    const target = steps.reduce<Json>((at, step) => (at as Node)[step], document);
    return follow({ ...target as Node, ...beside }, document);
  }
  // Compared before references are resolved: a file, or several of which the first counts.
  const first = firstOf(node as Schema);
  if (first !== null) return follow(first, document);
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, follow(value, document)]),
  );
}

/** Removes keywords without meaning from a node, and normalises order and spelling. */
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
  // "Any value" has two spellings.
  if (key === "additionalProperties" && value === true) return {};
  if (key === "pattern" && typeof value === "string") return patternMeaning(value);
  return simplify(value);
}

/** Reports whether the keys of an object are names of media types or headers, not keywords. */
function isFieldMap(node: object): boolean {
  return Object.keys(node).some((key) => key.includes("/"));
}

/** Normalises types: a text that may also be written as a number is text; null comes last. */
function typeMeaning(types: Json[]): Json {
  const remaining = types.includes("string") ? types.filter((type) => type !== "integer") : types;
  return remaining.length === 1 ? remaining[0] : remaining.toSorted();
}

/**
 * Normalises a pattern: zod-openapi leaves a regular expression's flag and escaped slashes in it.
 */
function patternMeaning(pattern: string): string {
  return pattern.replace(/\/u$/, "").replaceAll("\\/", "/");
}

/** Merges equivalent spellings: `anyOf` of named alternatives, `allOf` of objects, `const`. */
function merge(node: Node): Node {
  const { anyOf, allOf, const: only, discriminator, "x-unicode-pattern": exact, ...rest } = node;
  if (exact !== undefined) rest.pattern = exact;
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
