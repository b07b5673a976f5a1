/** LRU cache: a map of bounded size that evicts its least recently used entries. */
export interface Lru<K, V> {
  /** Number of entries. */
  readonly size: number;
  /** Returns a value and marks it as recently used. */
  get(key: K): V | undefined;
  /** Returns a value without marking it as used. */
  peek(key: K): V | undefined;
  /**
   * Adds or replaces an entry, and marks it as recently used. A value above `maxValue` only removes
   * the one that it would replace.
   * @returns The evicted entries.
   */
  set(key: K, value: V): [key: K, value: V][];
  delete(key: K): boolean;
  clear(): void;
  /** Entries from the least to the most recently used. */
  entries(): Iterable<[key: K, value: V]>;
}

export interface LruOptions<V> {
  /** Measures a value, always to the same size. Default 1, so that the limit counts entries. */
  sizeOf?: (value: V) => number;
  /** Maximum size of one value: a larger one would evict most others. Default `max`. */
  maxValue?: number;
}

/** Maximum changes for which an iterator of the entries is retained. */
const CHANGES_MAX = 1000;

/**
 * Creates an empty cache.
 * @param max Maximum total size of the values.
 */
export function createLru<K, V>(
  max: number,
  { sizeOf = () => 1, maxValue = max }: LruOptions<V> = {},
): Lru<K, V> {
  // In the order of last use.
  const entries = new Map<K, V>();
  let total = 0;
  // Stands at the oldest entry: a new iterator would step over all that were deleted before it. But
  // it retains the tables that the map outgrows, so it is dropped where nothing is evicted.
  let oldest: Iterator<[K, V], undefined> | null = null;
  let changes = 0;

  function append(key: K, value: V): void {
    entries.set(key, value);
    changes++;
    if (changes > CHANGES_MAX) oldest = null;
  }

  function remove(key: K): boolean {
    if (!entries.has(key)) return false;
    total -= sizeOf(entries.get(key)!);
    return entries.delete(key);
  }

  function evict(): [K, V][] {
    const evicted: [K, V][] = [];
    while (total > max && entries.size > 0) {
      oldest ??= entries.entries();
      changes = 0;
      const entry = oldest.next().value;
      if (entry === undefined) oldest = null;
      else {
        remove(entry[0]);
        evicted.push(entry);
      }
    }
    return evicted;
  }

  return {
    get size() {
      return entries.size;
    },
    get(key) {
      const value = entries.get(key);
      if (value === undefined) return undefined;
      entries.delete(key);
      append(key, value);
      return value;
    },
    peek: (key) => entries.get(key),
    set(key, value) {
      remove(key);
      const size = sizeOf(value);
      if (size > maxValue) return [];
      append(key, value);
      total += size;
      return total > max ? evict() : [];
    },
    delete: remove,
    clear() {
      entries.clear();
      total = 0;
    },
    entries: () => entries.entries(),
  };
}
