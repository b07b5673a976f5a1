/** Namespaces in XML 1.0: which prefix means what, at one place of a document. */

/** A declared prefix, and those declared before and around it; "" is the default namespace. */
export interface Scope {
  readonly prefix: string;
  readonly uri: string;
  readonly outer: Scope | null;
  /** How many are declared, this one included. */
  readonly count: number;
}

const XMLNS = "http://www.w3.org/2000/xmlns/";
const XML = "http://www.w3.org/XML/1998/namespace";

/** Around every document. */
export const PREDEFINED: Scope = { prefix: "xml", uri: XML, outer: null, count: 0 };

/** Null: in no namespace. Undefined: nobody declared the prefix. */
export function namespaceOf(prefix: string, scope: Scope): string | null | undefined {
  for (let each: Scope | null = scope; each !== null; each = each.outer) {
    if (each.prefix === prefix) return each.uri === "" ? null : each.uri;
  }
  return prefix === "" ? null : undefined;
}

/**
 * `scope` with one more declaration of an element, whose surroundings are `outer`; or why that is
 * not allowed (Namespaces in XML 1.0, sections 2.2, 3 and 5).
 */
export function declare(prefix: string, uri: string, scope: Scope, outer: Scope): Scope | string {
  for (let each = scope; each !== outer; each = each.outer!) {
    if (each.prefix === prefix) return "a namespace declared twice";
  }
  const reserved = prefix === "xmlns" || uri === XMLNS || (prefix === "xml") !== (uri === XML);
  if (reserved || (prefix !== "" && uri === "")) return "a forbidden namespace declaration";
  return { prefix, uri, outer: scope, count: scope.count + 1 };
}
