/** The HTTP app: routes of both doors, hosted content, health and the admin API. */
import { Hono } from "hono";
import { CODES_PATH, DOCS_PATH } from "../core/docs_path.ts";
import { Refusal } from "../core/errors.ts";
import { CLICK_PATH, PAGE_PATH } from "../core/sms/link.ts";
import { withHeaders } from "./response_headers.ts";
import { contractResponse } from "./contract.ts";
import { failureResponse, refusalOf } from "./failure.ts";
import type { Log } from "../log/mod.ts";
import { createMetrics } from "../metrics/mod.ts";
import { NO_TRACER, traceIdOf, type Tracer } from "../tracing/mod.ts";
import type { Health } from "./health.ts";
import {
  type ConnectionInfo,
  note,
  type RequestFacts,
  requestIdOf,
  runWithRequest,
} from "./request_log.ts";
import {
  createRequestMetrics,
  JSON_DOOR,
  MM7_DOOR,
  type RequestMetrics,
} from "./request_metrics.ts";

export interface AppPorts {
  /** Adds the request's facts to each line (`requestLog`). */
  log: Log;
  /** Whether customers reach the service over HTTPS. Default false. */
  isHttps?: boolean;
  /** `POST /api/v2`. */
  jsonDoor(request: Request): Promise<Response>;
  /** `POST /mm7/v1`. */
  mm7Door(request: Request): Promise<Response>;
  /** `POST /mm7/relay/{connector}`. */
  mm7Relay(connector: string, request: Request): Promise<Response>;
  /** `/carriers/{connector}/…`: callbacks of carriers over HTTP. Default: none. */
  carrierCallback?(connector: string, request: Request): Promise<Response>;
  /** `GET /content/{token}/{file}`. */
  content(token: string, file: string, request: Request): Promise<Response>;
  /** `GET /m/{code}`: a message's page; with a file name, `/m/{code}/{file}`: its files. */
  page(code: string, file: string | null, request: Request): Promise<Response>;
  /** `GET /l/{code}`: a short link with click tracking. */
  click(code: string, request: Request): Promise<Response>;
  health(): Promise<Health>;
  /** Aborted when the service is about to stop: it is not ready then. Default: it never is. */
  leaving?: AbortSignal;
  /** Default: metrics without a reader. */
  metrics?: RequestMetrics;
  /** Default: nothing is traced. */
  tracer?: Tracer;
  /** `GET /metrics`. Null: it is off. */
  exposition?: ((request: Request) => Promise<Response>) | null;
  /** Loads the admin API on its first request. Null: the admin API is off. */
  admin: Loader | null;
  /** The console. Null: it is off. */
  console?: {
    load: Loader;
    /** Whether `/` leads there. */
    isHome: boolean;
  } | null;
  /** The manual. Null: it is off. */
  docs?: {
    load: DocsLoader;
    /** Returns the base URL of the service, without a trailing slash. */
    baseUrl(): string;
  } | null;
  /** The sandbox's built-in postback receiver (POST) and its files (GET). */
  receiver?(request: Request): Promise<Response>;
}

/** Loads the manual on its first request. */
type DocsLoader = () => Promise<(request: Request) => Promise<Response>>;

/** Loads an app on its first request. */
type Loader = () => Promise<{ fetch(request: Request): Response | Promise<Response> }>;

export const RECEIVER_PATH = "/sandbox/receiver";
const SANDBOX_FILES = "/sandbox/:file";

export interface App {
  /**
   * Handles a request; never rejects.
   *
   * @param connection The second argument of a `Deno.serve` handler.
   */
  fetch(request: Request, connection?: ConnectionInfo): Promise<Response>;
}

export function createApp(parts: AppPorts): App {
  const { docs, log, isHttps = false, metrics = createMetrics(), tracer = NO_TRACER } = parts;
  const routes = createRoutes(parts);
  const measure = createRequestMetrics(metrics);

  async function route(request: Request): Promise<Response> {
    if (!hasValidAddress(request)) return new Response("malformed address\n", { status: 400 });
    return await routes.fetch(request);
  }

  return {
    fetch(request, connection) {
      const requestId = requestIdOf(request.headers);
      const trace = tracer.current();
      const facts: RequestFacts = {
        "request-id": requestId,
        ...trace === undefined ? {} : { "trace-id": traceIdOf(trace) },
      };
      const since = performance.now();
      const codesUrl = docs ? `${docs.baseUrl()}${CODES_PATH}` : null;
      return runWithRequest(facts, async () => {
        const response = withHeaders(await route(request), { requestId, isHttps });
        const seconds = (performance.now() - since) / 1000;
        measure(request.method, facts.route, response.status, seconds);
        tracer.endRequest(request.method, facts.route);
        log.debug({ method: request.method, status: response.status }, "request handled");
        return response;
      }, { connection, codesUrl });
    },
  };
}

