/** Messages of an account, as its customers ask for them. */
import type { MessageState } from "../core/message/message_state.ts";
import type { MessageStatus, StatusEvent } from "../core/postback/message_status.ts";
import type { Page, PageRequest } from "./page.ts";

/** Messages to list: those that meet all that is present. */
export interface StatusFilter {
  account: string;
  /** Senders of which a message has one. */
  senders?: readonly string[];
  /** Number of the recipient; its equal forms count as the same. */
  recipient?: string;
  state?: MessageState;
  clientReference?: string;
  /** Earliest time of acceptance, milliseconds since the epoch. */
  from?: number;
  /** End of the times of acceptance, exclusive. */
  to?: number;
}

export interface MessageStatusStore {
  /** Finds a message of an account. */
  byTrackingId(account: string, trackingId: string): Promise<MessageStatus | null>;
  /** Reads the events of a message, in order. Read after it, they are no older than its state. */
  eventsOf(message: MessageStatus): Promise<StatusEvent[]>;
  /**
   * Lists messages, the newest first. Does a bounded amount of work: a page may have fewer items
   * than its limit, perhaps none, and the next one goes on from there.
   */
  list(filter: StatusFilter, page: PageRequest): Promise<Page<MessageStatus>>;
}
