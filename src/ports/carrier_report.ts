/** Reports of carriers on messages that they accepted. */
import type { Outcome } from "../core/message/message.ts";

/** Delivery report of a carrier on a message that it accepted. */
export interface CarrierReport {
  connector: string;
  /** Empty: the report has none, and names its message in another way. */
  carrierId: string;
  /** Other ids that the carrier may mean, the likeliest first. Default none. */
  otherIds?: readonly string[];
  outcome: Outcome;
  /** Whether a report on a segment is on the whole message. Default false. */
  isForWhole?: boolean;
  at: number;
  /** Operator of the recipient, if the carrier names it. */
  operatorId?: string | null;
  /** Reference of ours that the carrier returns: finds a message whose response never came. */
  reference?: {
    recipient: string;
    /** Tells whether a message to the recipient has the reference. */
    isOf(trackingId: string): boolean;
  };
  /** Tracking-id, if the carrier returns it: finds a message whose response never came. */
  trackingId?: string | null;
  /** Called with the tracking-id of its message and the id that matched, where there is one. */
  onMatch?(trackingId: string, carrierId: string): void;
  /** Describes it where no message is found. */
  describe?(): ReportDescription;
}

/** Facts of a report that no message was found for. */
export interface ReportDescription extends Pick<UnmatchedReport, "text" | "advice"> {
  /** Recipient of the message, as digits, if the carrier names it. Default: it does not. */
  recipient?: string;
}

/** Delivery report that no message was found for, or that names none. */
export interface UnmatchedReport {
  connector: string;
  /** Null: it has no id that could be read. */
  carrierId: string | null;
  /** Report in the carrier's words, without the text of the message; null: they are not at hand. */
  text: string | null;
  /** Action for an operator. Default: one that holds for any carrier. */
  advice?: string;
  at: number;
}
