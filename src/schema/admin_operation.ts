/** Operations of the admin API as `src/generated/admin_operations.ts` describes them. */

/** Field of a query or body, as an option of the command line. */
export interface AdminField {
  name: string;
  /** Kind of the thing that has the field. Default: any. */
  kind?: string;
  /**
   * `file`: an option with a path; the body has the file's content in base64. `files`: a repeatable
   * one; the body has the name and base64 content of each. `pairs`: a repeatable option with
   * `name=value`; the body has an object of texts. `object`: an option with JSON.
   */
  type: "string" | "integer" | "boolean" | "file" | "files" | "pairs" | "object";
  description: string;
  required: boolean;
  nullable: boolean;
  /** Allowed values. Default: any. */
  values?: readonly string[];
  /** Constraint in words, after "must". Default: described by the limits below. */
  must?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  default?: string | number | boolean | null;
}

/** Rights of admin tokens. Each may read. */
export const ADMIN_SCOPES = ["read", "support", "provision", "all"] as const;
export type AdminScope = typeof ADMIN_SCOPES[number];

/** Operation, as a command of the command line. */
export interface AdminOperation<Id extends string = string> {
  operationId: Id;
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Path with `{name}` for each path parameter. */
  path: string;
  cli: readonly [noun: string, verb?: string];
  /** Scope that its token must have. */
  scope: AdminScope;
  summary: string;
  description?: string;
  /** Positional arguments of the command, in order. */
  pathParams: readonly { name: string; description: string }[];
  query: readonly AdminField[];
  /** Fields of all kinds first, then those of each kind. */
  body: readonly AdminField[];
  /** Field of the body with the kind. Default: there are no kinds, or the thing has one already. */
  kindField?: string;
  /** HTTP status of success. */
  status: 200 | 201 | 204;
  /** Kind of the response body; `any`: its media type varies. */
  response: "json" | "bytes" | "any" | "none";
  /** Fields that a listing's table shows, the most important first. */
  columns?: readonly string[];
  /** Command that the command line runs after a success, if the response has a field. */
  next?: { command: string; field: string };
}
