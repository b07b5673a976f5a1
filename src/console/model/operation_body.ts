/** Bodies of admin operations, as forms made of their fields send them. */
import { adminOperation } from "../../contract/admin.ts";
import type { Field } from "../../contract/field.ts";
import type { AdminOperationId } from "../../generated/admin.ts";
import { tidy, valueOf } from "./field_text.ts";

/** Prefix of the hidden inputs with the values that a form was opened with. */
export const WAS = "was:";
/** Prefix of the checkboxes that remove a secret. */
export const REMOVE = "remove:";

/** Returns the fields of an operation's body. */
export function bodyFieldsOf(id: AdminOperationId): readonly Field[] {
  return adminOperation(id).body;
}

/**
 * Reads a form back into a body. Fields that the form lacks, or whose values are those it was opened
 * with, are left out, so that a change by another administrator in the meantime stays. An emptied
 * field is null if it can be. A malformed value stays text, for the admin API to refuse.
 */
export function bodyOf(
  fields: readonly Field[],
  form: FormData,
): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const field of fields) {
    // A checkbox comes after the hidden input that says "false" for it.
    const typed = form.getAll(field.name).at(-1);
    if (typeof typed !== "string") continue;
    const text = tidy(field, typed);
    const was = form.get(`${WAS}${field.name}`);
    if (text !== tidy(field, typeof was === "string" ? was : "")) {
      body[field.name] = valueOf(field, text);
    } else if (form.has(`${REMOVE}${field.name}`)) body[field.name] = null;
  }
  return body;
}
