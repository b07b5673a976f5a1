/** Forms of callbacks (application/x-www-form-urlencoded), of strangers until they are verified. */

/** Maximum number of fields; the longest callbacks of providers have some forty. */
export const FIELDS_MAX = 200;

/** Reads a form. Null: it has too many fields. */
export function readForm(text: string | Uint8Array): URLSearchParams | null {
  const form = typeof text === "string" ? text : new TextDecoder().decode(text);
  let fields = 1;
  for (let at = form.indexOf("&"); at >= 0; at = form.indexOf("&", at + 1)) fields++;
  return fields > FIELDS_MAX ? null : new URLSearchParams(form);
}

/** Groups the values of a form or query by name, both in the order in which they come. */
export function valuesByName(form: URLSearchParams): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (const [name, value] of form) {
    const others = values.get(name);
    if (others === undefined) values.set(name, [value]);
    else others.push(value);
  }
  return values;
}

/** Lists names and their values, sorted by name. */
export function sortedByName(form: URLSearchParams): [name: string, values: string[]][] {
  return [...valuesByName(form)].sort(([a], [b]) => a < b ? -1 : 1);
}
