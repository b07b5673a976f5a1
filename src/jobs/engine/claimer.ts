/** Claiming due work from the store, as far as there is capacity. */
import type { ClaimCapacity } from "../../ports/mod.ts";

export interface ClaimerOptions<T extends { account: string }> {
  /** Capacity for items now; null: none, the store keeps the rest. */
  capacity(): ClaimCapacity | null;
  claim(capacity: ClaimCapacity): Promise<T[]>;
  /** Takes a claimed item. */
  offer(item: T): void;
  isOver(): boolean;
}

export interface Claimer {
  /** Claims until nothing is due or there is no capacity. A call during a round adds one more. */
  takeDue(): Promise<void>;
  /** Claims once, unless a claim is under way. */
  takeOnce(): Promise<void>;
  /** Tells whether the store may hold work of an account that found no capacity here. */
  hasMore(account: string): boolean;
  /** Notes that the store holds work of an account that was not claimed. */
  expectMore(account: string): void;
}

export function createClaimer<T extends { account: string }>(
  { capacity, claim, offer, isOver }: ClaimerOptions<T>,
): Claimer {
  /** Accounts with work left in the store; null: perhaps all of them. */
  let left: Set<string> | null = new Set();
  /** Accounts of which work was left during the claim under way, which may not have seen it. */
  const leftMeanwhile = new Set<string>();
  let requested = false;
  let claiming = false;

  /**
   * Claims up to the capacity; resolves with the accounts that may have more, null: no capacity.
   */
  async function claimOnce(): Promise<{ count: number; accounts: Set<string> } | null> {
    const free = capacity();
    if (free === null) {
      left = null;
      return null;
    }
    leftMeanwhile.clear();
    const items = await claim(free);
    const accounts = new Set(free.except ?? []).union(leftMeanwhile);
    for (const item of items) {
      accounts.add(item.account);
      offer(item);
    }
    return { count: items.length, accounts };
  }

  async function claimAll(): Promise<void> {
    while (requested && !isOver()) {
      requested = false;
      const claimed = await claimOnce();
      if (claimed === null) return;
      left = claimed.accounts;
      // Only the store knows how much is due of whom: it is asked until nothing comes.
      if (claimed.count > 0) requested = true;
    }
  }

  /** Runs a round of claims, and what was requested meanwhile; only one at a time. */
  async function run(round: () => Promise<unknown>): Promise<void> {
    if (claiming) return;
    claiming = true;
    try {
      await round();
      await claimAll();
    } finally {
      claiming = false;
    }
  }

  return {
    hasMore: (account) => left === null || left.has(account),
    expectMore(account) {
      left?.add(account);
      if (claiming) leftMeanwhile.add(account);
    },
    async takeDue() {
      requested = true;
      await run(claimAll);
    },
    async takeOnce() {
      if (!isOver()) await run(claimOnce);
    },
  };
}
