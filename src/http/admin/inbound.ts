/** Admin operations that list MO messages. */
import type { OpenAPIHono } from "@hono/zod-openapi";
import { readNumber } from "../../core/account/address.ts";
import type { InboundRecord } from "../../core/message/inbound.ts";
import * as routes from "../../generated/routes.ts";
import type { AdminPorts } from "./ports.ts";
import { missing } from "./refusals.ts";
import { historyView, inboundView, postbackView } from "./views.ts";

export function inboundRoutes(app: OpenAPIHono, { baseUrl, store }: AdminPorts): void {
  const view = (message: InboundRecord) => inboundView(message, baseUrl());

  app.openapi(routes.listInbound, async (c) => {
    const { account, from, to, cursor, limit } = c.req.valid("query");
    const filter = { account, from: addressOf(from), to: addressOf(to) };
    const page = await store.inbound.list(filter, { cursor: cursor ?? null, limit });
    return c.json({ items: page.items.map(view), "next-cursor": page.nextCursor }, 200);
  });

  app.openapi(routes.readInbound, async (c) => {
    const { "tracking-id": id } = c.req.valid("param");
    const [message, history, postbacks] = await Promise.all([
      store.inbound.byTrackingId(id),
      store.events.history(id),
      store.events.postbacks(id),
    ]);
    if (message === null) throw missing("tracking-id");
    return c.json({
      ...view(message),
      history: history.map(historyView),
      postbacks: postbacks.map(postbackView),
    }, 200);
  });
}

/** Normalises a number from any usual spelling; leaves a short code as it is. */
function addressOf(text: string | undefined): string | undefined {
  return text === undefined ? undefined : readNumber(text) ?? text;
}
