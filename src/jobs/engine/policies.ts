/** Policies by which the engine schedules leased work. */
import type { Priority } from "../../lib/fair_queue.ts";
import type { FairShare } from "../../lib/fair_share.ts";

export interface Policies<T> {
  /** Names the owner of an item: owners take turns. */
  ownerOf(item: T): string;
  /** Orders the items of an owner. Default: all are normal. */
  priorityOf?(item: T): Priority | undefined;
  order: KeyOrder<T>;
  /** Slots in work. */
  slots: FairShare;
  /** Whether an item needs no slot. Default: none does without. */
  isSlotless?(item: T): boolean;
  /** Whether the lease of an item leaves no time for its work. Default: they are long enough. */
  isExpired?(item: T): boolean;
  /** Memory that is held by waiting items. Default: not counted. */
  memory?: { share: FairShare; weightOf(item: T): number };
}

/** Order of the items of one key: never are two of them in work at once. */
export interface KeyOrder<T> {
  /**
   * Adds an item. `first`: its turn may come. `follows`: it comes after those of its key. `stray`: it
   * waits for one that is elsewhere, and was not added.
   */
  add(item: T): "first" | "follows" | "stray";
  /** Ends the turn of a first item; returns the one that is first now. */
  next(item: T): T | undefined;
  /** Removes a first item and all behind it; returns those behind it. */
  drop(item: T): T[];
}

/**
 * Has the latest item of a key follow the one in work: an item comes again where its lease expired
 * while it waited, or where it was due before its last commit was heard of.
 */
export function latestFollows<T>(keyOf: (item: T) => string): KeyOrder<T> {
  const firsts = new Set<string>();
  const followers = new Map<string, T>();

  function takeFollower(key: string): T | undefined {
    const follower = followers.get(key);
    followers.delete(key);
    return follower;
  }

  return {
    add(item) {
      const key = keyOf(item);
      if (firsts.has(key)) {
        followers.set(key, item);
        return "follows";
      }
      firsts.add(key);
      return "first";
    },
    next(item) {
      const key = keyOf(item);
      const follower = takeFollower(key);
      if (follower === undefined) firsts.delete(key);
      return follower;
    },
    drop(item) {
      const key = keyOf(item);
      firsts.delete(key);
      const follower = takeFollower(key);
      return follower === undefined ? [] : [follower];
    },
  };
}
