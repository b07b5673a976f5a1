/** Ids of postbacks that wait in memory, in a queue for each receiver, under one limit. */

/** Ids of one receiver's postbacks in the order of their arrival, without duplicates. */
export interface IdQueue {
  readonly size: number;
  /** Appends an id; false: the backlog is full. */
  add(id: string): boolean;
  /** Removes the first ids, `count` at most. */
  take(count: number): string[];
  clear(): void;
}

export interface Backlog {
  /**
   * Ids that one queue may hold now: as many as are free. One long queue leaves capacity for
   * others, many leave capacity for each other, and each may hold the few that it needs to go on.
   */
  capacityEach(): number;
  newQueue(): IdQueue;
}

/**
 * @param max Ids in all queues.
 * @param few Ids that a queue may hold, however many others do.
 */
export function createBacklog({ max, few }: { max: number; few: number }): Backlog {
  let total = 0;
  const capacityEach = () => Math.max(max - total, few);

  function newQueue(): IdQueue {
    const ids = new Set<string>();
    /** Iterator at the first id: a new one would step over all deleted entries again. */
    let first = ids.values();

    return {
      get size() {
        return ids.size;
      },

      add(id) {
        if (ids.has(id)) return true;
        if (ids.size >= capacityEach()) return false;
        ids.add(id);
        total++;
        return true;
      },

      take(count) {
        const removed: string[] = [];
        while (removed.length < count && ids.size > 0) {
          const { done, value } = first.next();
          if (done) first = ids.values(); // an exhausted iterator sees no later entries
          else if (ids.delete(value)) removed.push(value);
        }
        total -= removed.length;
        return removed;
      },

      clear() {
        total -= ids.size;
        ids.clear();
      },
    };
  }

  return { capacityEach, newQueue };
}
