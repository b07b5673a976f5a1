/** Blocks: recipients that an account's originators may not send to. */

/**
 * Maker of a block: a handset's keyword, an administrator (`operator`), or the account itself by the
 * action `block` (`api`). START lifts only blocks that a keyword made, `unblock` only those of the
 * account.
 */
export type BlockMaker = "keyword" | "operator" | "api";

/** Writes what stands in a block for a number that has been erased. */
export function erasedNumber(digest: string): string {
  return `erased:${digest}`;
}

/** Checks for the form of `erasedNumber`, with the digest of an installation. */
export function isErasedNumber(text: string): boolean {
  return /^erased:[\w-]{43}$/.test(text);
}

/** Number that an originator of an account, or all of them, may not send to. */
export interface Block {
  /** Null: every originator of the account, including later ones. */
  originator: string | null;
  /** Digits, or what stands for an erased number. */
  number: string;
  madeBy: BlockMaker;
  /** Milliseconds since the epoch. */
  since: number;
}
