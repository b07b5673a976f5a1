/** Deletes rows whose retention has ended: a walk through each table, some steps a round. */
import type { Config } from "../../config/mod.ts";
import type { Expiring } from "../../ports/mod.ts";
import type { JobPorts } from "../ports.ts";

/** Retention by table, in milliseconds. */
const RETENTION_OF: Record<Expiring, (config: Config) => number> = {
  messages: ({ MESSAGE_RETENTION }) => MESSAGE_RETENTION,
  inbound: ({ INBOUND_RETENTION }) => INBOUND_RETENTION,
  // Events are of no use without their message.
  events: ({ MESSAGE_RETENTION }) => MESSAGE_RETENTION,
  loopback: ({ MESSAGE_RETENTION }) => MESSAGE_RETENTION,
  exchanges: ({ EXCHANGE_RETENTION }) => EXCHANGE_RETENTION,
  links: ({ LINK_RETENTION }) => LINK_RETENTION,
  lookups: ({ LOOKUP_COUNT_RETENTION }) => LOOKUP_COUNT_RETENTION,
  replies: ({ KEYWORD_REPLY_WINDOW }) => KEYWORD_REPLY_WINDOW,
  handsets: ({ HANDSET_TTL }) => HANDSET_TTL,
  operators: ({ OPERATOR_TTL }) => OPERATOR_TTL,
  // Their age counts from their expiry.
  uploads: () => 0,
  sessions: () => 0,
};
const EXPIRING = Object.keys(RETENTION_OF) as Expiring[];

/** Steps a round: ten thousand rows; with 5 s between rounds, two thousand messages a second. */
const STEPS_A_ROUND = 10;

/**
 * Creates a round, which an abort ends between two steps. Each walk continues where the previous round
 * left it, so that rows which must stay do not block those behind them.
 */
export function createRetention(
  { clock, config, log, store }: Pick<JobPorts, "clock" | "config" | "log" | "store">,
): (signal: AbortSignal) => Promise<void> {
  const places = new Map<Expiring, string | null>();

  /** Deletes one batch; false: the walk is at its end. */
  async function step(what: Expiring): Promise<boolean> {
    const now = clock.now();
    const { removed, next } = await store.expire(what, {
      now,
      before: now - RETENTION_OF[what](config),
      after: places.get(what) ?? null,
      limit: config.RETENTION_BATCH,
    });
    places.set(what, next);
    if (removed > 0) log.debug({ what, removed }, "expired rows deleted");
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
