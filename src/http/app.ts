/** Everything that is served over HTTP, as one app. */
import { Hono } from "hono";
import { Refusal } from "../core/errors.ts";
import { CLICK_PATH, PAGE_PATH } from "../core/sms/link.ts";
import { withHeaders } from "./response_headers.ts";
import { contractResponse } from "./contract.ts";
import { failureResponse, refusalOf } from "./failure.ts";
import type { Log } from "../log/mod.ts";
import type { Health } from "./health.ts";
import { answering, type ConnectionInfo, note, requestIdOf } from "./request_log.ts";

export interface AppPorts {
  /** Its lines tell of the request (`requestLog`). */
  log: Log;
  /** Whether customers reach it over HTTPS. Default false. */
  isHttps?: boolean;
  jsonDoor(request: Request): Promise<Response>;
  /** `POST /mm7/v1`. */
  mm7Door(request: Request): Promise<Response>;
  /** `POST /mm7/relay/{connector}`. */
  mm7Relay(connector: string, request: Request): Promise<Response>;
  /** `GET /content/{token}/{file}`. */
  content(token: string, file: string, request: Request): Promise<Response>;
  /** `GET /m/{code}` and, with a file's name, `/m/{code}/{file}`: a message's page. */
  page(code: string, file: string | null, request: Request): Promise<Response>;
  /** `GET /l/{code}`: a link whose clicks are counted. */
  click(code: string, request: Request): Promise<Response>;
  health(): Promise<Health>;
  /** Loaded when first asked for; null: the admin API is off. */
  admin: (() => Promise<{ fetch(request: Request): Response | Promise<Response> }>) | null;
  /** The sandbox's built-in receiver of postbacks (POST), and its files (GET). */
  receiver?(request: Request): Promise<Response>;
}

export const RECEIVER_PATH = "/sandbox/receiver";
const SANDBOX_FILES = "/sandbox/:file";

export interface App {
  /** Never throws. `connection`: the second argument of a handler of `Deno.serve`. */
  fetch(request: Request, connection?: ConnectionInfo): Promise<Response>;
}

export function createApp(parts: AppPorts): App {
  const { log, isHttps = false } = parts;
  const routes = createRoutes(parts);

  async function answer(request: Request): Promise<Response> {
    if (!isAddressed(request)) return new Response("malformed address\n", { status: 400 });
    return await routes.fetch(request);
  }

  return {
    fetch(request, connection) {
      const requestId = requestIdOf(request.headers);
      return answering({ "request-id": requestId }, async () => {
        const response = withHeaders(await answer(request), { requestId, isHttps });
        log.debug({ method: request.method, status: response.status }, "request answered");
        return response;
      }, connection);
    },
  };
}

/** RFC 3986 section 3.2, as far as hosts have it. Empty where the client does not know. */
const HOST = /^(?:[\w.-]*|\[[\da-f:.]+\])(?::\d{0,5})?$/i;

/**
 * Whether the request's address is one. The server puts it together from the Host header, in which
 * anything may stand: even a path, that would then be the one asked for.
 */
function isAddressed({ headers, url }: Request): boolean {
  return HOST.test(headers.get("host") ?? "") && URL.canParse(url);
}

/** Every route, of which `createApp` makes the app. */
export function createRoutes(parts: AppPorts): Hono {
  const { log, health, admin, receiver } = parts;
  const app = new Hono({ strict: false });

  function serve(method: "GET" | "POST" | "ALL", path: string, answer: Answer): void {
    app.on(method, path, (c) => {
      note({ route: path });
      return answer(c.req.raw, (name) => c.req.param(name)!);
    });
  }

  serve("POST", "/api/v2", parts.jsonDoor);
  serve("ALL", "/api/v2", () => {
    const response = failureResponse(new Refusal("methodNotAllowed"));
    response.headers.set("allow", "POST");
    return response;
  });
  serve("POST", "/mm7/v1", parts.mm7Door);
  serve("ALL", "/mm7/v1", postOnly);
  serve(
    "POST",
    "/mm7/relay/:connector",
    (request, param) => parts.mm7Relay(param("connector"), request),
  );
  serve("ALL", "/mm7/relay/:connector", postOnly);
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
  // Browsers ask for one beside every page.
  serve("GET", "/favicon.ico", () => {
    const headers = { "cache-control": "public, max-age=86400" };
    return new Response(null, { status: 204, headers });
  });
  serve("GET", "/healthz", () => Response.json({ status: "ok" }));
  serve("GET", "/readyz", async () => {
    const state = await health();
    return Response.json(state, { status: state.status === "ok" ? 200 : 503 });
  });
  serve("GET", "/openapi.json", ({ headers }) => contractResponse(headers));
  if (admin !== null) {
    serve("ALL", "/admin/v1/*", async (request) => (await admin()).fetch(request));
  }
  if (receiver !== undefined) {
    // What an embedder answers may not be ours to write into.
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

type Answer = (
  request: Request,
  param: (name: string) => string,
) => Response | Promise<Response>;

function postOnly(): Response {
  return new Response("use POST\n", { status: 405, headers: { allow: "POST" } });
}
