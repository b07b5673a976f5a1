/** Things worth keeping, up to so many bytes; what was not used for longest goes first. */
export interface Cache<T> {
  get(key: string): T | undefined;
  /** Whether it is kept: nothing is that would drive out most of the rest. */
  set(key: string, value: T, bytes: number): boolean;
}

/** One thing may take up this part of all. */
const LARGEST_PART = 0.5;

export function createCache<T>(maxBytes: number): Cache<T> {
  const kept = new Map<string, { value: T; bytes: number }>();
  let total = 0;

  function remove(key: string): void {
    total -= kept.get(key)?.bytes ?? 0;
    kept.delete(key);
  }

  return {
    get(key) {
      const found = kept.get(key);
      if (found === undefined) return undefined;
      kept.delete(key); // and to the end, among what was used last
      kept.set(key, found);
      return found.value;
    },
    set(key, value, bytes) {
      remove(key);
      if (bytes > LARGEST_PART * maxBytes) return false;
      kept.set(key, { value, bytes });
      total += bytes;
      for (const oldest of kept.keys()) {
        if (total <= maxBytes) break;
        remove(oldest);
      }
      return true;
    },
  };
}
