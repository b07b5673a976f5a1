/** How far a backup or a restore is. */

export interface Progress {
  /** Present step: a table's name, `files`, or words. */
  what: string;
  rows?: number;
  files?: number;
  /** How many rows there are, as far as the database knows. */
  of?: number;
  bytes?: number;
}

/** Told often; it must be quick. */
export type OnProgress = (progress: Progress) => void;
