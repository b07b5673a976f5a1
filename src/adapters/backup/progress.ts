/** Progress of a backup or a restore. */

export interface Progress {
  /** Current step: a table's name, `files`, or a description. */
  what: string;
  rows?: number;
  files?: number;
  /** Total rows, by the database's estimate. */
  of?: number;
  bytes?: number;
}

/** Called often, so it must be fast. */
export type OnProgress = (progress: Progress) => void;
