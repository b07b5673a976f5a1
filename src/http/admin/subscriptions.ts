/** Admin operations on the recipients that have subscribed to an account's campaigns. */
import { readNumber } from "../../core/account/address.ts";
import { Refusal } from "../../core/errors.ts";
import type { Account } from "../../core/account/account.ts";
import type { AdminHandlers } from "../../generated/admin.ts";
import type { ChangeFacts, Clock, Ids, Store } from "../../ports/mod.ts";
import { missing, requireAccount } from "./refusals.ts";
import { subscriptionView } from "./views.ts";

export interface SubscriptionPorts {
  clock: Clock;
  ids: Pick<Ids, "tracking">;
  store: Pick<Store, "accounts" | "subscriptions">;
}

export function subscriptionHandlers({ clock, ids, store }: SubscriptionPorts) {
  const changeFacts = ({ receivers }: Account): ChangeFacts => (
    { trackingId: ids.tracking(), source: "MANAGER", at: clock.now(), receivers }
  );

  return {
    async addSubscription({ params: { account }, body }) {
      const owner = await requireAccount(store, account);
      const key = subscriptionOf(body);
      await store.subscriptions.subscribe(account, {
        ...key,
        ...changeFacts(owner),
        makesCampaign: true,
      });
      const subscription = await store.subscriptions.find(account, key);
      // Another administrator may have removed it meanwhile.
      if (subscription === null) throw missing("subscription");
      return subscriptionView(subscription);
    },

    async listSubscriptions({ params: { account }, query: { cursor, limit } }) {
      await requireAccount(store, account);
      const page = { cursor: cursor ?? null, limit };
      const { items, nextCursor } = await store.subscriptions.list(account, page);
      return { items: items.map(subscriptionView), "next-cursor": nextCursor };
    },

    async removeSubscription({ params: { account, ...rest } }) {
      const owner = await requireAccount(store, account);
      const key = subscriptionOf(rest);
      if (!await store.subscriptions.unsubscribe(account, key, changeFacts(owner))) {
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
