/** Capacity for postbacks in flight: receivers have limits of their own, and accounts fair shares. */
import { createFairShare, type FairShare } from "../../lib/fair_share.ts";
import { accountOfKey } from "./receiver_queue.ts";

/**
 * @param capacity Postbacks in flight at once.
 * @param limitOf Returns how many of them a receiver may have now, by its key.
 */
export function createReceiverShare(
  { capacity, limitOf }: { capacity: number; limitOf(key: string): number },
): FairShare {
  const receivers = createFairShare({ capacity, limitOf });
  // An account with many slow receivers leaves capacity for others.
  const accounts = createFairShare({ capacity });

  return {
    get held() {
      return receivers.held;
    },
    get isFull() {
      return receivers.isFull;
    },
    owners: receivers.owners,
    heldBy: receivers.heldBy,

    admits: (key, amount) =>
      receivers.admits(key, amount) && accounts.admits(accountOfKey(key), amount),

    hold(key, amount) {
      receivers.hold(key, amount);
      accounts.hold(accountOfKey(key), amount);
    },

    release(key, amount) {
      receivers.release(key, amount);
      accounts.release(accountOfKey(key), amount);
    },
  };
}
