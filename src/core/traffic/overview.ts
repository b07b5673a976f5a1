/** Overview of the traffic of all processes over a span of time, from counters in the store. */
import { advanceMessage, type MessageState } from "../message/message_state.ts";
import type { MessageKind } from "../message/message.ts";
import { ORDINARY_DETAILS } from "../message/status_details.ts";
import type { PostbackCode } from "../../generated/postback.ts";
import { quantileOf } from "./latency_buckets.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Spans of an overview: the duration of a slot, in milliseconds, and the number of slots. */
export const TRAFFIC_SPANS = {
  hour: { slotMs: 5 * MINUTE_MS, slots: 12 },
  day: { slotMs: HOUR_MS, slots: 24 },
  month: { slotMs: DAY_MS, slots: 30 },
} as const;
export type TrafficSpan = keyof typeof TRAFFIC_SPANS;

/** Durations of the slots for which the store has counters, in milliseconds, the shortest first. */
export const SLOTS_MS = Object.values(TRAFFIC_SPANS).map(({ slotMs }) => slotMs);

/** End states that are no delivery, and no lack of a report. */
export const FAILURES = [
  "failed",
  "rejected",
  "unrecognised",
  "expired",
] as const satisfies readonly MessageState[];
type FailureState = typeof FAILURES[number];

/** States that end a message. */
export const ENDS: readonly MessageState[] = ["delivered", "unreported", ...FAILURES];

/** Event of a message: it was received from a handset, accepted, submitted, or it ended. */
export type TrafficOutcome =
  | "received"
  | "accepted"
  | "submitted"
  | "delivered"
  | "unreported"
  | FailureState;

/** Sums of the counters of a span. */
export interface TrafficSums {
  slots: readonly { at: number; outcome: TrafficOutcome; count: number }[];
  accounts: readonly { account: string; outcome: TrafficOutcome; count: number }[];
  failures: readonly { kind: MessageKind; state: FailureState; details: string; count: number }[];
  /** Counts of durations by bucket, in the order of the buckets. */
  latencies: Readonly<Record<TrafficLeg, readonly (readonly [bucket: number, count: number])[]>>;
}

/** Part of a message's way whose duration is counted. */
export type TrafficLeg = "acceptToSubmit" | "submitToReport";

export interface TrafficCounts {
  accepted: number;
  submitted: number;
  delivered: number;
  failed: number;
  unreported: number;
  received: number;
}

/** Messages of one kind that ended in one way. */
export interface TrafficFailure {
  kind: MessageKind;
  state: FailureState;
  /** Reason, as in the status details of postbacks. */
  details: string;
  code: PostbackCode;
  count: number;
}

export interface TrafficOverview {
  /** Start of the first slot, in milliseconds since the epoch. */
  from: number;
  totals: TrafficCounts;
  slots: ({ at: number } & TrafficCounts)[];
  /** The most frequent ones first. */
  failures: TrafficFailure[];
  /** Accounts with the most messages first. */
  accounts: ({ account: string } & TrafficCounts)[];
  latencies: Record<TrafficLeg, { p50: number; p95: number } | null>;
}

/** Maximum failures and accounts that are listed. */
const LISTED_MAX = 10;

/** Returns the start of the first slot of a span that ends now. */
export function startOf(span: TrafficSpan, now: number): number {
  const { slotMs, slots } = TRAFFIC_SPANS[span];
  return (Math.floor(now / slotMs) - slots + 1) * slotMs;
}

/** Makes the overview of a span that ends now. */
export function overviewOf(span: TrafficSpan, now: number, sums: TrafficSums): TrafficOverview {
  const from = startOf(span, now);
  const { slotMs, slots } = TRAFFIC_SPANS[span];
  const bySlot = new Map(
    Array.from({ length: slots }, (_, n) => [from + n * slotMs, newCounts()]),
  );
  const totals = newCounts();
  for (const { at, outcome, count } of sums.slots) {
    // A slot after the current one is that of a process whose clock is ahead.
    const slot = bySlot.get(Math.min(at, from + (slots - 1) * slotMs));
    if (slot === undefined) continue;
    add(slot, outcome, count);
    add(totals, outcome, count);
  }
  const byAccount = new Map<string, TrafficCounts>();
  for (const { account, outcome, count } of sums.accounts) {
    add(byAccount.getOrInsertComputed(account, newCounts), outcome, count);
  }
  return {
    from,
    totals,
    slots: [...bySlot].map(([at, counts]) => ({ at, ...counts })),
    failures: sums.failures.map(failureOf).sort((a, b) => b.count - a.count).slice(0, LISTED_MAX),
    accounts: [...byAccount].map(([account, counts]) => ({ account, ...counts }))
      .sort((a, b) => volumeOf(b) - volumeOf(a)).slice(0, LISTED_MAX),
    latencies: {
      acceptToSubmit: quantilesOf(sums.latencies.acceptToSubmit),
      submitToReport: quantilesOf(sums.latencies.submitToReport),
    },
  };
}

function newCounts(): TrafficCounts {
  return { accepted: 0, submitted: 0, delivered: 0, failed: 0, unreported: 0, received: 0 };
}

function add(counts: TrafficCounts, outcome: TrafficOutcome, count: number): void {
  counts[outcome in counts ? outcome as keyof TrafficCounts : "failed"] += count;
}

function volumeOf({ accepted, received }: TrafficCounts): number {
  return accepted + received;
}

/** Names a failure. A failed SMS without details has expired: its kind has no such state. */
function failureOf({ details, ...failure }: TrafficSums["failures"][number]): TrafficFailure {
  const { kind, state } = failure;
  return {
    ...failure,
    details: details === "" ? ORDINARY_DETAILS[state === "failed" ? "expired" : state] : details,
    code: advanceMessage(kind, "sent", state)!.postback!,
  };
}

function quantilesOf(counts: TrafficSums["latencies"][TrafficLeg]) {
  const total = counts.reduce((sum, [, count]) => sum + count, 0);
  const p50 = quantileOf(counts, total, .5);
  const p95 = quantileOf(counts, total, .95);
  return p50 === null || p95 === null ? null : { p50, p95 };
}
