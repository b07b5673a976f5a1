/** Names of fields: camelCase in TypeScript, with hyphens in JSON. */

/**
 * Fields of a type by their names in TypeScript: the name in JSON, and the fields of the object or
 * objects in it. `map`: objects by keys of the customer's own.
 */
export type Shape = Readonly<Record<string, readonly [wire: string, of?: Shape, kind?: "map"]>>;

/** Converts an object to JSON. Fields that are undefined are left out. */
export function toWire(shape: Shape, value: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) => {
      const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
      if (field === undefined) throw new TypeError(`there is no field "${name}"`);
      const [wire, of, kind] = field;
      return each === undefined ? [] : [[wire, of ? convert(toWire, of, kind, each) : each]];
    }),
  );
}

/** Converts an object from JSON. Fields that this version does not know are left out. */
export function fromWire(shape: Shape, value: object): Record<string, unknown> {
  const fields = value as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(shape).flatMap(([name, [wire, of, kind]]) => {
      const each = Object.hasOwn(fields, wire) ? fields[wire] : null;
      return each === null ? [] : [[name, of ? convert(fromWire, of, kind, each) : each]];
    }),
  );
}

/** Applies a conversion to an object, or to each of several. */
function convert(
  conversion: typeof toWire,
  shape: Shape,
  kind: "map" | undefined,
  value: unknown,
): unknown {
  if (!isObject(value)) return value;
  const entryOf = (each: unknown) => isObject(each) ? conversion(shape, each) : each;
  if (Array.isArray(value)) return value.map(entryOf);
  if (kind === undefined) return conversion(shape, value);
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, entryOf(each)]));
}

/** Tells objects and arrays from plain values. */
export function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
