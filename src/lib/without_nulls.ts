/** Objects without their null fields. */

type NullableKeys<T> = { [K in keyof T]: null extends T[K] ? K : never }[keyof T];

/** Fields that may be null become optional. */
export type WithoutNulls<T> =
  & Omit<T, NullableKeys<T>>
  & { [K in NullableKeys<T>]?: NonNullable<T[K]> };

/** Copies an object, in its order, without the fields that are null. */
export function withoutNulls<T extends object>(fields: T): WithoutNulls<T> {
  const present = Object.entries(fields).filter(([, value]) => value !== null);
  return Object.fromEntries(present) as WithoutNulls<T>;
}
