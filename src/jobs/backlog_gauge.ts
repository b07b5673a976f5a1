/** Measures the work that waits, with each round of the rescuer. */
import type { MessageStage, Stage, WaitingMessages } from "../ports/mod.ts";
import type { JobPorts } from "./shared/ports.ts";
import type { Traffic } from "./traffic/mod.ts";

/** Maximum work of a stage that is counted: so much means "this much, or more". */
export const BACKLOG_COUNTED_MAX = 10_000;

const MESSAGE_STAGES: readonly MessageStage[] = ["delivery", "preparation", "template"];

export interface BacklogGauge {
  takeDue(): Promise<void>;
  /** Finds the messages that wait longest, and those that wait for a rate. */
  waitingMessages(): Promise<WaitingMessages>;
}

/** @returns A job for the rescuer. */
export function createBacklogGauge(
  { clock, config, metrics, store }: Pick<JobPorts, "clock" | "config" | "metrics" | "store">,
  traffic: Pick<Traffic, "waiting">,
): BacklogGauge {
  // What is leased, or to be tried again, is due by then; what waits for its report is not.
  const horizonMs = config.LEASE_TIMEOUT +
    Math.max(0, ...config.DELIVER_RETRY, ...config.POSTBACK_SCHEDULE);
  /** Connectors whose rate something has waited for. */
  const paced = new Set<string>();

  const waitingMessages = () => store.waitingMessages(clock.now() + horizonMs, BACKLOG_COUNTED_MAX);

  async function measureMessages(): Promise<void> {
    const { forRate, oldest } = await waitingMessages();
    for (const stage of MESSAGE_STAGES) {
      const since = oldest.find((work) => work.stage === stage)?.since ?? Infinity;
      metrics.oldestMessage.set({ stage }, Math.max(0, clock.now() - since) / 1000);
    }
    for (const { connector } of forRate) paced.add(connector);
    for (const connector of paced) {
      const { waiting = 0 } = forRate.find((wait) => wait.connector === connector) ?? {};
      metrics.rateWaits.set({ connector }, waiting);
    }
  }

  return {
    waitingMessages,

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
      await measureMessages();
    },
  };
}
