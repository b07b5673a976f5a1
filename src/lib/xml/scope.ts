/** Namespace scopes of XML 1.0: the meaning of prefixes at a position in a document. */

/** Linked list of namespace declarations, innermost first. */
export interface Scope {
  /** Declared prefix; "" is the default namespace. */
  readonly prefix: string;
  readonly uri: string;
  readonly outer: Scope | null;
  /** Number of declarations, this one included. */
  readonly count: number;
}

const XMLNS = "http://www.w3.org/2000/xmlns/";
const XML = "http://www.w3.org/XML/1998/namespace";

/** Outermost scope of every document. */
export const PREDEFINED: Scope = { prefix: "xml", uri: XML, outer: null, count: 0 };

/** Resolves a prefix; null means no namespace, undefined an undeclared prefix. */
export function namespaceOf(prefix: string, scope: Scope): string | null | undefined {
  for (let each: Scope | null = scope; each !== null; each = each.outer) {
    if (each.prefix === prefix) return each.uri === "" ? null : each.uri;
  }
  return prefix === "" ? null : undefined;
}

/**
 * Adds a declaration to the `scope` of an element that stands in the scope `outer`. Returns the new
 * scope, or the reason for refusing it (Namespaces in XML 1.0, sections 2.2, 3 and 5).
 */
export function declare(prefix: string, uri: string, scope: Scope, outer: Scope): Scope | string {
  for (let each = scope; each !== outer; each = each.outer!) {
    if (each.prefix === prefix) return "a namespace declared twice";
  }
  const reserved = prefix === "xmlns" || uri === XMLNS || (prefix === "xml") !== (uri === XML);
  if (reserved || (prefix !== "" && uri === "")) return "a forbidden namespace declaration";
  return { prefix, uri, outer: scope, count: scope.count + 1 };
}
