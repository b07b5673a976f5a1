/**
 * The sweep: finds work in the store that nobody holds, at start and every few seconds. Then it
 * keeps house, which no start waits for.
 */
import type { JobEnv } from "./env.ts";

/** A postback is looked for again only when its queue item must be lost or late. */
const QUEUE_GRACE_MS = 30_000;
const POSTBACKS_AT_ONCE = 1000;
/** After a round that found more postbacks than it could take along. */
const NEXT_PAGE_MS = 1000;

const DIGESTS_AT_ONCE = 1000;
/** Ten thousand a round: at 10 s between rounds, a thousand submissions a second are forgotten. */
const DIGEST_ROUNDS = 10;

export interface Sweep {
  /** The first round, without grace: this process holds nothing yet. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * @param takers Jobs that take over what is due of theirs.
 * @param reload Takes up what other machines have changed.
 */
export function createSweep(
  { clock, config, log, queue, store }: JobEnv,
  takers: readonly { takeDue(): Promise<void> }[],
  reload: () => Promise<void> = () => Promise.resolve(),
): Sweep {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let round: Promise<void> = Promise.resolve();
  let stopped = false;
  let wait = config.SWEEP_SECONDS * 1000;

  async function sweep(graceMs: number): Promise<void> {
    for (const taker of takers) await taker.takeDue();
    const now = clock.now();
    const ids = await store.events.due(now, now - graceMs, POSTBACKS_AT_ONCE);
    if (ids.length > 0) await queue.enqueue(ids);
    wait = ids.length < POSTBACKS_AT_ONCE ? config.SWEEP_SECONDS * 1000 : NEXT_PAGE_MS;
  }

  async function keepHouse(): Promise<void> {
    const before = clock.now() - config.MM7_DUPLICATE_WINDOW * 1000;
    for (let rounds = 0; rounds < DIGEST_ROUNDS; rounds++) {
      const forgotten = await store.messages.forgetDigests(before, DIGESTS_AT_ONCE);
      if (forgotten < DIGESTS_AT_ONCE) break;
    }
    await reload();
  }

  function schedule(): void {
    if (stopped) return;
    timer = setTimeout(() => {
      round = sweep(QUEUE_GRACE_MS).then(keepHouse)
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
      stopped = true;
      clearTimeout(timer);
      await round;
    },
  };
}
