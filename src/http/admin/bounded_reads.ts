/** Reads from the store that do without it where it is down or hangs. */
import { deadline } from "../../lib/deadline.ts";
import { StoreDown } from "../../ports/mod.ts";

export interface BoundedReads {
  /**
   * Reads from the store; null where it is down or hangs.
   *
   * @param name Name of the read, of which one is under way at a time.
   */
  unlessDown<T>(name: string, read: () => Promise<T>): Promise<T | null>;
}

/** @param timeoutMs Maximum time of a read, in milliseconds. */
export function createBoundedReads(timeoutMs: number): BoundedReads {
  /** Reads under way: one that hangs on a locked table takes one connection, and not one a call. */
  const underWay = new Map<string, Promise<unknown>>();

  return {
    async unlessDown(name, read) {
      const reading = underWay.get(name) as ReturnType<typeof read> | undefined ??
        read().finally(() => underWay.delete(name));
      underWay.set(name, reading);
      try {
        return await deadline(reading, timeoutMs, () => null);
      } catch (error) {
        if (error instanceof StoreDown) return null;
        throw error;
      }
    },
  };
}
