/** Handover of accepted work from the doors to the jobs. */
import type { MessageRecord, NewMessage } from "../core/message/message.ts";
import type { TemplateRecord } from "../core/template/template.ts";
import type { Lease } from "./lease.ts";

/** Delivery of accepted messages. */
export interface Deliveries {
  /**
   * Reserves a lease for a message about to be accepted.
   * @returns Null if the account has used up its share of the backlog; then the message waits in
   * the store.
   */
  reserve(message: NewMessage, now: number): Lease | null;
  /** Hands over a committed message whose lease was reserved. */
  offer(message: MessageRecord): void;
  /** Releases the reserved lease of a message that was not committed. */
  release(message: NewMessage): void;
}

/** Transcoding of new templates. */
export interface Transcodings {
  lease(now: number): Lease;
  offer(template: TemplateRecord): void;
}
