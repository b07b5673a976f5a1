/** Registration of the admin API's handlers with Hono. */
import type { OpenAPIHono, RouteConfig } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { z } from "zod";
import { type AdminOperation, adminOperations } from "../../contract/admin.ts";
import { type AdminHandlers, adminRequests } from "../../generated/admin.ts";
import type { AdminTypes, Principal } from "./principal.ts";

/** Response body: the fields of JSON, or none; or a response as it is, such as a file's. */
type Result = Response | object | undefined;

type AnyHandler = (
  request: ValidRequest,
  raw: Request,
  principal: Principal,
) => Promise<Result>;

/** Parts of a request that its route's validators have read; undefined where it has none. */
interface ValidRequest {
  params: unknown;
  query: unknown;
  body: unknown;
}

/** Registers a handler for each operation, behind the validators of its route. */
export function registerOperations(
  app: OpenAPIHono<AdminTypes>,
  handlers: AdminHandlers,
): void {
  for (const operation of adminOperations) {
    const { operationId, status } = operation;
    // The table's type pairs each id with its own request and result, which a loop cannot express.
    const handle = handlers[operationId] as AnyHandler;
    app.openapi(
      routeOf(operation),
      async (c) => responseOf(await handle(validRequest(c), c.req.raw, c.get("principal")), status),
    );
  }
}

/** Returns the route of an operation with its validators, where it has the parts of a request. */
function routeOf(operation: AdminOperation): RouteConfig {
  const { operationId, method, path, pathParams, query, needsBody } = operation;
  const validators: { params: z.ZodObject; query: z.ZodObject; body?: z.ZodType } =
    adminRequests[operationId];
  return {
    operationId,
    method: method.toLowerCase() as RouteConfig["method"],
    path,
    request: {
      ...pathParams.length > 0 && { params: validators.params },
      ...query.length > 0 && { query: validators.query },
      ...validators.body !== undefined && {
        body: { required: needsBody, content: { "application/json": { schema: validators.body } } },
      },
    },
    responses: {},
  };
}

/** Returns the path of an operation as Hono spells it. */
export function routingPath({ path }: AdminOperation): string {
  return path.replaceAll(/\{([^}]+)\}/g, ":$1");
}

function validRequest({ req }: Context): ValidRequest {
  const valid = (target: string) => req.valid(target as never);
  return { params: valid("param"), query: valid("query"), body: valid("json") };
}

function responseOf(result: Result, status: number): Response {
  if (result === undefined) return new Response(null, { status });
  if (result instanceof Response) return result;
  return Response.json(result, { status });
}
