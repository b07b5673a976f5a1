/** HTML templates that escape text, against injection of markup. */

/** A fragment of trusted HTML. */
export class Markup {
  constructor(readonly source: string) {}
}

/** Values of a template's placeholders; null renders as nothing. */
export type Value = Markup | string | number | null | readonly Markup[];

/**
 * Renders an HTML template. Text values are escaped for element content and for attributes in
 * double quotes; markup is inserted as it is.
 */
export function markup(parts: TemplateStringsArray, ...values: Value[]): Markup {
  return new Markup(String.raw({ raw: parts }, ...values.map(sourceOf)));
}

function sourceOf(value: Value): string {
  if (value === null) return "";
  if (value instanceof Markup) return value.source;
  if (typeof value === "object") return value.map(({ source }) => source).join("");
  return escape(String(value));
}

// deno-lint-ignore no-control-regex
const INVALID_CHARACTERS = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g;

function escape(text: string): string {
  return plainText(text).replaceAll(/[&<>"']/g, (character) => ESCAPES[character]!);
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Normalises line ends, and removes characters that HTML forbids. */
function plainText(text: string): string {
  return text.toWellFormed().replaceAll(/\r\n?/g, "\n").replaceAll(INVALID_CHARACTERS, "");
}
