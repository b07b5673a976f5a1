/** Taking over due work from the store, as far as there is room, in fair turns by account. */

import type { ClaimRoom } from "../ports/mod.ts";

export interface DueWork<T extends { account: string }> {
  /** Null: there is no room; the rest is safer in the store. */
  room(): ClaimRoom | null;
  claim(room: ClaimRoom): Promise<T[]>;
  take(one: T): void;
  isOver(): boolean;
}

export interface DueTaker {
  /** Claims until nothing is due or there is no room. A call during a round adds one more. */
  takeDue(): Promise<void>;
  /** Tells whether the store may hold work of an account that was not taken, for want of room. */
  hasMore(account: string): boolean;
  /** Notes that the store holds work of an account that nobody here was told of. */
  expectMore(account: string): void;
}

export function createDueTaker<T extends { account: string }>(
  { room, claim, take, isOver }: DueWork<T>,
): DueTaker {
  /** Accounts with work left in the store; null: perhaps all of them. */
  let left: Set<string> | null = new Set();
  let again = false;
  let taking = false;

  async function round(): Promise<void> {
    while (again && !isOver()) {
      const places = room();
      if (places === null) {
        left = null;
        return;
      }
      again = false;
      const due = await claim(places);
      left = new Set(places.except ?? []);
      for (const one of due) {
        left.add(one.account);
        take(one);
      }
      // How many there are of whom is the store's to know: it is asked until nothing comes.
      if (due.length > 0) again = true;
    }
  }

  return {
    hasMore: (account) => left === null || left.has(account),
    expectMore: (account) => void left?.add(account),
    async takeDue() {
      again = true;
      if (taking) return;
      taking = true;
      try {
        await round();
      } finally {
        taking = false;
      }
    },
  };
}
