/** Blocks: recipients that an account's senders may not write to. */

/** Who made a block. A handset's START lifts only what a keyword made. */
export type BlockMaker = "keyword" | "operator";

/** One number that one sender of an account, or all of them, may not write to. */
export interface Block {
  /** Null: every sender of the account, those it gets later too. */
  originator: string | null;
  /** Digits. */
  number: string;
  madeBy: BlockMaker;
  /** Milliseconds since the epoch. */
  since: number;
}
