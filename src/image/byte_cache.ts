/** LRU cache with a limit in bytes. */
export interface ByteCache<T> {
  /** Returns a value and marks it as recently used. */
  get(key: string): T | undefined;
  /**
   * Caches a value.
   * @returns False if it is too large to be cached: it would evict most other values.
   */
  set(key: string, value: T, bytes: number): boolean;
}

/** Maximum share of one value. */
const MAX_SHARE = 0.5;

/**
 * Creates an empty cache.
 * @param maxBytes Maximum total of its values.
 */
export function createByteCache<T>(maxBytes: number): ByteCache<T> {
  const entries = new Map<string, { value: T; bytes: number }>();
  let total = 0;

  function remove(key: string): void {
    total -= entries.get(key)?.bytes ?? 0;
    entries.delete(key);
  }

  return {
    get(key) {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      entries.delete(key); // moves the entry to the end: recently used
      entries.set(key, entry);
      return entry.value;
    },
    set(key, value, bytes) {
      remove(key);
      if (bytes > MAX_SHARE * maxBytes) return false;
      entries.set(key, { value, bytes });
      total += bytes;
      for (const oldest of entries.keys()) {
        if (total <= maxBytes) break;
        remove(oldest);
      }
      return true;
    },
  };
}
