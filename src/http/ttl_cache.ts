/** What was read a moment ago, so that many requests for one thing read it once. */
import { createLru } from "../lib/lru.ts";
import type { Clock } from "../ports/mod.ts";

export interface TtlCache<T> {
  /** Undefined: not there, or too old. */
  get(key: string): T | undefined;
  /** @param readAt When its reading began: what was read earlier never replaces it. */
  set(key: string, value: T, readAt: number): void;
}

/** Forgets the least recently used of more than `max`, and all after `keptMs`. */
export function createTtlCache<T>(
  { clock, max, keptMs }: { clock: Clock; max: number; keptMs: number },
): TtlCache<T> {
  const entries = createLru<string, { value: T; readAt: number }>(max);
  return {
    get(key) {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      if (clock.now() - entry.readAt < keptMs) return entry.value;
      entries.delete(key);
      return undefined;
    },
    set(key, value, readAt) {
      if ((entries.get(key)?.readAt ?? -Infinity) > readAt) return;
      entries.set(key, { value, readAt });
    },
  };
}
