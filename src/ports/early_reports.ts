/** Storage of carriers' reports that come before the ids of their messages. */
import type { CarrierReport } from "./carrier_report.ts";

/** Age up to which a submission may be the one of a report that matches none, in milliseconds. */
export const SUBMITTED_LATELY_MS = 60_000;

/** Report under one of the ids that it may mean. */
export interface EarlyReport extends Required<SavedFacts> {
  /** Common to the ids of a report. */
  report: string;
  carrierId: string;
}

/** Facts of a report that are stored. */
export type SavedFacts = Pick<
  CarrierReport,
  "connector" | "outcome" | "isForWhole" | "operatorId" | "at"
>;

/** Message, or segment of one, by the id that its carrier has just given it. */
export interface IdentifiedMessage {
  connector: string;
  carrierId: string;
  /** Recipient of the message, as digits. */
  recipient: string;
}

/**
 * Reports whose ids no message has yet. Of a recipient there is a digest only; it decides where a
 * report may mean several ids.
 */
export interface EarlyReportStore {
  /** Stores a report under all of its ids. */
  save(
    report: SavedFacts,
    ids: { carrierIds: readonly string[]; recipient?: string },
  ): Promise<void>;
  /**
   * Finds the reports on a message, the oldest first; not those that another machine has saved since
   * the last `trim`.
   */
  of(message: IdentifiedMessage): Promise<EarlyReport[]>;
  /** Finds reports whose messages are known by now, the oldest first. */
  matched(limit: number): Promise<EarlyReport[]>;
  /** Removes reports, under all of their ids. */
  remove(reports: readonly string[]): Promise<void>;
  /** Removes what came before a time, and of each connector the oldest ids beyond a number. */
  trim(before: number, max: number): Promise<void>;
  /** Tells whether a connector has a message that came after a time, or one is on its way to any. */
  isSubmitting(connector: string, since: number): Promise<boolean>;
}
