/** Segments and further ids of messages, as carriers name them. */
import type { SentSegment } from "./carrier.ts";

/**
 * Segments that carriers accepted, of messages with several; and further ids of messages and segments
 * that were submitted twice.
 */
export interface SegmentStore {
  /** In the order of the message; one of two ids of a segment. */
  of(trackingId: string): Promise<SentSegment[]>;
  /**
   * Adds an id of a message or of its segment, if it is not another message's.
   * @returns Number of segments of the message that have an id.
   */
  add(trackingId: string, connector: string, segment: SentSegment): Promise<number>;
  /**
   * Records the delivery of a segment.
   * @returns Number of segments of its message, and how many are still undelivered; null if there
   * is no such segment.
   */
  delivered(
    connector: string,
    carrierId: string,
    at: number,
  ): Promise<{ open: number; total: number } | null>;
  /**
   * Counts the latest texts of a connector in several segments, up to a maximum, if of each one
   * segment is delivered; 0 if more are of any.
   *
   * @param before Time after which receipts may still be on their way.
   */
  loneReceipts(connector: string, before: number, max: number): Promise<number>;
}
