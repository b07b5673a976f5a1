/** Maintains the search index: some thousand messages a step, some steps a round. */
import { BLOCK_SIZE } from "../../core/search/search_block.ts";
import type { JobPorts } from "../shared/ports.ts";

/** Creates a round, which an abort ends between two steps. */
export function createSearchIndexing(
  { clock, config, store }: Pick<JobPorts, "clock" | "config" | "store">,
): (signal: AbortSignal) => Promise<void> {
  const messages = config.SEARCH_INDEX_RATE * config.RESCUE_INTERVAL / 1000;
  const stepsMax = Math.ceil(messages / BLOCK_SIZE);

  return async (signal) => {
    for (let steps = 0; steps < stepsMax && !signal.aborted; steps++) {
      if (!await store.search.index(clock.now())) break;
    }
  };
}
