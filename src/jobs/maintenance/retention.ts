/** Removing what has been kept for its time: a walk through each table, some steps a round. */
import type { Config } from "../../config/mod.ts";
import type { Expiring } from "../../ports/mod.ts";
import type { JobPorts } from "../ports.ts";

/** How long each is kept, in milliseconds. */
const KEPT: Record<Expiring, (config: Config) => number> = {
  messages: ({ MESSAGE_RETENTION }) => MESSAGE_RETENTION,
  inbound: ({ INBOUND_RETENTION }) => INBOUND_RETENTION,
  // What is told of a message is no use to anybody for longer than the message is.
  events: ({ MESSAGE_RETENTION }) => MESSAGE_RETENTION,
  loopback: ({ MESSAGE_RETENTION }) => MESSAGE_RETENTION,
  links: ({ LINK_RETENTION }) => LINK_RETENTION,
  lookups: ({ LOOKUP_COUNT_RETENTION }) => LOOKUP_COUNT_RETENTION,
  replies: ({ KEYWORD_REPLY_WINDOW }) => KEYWORD_REPLY_WINDOW,
  handsets: ({ HANDSET_TTL }) => HANDSET_TTL,
  operators: ({ OPERATOR_TTL }) => OPERATOR_TTL,
};
const EXPIRING = Object.keys(KEPT) as Expiring[];

/** Ten thousand rows a round: at 10 s between rounds, a thousand messages a second are removed. */
const STEPS_A_ROUND = 10;

/**
 * A round; abandoned between two steps when it is stopped. Each walk goes on where the round before
 * left it, so that rows that have to stay are not in the way of those behind them.
 */
export function createRetention(
  { clock, config, log, store }: Pick<JobPorts, "clock" | "config" | "log" | "store">,
): (signal: AbortSignal) => Promise<void> {
  const places = new Map<Expiring, string | null>();

  /** False: the walk is at its end. */
  async function step(what: Expiring): Promise<boolean> {
    const now = clock.now();
    const { removed, next } = await store.expire(what, {
      now,
      before: now - KEPT[what](config),
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
