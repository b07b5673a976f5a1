/** Queue of postbacks. */
import type { PostbackRef } from "../core/message/event.ts";

/**
 * Queue of postbacks to send, now or after a delay. It may lose items: the rescuer enqueues overdue
 * postbacks of the outbox again.
 */
export interface Queue {
  enqueue(postbacks: readonly PostbackRef[], delayMs?: number): Promise<void>;
  /** Starts delivering items to the handler, in batches. */
  listen(handler: (postbacks: PostbackRef[]) => void): void;
  /**
   * Checks the queue.
   * @returns Null if it works, else what is wrong.
   */
  health(): Promise<string | null>;
  close(): Promise<void>;
}
