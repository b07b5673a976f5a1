/** Error codes of requests and responses. */
import { type DeclaredResponse, type OpenApi, resolved, type Schema } from "./openapi.ts";

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

/** Lists the codes of a response, E… or of MM7; empty: it has none. */
export function codesOf(response: DeclaredResponse): string[] {
  return response["x-errors"] ?? response["x-status-codes"]?.map(String) ?? [];
}
