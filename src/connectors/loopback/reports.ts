/**
 * Reports of the loopback carrier. Pending ones are in the store, survive a restart, and are polled
 * for.
 */
import { deadline } from "../../lib/deadline.ts";
import type { ConnectorHost, LoopbackMessage, LoopbackStore } from "../../ports/mod.ts";

/** Delay of a report after acceptance, in milliseconds: our response is on its way by then. */
export const REPORT_AFTER_MS = 100;
const POLL_MS = 50;
/** Polls per query of the store while no report is known to be due: one query a second. */
const IDLE_POLLS = 20;
const REPORT_BATCH_SIZE = 500;

export interface LoopbackReports {
  start(): void;
  /** Has the store polled soon: a report has become pending. */
  expect(): void;
  /** Waits for reports in progress. */
  stop(): Promise<void>;
}

/** @param connector Name of the carrier's connector. */
export function createReports(
  connector: string,
  host: Pick<ConnectorHost, "clock" | "report">,
  store: Pick<LoopbackStore, "dueReports" | "reported">,
): LoopbackReports {
  /** False when reports are unlikely to be pending; then the store is queried rarely. */
  let mayBePending = true;
  let skippedPolls = 0;
  let stopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let polling: Promise<void> = Promise.resolve();
  /** Reports in progress, by carrier id, until the store has them marked as reported. */
  const reporting = new Map<string, Promise<void>>();
  let unmarked: string[] = [];

  async function poll(): Promise<void> {
    mayBePending = false;
    const pending = await store.dueReports(host.clock.now() + REPORT_AFTER_MS, REPORT_BATCH_SIZE);
    if (pending.length > 0) mayBePending = true;
    const due = pending.filter(({ carrierId, reportAt }) =>
      reportAt! <= host.clock.now() && !reporting.has(carrierId)
    );
    for (const message of due) reporting.set(message.carrierId, report(message));
    // A slow report, whose message is still being looked up, does not delay the others.
    const reports = Promise.all(due.map(({ carrierId }) => reporting.get(carrierId)));
    await deadline(reports, POLL_MS, () => {});
    await markReported();
  }

  async function report({ carrierId, report }: LoopbackMessage): Promise<void> {
    try {
      const at = host.clock.now();
      await host.report({ connector, carrierId, outcome: report!, at });
      unmarked.push(carrierId);
    } catch {
      // The store is down: the report stays pending.
      reporting.delete(carrierId);
    }
  }

  async function markReported(): Promise<void> {
    const carrierIds = unmarked;
    if (carrierIds.length === 0) return;
    unmarked = [];
    try {
      await store.reported(carrierIds);
      for (const carrierId of carrierIds) reporting.delete(carrierId);
    } catch (error) {
      unmarked.push(...carrierIds);
      throw error;
    }
  }

  function schedule(): void {
    if (stopped) return;
    timer = setTimeout(() => {
      // Queried now and then regardless: another process may add reports, and clocks may step back.
      if (!mayBePending && ++skippedPolls < IDLE_POLLS) return schedule();
      skippedPolls = 0;
      // After a failure (the store is down) reports are still pending.
      polling = poll().catch(() => void (mayBePending = true)).finally(schedule);
    }, POLL_MS);
  }

  return {
    start: schedule,

    expect() {
      mayBePending = true;
    },

    async stop() {
      stopped = true;
      clearTimeout(timer);
      await polling;
      await Promise.all(reporting.values());
      // Unmarked reports are sent again after the next start, which has no effect.
      await markReported().catch(() => {});
    },
  };
}
