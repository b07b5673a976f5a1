/** Bodies of admin operations, as forms made of their fields send them. */
import { adminOperation } from "../contract/admin.ts";
import type { Field } from "../contract/operation.ts";
import type { AdminOperationId } from "../generated/admin.ts";

/** Prefix of the hidden inputs with the values that a form was opened with. */
export const WAS = "was:";
/** Prefix of the checkboxes that remove a secret. */
export const REMOVE = "remove:";

/** Returns the fields of an operation's body. */
export function bodyFieldsOf(id: AdminOperationId): readonly Field[] {
  return adminOperation(id).body;
}

/** Tells whether a field holds the text of a message, which may have several lines. */
export function hasLines({ name }: Field): boolean {
  return name === "text" || name.endsWith("-text");
}

/** Tells whether a field is a checkbox, which has no third state for null. */
export function isCheckbox({ type, nullable }: Field): boolean {
  return type === "boolean" && !nullable;
}

/** Formats a value for its input; empty: there is none. */
export function inputText(field: Field, value: unknown = field.default): string {
  if (isCheckbox(field)) return String(value ?? false);
  return value === null || value === undefined ? "" : tidy(field, String(value));
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

/** Changes a text as browsers do: other line breaks, or none, and no spaces around a URL. */
function tidy(field: Field, text: string): string {
  if (hasLines(field)) return text.replaceAll(/\r\n?/g, "\n");
  const line = text.replaceAll(/[\r\n]/g, "");
  return field.format === "uri" ? line.trim() : line;
}

function valueOf(field: Field, text: string): unknown {
  if (text === "" && field.nullable) return null;
  if (field.type === "integer" && /^-?\d+$/.test(text)) return Number(text);
  if (field.type === "boolean" && /^(true|false)$/.test(text)) return text === "true";
  return text;
}
