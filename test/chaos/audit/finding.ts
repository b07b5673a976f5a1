/** Finding of an audit. */

export const FAULTS = ["lost", "stuck", "doubled", "out of order", "not to be", "wrong"] as const;
/**
 * `stuck`: it may still come. `not to be`: it was refused, and happened all the same. `wrong`: there
 * is something that nobody can have asked for.
 */
export type Fault = typeof FAULTS[number];

export const SUBJECTS = ["sendsms", "sendsavedmms", "mm7", "savemms", "inbound"] as const;
export type Subject = typeof SUBJECTS[number];

export interface Finding {
  of: Subject;
  fault: Fault;
  /** Tracking-id, or number where there is none. */
  id: string;
  says: string;
}
