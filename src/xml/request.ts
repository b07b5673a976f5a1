/**
 * Reads requests in XML (contract section 9) into the bodies that the JSON door validates. The
 * contract's fields say what is a list, an object or a value; all values are text.
 */
import type { XmlElement } from "../lib/xml/tree.ts";
import { foldName } from "./names.ts";
import { ANY_FIELD, type FindField, findIn, findNumbered, type Shape } from "./shape.ts";

export interface XmlRequest {
  /** Body as in JSON, with `action`. */
  readonly body: Record<string, unknown>;
  /** Key in the document; null: none. */
  readonly apiKey: string | null;
  /** Whether the document has USER or PASS, the credentials of an older interface. */
  readonly hasPassword: boolean;
}

const ACTION: Shape = { name: "action", type: "string", values: [] };
const CREDENTIALS: ReadonlySet<string> = new Set(["apikey", "user", "pass"]);
/** Elements between the root and its fields in an older interface. */
const WRAPPERS: ReadonlySet<string> = new Set(["content", "sequence"]);

/** Tells whether an element is the root of a request. */
export function isRequest({ name }: XmlElement): boolean {
  return foldName(name) === "request";
}

/** Tells whether a root asks for a response in upper case. */
export function isUpperCase({ name }: XmlElement): boolean {
  return name === name.toUpperCase();
}

/**
 * Reads the root of a request.
 *
 * @param fieldsOf Returns the fields of an action, in any letter case; none for an unknown one.
 */
export function readRequest(
  root: XmlElement,
  fieldsOf: (action: string) => readonly Shape[],
): XmlRequest {
  const named = root.children.find(({ name }) => foldName(name) === "action");
  const find = withAction(findIn(fieldsOf(named?.text.trim() ?? "")));
  const elements = unwrapped(root.children, find);
  const isCredential = ({ name }: XmlElement) =>
    CREDENTIALS.has(foldName(name)) && find(name) === null;
  const credentials = elements.filter(isCredential);
  const key = credentials.find(({ name }) => foldName(name) === "apikey");
  return {
    body: objectOf(elements.filter((element) => !isCredential(element)), find),
    apiKey: key?.text.trim() || null,
    hasPassword: credentials.some(({ name }) => foldName(name) !== "apikey"),
  };
}

function withAction(find: FindField): FindField {
  return (name) => foldName(name) === ACTION.name ? ACTION : find(name);
}

/** Puts the children of wrappers in their places. */
function unwrapped(elements: readonly XmlElement[], find: FindField): readonly XmlElement[] {
  const isWrapper = ({ name }: XmlElement) => WRAPPERS.has(foldName(name)) && find(name) === null;
  if (!elements.some(isWrapper)) return elements;
  return elements.flatMap((element) =>
    isWrapper(element) ? unwrapped(element.children, find) : [element]
  );
}

function objectOf(elements: readonly XmlElement[], find: FindField): Record<string, unknown> {
  const fields = new Map<string, { field: Shape | null; elements: XmlElement[] }>();
  for (const element of elements) {
    const field = find(element.name);
    const name = field?.name ?? element.name;
    const entry = fields.get(name);
    if (entry === undefined) fields.set(name, { field, elements: [element] });
    else entry.elements.push(element);
  }
  // Own properties, as JSON.parse makes them, `__proto__` too.
  return Object.fromEntries(
    [...fields].map(([name, { field, elements }]) => [name, fieldOf(elements, field)]),
  );
}

/** Reads the elements of one field; several of what is no list are a list all the same. */
function fieldOf(elements: readonly XmlElement[], field: Shape | null): unknown {
  if (field?.type === "list" && field.prefix === undefined) {
    return elements.map((element) => valueOf(element, field.item ?? null) ?? {});
  }
  const values = elements.map((element) => valueOf(element, field));
  return values.length === 1 ? values[0] : values.filter((value) => value !== null);
}

/** Reads an element; null: it is empty, where the contract has an object. */
function valueOf(element: XmlElement, field: Shape | null): unknown {
  const isObject = field !== null && OBJECTS.has(field.type);
  if (element.children.length > 0) return objectOf(element.children, findOf(field));
  const text = textOf(element.text, field);
  return isObject && text === "" ? null : text;
}

const OBJECTS: ReadonlySet<string> = new Set(["list", "object", "pairs"]);

function findOf(field: Shape | null): FindField {
  if (field?.fields !== undefined) return findIn(field.fields);
  if (field?.prefix !== undefined) return findNumbered(field.prefix, field.item!);
  return ANY_FIELD;
}

/** Booleans of XML Schema, and of the interface of older documents. */
const BOOLEANS: ReadonlyMap<string, string> = new Map([
  ["true", "true"],
  ["yes", "true"],
  ["1", "true"],
  ["false", "false"],
  ["no", "false"],
  ["0", "false"],
]);

/** Trims a value, but a free text only of white space with a line end: it indents the document. */
function textOf(text: string, field: Shape | null): string {
  const trimmed = text.trim();
  if (field?.type === "boolean") return BOOLEANS.get(trimmed.toLowerCase()) ?? trimmed;
  if (trimmed.length === text.length) return text;
  const isFree = field === null ||
    (field.type === "string" && field.values === undefined && field.must === undefined &&
      field.format === undefined);
  if (!isFree) return trimmed;
  const before = text.slice(0, text.length - text.trimStart().length);
  const after = text.slice(text.trimEnd().length);
  return trimmed === "" || before.includes("\n") || after.includes("\n") ? trimmed : text;
}
