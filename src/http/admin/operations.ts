/** Operations of the admin API by request. */
import { type AdminOperation, adminOperations } from "../../contract/admin.ts";

/** Operation of a request. */
export interface MatchedOperation {
  operation: AdminOperation;
  /** Variable segments of the path, as they came, in the order of `pathParams`. */
  segments: string[];
}

const patterns = adminOperations.map((operation) => ({
  operation,
  path: new RegExp(`^${operation.path.replaceAll(/\{[^}]+\}/g, "([^/]+)")}/?$`),
}));

/** Finds the operation of a request. HEAD is GET without a body. Undefined: there is none. */
export function operationOf(method: string, path: string): MatchedOperation | undefined {
  const wanted = method === "HEAD" ? "GET" : method;
  for (const { operation, path: pattern } of patterns) {
    const match = operation.method === wanted ? pattern.exec(path) : null;
    if (match !== null) return { operation, segments: match.slice(1) };
  }
  return undefined;
}
