/**
 * The sweep: finds work in the store that nobody holds, at start and every few seconds. After each
 * round but the first it keeps house, beside the next rounds: work that is due never waits for it.
 */
import { levelOf } from "../../log/level.ts";
import type { JobPorts } from "../ports.ts";
import { createMaintenance } from "./mod.ts";

/** What was due before is looked for again: who was told of it then must have lost it. */
const GRACE_MS = 30_000;

export interface Rescuer {
  /** The first round, without grace: this process holds nothing yet. */
  start(): Promise<void>;
  /** Abandons what is done in the house, and resolves when nothing is done any more. */
  stop(): Promise<void>;
}

/**
 * @param takers Jobs that take over what has been due for so long, milliseconds, of theirs.
 * @param reload Takes up what other machines have changed.
 */
export function createRescuer(
  ports: JobPorts,
  takers: readonly { takeDue(sinceMs: number): Promise<void> }[],
  reload: () => Promise<void> = () => Promise.resolve(),
): Rescuer {
  const { config, log } = ports;
  const house = createMaintenance(ports);
  const abort = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let round: Promise<void> = Promise.resolve();
  let housekeeping: Promise<void> | null = null;

  async function sweep(graceMs: number): Promise<void> {
    for (const taker of takers) await taker.takeDue(graceMs);
  }

  function maintain(): void {
    housekeeping ??= house(abort.signal)
      .catch((error) =>
        log[levelOf(error)]({ err: String(error) }, "house not kept; it will be tried again")
      )
      .finally(() => housekeeping = null);
  }

  function schedule(): void {
    if (abort.signal.aborted) return;
    timer = setTimeout(() => {
      round = sweep(GRACE_MS).then(maintain).then(reload)
        .catch((error) =>
          log[levelOf(error)]({ err: String(error) }, "sweep failed; it will be tried again")
        )
        .finally(schedule);
    }, config.RESCUE_INTERVAL);
  }

  return {
    async start() {
      await sweep(0);
      schedule();
    },
    async stop() {
      abort.abort();
      clearTimeout(timer);
      await Promise.all([round, housekeeping]);
    },
  };
}
