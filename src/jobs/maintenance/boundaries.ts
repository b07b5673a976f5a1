/**
 * Boundaries of retention. They follow the database's clock, but no faster than a day an hour: an
 * administrator has the time to notice a clock, or a retention, that is wrong.
 */
import type { Config } from "../../config/mod.ts";
import { ASK_INTERVAL_MS } from "../../core/subscription/subscription.ts";
import type { BoundaryMove, Clock, Expiring, Store } from "../../ports/mod.ts";

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
  traffic: ({ TRAFFIC_RETENTION }) => TRAFFIC_RETENTION,
  replies: ({ KEYWORD_REPLY_WINDOW }) => KEYWORD_REPLY_WINDOW,
  handsets: ({ HANDSET_TTL }) => HANDSET_TTL,
  operators: ({ OPERATOR_TTL }) => OPERATOR_TTL,
  questions: () => ASK_INTERVAL_MS,
  subscriptionChanges: ({ MESSAGE_RETENTION }) => MESSAGE_RETENTION,
  // Their age counts from their expiry.
  pendingSubscriptions: () => 0,
  uploads: () => 0,
  sessions: () => 0,
};
const EXPIRING = Object.keys(RETENTION_OF) as Expiring[];

/** Maximum speed of a boundary: a day an hour. */
const SPEED = 24;

type BoundaryPorts = { clock: Clock; config: Config; store: Pick<Store, "boundaries"> };

/** Moves all boundaries; returns those that this process moved, in milliseconds since the epoch. */
export type Advance = () => Promise<ReadonlyMap<Expiring, number>>;

/**
 * Creates the function. One of several machines moves a boundary; another takes over where it has not
 * moved since its last call.
 *
 * @param now Monotonic clock in milliseconds. Default: the process's.
 */
export function createAdvance(
  { clock, config, store: { boundaries } }: BoundaryPorts,
  now: () => number = () => performance.now(),
): Advance {
  /** Boundaries as they last moved, and when, on the monotonic clock. */
  const seen = new Map<Expiring, { at: number; boundary: number }>();

  return async () => {
    const stored = await boundaries.read();
    const at = now();
    const moves = wantedBy(clock, config).flatMap(([kind, wanted]): BoundaryMove[] => {
      const from = stored[kind] ?? null;
      if (from === null) return [{ kind, from, to: wanted }];
      const last = seen.get(kind);
      if (last?.boundary !== from) {
        seen.set(kind, { at, boundary: from });
        return [];
      }
      return [{ kind, from, to: Math.min(wanted, Math.floor(from + SPEED * (at - last.at))) }];
    });
    const moved = new Map<Expiring, number>();
    const ours = new Set(await boundaries.move(moves));
    for (const { kind, to } of moves.filter(({ kind }) => ours.has(kind))) {
      seen.set(kind, { at, boundary: to });
      moved.set(kind, to);
    }
    return moved;
  };
}

/** A kind's rows past their retention that stay for now. */
export interface RetentionLag {
  kind: Expiring;
  /** Time by which the boundary is behind, in milliseconds. */
  ms: number;
}

export interface RetentionControl {
  /** Lists how far the boundaries are behind, the furthest first. */
  lags(): Promise<RetentionLag[]>;
  /** Moves all boundaries to where the retentions want them, at once. */
  catchUp(): Promise<void>;
}

export function createRetentionControl(
  { clock, config, store: { boundaries } }: BoundaryPorts,
): RetentionControl {
  return {
    async lags() {
      const stored = await boundaries.read();
      return wantedBy(clock, config)
        .map(([kind, wanted]) => ({ kind, ms: Math.max(0, wanted - (stored[kind] ?? wanted)) }))
        .sort((a, b) => b.ms - a.ms);
    },

    async catchUp() {
      for (let isDone = false; !isDone;) {
        const stored = await boundaries.read();
        const moves = wantedBy(clock, config)
          .map(([kind, to]) => ({ kind, from: stored[kind] ?? null, to }));
        // A round may have moved some meanwhile.
        isDone = (await boundaries.move(moves)).length === moves.length;
      }
    },
  };
}

/** Lists the boundaries that the retentions want, to the millisecond. */
function wantedBy(clock: Clock, config: Config): [Expiring, number][] {
  const now = clock.now();
  return EXPIRING.map((kind) => [kind, Math.floor(now - RETENTION_OF[kind](config))]);
}
