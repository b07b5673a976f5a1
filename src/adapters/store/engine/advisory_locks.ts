/**
 * Keys of the database-wide advisory locks, all in one place so that no two are equal. They start
 * with "slidepost" in ASCII, cut to 63 bits, to avoid the keys of other programs.
 */
export const ADVISORY_LOCKS = {
  /** Held by a migration in a transaction. */
  migration: "8315728464263147",
  /**
   * Held while indexes are built concurrently. It is only tried for: the index build would wait for
   * a session that waits for this lock, and the two would deadlock.
   */
  index: "8315728464263148",
  /** Held shared by a backup that copies files, exclusively by the blob GC. */
  backup: "8315728464263149",
  /** Held while the search index is changed. */
  search: "8315728464263150",
  /** Held while the loopback carrier's messages are written, so that they commit in their order. */
  inbox: "8315728464263151",
  /** Seed of the locks under which the accounts of a sender change, one for each address. */
  sender: "8315728464263152",
} as const;
