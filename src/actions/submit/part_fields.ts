/** Limits on what a message keeps of its parts' headers: a hundred parts fit a row that reads fast. */
import { exceeds } from "../../generated/length.ts";
import type { Part } from "../../mime/reader.ts";
import { type Echo, Mm7Error } from "../../mm7/status.ts";

/** Characters. File names of other scripts come percent-encoded, nine characters for one. */
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

/** Checks the header fields that are kept of a part. Throws Mm7Error 2560. */
export function checkPartFields(part: Part, echo: Echo): void {
  const long = FIELDS.find(({ of, maxLength }) => exceeds(of(part) ?? "", maxLength));
  if (long === undefined) return;
  const { name, maxLength } = long;
  const details = `part ${part.place} has a ${name} of more than ${maxLength} characters`;
  throw new Mm7Error("partsOverLimit", details, echo);
}
