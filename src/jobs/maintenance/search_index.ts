/** Keeps the search index up: some thousand messages a step, some steps a round. */
import type { JobPorts } from "../ports.ts";

/**
 * Steps a round, of 4096 messages: with 5 s between rounds, six thousand messages a second, more
 * than one machine delivers.
 */
const STEPS_A_ROUND = 8;

/** Creates a round, which an abort ends between two steps. */
export function createSearchIndexing(
  { clock, store }: Pick<JobPorts, "clock" | "store">,
): (signal: AbortSignal) => Promise<void> {
  return async (signal) => {
    for (let steps = 0; steps < STEPS_A_ROUND && !signal.aborted; steps++) {
      if (!await store.search.index(clock.now())) break;
    }
  };
}
