/** HTML that is put together so that no text can become markup. */

/** A piece of HTML as it goes out. */
export class Markup {
  constructor(readonly source: string) {}
}

/** What a template may hold; null is nothing. */
export type Filling = Markup | string | number | null | readonly Markup[];

/**
 * A template of HTML. Texts that are filled in are escaped, for the content of an element and for an
 * attribute in double quotes; markup stays as it is.
 */
export function markup(parts: TemplateStringsArray, ...fillings: Filling[]): Markup {
  return new Markup(String.raw({ raw: parts }, ...fillings.map(sourceOf)));
}

function sourceOf(filling: Filling): string {
  if (filling === null) return "";
  if (filling instanceof Markup) return filling.source;
  if (typeof filling === "object") return filling.map(({ source }) => source).join("");
  return escape(String(filling));
}

// deno-lint-ignore no-control-regex
const UNSHOWABLE = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g;

function escape(text: string): string {
  return plainText(text).replaceAll(/[&<>"']/g, (each) => ESCAPES[each]!);
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text with one kind of line end, without what HTML has no place for. */
function plainText(text: string): string {
  return text.toWellFormed().replaceAll(/\r\n?/g, "\n").replaceAll(UNSHOWABLE, "");
}
