/** Routes of the HTTP app: both doors, hosted content, health, the admin API and pages for people. */
import { Hono } from "hono";
import { DOCS_PATH } from "../core/docs_path.ts";
import { Refusal } from "../core/errors.ts";
import { CLICK_PATH, PAGE_PATH } from "../core/sms/link.ts";
import type { Log } from "../log/mod.ts";
import { contractResponse } from "./contract.ts";
import { failureResponse, refusalOf } from "./requests/failure.ts";
import type { Health } from "./health.ts";
import { CONTRACT_PATH, homeResponse } from "./home.ts";
import { note } from "./requests/request_log.ts";
import { JSON_DOOR, MM7_DOOR, XML_DOOR } from "./requests/request_metrics.ts";
import { xmlResponse } from "./requests/xml_response.ts";

export interface RoutePorts {
  /** Adds the request's facts to each line (`requestLog`). */
  log: Log;
  /** `POST /api/v2`. */
  jsonDoor(request: Request): Promise<Response>;
  /** `POST /api/v2/xml`. */
  xmlDoor(request: Request): Promise<Response>;
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
  /** `GET /metrics`. Null: it is off. */
  exposition?: ((request: Request) => Promise<Response>) | null;
  /** Loads the admin API on its first request. Null: the admin API is off. */
  admin: Loader | null;
  /** The console. Null: it is off. */
  console?: { load: Loader } | null;
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

type Handler = (
  request: Request,
  param: (name: string) => string,
) => Response | Promise<Response>;

/** Registers a handler for a path. */
type Serve = (method: "GET" | "POST" | "ALL", path: string, handler: Handler) => void;

/** Registers every route. */
export function createRoutes(parts: RoutePorts): Hono {
  const app = new Hono({ strict: false });
  const serve: Serve = (method, path, handler) => {
    app.on(method, path, (c) => {
      note({ route: path });
      return handler(c.req.raw, (name) => c.req.param(name)!);
    });
  };
  serveDoors(serve, parts);
  serveHosted(serve, parts);
  serveState(serve, parts);
  serveAdmin(serve, parts);
  servePages(serve, parts);
  serveSandbox(serve, parts);
  app.notFound(() => failureResponse(new Refusal("notFound", "this path does not exist")));
  app.onError((error) => failureResponse(refusalOf(error, parts.log)));
  return app;
}

/** Serves customers, relays and carriers. */
function serveDoors(serve: Serve, parts: RoutePorts): void {
  serve("POST", JSON_DOOR, parts.jsonDoor);
  serve("ALL", JSON_DOOR, methodNotAllowed);
  serve("POST", XML_DOOR, parts.xmlDoor);
  serve("ALL", XML_DOOR, () => xmlResponse(methodNotAllowed()));
  serve("POST", MM7_DOOR, parts.mm7Door);
  serve("ALL", MM7_DOOR, postOnly);
  serve(
    "POST",
    "/mm7/relay/:connector",
    (request, param) => parts.mm7Relay(param("connector"), request),
  );
  serve("ALL", "/mm7/relay/:connector", postOnly);
  const { carrierCallback } = parts;
  if (carrierCallback === undefined) return;
  for (const path of ["/carriers/:connector/:event", "/carriers/:connector/:event/:reference"]) {
    serve("ALL", path, (request, param) => carrierCallback(param("connector"), request));
  }
}

/** Serves what recipients and carriers get by a link. */
function serveHosted(serve: Serve, { content, page, click }: RoutePorts): void {
  serve(
    "ALL",
    "/content/:token/:file",
    (request, param) => content(param("token"), param("file"), request),
  );
  serve("ALL", `${PAGE_PATH}/:code`, (request, param) => page(param("code"), null, request));
  serve(
    "ALL",
    `${PAGE_PATH}/:code/:file`,
    (request, param) => page(param("code"), param("file"), request),
  );
  serve("ALL", `${CLICK_PATH}/:code`, (request, param) => click(param("code"), request));
  // What follows a link in a text may have slashes.
  serve(
    "ALL",
    `${PAGE_PATH}/:code/:file/*`,
    (request, param) => page(param("code"), `${param("file")}/`, request),
  );
  serve("ALL", `${CLICK_PATH}/:code/*`, (request, param) => click(`${param("code")}/`, request));
  // Browsers request it along with every page.
  serve("GET", "/favicon.ico", () => {
    const headers = { "cache-control": "public, max-age=86400" };
    return new Response(null, { status: 204, headers });
  });
}

/** Serves health and metrics. */
function serveState(serve: Serve, { exposition, health, leaving }: RoutePorts): void {
  serve("GET", "/healthz", () => Response.json({ status: "ok" }));
  serve("GET", "/readyz", async () => {
    const state = await health();
    const status = leaving?.aborted ? "stopping" : state.status;
    return Response.json({ ...state, status }, { status: status === "ok" ? 200 : 503 });
  });
  if (exposition) serve("GET", "/metrics", exposition);
}

/** Serves the admin API, and the documents of both APIs. */
function serveAdmin(serve: Serve, { admin }: RoutePorts): void {
  serve("GET", CONTRACT_PATH, ({ headers }) => contractResponse("customer", headers));
  if (admin === null) return;
  serve("GET", "/admin/v1/openapi.json", ({ headers }) => contractResponse("admin", headers));
  serve("ALL", "/admin/v1/*", async (request) => (await admin()).fetch(request));
}

/** Serves the console and the manual. */
function servePages(serve: Serve, { console: site, docs }: RoutePorts): void {
  serve("GET", "/", () => homeResponse({ hasConsole: Boolean(site), hasManual: Boolean(docs) }));
  if (site) {
    serve("ALL", "/console/*", async (request) => (await site.load()).fetch(request));
  }
  if (docs) {
    const handle = async (request: Request) => (await docs.load())(request);
    serve("ALL", DOCS_PATH, handle);
    serve("ALL", `${DOCS_PATH}/*`, handle);
  }
}

function serveSandbox(serve: Serve, { receiver }: RoutePorts): void {
  if (receiver === undefined) return;
  // An embedder's response may have immutable headers.
  const receive = async (request: Request) => {
    const response = await receiver(request);
    return new Response(response.body, response);
  };
  serve("POST", RECEIVER_PATH, receive);
  serve("GET", SANDBOX_FILES, receive);
}

function methodNotAllowed(): Response {
  const response = failureResponse(new Refusal("methodNotAllowed"));
  response.headers.set("allow", "POST");
  return response;
}

function postOnly(): Response {
  return new Response("use POST\n", { status: 405, headers: { allow: "POST" } });
}
