/** LRU cache: a map of bounded size that evicts its least recently used entry. */
export interface Lru<K, V> {
  readonly size: number;
  /** Returns a value and marks it as recently used. */
  get(key: K): V | undefined;
  /** Returns a value without marking it as used. */
  peek(key: K): V | undefined;
  /**
   * Adds or replaces an entry.
   * @returns The evicted entry, if any.
   */
  set(key: K, value: V): [key: K, value: V] | undefined;
  delete(key: K): boolean;
  clear(): void;
  /** Entries from the least to the most recently used. */
  entries(): Iterable<[key: K, value: V]>;
}

/**
 * Creates an empty cache.
 * @param max Maximum number of entries.
 */
export function createLru<K, V>(max: number): Lru<K, V> {
  // In the order of last use.
  const entries = new Map<K, V>();
  return {
    get size() {
      return entries.size;
    },
    get(key) {
      const value = entries.get(key);
      if (value === undefined) return undefined;
      entries.delete(key);
      entries.set(key, value);
      return value;
    },
    peek: (key) => entries.get(key),
    set(key, value) {
      entries.delete(key);
      entries.set(key, value);
      if (entries.size <= max) return undefined;
      const [oldest] = entries;
      entries.delete(oldest![0]);
      return oldest;
    },
    delete: (key) => entries.delete(key),
    clear: () => entries.clear(),
    entries: () => entries.entries(),
  };
}
