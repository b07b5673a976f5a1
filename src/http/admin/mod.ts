/**
 * The admin API (`/admin/v1`): bearer token, strict bodies, the same failure body as the JSON door.
 * Loaded on the first request: @hono/zod-openapi takes longer to load than the rest of the service.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import { OpenAPIHono } from "@hono/zod-openapi";
import { Refusal } from "../../core/errors.ts";
import { AlreadyExists } from "../../ports/mod.ts";
import { describeIssue } from "../../schema/validators.ts";
import { failureResponse, placeOf, refusalOf } from "../failure.ts";
import { createAudit } from "./audit.ts";
import { accountRoutes } from "./accounts.ts";
import { blockRoutes } from "./blocks.ts";
import { replyRoutes } from "./replies.ts";
import { connectorRoutes } from "./connectors.ts";
import { inboundRoutes } from "./inbound.ts";
import { injectionRoutes } from "./injection.ts";
import { listingRoutes } from "./listings.ts";
import { pingRoutes } from "./ping.ts";
import { postbackRoutes } from "./postbacks.ts";
import { smscRoutes } from "./smscs.ts";
import { operatorRoutes } from "./operators.ts";
import { routeRoutes } from "./routes.ts";
import * as routes from "../../generated/routes.ts";
import type { AdminPorts } from "./ports.ts";

export type { AdminPorts };

/** Base path; also the owner of request bodies, as no account id has a slash. */
const ADMIN_PATH = "/admin/v1";

export function createAdmin(parts: AdminPorts): OpenAPIHono {
  const { bodies, guard, log, mmsMaxBytes, token } = parts;
  const app = new OpenAPIHono({
    strict: false,
    defaultHook(result) {
      if (result.success) return;
      const { path, message } = describeIssue(result.error.issues[0]!);
      throw new Refusal("invalidRequest", `${placeOf(path)} ${message}`);
    },
  });
  app.use(async (c, next) => {
    await authorise(c.req.raw.headers);
    await next();
  });
  app.use(createAudit(parts));
  app.use(async (c, next) => {
    // Validators read the buffered body, so that its limits hold for them too.
    if (c.req.raw.body !== null) {
      const hasFiles = c.req.path === routes.injectMms.getRoutingPath();
      const maxBytes = hasFiles ? base64Length(mmsMaxBytes) : undefined;
      using body = await bodies.read(c.req.raw, { maxBytes, owner: ADMIN_PATH });
      c.req.raw = new Request(c.req.raw.url, {
        method: c.req.method,
        headers: c.req.raw.headers,
        body: body.bytes as Uint8Array<ArrayBuffer>,
      });
      return await next();
    }
    await next();
  });
  async function authorise(headers: Headers): Promise<void> {
    const credential = headers.get("authorization");
    const check = () => isToken(credential, token) || null;
    if (await guard.verify({ door: ADMIN_PATH, headers, credential }, check)) return;
    throw new Refusal("adminTokenInvalid");
  }

  // Some clients send a content type without a body; drop it where the body is optional.
  const bodiless = [routes.issueKey, routes.rotateWebhookSecret].map((route) =>
    route.getRoutingPath()
  );
  app.on("POST", bodiless, async (c, next) => {
    if ((await c.req.arrayBuffer()).byteLength === 0) c.req.raw.headers.delete("content-type");
    await next();
  });
  accountRoutes(app, parts);
  blockRoutes(app, parts);
  replyRoutes(app, parts);
  connectorRoutes(app, parts);
  smscRoutes(app, parts);
  inboundRoutes(app, parts);
  injectionRoutes(app, parts);
  listingRoutes(app, parts);
  pingRoutes(app, parts);
  postbackRoutes(app, parts);
  operatorRoutes(app, parts);
  routeRoutes(app, parts);
  app.notFound(() => failureResponse(new Refusal("notFound", "no such admin operation")));
  app.onError((error) => {
    if (error instanceof AlreadyExists) {
      return failureResponse(new Refusal("alreadyExists", error.message));
    }
    // Hono's own error for a body that is not JSON.
    if ("status" in error && error.status === 400) return failureResponse(new Refusal("notJson"));
    return failureResponse(refusalOf(error, log));
  });
  return app;
}

/** Returns the length of bytes in base64 (RFC 4648), plus 64 KiB for the JSON around them. */
function base64Length(bytes: number): number {
  return Math.ceil(bytes / 3) * 4 + (64 << 10);
}

/** Compares digests, so that timing reveals neither the content nor the length of the token. */
function isToken(header: string | null, token: string): boolean {
  const presented = /^Bearer +(.+)$/i.exec(header ?? "")?.[1] ?? "";
  return timingSafeEqual(digest(presented), digest(token));
}

function digest(text: string): Uint8Array {
  return createHash("sha256").update(text).digest();
}
