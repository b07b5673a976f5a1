/** Admin operation that lists the receivers of postbacks with their states. */
import type { Account } from "../../core/account/account.ts";
import { VASP_RECEIVER } from "../../core/account/receiver.ts";
import type { AdminHandlers, ReceiverState } from "../../generated/admin.ts";
import type { ReceiverCounts, Store } from "../../ports/mod.ts";
import type { PostbackJob } from "../../jobs/postbacks/mod.ts";
import { urlOf } from "../../jobs/postbacks/webhook.ts";
import { isoOrNull } from "./views.ts";

/** Dead and parked postbacks that are read to count some of them: the newest. */
export const POSTBACKS_READ_MAX = 1000;

/** Maximum postbacks of a kind that are counted on a page, of all its receivers together. */
const COUNTED_MAX = 1000;

type Destination = Pick<ReceiverState, "account" | "disabled" | "format" | "receiver" | "url">;

export interface ReceiverStatePorts {
  /** Returns the URL of default receivers without one of their own; null: there is none. */
  defaultUrl: () => string | null;
  postbacks: Pick<PostbackJob, "stateOf">;
  store: Pick<Store, "accounts" | "postbacks">;
}

export function receiverStateHandlers({ defaultUrl, postbacks, store }: ReceiverStatePorts) {
  function destinationsOf({ id: account, mm7Url, receivers }: Account): Destination[] {
    const own = receivers.map((receiver): Destination => {
      const { disabled, format, name } = receiver;
      return { account, receiver: name, format, disabled, url: urlOf(receiver, defaultUrl) };
    });
    if (mm7Url === null) return own;
    const vasp = { receiver: VASP_RECEIVER, format: "mm7", disabled: false, url: mm7Url } as const;
    return [...own, { account, ...vasp }];
  }

  function stateView(destination: Destination, counts: ReceiverCounts): ReceiverState {
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
    async listReceiverStates({ query: { account, cursor, limit } }) {
      const page = account === undefined
        ? await store.accounts.list({ cursor: cursor ?? null, limit })
        : { items: [await store.accounts.byId(account) ?? []].flat(), nextCursor: null };
      const destinations = page.items.flatMap(destinationsOf);
      const receivers = destinations.map(({ account, receiver }) => ({ account, receiver }));
      // A page is read in a few milliseconds, however many receivers it has.
      const each = Math.ceil(COUNTED_MAX / Math.max(1, receivers.length));
      const limits = { each, newest: POSTBACKS_READ_MAX };
      const counts = receivers.length === 0 ? [] : await store.postbacks.countOf(receivers, limits);
      const items = destinations.map((each, index) => stateView(each, counts[index]!));
      return { items, "counted-max": each, "next-cursor": page.nextCursor };
    },
  } satisfies Partial<AdminHandlers>;
}
