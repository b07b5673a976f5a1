/** Access to JSON of providers, whose form is not to be relied on. */

/** Tells whether a value is an object, and no list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the value at a path of names and positions; undefined: there is none. */
export function valueAt(value: unknown, ...path: readonly (string | number)[]): unknown {
  let current = value;
  for (const step of path) {
    if (typeof step === "number") {
      current = Array.isArray(current) ? current[step] : undefined;
    } else {
      current = isRecord(current) && Object.hasOwn(current, step) ? current[step] : undefined;
    }
  }
  return current;
}

/** Returns the text at a path, also of a number; null: there is none, or an empty one. */
export function textAt(value: unknown, ...path: readonly (string | number)[]): string | null {
  const found = valueAt(value, ...path);
  if (typeof found === "number") return `${found}`;
  return typeof found === "string" && found !== "" ? found : null;
}

/** Returns the list of objects at a path; an empty one where there is none. */
export function recordsAt(
  value: unknown,
  ...path: readonly (string | number)[]
): Record<string, unknown>[] {
  const found = valueAt(value, ...path);
  return Array.isArray(found) ? found.filter(isRecord) : [];
}
