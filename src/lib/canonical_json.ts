/** JSON values as texts that are equal where the values are. */

/** An array or object that has been begun. */
interface Begun {
  values: unknown[];
  /** Names in their order; null: an array. */
  names: string[] | null;
  /** How many of its values are written. */
  written: number;
}

/**
 * A value that `JSON.parse` has read, written again: without white space, names in the order of
 * their UTF-16 code units, numbers and texts in their shortest form (RFC 8785, but for lone
 * surrogates, which stay as escapes). It may be nested as deep as its reader let it.
 */
export function canonicalJson(value: unknown): string {
  const open: Begun[] = [];
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
