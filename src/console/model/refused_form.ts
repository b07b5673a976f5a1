/** Forms of refused actions, which are shown again as they were sent. */
import type { Visit } from "./page.ts";

/**
 * Returns the refusal of a form: the one with this action, and with these hidden fields where a page
 * has several of its kind. Null: it was not refused.
 */
export function refusalOfForm(
  { refused }: Visit,
  action: string,
  fields: Readonly<Record<string, string>> = {},
): Visit["refused"] {
  if (refused === null) return null;
  const isSame = Object.entries({ ...fields, do: action })
    .every(([name, value]) => refused.form.get(name) === value);
  return isSame ? refused : null;
}
