/**
 * Limits on the header fields that are stored of each part: even a hundred parts keep rows small.
 */
import { exceeds } from "../../lib/length.ts";
import { type SubmitFault, submitFault } from "../../core/submission/fault.ts";
import type { Part } from "../../mime/reader.ts";

/** Maximum lengths in characters. In a file name, percent-encoding takes up to nine for one. */
const FIELDS: readonly { name: string; maxLength: number; of(part: Part): string | null }[] = [
  { name: "Content-ID", maxLength: 255, of: ({ contentId }) => contentId },
  { name: "Content-Location", maxLength: 1000, of: ({ location }) => location },
  { name: "file name", maxLength: 1000, of: ({ name }) => name },
  {
    name: "Content-Type",
    maxLength: 1000,
    of: ({ headers }) => headers.get("content-type") ?? null,
  },
];

/** Checks the lengths of the header fields that are stored of a part: null, or a fault 2560. */
export function checkPartFields(part: Part): SubmitFault | null {
  const tooLong = FIELDS.find(({ of, maxLength }) => exceeds(of(part) ?? "", maxLength));
  if (tooLong === undefined) return null;
  const { name, maxLength } = tooLong;
  const details = `part ${part.position} has a ${name} of more than ${maxLength} characters`;
  return submitFault("partsOverLimit", details);
}
