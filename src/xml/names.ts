/** Names of the XML form (contract section 9). */

/** Folds a name: letter case, `-` and `_` do not distinguish names. */
export function foldName(name: string): string {
  return name.replaceAll(/[-_]/g, "").toLowerCase();
}

/** Writes a name in upper case and run together: `tracking-id` becomes TRACKINGID. */
export function upperName(name: string): string {
  return foldName(name).toUpperCase();
}

/** Name without prefix, in characters of XML 1.0 by their Unicode category. */
const NAME = /^[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{M}\p{Nd}_.-]*$/u;

/** Makes a key of a free object a name of XML: what a name cannot have becomes `_`. */
export function elementName(key: string): string {
  if (NAME.test(key)) return key;
  const name = key.replaceAll(/[^\p{L}\p{Nl}\p{M}\p{Nd}_.-]/gu, "_");
  return NAME.test(name) ? name : `_${name}`;
}
