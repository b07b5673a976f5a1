/** Record of events outside the service: at customers, receivers and carriers. */

/** Outcome of a customer's request. A 503 promises nothing: it may be accepted or not. */
export type Outcome = "accepted" | "refused" | "unknown";

/** A message that a customer asked for. */
export interface CustomerRequest {
  account: string;
  kind: "sendsms" | "sendsavedmms" | "mm7";
  /** Digits that no other request has. */
  to: string;
  outcome: Outcome;
  trackingId: string | null;
  /** More than one only where each repeats the first: by Idempotency-Key or TransactionID. */
  tries: number;
  /** Last answer, in short. */
  said: string;
}

/** A template that a customer asked for. */
export interface Saved {
  account: string;
  /** No other template has it. */
  name: string;
  outcome: Outcome;
  mmsId: string | null;
  said: string;
}

/** A postback or a notice over MM7 that came in whole at a receiver. */
export interface ReceivedPostback {
  account: string;
  channel: "json" | "vasp";
  /** `webhook-id` or TransactionID. */
  id: string;
  code: string;
  /** Tracking-id; of a DeliverReq the handset's number. */
  subject: string;
  body: string;
  isSigned: boolean;
  fate: string;
  /** Answered as taken; `perhaps`: that may not have arrived. */
  accepted: "yes" | "perhaps" | "no";
}

/** A submission that came in at a carrier: an MMS, or a segment of an SMS. */
export interface CarrierSubmission {
  carrier: string;
  to: string;
  /** From 1. */
  segment: number;
  /** The carrier's own; null: it did not take it. */
  id: string | null;
  fate: string;
}

/** A report that a carrier sent until it was answered. */
export interface Reported {
  carrier: string;
  id: string;
  to: string;
  /** `other`: it ends the message too. */
  says: "delivered" | "other" | "not yet";
  /** `unknown`: we said that there is no such message; null: no answer as yet. */
  answer: "taken" | "unknown" | null;
}

/** A message from a handset. */
export interface Written {
  carrier: string;
  kind: "SMS" | "MMS";
  account: string;
  /** Digits that no other message from a handset has. */
  from: string;
  /** Lives of the service that it was delivered to. */
  lives: Set<number>;
  answer: "kept" | "refused" | null;
}

export class Ledger {
  readonly requests: CustomerRequest[] = [];
  readonly saved: Saved[] = [];
  readonly received: ReceivedPostback[] = [];
  readonly submitted: CarrierSubmission[] = [];
  readonly reported: Reported[] = [];
  readonly written: Written[] = [];
  /** Breaches of rules that always hold, as they happened. */
  readonly breaches: string[] = [];
  /** Files that customers got: nothing comes of them later. */
  files = 0;
  #numbers = 0;

  /** A recipient of its own; loopback decides by its last four digits. */
  recipient(ending: string): string {
    return `1${200_000 + ++this.#numbers}${ending}`;
  }

  templateName(): string {
    return `template-${++this.#numbers}`;
  }

  handset(): string {
    return `19${10_000_000 + ++this.#numbers}0`;
  }
}
