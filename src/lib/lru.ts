/** A map of bounded size that drops its least recently used entry. */
export interface Lru<K, V> {
  readonly size: number;
  /** Counts as a use. */
  get(key: K): V | undefined;
  /** Counts as none. */
  peek(key: K): V | undefined;
  /** Adds or replaces an entry. Returns the one that had to make room, if any. */
  set(key: K, value: V): [key: K, value: V] | undefined;
  delete(key: K): boolean;
  clear(): void;
  /** From the least to the most recently used. */
  entries(): Iterable<[key: K, value: V]>;
}

/** @param max Most entries. */
export function createLru<K, V>(max: number): Lru<K, V> {
  // In the order of their last use.
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
