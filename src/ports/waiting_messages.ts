/** Messages and templates that wait: which of them waits longest, and what waits for a rate alone. */

/** Stages at which a message or template waits. */
export type MessageStage = "delivery" | "preparation" | "template";

export interface OldestWork {
  stage: MessageStage;
  /** Tracking-id of a message, mms-id of a template. */
  id: string;
  /** Connector of its last attempt; null: there was none. */
  connector: string | null;
  /**
   * Time from which it could go, in milliseconds since the epoch: its acceptance, whatever was tried
   * since; for one that waits for a rate, its turn.
   */
  since: number;
  /** Number of its stage that could go, this one included; those that wait for a rate cannot. */
  waiting: number;
}

/** Messages that wait for nothing but the rate of their connector. */
export interface RateWait {
  connector: string;
  waiting: number;
}

export interface WaitingMessages {
  /** Work that could go first, of each stage that has any. */
  oldest: readonly OldestWork[];
  forRate: readonly RateWait[];
}
