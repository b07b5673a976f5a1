/** SubmitReq, read (spec 2.1). */
import type { PassThrough } from "../composition/content.ts";
import type { SubmitFault } from "./fault.ts";

/** Addresses of a message, as international numbers in digits. */
export interface Destination {
  readonly to: string;
  /** Numbers shown as further recipients; nothing is delivered to them. */
  readonly displayOnly: readonly string[];
}

/** Fields of a SubmitReq. Those that are judged after a fact is loaded can be faults. */
export interface SubmitRequest {
  readonly transactionId: string;
  readonly vaspId: string;
  readonly vasId: string | null;
  /** Digits of SenderAddress; null: not a number. */
  readonly sender: string | null;
  readonly destination: Destination | SubmitFault;
  /** Id in `X-Service-Carrier-Id` or its alias, as requested; null: absent or empty. */
  readonly operatorId: string | null;
  readonly subject: string | null;
  /** Value of `allowAdaptations`, or its default. */
  readonly adaptable: boolean;
  readonly passThrough: PassThrough;
  /** Reference to the part that holds the content; null: the first one. */
  readonly contentHref: string | null;
  /** Time of submission, milliseconds since the epoch. */
  readonly submittedAt: number;
  /** End of delivery attempts, milliseconds since the epoch. */
  readonly expiresAt: number;
}
