/** Handover of work that has just been committed to the jobs of this process. */
import type { PendingPostback } from "../core/message/event.ts";
import type { MessageRecord, NewMessage } from "../core/message/message.ts";
import type { TemplateRecord } from "../core/template/template.ts";
import type { Lease } from "./lease.ts";
import type { Receiver } from "./outbox.ts";
import type { MessageTransition } from "./messages.ts";

/** Delivery of accepted messages. */
export interface Deliveries {
  /**
   * Begins the delivery of a message about to be accepted, if it can go to its carrier at once: its
   * route needs no look-up, and it need not wait for its turn.
   * @returns Null: its delivery begins after the commit.
   */
  begin(message: NewMessage): Promise<Beginning | null>;
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
  /** Claims what is due in the store, as far as there is capacity. */
  takeDue(): Promise<void>;
  /** Has a committed message delivered that is due at a time, in milliseconds since the epoch. */
  expect(dueAt: number): void;
}

/** Delivery that begins with the acceptance of its message. */
export interface Beginning {
  /** First transition, to be committed with the message. */
  transition: MessageTransition;
  /** Goes on, once the message is committed. */
  proceed(): void;
  /** Ends it: the message was not committed. */
  abandon(): void;
}

/** Transcoding of new templates. */
export interface Transcodings {
  lease(now: number): Lease;
  offer(template: TemplateRecord): void;
}

/** Sending of new postbacks. */
export interface PostbackHandover {
  /**
   * Reserves a lease for a postback that is about to be written.
   * @returns Null where the postback waits in the store: others of its receiver do, or the receiver
   * is in trouble.
   */
  reserve(receiver: Receiver): Lease | null;
  /** Releases the reserved lease of a postback that was not written under it. */
  release(receiver: Receiver): void;
  /** Hands over postbacks that were written under their reserved leases. */
  offer(postbacks: readonly LeasedPostback[]): void;
}

/** Postback that was written under a lease of this process. */
export interface LeasedPostback {
  postback: PendingPostback;
  lease: Lease;
  /** Id of the unsent one just before it, of its tracking-id and receiver; null: none. */
  behind: string | null;
}
