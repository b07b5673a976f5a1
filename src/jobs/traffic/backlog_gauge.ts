/** Measures the work that waits, with each round of the rescuer. */
import type { Stage } from "../../ports/mod.ts";
import type { JobPorts } from "../ports.ts";
import type { Traffic } from "./mod.ts";

/** Maximum work of a stage that is counted: so much means "this much, or more". */
export const BACKLOG_COUNTED_MAX = 10_000;

/** @returns A job for the rescuer. */
export function createBacklogGauge(
  { clock, config, metrics, store }: Pick<JobPorts, "clock" | "config" | "metrics" | "store">,
  traffic: Pick<Traffic, "waiting">,
): { takeDue(): Promise<void> } {
  // What is leased, or to be tried again, is due by then; what waits for its report is not.
  const horizonMs = config.LEASE_TIMEOUT +
    Math.max(0, ...config.DELIVER_RETRY, ...config.POSTBACK_SCHEDULE);

  return {
    async takeDue() {
      const now = clock.now();
      const backlog = await store.backlog(now + horizonMs, BACKLOG_COUNTED_MAX);
      traffic.waiting(backlog.delivery.count);
      for (const stage of Object.keys(backlog) as Stage[]) {
        const { count, oldestDueAt } = backlog[stage];
        metrics.waiting.set({ stage }, count);
        const waitedMs = oldestDueAt === null ? 0 : Math.max(0, now - oldestDueAt);
        metrics.oldestWaiting.set({ stage }, waitedMs / 1000);
      }
    },
  };
}
