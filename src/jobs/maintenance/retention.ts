/** Deletes rows whose retention has ended: walks through the tables, for as long as there are any. */
import { delay } from "../../lib/delay.ts";
import type { Expiring } from "../../ports/mod.ts";
import type { JobPorts } from "../shared/ports.ts";
import { createAdvance } from "./boundaries.ts";

/** Share of the time in which a statement of retention runs: the rest is for other work. */
const SHARE = 0.25;

/**
 * Creates a round, which an abort ends between two steps. Each walk continues where the previous round
 * left it, so that rows which must stay do not block those behind them.
 */
export function createRetention(
  ports: Pick<JobPorts, "clock" | "config" | "log" | "store">,
): (signal: AbortSignal) => Promise<void> {
  const { clock, config, log, store } = ports;
  const advance = createAdvance(ports);
  const cursors = new Map<Expiring, string | null>();

  /** Deletes one batch; false: the walk is at its end. */
  async function step(what: Expiring, before: number): Promise<boolean> {
    const { removed, next } = await store.expire(what, {
      now: clock.now(),
      before,
      after: cursors.get(what) ?? null,
      limit: config.RETENTION_BATCH,
    });
    cursors.set(what, next);
    if (removed > 0) log.debug({ what, removed }, "expired rows deleted");
    return next !== null;
  }

  return async (signal) => {
    const end = performance.now() + config.RESCUE_INTERVAL;
    const walks = new Map(await advance());
    // By turns: a table with a backlog does not keep the others from theirs.
    while (walks.size > 0 && !signal.aborted) {
      for (const [what, before] of walks) {
        if (signal.aborted) return;
        const begun = performance.now();
        const isOver = !await step(what, before) || performance.now() >= end;
        if (isOver) walks.delete(what);
        else await delay((performance.now() - begun) * (1 / SHARE - 1), signal);
      }
    }
  };
}
