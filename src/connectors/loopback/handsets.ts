/** Handsets that the loopback carrier simulates, as administrators have chosen them. */
import type { Clock, LoopbackHandset, LoopbackHandsets, LoopbackStore } from "../../ports/mod.ts";

/** Time after which a choice of another process is seen, in milliseconds. */
const TTL_MS = 1000;
/** Maximum handsets in memory: tests choose few; those beyond behave as their digits say. */
const HANDSETS_MAX = 10_000;

export function createLoopbackHandsets(
  store: Pick<LoopbackStore, "handsets" | "setHandset">,
  clock: Clock,
): LoopbackHandsets {
  let current: Promise<ReadonlyMap<string, LoopbackHandset>> | null = null;
  let readAt = 0;

  async function read(): Promise<ReadonlyMap<string, LoopbackHandset>> {
    const handsets = await store.handsets(HANDSETS_MAX);
    return new Map(handsets.map((handset) => [handset.number, handset]));
  }

  return {
    async of(number) {
      const now = clock.now();
      if (current === null || Math.abs(now - readAt) >= TTL_MS) {
        readAt = now;
        current = read();
        current.catch(() => current = null);
      }
      return (await current).get(number) ?? null;
    },

    async set(handset) {
      await store.setHandset(handset, clock.now());
      current = null;
    },
  };
}
