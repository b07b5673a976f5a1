/** Registration of the admin API's handlers with Hono. */
import type { OpenAPIHono, RouteConfig } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { AdminHandlers } from "../../generated/admin.ts";
import { adminOperations } from "../../generated/admin_operations.ts";
import * as routes from "../../generated/routes.ts";
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
  for (const { operationId, status } of adminOperations) {
    const route: RouteConfig = routes[operationId];
    // The table's type pairs each id with its own request and result, which a loop cannot express.
    const handle = handlers[operationId] as AnyHandler;
    app.openapi(
      route,
      async (c) => responseOf(await handle(validRequest(c), c.req.raw, c.get("principal")), status),
    );
  }
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
