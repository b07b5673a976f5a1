/** Claiming due work from the store, as far as there is room. */
import type { ClaimRoom } from "../ports/mod.ts";

export interface ClaimerOptions<T extends { account: string }> {
  /** Room for items now; null: none, the store keeps the rest. */
  room(): ClaimRoom | null;
  claim(room: ClaimRoom): Promise<T[]>;
  /** Takes a claimed item. */
  offer(item: T): void;
  isOver(): boolean;
}

export interface Claimer {
  /** Claims until nothing is due or there is no room. A call during a round adds one more. */
  takeDue(): Promise<void>;
  /** Tells whether the store may hold work of an account that found no room here. */
  hasMore(account: string): boolean;
  /** Notes that the store holds work of an account that was not claimed. */
  expectMore(account: string): void;
}

export function createClaimer<T extends { account: string }>(
  { room, claim, offer, isOver }: ClaimerOptions<T>,
): Claimer {
  /** Accounts with work left in the store; null: perhaps all of them. */
  let left: Set<string> | null = new Set();
  let requested = false;
  let claiming = false;

  async function claimAll(): Promise<void> {
    while (requested && !isOver()) {
      const free = room();
      if (free === null) {
        left = null;
        return;
      }
      requested = false;
      const items = await claim(free);
      left = new Set(free.except ?? []);
      for (const item of items) {
        left.add(item.account);
        offer(item);
      }
      // Only the store knows how much is due of whom: it is asked until nothing comes.
      if (items.length > 0) requested = true;
    }
  }

  return {
    hasMore: (account) => left === null || left.has(account),
    expectMore: (account) => void left?.add(account),
    async takeDue() {
      requested = true;
      if (claiming) return;
      claiming = true;
      try {
        await claimAll();
      } finally {
        claiming = false;
      }
    },
  };
}
