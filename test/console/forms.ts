/** Forms of pages, as a browser without script sends them. */
/** Makes a form of fields, each with a value or several. */
export const formOf = (fields: Readonly<Record<string, string | readonly (string | File)[]>>) => {
  const form = new FormData();
  for (const [name, values] of Object.entries(fields)) {
    for (const value of [values].flat()) form.append(name, value as string);
  }
  return form;
};

/** Fields of a page's form, as a browser sends them back. */
export function fieldsOf(page: string): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  const add = (name: string, value: string) =>
    (fields[name] ??= []).push(
      value.replaceAll("&quot;", '"').replaceAll("&#39;", "'").replaceAll("&amp;", "&"),
    );
  for (
    const [input] of page.matchAll(/<input type="(?:hidden|tel|text)"[^>]*>|<input id=[^>]*>/g)
  ) {
    const [, name] = /name="([^"]*)"/.exec(input) ?? [];
    const [, value = ""] = /value="([^"]*)"/.exec(input) ?? [];
    if (name !== undefined && !name.startsWith("file:")) add(name, value);
  }
  for (const [, name, value] of page.matchAll(/<textarea[^>]*name="([^"]*)"[^>]*>\n?([^<]*)</g)) {
    add(name!, value!);
  }
  for (
    const [, name, value] of page.matchAll(
      /<select[^>]*name="([^"]*)".*?<option value="([^"]*)" selected/g,
    )
  ) {
    add(name!, value!);
  }
  return fields;
}
