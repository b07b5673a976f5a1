/** Everything that is served over HTTP, as one Hono app. */
import { Hono } from "hono";
import { Refusal } from "../core/errors.ts";
import { CLICK_PATH, PAGE_PATH } from "../core/link.ts";
import { failureResponse, refusalOf } from "./failure.ts";
import type { Log } from "../log.ts";
import type { Health } from "./health.ts";

export interface AppParts {
  log: Log;
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
  /** The sandbox's built-in receiver of postbacks. */
  receiver?(request: Request): Promise<Response>;
}

export const RECEIVER_PATH = "/sandbox/receiver";

export function createApp(parts: AppParts): Hono {
  const { log, jsonDoor, health, admin, receiver } = parts;
  const app = new Hono({ strict: false });

  app.post("/api/v2", (c) => jsonDoor(c.req.raw));
  app.all("/api/v2", () => {
    const response = failureResponse(new Refusal("methodNotAllowed"));
    response.headers.set("allow", "POST");
    return response;
  });
  app.post("/mm7/v1", (c) => parts.mm7Door(c.req.raw));
  app.all("/mm7/v1", postOnly);
  app.post("/mm7/relay/:connector", (c) => parts.mm7Relay(c.req.param("connector"), c.req.raw));
  app.all("/mm7/relay/:connector", postOnly);
  app.all(
    "/content/:token/:file",
    (c) => parts.content(c.req.param("token"), c.req.param("file"), c.req.raw),
  );
  app.all(`${PAGE_PATH}/:code`, (c) => parts.page(c.req.param("code"), null, c.req.raw));
  app.all(
    `${PAGE_PATH}/:code/:file`,
    (c) => parts.page(c.req.param("code"), c.req.param("file"), c.req.raw),
  );
  app.all(`${CLICK_PATH}/:code`, (c) => parts.click(c.req.param("code"), c.req.raw));
  // Browsers ask for one beside every page.
  app.get(
    "/favicon.ico",
    () =>
      new Response(null, { status: 204, headers: { "cache-control": "public, max-age=86400" } }),
  );
  app.get("/healthz", (c) => c.json({ status: "ok" }));
  app.get("/readyz", async (c) => {
    const state = await health();
    return c.json(state, state.status === "ok" ? 200 : 503);
  });
  app.get("/openapi.json", async (c) => {
    const { DOCUMENT } = await import("../generated/document.ts");
    return c.json(DOCUMENT);
  });
  if (admin !== null) app.all("/admin/v1/*", async (c) => (await admin()).fetch(c.req.raw));
  if (receiver !== undefined) app.post(RECEIVER_PATH, (c) => receiver(c.req.raw));

  app.notFound(() => new Response("not found\n", { status: 404 }));
  app.onError((error) => failureResponse(refusalOf(error, log)));
  return app;
}

function postOnly(): Response {
  return new Response("use POST\n", { status: 405, headers: { allow: "POST" } });
}
