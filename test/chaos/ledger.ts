/** Record of events outside the service: at customers, receivers and carriers. */

/** Outcome of a customer's request. A 503 promises nothing: it may be accepted or not. */
export type Outcome = "accepted" | "refused" | "unknown";

/** A customer's request to send a message. */
export interface CustomerRequest {
  account: string;
  kind: "sendsms" | "sendsavedmms" | "sendmms" | "mm7";
  /** Recipient, unique to the request. */
  to: string;
  outcome: Outcome;
  trackingId: string | null;
  /** Number of attempts. Only requests with an Idempotency-Key or TransactionID are repeated. */
  attempts: number;
  /** Last response, in short. */
  lastResponse: string;
  /** Outcome of its cancellation; absent: it was not canceled. */
  cancellation?: Outcome;
}

/** A customer's request to save a template. */
export interface Saved {
  account: string;
  /** Name, unique to the template. */
  name: string;
  outcome: Outcome;
  mmsId: string | null;
  lastResponse: string;
}

/** Postback or notice over MM7 that a receiver got completely. */
export interface ReceivedPostback {
  account: string;
  /** `archive`: a named receiver, which gets all that the one of `json` gets. */
  channel: "json" | "archive" | "vasp";
  /** `webhook-id` or TransactionID. */
  id: string;
  code: string;
  /** Tracking-id; of a DeliverReq the handset's number. */
  subject: string;
  body: string;
  isSigned: boolean;
  fate: string;
  /** Whether the receiver accepted it; `perhaps`: its response may not have arrived. */
  accepted: "yes" | "perhaps" | "no";
}

/** Submission at a carrier: an MMS, or a segment of an SMS. */
export interface CarrierSubmission {
  carrier: string;
  to: string;
  /** Number of the segment, from 1. */
  segment: number;
  /** Id that the carrier assigned; null: not accepted. */
  id: string | null;
  fate: string;
}

/** Report that a carrier sent until it got a response. */
export interface Reported {
  carrier: string;
  id: string;
  to: string;
  /** `other`: another final state. */
  says: "delivered" | "other" | "not yet";
  /** `unknown`: the service does not know the message; null: no response yet. */
  response: "taken" | "unknown" | null;
}

/** A message from a handset. */
export interface Written {
  carrier: string;
  kind: "SMS" | "MMS";
  account: string;
  /** Number of the handset, unique to the message. */
  from: string;
  /** Processes of the service that it was delivered to. */
  lives: Set<number>;
  /** Whether it has an id, by which the service recognises a repetition. */
  hasId: boolean;
  response: "kept" | "refused" | null;
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
  /** Number of files that customers got, which have no later effects. */
  files = 0;
  #numbers = 0;

  /** Creates a unique recipient; its last four digits decide its outcome at loopback. */
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
