/**
 * The sweep: finds work in the store that nobody holds, at start and every few seconds. After each
 * round but the first it keeps house, beside the next rounds: work that is due never waits for it.
 */
import type { JobEnv } from "./env.ts";
import { createKeepHouse } from "./keep_house.ts";

/** A postback is looked for again only when its queue item must be lost or late. */
const QUEUE_GRACE_MS = 30_000;
const POSTBACKS_AT_ONCE = 1000;
/** After a round that found more postbacks than it could take along. */
const NEXT_PAGE_MS = 1000;

export interface Sweep {
  /** The first round, without grace: this process holds nothing yet. */
  start(): Promise<void>;
  /** Abandons what is done in the house, and resolves when nothing is done any more. */
  stop(): Promise<void>;
}

/**
 * @param takers Jobs that take over what is due of theirs.
 * @param reload Takes up what other machines have changed.
 */
export function createSweep(
  env: JobEnv,
  takers: readonly { takeDue(): Promise<void> }[],
  reload: () => Promise<void> = () => Promise.resolve(),
): Sweep {
  const { clock, config, log, queue, store } = env;
  const house = createKeepHouse(env);
  const abort = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let round: Promise<void> = Promise.resolve();
  let housekeeping: Promise<void> | null = null;
  let wait = config.SWEEP_SECONDS * 1000;

  async function sweep(graceMs: number): Promise<void> {
    for (const taker of takers) await taker.takeDue();
    const now = clock.now();
    const ids = await store.events.due(now, now - graceMs, POSTBACKS_AT_ONCE);
    if (ids.length > 0) await queue.enqueue(ids);
    wait = ids.length < POSTBACKS_AT_ONCE ? config.SWEEP_SECONDS * 1000 : NEXT_PAGE_MS;
  }

  function keepHouse(): void {
    housekeeping ??= house(abort.signal)
      .catch((error) => log.warn({ err: String(error) }, "house not kept; it will be tried again"))
      .finally(() => housekeeping = null);
  }

  function schedule(): void {
    if (abort.signal.aborted) return;
    timer = setTimeout(() => {
      round = sweep(QUEUE_GRACE_MS).then(keepHouse).then(reload)
        .catch((error) => log.warn({ err: String(error) }, "sweep failed; it will be tried again"))
        .finally(schedule);
    }, wait);
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
