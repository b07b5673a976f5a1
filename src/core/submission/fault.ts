/** Faults of a submission, as values: the decision picks the one to respond with. */

/** MM7 status of a refused submission, by its name in `mm7/status.ts`. */
export type SubmitStatus =
  | "addressError"
  | "attachmentMissing"
  | "attachmentTypeInvalid"
  | "carrierIdInvalid"
  | "clientError"
  | "destinationMissing"
  | "destinationsMultiple"
  | "multimediaRefused"
  | "partsOverLimit"
  | "recipientBlocked"
  | "shortCodeInvalid"
  | "unparseable"
  | "vasIdInvalid"
  | "vaspIdInvalid";

export interface SubmitFault {
  readonly status: SubmitStatus;
  /** Details for the VASP; null: those of the status. */
  readonly details: string | null;
}

export function submitFault(status: SubmitStatus, details: string | null = null): SubmitFault {
  return { status, details };
}

export function isFault<T extends object & { status?: never }>(
  value: T | SubmitFault,
): value is SubmitFault {
  return "status" in value;
}
