/** Admin operation that sends a sample postback to a receiver. */
import { DEFAULT_RECEIVER } from "../../core/account/receiver.ts";
import { Refusal } from "../../core/errors.ts";
import type { AdminHandlers } from "../../generated/admin.ts";
import type { Ping } from "../../jobs/postbacks/ping.ts";
import type { Store } from "../../ports/mod.ts";
import { requireAccount, requireReceiver } from "./refusals.ts";

export interface PingPorts {
  ping: Ping;
  store: Pick<Store, "accounts">;
}

export function pingHandlers({ ping, store }: PingPorts) {
  return {
    async pingAccount({ params, query }) {
      const account = await requireAccount(store, params.account);
      const pinged = await ping(account, requireReceiver(account, query.receiver));
      if (pinged === null) {
        throw new Refusal(
          "conflict",
          query.receiver === DEFAULT_RECEIVER
            ? "the account has no postback-url; set it with account change"
            : "the receiver has no URL; set it with receiver change",
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
