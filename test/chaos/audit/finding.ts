/** Finding of an audit. */

export const FAULTS = ["lost", "stuck", "doubled", "out of order", "not to be", "wrong"] as const;
/**
 * `stuck`: not final yet. `not to be`: refused, but performed. `wrong`: exists without a request
 * for it.
 */
export type Fault = typeof FAULTS[number];

export const SUBJECTS = [
  "sendsms",
  "sendsavedmms",
  "sendmms",
  "mm7",
  "savemms",
  "inbound",
] as const;
export type Subject = typeof SUBJECTS[number];

export interface Finding {
  of: Subject;
  fault: Fault;
  /** Tracking-id, or the number if there is none. */
  id: string;
  text: string;
}
