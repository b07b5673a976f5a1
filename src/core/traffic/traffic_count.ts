/** Counts of what happens to messages, for the overview of the traffic. */
import type { InboundRecord } from "../message/inbound.ts";
import type { MessageKind, MessageRecord, NewMessage } from "../message/message.ts";
import type { MessageState } from "../message/message_state.ts";
import { ENDS, FAILURES, type TrafficOutcome } from "./overview.ts";

/** A message to which something happened. */
export interface TrafficCount {
  /** Time, in milliseconds since the epoch. */
  at: number;
  account: string;
  kind: MessageKind | InboundRecord["kind"];
  outcome: TrafficOutcome;
  /** Status details of a failure that has its own, else empty. */
  details: string;
  /**
   * Time since the message could go for the outcome `submitted`, since the submission for an end that a
   * carrier reported, in milliseconds; null: none is counted.
   */
  durationMs: number | null;
}

const PLAIN = { details: "", durationMs: null } as const;

export function countAccepted({ account, acceptedAt: at, kind }: NewMessage): TrafficCount {
  return { at, account, kind, outcome: "accepted", ...PLAIN };
}

export function countReceived({ account, kind, receivedAt: at }: InboundRecord): TrafficCount {
  return { at, account, kind, outcome: "received", ...PLAIN };
}

/** A change of a message. */
export interface MessageChange {
  at: number;
  /** State after it. */
  to: MessageState;
  /** Whether it is the submission to a carrier. */
  isTaken: boolean;
  /** Whether the end is our own, though a carrier may have the message. */
  presumed: boolean;
  details: string | undefined;
}

/** Counts a submission to a carrier, or an end; undefined: the change is neither. */
export function countChange(
  { acceptedAt, account, kind, startAt = acceptedAt, state, submittedAt }: MessageRecord,
  { at, details = "", isTaken, presumed, to }: MessageChange,
): TrafficCount | undefined {
  if (isTaken) {
    return { at, account, kind, outcome: "submitted", details: "", durationMs: at - startAt };
  }
  if (state === to || !isEnd(to)) return undefined;
  const isFailure = (FAILURES as readonly MessageState[]).includes(to);
  const isReported = submittedAt !== null && to !== "unreported" && !presumed;
  return {
    at,
    account,
    kind,
    outcome: to,
    details: isFailure ? details : "",
    durationMs: isReported ? at - submittedAt : null,
  };
}

function isEnd(state: MessageState): state is MessageState & TrafficOutcome {
  return ENDS.includes(state);
}
