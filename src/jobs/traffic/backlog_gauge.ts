/** Measures how many messages wait for delivery, with each round of the rescuer. */
import type { JobPorts } from "../ports.ts";
import type { Traffic } from "./mod.ts";

/** Maximum messages that are counted: so many mean "this many, or more". */
export const BACKLOG_COUNTED_MAX = 10_000;

/** @returns A job for the rescuer. */
export function createBacklogGauge(
  { clock, config, store }: Pick<JobPorts, "clock" | "config" | "store">,
  traffic: Pick<Traffic, "waiting">,
): { takeDue(): Promise<void> } {
  // What is leased, or to be tried again, is due by then; what waits for its report is not.
  const horizonMs = config.LEASE_TIMEOUT + Math.max(0, ...config.DELIVER_RETRY);

  return {
    async takeDue() {
      const dueBy = clock.now() + horizonMs;
      traffic.waiting(await store.messages.countUndelivered(dueBy, BACKLOG_COUNTED_MAX));
    },
  };
}
