/**
 * Keys of Postgres's advisory locks on a whole database, all in one place so that no two are the same.
 * They begin as "slidepost" does in ASCII, cut to 63 bits: no other program's.
 */
export const ADVISORY_LOCKS = {
  /** A migration in a transaction. Versions before 0018 wait for it within the database. */
  migration: "8315728464263147",
  /**
   * Indexes being made concurrently. A statement that waits for this lock within the database would be
   * waited for by the index, and both for ever: it is only tried for.
   */
  index: "8315728464263148",
  /** A backup that copies files, shared; the sweep of files, alone. */
  backup: "8315728464263149",
} as const;
