/** Admin operations that list messages, links, templates and the loopback carrier's submissions. */
import type { OpenAPIHono } from "@hono/zod-openapi";
import { readNumber } from "../../core/account/address.ts";
import * as routes from "../../generated/routes.ts";
import type { AdminPorts } from "./ports.ts";
import { missing } from "./refusals.ts";
import {
  historyView,
  linkView,
  loopbackView,
  messageView,
  postbackView,
  templateView,
} from "./views.ts";

export function listingRoutes(app: OpenAPIHono, { baseUrl, blobs, store }: AdminPorts): void {
  app.openapi(routes.listMessages, async (c) => {
    const { cursor, limit, recipient, "tracking-id": trackingId, ...rest } = c.req.valid("query");
    const filter = {
      ...rest,
      trackingId,
      recipient: recipient === undefined ? undefined : readNumber(recipient) ?? recipient,
    };
    const page = await store.messages.list(filter, { cursor: cursor ?? null, limit });
    return c.json({ items: page.items.map(messageView), "next-cursor": page.nextCursor }, 200);
  });

  app.openapi(routes.readMessage, async (c) => {
    const { "tracking-id": id } = c.req.valid("param");
    const [message, history, postbacks] = await Promise.all([
      store.messages.byTrackingId(id),
      store.events.history(id),
      store.events.postbacks(id),
    ]);
    if (message === null) throw missing("tracking-id");
    return c.json({
      ...messageView(message),
      history: history.map(historyView),
      postbacks: postbacks.map(postbackView),
    }, 200);
  });

  app.openapi(routes.listLinks, async (c) => {
    const { account, "tracking-id": trackingId, cursor, limit } = c.req.valid("query");
    const page = await store.links.list({ account, trackingId }, { cursor: cursor ?? null, limit });
    const items = page.items.map((link) => linkView(link, baseUrl()));
    return c.json({ items, "next-cursor": page.nextCursor }, 200);
  });

  app.openapi(routes.listTemplates, async (c) => {
    const { cursor, limit, ...filter } = c.req.valid("query");
    const page = await store.templates.list(filter, { cursor: cursor ?? null, limit });
    return c.json({ items: page.items.map(templateView), "next-cursor": page.nextCursor }, 200);
  });

  app.openapi(routes.readTemplate, async (c) => {
    const template = await store.templates.find(c.req.valid("param")["mms-id"]);
    if (template === null) throw missing("mms-id");
    return c.json(templateView(template), 200);
  });

  app.openapi(routes.listLoopback, async (c) => {
    const { cursor, limit, to, "tracking-id": trackingId } = c.req.valid("query");
    const filter = { to: to === undefined ? undefined : readNumber(to) ?? to, trackingId };
    const page = await store.loopback.list(filter, { cursor: cursor ?? null, limit });
    return c.json({ items: page.items.map(loopbackView), "next-cursor": page.nextCursor }, 200);
  });

  app.openapi(routes.readLoopback, async (c) => {
    return c.json(loopbackView(await received(c.req.valid("param")["carrier-id"])), 200);
  });

  app.openapi(routes.readLoopbackPart, async (c) => {
    const { "carrier-id": id, index } = c.req.valid("param");
    const { submission } = await received(id);
    const part = submission.kind === "MMS" ? submission.parts[index] : undefined;
    if (part === undefined) throw missing("part");
    const bytes = part.blob === undefined
      ? new TextEncoder().encode(part.text)
      : await blobs.bytes(part.blob);
    return c.body(bytes as Uint8Array<ArrayBuffer>, 200, {
      "content-type": "application/octet-stream",
    });
  });

  async function received(carrierId: string) {
    const message = await store.loopback.byCarrierId(carrierId);
    if (message === null) throw missing("carrier-id");
    return message;
  }
}
