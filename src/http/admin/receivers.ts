/** Admin operation on the receivers of postbacks. */
import type { Account } from "../../core/account/account.ts";
import type { AdminHandlers, Receiver } from "../../generated/admin.ts";
import type { ReceiverCounts, Store } from "../../ports/mod.ts";
import type { PostbackJob } from "../../jobs/postbacks/mod.ts";
import { isoOrNull } from "./views.ts";

/** Dead and parked postbacks that are read to count some of them: the newest. */
export const POSTBACKS_READ_MAX = 1000;

/** Maximum postbacks of a kind that are counted on a page, of all its receivers together. */
const COUNTED_MAX = 1000;

type Destination = Pick<Receiver, "account" | "channel" | "url">;

export interface ReceiverPorts {
  /** Returns the receiver of accounts without a postback URL; null: there is none. */
  defaultReceiver: () => string | null;
  postbacks: Pick<PostbackJob, "stateOf">;
  store: Pick<Store, "accounts" | "postbacks">;
}

export function receiverHandlers({ defaultReceiver, postbacks, store }: ReceiverPorts) {
  function destinationsOf({ id, mm7Url, postbackUrl }: Account): Destination[] {
    const json = { account: id, channel: "json", url: postbackUrl ?? defaultReceiver() } as const;
    return mm7Url === null ? [json] : [json, { account: id, channel: "mm7", url: mm7Url }];
  }

  function receiverView(destination: Destination, counts: ReceiverCounts): Receiver {
    const { breaker, lastFailure, lastSuccessAt } = postbacks.stateOf(destination);
    const { oldestPendingAt, ...counted } = counts;
    return {
      ...destination,
      "circuit-breaker": breaker.state,
      "open-until": isoOrNull(breaker.openUntil),
      "last-success-at": isoOrNull(lastSuccessAt),
      "last-error": lastFailure?.reason ?? null,
      "last-error-at": isoOrNull(lastFailure?.at ?? null),
      "pending": counted.pending,
      "oldest-pending-at": isoOrNull(oldestPendingAt),
      "parked": counted.parked,
      "dead": counted.dead,
    };
  }

  return {
    async listReceivers({ query: { account, cursor, limit } }) {
      const page = account === undefined
        ? await store.accounts.list({ cursor: cursor ?? null, limit })
        : { items: [await store.accounts.byId(account) ?? []].flat(), nextCursor: null };
      const destinations = page.items.flatMap(destinationsOf);
      const receivers = destinations.map(({ account, channel }) => ({ account, channel }));
      // A page is read in a few milliseconds, however many receivers it has.
      const each = Math.ceil(COUNTED_MAX / Math.max(1, receivers.length));
      const limits = { each, newest: POSTBACKS_READ_MAX };
      const counts = receivers.length === 0 ? [] : await store.postbacks.countOf(receivers, limits);
      const items = destinations.map((each, index) => receiverView(each, counts[index]!));
      return { items, "counted-max": each, "next-cursor": page.nextCursor };
    },
  } satisfies Partial<AdminHandlers>;
}