/** `host[:port]` (RFC 3986 section 3.2); empty where the client does not know its host. */
const HOST = /^(?:[\w.-]*|\[[\da-f:.]+\])(?::\d{0,5})?$/i;

/**
 * Tells whether the request's URL is well-formed. Deno builds it from the unvalidated Host header:
 * a path in that header would become the request's path.
 */
function hasValidAddress({ headers, url }: Request): boolean {
  return HOST.test(headers.get("host") ?? "") && URL.canParse(url);
}

/** Registers every route. Exported for the test that tries each of them as another account. */
export function createRoutes(parts: AppPorts): Hono {
  const { log, health, admin, receiver } = parts;
  const app = new Hono({ strict: false });

  function serve(method: "GET" | "POST" | "ALL", path: string, handler: Handler): void {
    app.on(method, path, (c) => {
      note({ route: path });
      return handler(c.req.raw, (name) => c.req.param(name)!);
    });
  }

  serve("POST", JSON_DOOR, parts.jsonDoor);
  serve("ALL", JSON_DOOR, () => {
    const response = failureResponse(new Refusal("methodNotAllowed"));
    response.headers.set("allow", "POST");
    return response;
  });
  serve("POST", MM7_DOOR, parts.mm7Door);
  serve("ALL", MM7_DOOR, postOnly);
  serve(
    "POST",
    "/mm7/relay/:connector",
    (request, param) => parts.mm7Relay(param("connector"), request),
  );
  serve("ALL", "/mm7/relay/:connector", postOnly);
  const { carrierCallback } = parts;
  if (carrierCallback !== undefined) {
    for (const path of ["/carriers/:connector/:event", "/carriers/:connector/:event/:reference"]) {
      serve("ALL", path, (request, param) => carrierCallback(param("connector"), request));
    }
  }
  serve(
    "ALL",
    "/content/:token/:file",
    (request, param) => parts.content(param("token"), param("file"), request),
  );
  serve("ALL", `${PAGE_PATH}/:code`, (request, param) => parts.page(param("code"), null, request));
  serve(
    "ALL",
    `${PAGE_PATH}/:code/:file`,
    (request, param) => parts.page(param("code"), param("file"), request),
  );
  serve("ALL", `${CLICK_PATH}/:code`, (request, param) => parts.click(param("code"), request));
  // What follows a link in a text may have slashes.
  serve(
    "ALL",
    `${PAGE_PATH}/:code/:file/*`,
    (request, param) => parts.page(param("code"), `${param("file")}/`, request),
  );
  serve(
    "ALL",
    `${CLICK_PATH}/:code/*`,
    (request, param) => parts.click(`${param("code")}/`, request),
  );
  // Browsers request it along with every page.
  serve("GET", "/favicon.ico", () => {
    const headers = { "cache-control": "public, max-age=86400" };
    return new Response(null, { status: 204, headers });
  });
  serve("GET", "/healthz", () => Response.json({ status: "ok" }));
  serve("GET", "/readyz", async () => {
    const state = await health();
    const status = parts.leaving?.aborted ? "stopping" : state.status;
    return Response.json({ ...state, status }, { status: status === "ok" ? 200 : 503 });
  });
  if (parts.exposition) serve("GET", "/metrics", parts.exposition);
  serve("GET", "/openapi.json", ({ headers }) => contractResponse("customer", headers));
  if (admin !== null) {
    serve("GET", "/admin/v1/openapi.json", ({ headers }) => contractResponse("admin", headers));
    serve("ALL", "/admin/v1/*", async (request) => (await admin()).fetch(request));
  }
  if (parts.console) {
    const { isHome, load } = parts.console;
    const handle = async (request: Request) => (await load()).fetch(request);
    serve("ALL", "/console/*", handle);
    if (isHome) {
      serve(
        "GET",
        "/",
        () => new Response(null, { status: 302, headers: { location: "/console" } }),
      );
    }
  }
  if (parts.docs) {
    const { load } = parts.docs;
    const handle = async (request: Request) => (await load())(request);
    serve("ALL", DOCS_PATH, handle);
    serve("ALL", `${DOCS_PATH}/*`, handle);
  }
  if (receiver !== undefined) {
    // An embedder's response may have immutable headers.
    const receive = async (request: Request) => {
      const response = await receiver(request);
      return new Response(response.body, response);
    };
    serve("POST", RECEIVER_PATH, receive);
    serve("GET", SANDBOX_FILES, receive);
  }

  app.notFound(() => new Response("not found\n", { status: 404 }));
  app.onError((error) => failureResponse(refusalOf(error, log)));
  return app;
}

type Handler = (
  request: Request,
  param: (name: string) => string,
) => Response | Promise<Response>;

function postOnly(): Response {
  return new Response("use POST\n", { status: 405, headers: { allow: "POST" } });
}
