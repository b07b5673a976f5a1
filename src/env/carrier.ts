/** Carriers: what they are given, and what they answer and report. */
import type { MessagePart } from "../core/compose.ts";
import type { Outcome } from "../core/message.ts";
import type { Clock } from "../env.ts";

export type SubmissionContent =
  | { kind: "SMS"; text: string }
  | { kind: "MMS"; subject: string | null; parts: MessagePart[] };

/** What a connector is given. Addresses are digits (or an alphanumeric originator). */
export type Submission = SubmissionContent & {
  trackingId: string;
  from: string;
  to: string;
  operatorId: string | null;
  /** 1 for the first try. */
  attempt: number;
  /** Milliseconds since the epoch; no delivery attempts after it. */
  expiresAt: number;
  deliveryReport: boolean;
};

/** What a connector answers to a submission. Only `accepted` may be followed by a report. */
export type SubmissionAnswer =
  | { answer: "accepted"; carrierId: string }
  | { answer: "throttled" | "temporary"; reason: string; retryAfterMs?: number }
  | { answer: "permanent"; outcome: Outcome };

/** What a carrier says about a message it accepted earlier. */
export interface CarrierReport {
  connector: string;
  carrierId: string;
  outcome: Outcome;
  at: number;
}

/** What a connector may use, given at creation. `report` resolves once the report is durable. */
export interface ConnectorHost {
  clock: Clock;
  report(report: CarrierReport): Promise<void>;
}

/** A way to a carrier. */
export interface Connector {
  readonly name: string;
  submit(submission: Submission): Promise<SubmissionAnswer>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Who serves a number. Null: not known. */
export interface OperatorLookup {
  operatorOf(number: string): Promise<string | null>;
}
