/** Values of fields as the texts of their controls, and back. */
import type { Field } from "../../contract/field.ts";

/** Tells whether a field may have several lines, as the text of a message and a certificate have. */
export function hasLines({ lines, name }: Field): boolean {
  return lines === true || name === "text" || name.endsWith("-text");
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

/** Lists the texts that a field can have; undefined: any. */
export function valuesOf({ type, values }: Field): readonly string[] | undefined {
  return type === "boolean" ? ["true", "false"] : values;
}

/** Tells whether a field is a URL. */
export function isUrl({ format }: Field): boolean {
  return format === "uri";
}

/** Changes a text as browsers do: other line breaks, or none, and no spaces around a URL. */
export function tidy(field: Field, text: string): string {
  if (hasLines(field)) return text.replaceAll(/\r\n?/g, "\n");
  const line = text.replaceAll(/[\r\n]/g, "");
  return isUrl(field) ? line.trim() : line;
}

/** Converts a text to the value of its field. A malformed one stays, for the service to refuse. */
export function valueOf(field: Field, text: string): unknown {
  if (text === "" && field.nullable) return null;
  if (field.type === "integer" && /^-?\d+$/.test(text)) return Number(text);
  if (field.type === "boolean" && /^(true|false)$/.test(text)) return text === "true";
  return text;
}
