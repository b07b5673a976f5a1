/**
 * Capacity that owners share by dynamic threshold (Choudhury and Hahne, 1998): an owner may hold as
 * much as is free. A single owner gets half of the capacity, two get a third each, and a new owner
 * always finds some free. For resources that are held while waiting for third-party servers. Where
 * each owner has a limit of its own, that takes the place of the threshold.
 */
export interface FairShare {
  /** Amount held by all owners. */
  readonly held: number;
  /** Whether nothing is free. */
  readonly isFull: boolean;
  heldBy(owner: string): number;
  /** Owners that hold more than nothing. */
  owners(): IterableIterator<string>;
  /** Returns whether an owner may hold `amount` more. Default 1. */
  admits(owner: string, amount?: number): boolean;
  /** Counts `amount` as held, even if `admits` would refuse it. Default 1. */
  hold(owner: string, amount?: number): void;
  release(owner: string, amount?: number): void;
}

export interface FairShareOptions {
  /** Total amount. */
  capacity: number;
  /** Amount that an owner may always hold while it is free. Default 1. */
  guaranteed?: number;
  /** Part of the capacity reserved for owners that hold no more than `guaranteed`. Default 0. */
  reserve?: number;
  /** Returns what an owner may hold now, such as by its circuit breaker. Default: what is free. */
  limitOf?(owner: string): number;
}

export function createFairShare(
  { capacity, guaranteed = 1, reserve = 0, limitOf }: FairShareOptions,
): FairShare {
  const holdings = new Map<string, number>();
  let held = 0;

  return {
    get held() {
      return held;
    },
    get isFull() {
      return held >= capacity;
    },

    owners: () => holdings.keys(),
    heldBy: (owner) => holdings.get(owner) ?? 0,

    admits(owner, amount = 1) {
      const own = (holdings.get(owner) ?? 0) + amount;
      const free = capacity - held - amount;
      if (free < 0) return false;
      return limitOf ? own <= limitOf(owner) : own <= guaranteed || own <= free - reserve;
    },

    hold(owner, amount = 1) {
      holdings.set(owner, (holdings.get(owner) ?? 0) + amount);
      held += amount;
    },

    release(owner, amount = 1) {
      const remaining = (holdings.get(owner) ?? 0) - amount;
      if (remaining > 0) holdings.set(owner, remaining);
      else holdings.delete(owner);
      held -= amount;
    },
  };
}
