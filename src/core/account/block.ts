/** Blocks: recipients that an account's originators may not send to. */

/**
 * Maker of a block: a handset's keyword, or an administrator (`operator`). START lifts only blocks
 * that a keyword made.
 */
export type BlockMaker = "keyword" | "operator";

/** Number that an originator of an account, or all of them, may not send to. */
export interface Block {
  /** Null: every originator of the account, including later ones. */
  originator: string | null;
  /** Digits. */
  number: string;
  madeBy: BlockMaker;
  /** Milliseconds since the epoch. */
  since: number;
}
