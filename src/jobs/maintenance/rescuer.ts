/**
 * The rescuer: looks for due work that no process has, at the start and every RESCUE_INTERVAL. Each
 * round but the first is followed by maintenance, beside the next rounds: due work never waits for it.
 */
import { levelOf } from "../../log/level.ts";
import { StoreDown } from "../../ports/mod.ts";
import type { JobPorts } from "../shared/ports.ts";
import { LOOK_AGE_MS } from "../deliver/end.ts";
import { createMaintenance } from "./mod.ts";

/** Time after which work that was announced but not done counts as lost, in milliseconds. */
const GRACE_MS = 30_000;

/** Messages that one statement looks at for a report. */
const LOOKED_AT_ONCE = 5000;

export interface Rescuer {
  /**
   * Runs the first round, without grace: this process has no work yet. Where the store is down, the
   * next round does it.
   */
  start(): Promise<void>;
  /** Abandons maintenance, and resolves when nothing is under way. */
  stop(): Promise<void>;
}

export interface RescuerOptions {
  /** Compares the clocks before each round but the first. Default: nothing. */
  checkClock?(): Promise<void>;
  /** Takes up changes that other machines made. Default: nothing. */
  reload?(): Promise<void>;
}

/** @param jobs Jobs that take what has been due for longer than `sinceMs`. */
export function createRescuer(
  ports: JobPorts,
  jobs: readonly { takeDue(sinceMs: number): Promise<void> }[],
  { checkClock = nothing, reload = nothing }: RescuerOptions = {},
): Rescuer {
  const { clock, config, log, store } = ports;
  const maintenance = createMaintenance(ports);
  const abort = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let round: Promise<void> = Promise.resolve();
  let maintaining: Promise<void> | null = null;

  async function rescue(graceMs: number): Promise<void> {
    const now = clock.now();
    await store.releaseLeases(now);
    const look = () =>
      store.messages.expectReports(now - LOOK_AGE_MS, config.REPORT_GRACE, LOOKED_AT_ONCE);
    while (!abort.signal.aborted && await look());
    for (const job of jobs) await job.takeDue(graceMs);
  }

  function maintain(): void {
    maintaining ??= maintenance(abort.signal)
      .catch((error) =>
        log[levelOf(error)]({ err: String(error) }, "maintenance failed; will retry")
      )
      .finally(() => maintaining = null);
  }

  function schedule(): void {
    if (abort.signal.aborted) return;
    timer = setTimeout(() => {
      round = checkClock().then(() => rescue(GRACE_MS)).then(maintain).then(reload)
        .catch((error) =>
          log[levelOf(error)]({ err: String(error) }, "looking for due work failed; will retry")
        )
        .finally(schedule);
    }, config.RESCUE_INTERVAL);
  }

  return {
    async start() {
      await rescue(0).catch((error) => {
        if (!(error instanceof StoreDown)) throw error;
      });
      schedule();
    },
    async stop() {
      abort.abort();
      clearTimeout(timer);
      await Promise.all([round, maintaining]);
    },
  };
}

const nothing = () => Promise.resolve();
