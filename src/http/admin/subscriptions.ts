/** Admin operations on the recipients that have subscribed to an account's campaigns. */
import { readNumber } from "../../core/account/address.ts";
import { Refusal } from "../../core/errors.ts";
import type { AdminHandlers } from "../../generated/admin.ts";
import type { Store } from "../../ports/mod.ts";
import { missing, requireAccount } from "./refusals.ts";
import { subscriptionView } from "./views.ts";

export interface SubscriptionPorts {
  store: Pick<Store, "accounts">;
}

export function subscriptionHandlers({ store }: SubscriptionPorts) {
  return {
    async addSubscription({ params: { account }, body }) {
      await requireAccount(store, account);
      const subscription = subscriptionOf(body);
      await store.accounts.subscribe(account, subscription);
      return subscriptionView(subscription);
    },

    async listSubscriptions({ params: { account }, query: { cursor, limit } }) {
      await requireAccount(store, account);
      const page = { cursor: cursor ?? null, limit };
      const { items, nextCursor } = await store.accounts.subscriptions(account, page);
      return { items: items.map(subscriptionView), "next-cursor": nextCursor };
    },

    async removeSubscription({ params: { account, ...rest } }) {
      if (!await store.accounts.unsubscribe(account, subscriptionOf(rest))) {
        throw missing("subscription");
      }
    },
  } satisfies Partial<AdminHandlers>;
}

function subscriptionOf(fields: { "campaign-ref": string; recipient: string }) {
  const recipient = readNumber(fields.recipient);
  if (recipient === null) {
    throw new Refusal("invalidRequest", "recipient is not an international number");
  }
  return { campaignRef: fields["campaign-ref"], recipient };
}
