/** HTML templates that escape text, against injection of markup. */
import { html, raw } from "hono/html";
import type { HtmlEscaped } from "hono/utils/html";

/** A fragment of trusted HTML; `String` converts it. */
export type Markup = HtmlEscaped;

/** Marks a source text as trusted HTML. */
export const trusted: (source: string) => Markup = raw;

/** Values of a template's placeholders; null renders as nothing. */
export type Value = Markup | string | number | null | readonly Markup[];

/**
 * Renders an HTML template. Text values are escaped for element content and for attributes in
 * double quotes; markup is inserted as it is.
 */
export function markup(parts: TemplateStringsArray, ...values: Value[]): Markup {
  const normalised = values.map((value) => typeof value === "string" ? plainText(value) : value);
  return html(parts, ...normalised) as Markup; // a promise only where a value is one
}

// deno-lint-ignore no-control-regex
const INVALID_CHARACTERS = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g;

/** Normalises line ends, and removes characters that HTML forbids. */
function plainText(text: string): string {
  return text.toWellFormed().replaceAll(/\r\n?/g, "\n").replaceAll(INVALID_CHARACTERS, "");
}
