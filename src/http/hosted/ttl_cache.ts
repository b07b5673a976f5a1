/** LRU cache with a TTL that counts from when the value was read. */
import { createLru } from "../../lib/lru.ts";
import type { Clock } from "../../ports/mod.ts";

export interface TtlCache<T> {
  /** Undefined: absent or expired. */
  get(key: string): T | undefined;
  /**
   * Caches a value unless the cached one was read later.
   *
   * @param readAt Start of the read, in milliseconds since the epoch.
   */
  set(key: string, value: T, readAt: number): void;
}

/** @param options.max Maximum entries; the least recently used is evicted. */
export function createTtlCache<T>(
  { clock, max, ttlMs }: { clock: Clock; max: number; ttlMs: number },
): TtlCache<T> {
  const entries = createLru<string, { value: T; readAt: number }>(max);
  return {
    get(key) {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      if (clock.now() - entry.readAt < ttlMs) return entry.value;
      entries.delete(key);
      return undefined;
    },
    set(key, value, readAt) {
      if ((entries.get(key)?.readAt ?? -Infinity) > readAt) return;
      entries.set(key, { value, readAt });
    },
  };
}
