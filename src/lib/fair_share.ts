/**
 * Room that owners share by dynamic threshold (Choudhury and Hahne, 1998): an owner may hold as much
 * as is free. One owner alone gets half of the room, two get a third each, and whoever comes next
 * always finds some. For what is held while a stranger's server is waited for.
 */
export interface FairShare {
  /** Held by all owners. */
  readonly held: number;
  heldBy(owner: string): number;
  /** Owners that hold something. */
  owners(): IterableIterator<string>;
  /** Tells whether an owner may hold so much more. */
  admits(owner: string, amount?: number): boolean;
  /** Counts it as held, whether it is admitted or not. */
  hold(owner: string, amount?: number): void;
  release(owner: string, amount?: number): void;
}

export interface FairShareOptions {
  /** Room in all. */
  capacity: number;
  /** An owner may hold so much while there is room at all, however little. Default 1. */
  least?: number;
  /** Part of the capacity that is kept for owners who hold no more than `least`. Default 0. */
  reserve?: number;
}

export function createFairShare(
  { capacity, least = 1, reserve = 0 }: FairShareOptions,
): FairShare {
  const holdings = new Map<string, number>();
  let held = 0;

  return {
    get held() {
      return held;
    },

    owners: () => holdings.keys(),
    heldBy: (owner) => holdings.get(owner) ?? 0,

    admits(owner, amount = 1) {
      const own = (holdings.get(owner) ?? 0) + amount;
      const free = capacity - held - amount;
      return free >= 0 && (own <= least || own <= free - reserve);
    },

    hold(owner, amount = 1) {
      holdings.set(owner, (holdings.get(owner) ?? 0) + amount);
      held += amount;
    },

    release(owner, amount = 1) {
      const rest = (holdings.get(owner) ?? 0) - amount;
      if (rest > 0) holdings.set(owner, rest);
      else holdings.delete(owner);
      held -= amount;
    },
  };
}
