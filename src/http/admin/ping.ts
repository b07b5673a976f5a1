/** Admin operation that sends a sample postback to an account's receiver. */
import type { OpenAPIHono } from "@hono/zod-openapi";
import { Refusal } from "../../core/errors.ts";
import * as routes from "../../generated/routes.ts";
import type { AdminPorts } from "./ports.ts";
import { missing } from "./refusals.ts";

export function pingRoutes(app: OpenAPIHono, { ping, store }: AdminPorts): void {
  app.openapi(routes.pingAccount, async (c) => {
    const account = await store.accounts.byId(c.req.valid("param").account);
    if (account === null) throw missing("account");
    const pinged = await ping(account);
    if (pinged === null) {
      throw new Refusal(
        "conflict",
        "the account has no postback-url; set it with account change",
      );
    }
    return c.json({
      "url": pinged.url,
      "webhook-id": pinged.id,
      "taken": pinged.accepted,
      "http-status": pinged.status,
      "error": pinged.error,
      "milliseconds": pinged.milliseconds,
    }, 200);
  });
}
