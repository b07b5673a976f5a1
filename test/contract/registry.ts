/** Routes of the real app, and what openapi.yaml says about them. */
import { OpenAPIHono, z } from "@hono/zod-openapi";
import type { Hono } from "hono";
import { ACTIONS, requests } from "../../src/generated/json.ts";
import { type ConsolePorts, createConsole } from "../../src/console/mod.ts";
import { createAdmin } from "../../src/http/admin/mod.ts";
import type { AdminPorts } from "../../src/http/admin/mod.ts";
import { createRoutes, type RoutePorts } from "../../src/http/routes.ts";
import type { Document } from "../../tools/generate/document.ts";

/** Path below which the app hands requests to the admin API's own routes. */
const ADMIN_MOUNT = "ALL /admin/v1/*";

/** Routes that are not documented, with the reason. */
const UNDOCUMENTED: Readonly<Record<string, string>> = {
  "ALL /api/v2": "refuses methods other than POST",
  "ALL /api/v2/xml": "refuses methods other than POST",
  "ALL /mm7/v1": "refuses methods other than POST",
  "ALL /mm7/relay/{connector}": "refuses methods other than POST",
  "ALL /m/{code}": "page for recipients",
  "ALL /m/{code}/{file}": "files of that page",
  "ALL /m/{code}/{file}/*": "what a sentence has behind them",
  "ALL /l/{code}": "short link for recipients",
  "ALL /l/{code}/*": "what a sentence has behind it",
  "GET /favicon.ico": "requested by browsers, along with every page",
  "GET /openapi.json": "the document itself",
  "GET /admin/v1/openapi.json": "the document of the admin API",
  "ALL /docs": "manual",
  "ALL /docs/*": "its pages",
  "GET /": "leads to the console, or to the documents",
  "ALL /console/*": "console",
  "POST /sandbox/receiver": "receiver of the sandbox's own postbacks",
  "GET /sandbox/{file}": "sample files of the sandbox",
};

/** Routes registered for all methods, which refuse all but this one themselves. */
const SERVED_METHODS: Readonly<Record<string, string>> = {
  "ALL /content/{token}/{file}": "GET /content/{token}/{file}",
  "ALL /carriers/{connector}/{event}": "POST /carriers/{connector}/{event}",
  "ALL /carriers/{connector}/{event}/{reference}": "POST /carriers/{connector}/{event}/{reference}",
};

export interface RealApp {
  app: Hono;
  admin: ReturnType<typeof createAdmin>;
  console: ReturnType<typeof createConsole>;
}

/** Builds the service's routes by its own code; no handler is called. */
export function realApp(): RealApp {
  // deno-lint-ignore no-explicit-any -- stands for every port
  const port: any = new Proxy(() => port, { get: () => port });
  return {
    app: createRoutes(port as RoutePorts),
    admin: createAdmin(port as AdminPorts),
    console: createConsole(port as ConsolePorts),
  };
}

/** Differences between the routes of an app and the paths of a document, as `METHOD /path`. */
export interface Differences {
  /** Operations of the document that the app lacks. */
  unregistered: string[];
  /** Routes of the app that neither the document nor the list of exceptions has. */
  undocumented: string[];
  /** Exceptions that the app does not need. */
  stale: string[];
}

export function compareRoutes({ app, admin }: RealApp, { operations }: Document): Differences {
  const documented = new Set(operations.map(({ method, path }) => routeOf(method, path)));
  const registered = new Set([...routesOf(app.routes), ...routesOf(admin.routes)]);
  return {
    unregistered: [...documented].filter((route) => !registered.has(route)),
    undocumented: [...registered].filter((route) =>
      !documented.has(route) && !(route in UNDOCUMENTED)
    ),
    stale: Object.keys(UNDOCUMENTED).filter((route) => !registered.has(route)),
  };
}

/** Generates the app's own document from the admin API's registry and the JSON door's validators. */
export function describeApp({ admin }: RealApp): OpenAPIHono {
  const described = new OpenAPIHono();
  described.route("/", admin);
  // Only named alternatives get a discriminator in the document.
  const [first, ...others] = ACTIONS.map((action) =>
    requests[action].extend({ action: z.enum([action]) })
      .openapi(`${action.charAt(0).toUpperCase()}${action.slice(1)}Request`)
  );
  const schema = z.discriminatedUnion("action", [first!, ...others]);
  described.openAPIRegistry.registerPath({
    operationId: "postAction",
    method: "post",
    path: "/api/v2",
    responses: {},
    request: { body: { required: true, content: { "application/json": { schema } } } },
  });
  return described;
}

/** Lists routes, without middleware and the mount of the admin API. */
function routesOf(registered: Hono["routes"]): string[] {
  return registered.map(({ method, path }) =>
    routeOf(method, path.replaceAll(/:([\w-]+)/g, "{$1}"))
  )
    .filter((route) => route !== ADMIN_MOUNT && route !== "ALL /*")
    .map((route) => SERVED_METHODS[route] ?? route);
}

function routeOf(method: string, path: string): string {
  return `${method.toUpperCase()} ${path}`;
}
