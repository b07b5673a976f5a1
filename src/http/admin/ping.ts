/** Admin operation that sends a sample postback to an account's receiver. */
import { Refusal } from "../../core/errors.ts";
import type { AdminHandlers } from "../../generated/admin.ts";
import type { Ping } from "../../jobs/postbacks/ping.ts";
import type { Store } from "../../ports/mod.ts";
import { requireAccount } from "./refusals.ts";

export interface PingPorts {
  ping: Ping;
  store: Pick<Store, "accounts">;
}

export function pingHandlers({ ping, store }: PingPorts) {
  return {
    async pingAccount({ params }) {
      const account = await requireAccount(store, params.account);
      const pinged = await ping(account);
      if (pinged === null) {
        throw new Refusal(
          "conflict",
          "the account has no postback-url; set it with account change",
        );
      }
      return {
        "url": pinged.url,
        "webhook-id": pinged.id,
        "taken": pinged.accepted,
        "http-status": pinged.status,
        "error": pinged.error,
        "milliseconds": pinged.milliseconds,
      };
    },
  } satisfies Partial<AdminHandlers>;
}
