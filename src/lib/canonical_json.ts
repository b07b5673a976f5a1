/** Canonical JSON: equal values have equal texts. */

/** Array or object whose end is not written yet. */
interface OpenContainer {
  values: unknown[];
  /** Sorted member names; null for an array. */
  names: string[] | null;
  /** Number of values written so far. */
  written: number;
}

/**
 * Serialises a value that `JSON.parse` returned: no white space, names sorted by UTF-16 code units,
 * numbers and strings in their shortest form (RFC 8785, except that lone surrogates stay escaped).
 * Iterative, so that nesting depth is not limited by the stack.
 */
export function canonicalJson(value: unknown): string {
  const open: OpenContainer[] = [];
  let text = "";

  function write(value: unknown): void {
    if (typeof value !== "object" || value === null) {
      text += JSON.stringify(value);
      return;
    }
    const isArray = Array.isArray(value);
    const names = isArray ? null : Object.keys(value).sort();
    const values = names?.map((name) => (value as Record<string, unknown>)[name]) ?? value;
    open.push({ values: values as unknown[], names, written: 0 });
    text += isArray ? "[" : "{";
  }

  write(value);
  for (let last = open.at(-1); last !== undefined; last = open.at(-1)) {
    const { values, names, written } = last;
    if (written === values.length) {
      text += names === null ? "]" : "}";
      open.pop();
      continue;
    }
    if (written > 0) text += ",";
    if (names !== null) text += `${JSON.stringify(names[written])}:`;
    last.written++;
    write(values[written]);
  }
  return text;
}
