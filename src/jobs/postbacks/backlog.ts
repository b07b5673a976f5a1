/** Ids of postbacks that wait in memory: in lines, under one limit. */

/** Those of one line, each once, in the order in which they came. */
export interface IdQueue {
  readonly size: number;
  /** False: there is no room for it. */
  add(id: string): boolean;
  /** The first ones, so many at most. */
  take(count: number): string[];
  clear(): void;
}

export interface Backlog {
  /**
   * Ids that a line may hold now: as many as are free. One long line leaves room for others, many
   * leave room for each other, and each has room for a few, without which it could not go on.
   */
  roomEach(): number;
  newQueue(): IdQueue;
}

/** @param few Each line may hold so many, however many others do. */
export function createBacklog({ max, few }: { max: number; few: number }): Backlog {
  let total = 0;
  const roomEach = () => Math.max(max - total, few);

  function newQueue(): IdQueue {
    const ids = new Set<string>();
    /** Stands before the first: a new one would look at all places that have become free again. */
    let first = ids.values();

    return {
      get size() {
        return ids.size;
      },

      add(id) {
        if (ids.has(id)) return true;
        if (ids.size >= roomEach()) return false;
        ids.add(id);
        total++;
        return true;
      },

      take(count) {
        const taken: string[] = [];
        while (taken.length < count && ids.size > 0) {
          const { done, value } = first.next();
          if (done) first = ids.values(); // it had come to the end once
          else if (ids.delete(value)) taken.push(value);
        }
        total -= taken.length;
        return taken;
      },

      clear() {
        total -= ids.size;
        ids.clear();
      },
    };
  }

  return { roomEach, newQueue };
}
