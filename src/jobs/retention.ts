/** Removing what has been kept for its time: a walk through each table, some steps a round. */
import type { Config } from "../config.ts";
import type { Expiring } from "../env.ts";
import type { JobEnv } from "./env.ts";

/** How long each is kept, in seconds. */
const KEPT: Record<Expiring, (config: Config) => number> = {
  messages: ({ MESSAGE_KEEP }) => MESSAGE_KEEP,
  inbound: ({ INBOUND_KEEP }) => INBOUND_KEEP,
  // What is told of a message is no use to anybody for longer than the message is.
  events: ({ MESSAGE_KEEP }) => MESSAGE_KEEP,
  loopback: ({ MESSAGE_KEEP }) => MESSAGE_KEEP,
  links: ({ LINK_KEEP }) => LINK_KEEP,
  lookups: ({ LOOKUP_COUNT_KEEP }) => LOOKUP_COUNT_KEEP,
  replies: ({ KEYWORD_REPLY_WINDOW }) => KEYWORD_REPLY_WINDOW,
  handsets: ({ HANDSET_MEMORY }) => HANDSET_MEMORY,
  operators: ({ OPERATOR_MEMORY }) => OPERATOR_MEMORY,
};
const EXPIRING = Object.keys(KEPT) as Expiring[];

/** Ten thousand rows a round: at 10 s between rounds, a thousand messages a second are removed. */
const STEPS_A_ROUND = 10;

/**
 * A round; abandoned between two steps when it is stopped. Each walk goes on where the round before
 * left it, so that rows that have to stay are not in the way of those behind them.
 */
export function createRetention(
  { clock, config, log, store }: Pick<JobEnv, "clock" | "config" | "log" | "store">,
): (signal: AbortSignal) => Promise<void> {
  const places = new Map<Expiring, string | null>();

  /** False: the walk is at its end. */
  async function step(what: Expiring): Promise<boolean> {
    const now = clock.now();
    const { removed, next } = await store.expire(what, {
      now,
      before: now - KEPT[what](config) * 1000,
      after: places.get(what) ?? null,
      limit: config.RETENTION_BATCH,
    });
    places.set(what, next);
    if (removed > 0) log.debug({ what, removed }, "kept for its time, and removed");
    return next !== null;
  }

  async function walk(what: Expiring, signal: AbortSignal): Promise<void> {
    for (let steps = 0; steps < STEPS_A_ROUND && !signal.aborted; steps++) {
      if (!await step(what)) break;
    }
  }

  return async (signal) => {
    for (const what of EXPIRING) await walk(what, signal);
  };
}
