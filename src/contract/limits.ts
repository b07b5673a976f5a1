/** Limits of values in words. */
import type { Schema } from "./openapi.ts";

/** Keywords of a schema that limit its values. */
export type Limits = Pick<
  Schema,
  | "minLength"
  | "maxLength"
  | "minimum"
  | "maximum"
  | "minItems"
  | "maxItems"
  | "maxProperties"
>;

const LIMITS: readonly (keyof Limits)[] = [
  "minLength",
  "maxLength",
  "minimum",
  "maximum",
  "minItems",
  "maxItems",
  "maxProperties",
];

/** Extracts the limits of a schema. */
export function limitsOf(schema: Schema): Limits {
  return Object.fromEntries(LIMITS.flatMap((name) => name in schema ? [[name, schema[name]]] : []));
}

/** Describes limits, such as "1 to 200 characters" and "at most 9 items". */
export function limitsInWords(limits: Limits): string[] {
  const { maxItems, maxLength, maxProperties, maximum, minItems, minLength, minimum } = limits;
  return [
    // A minimum of no characters or items is none.
    ...between(minLength || undefined, maxLength, " characters"),
    ...between(minimum, maximum, ""),
    ...between(minItems || undefined, maxItems, " items"),
    ...between(undefined, maxProperties, " fields"),
  ];
}

/** Describes limits, and a constraint after "must", in sentences. */
export function limitsInSentences(must: string | undefined, limits: Limits): string[] {
  return [
    ...must === undefined ? [] : [`Must ${must}.`],
    ...limitsInWords(limits).map((words) => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`),
  ];
}

function between(from: number | undefined, to: number | undefined, unit: string): string[] {
  if (from !== undefined && to !== undefined) {
    return [from === to ? `${grouped(from)}${unit}` : `${grouped(from)} to ${grouped(to)}${unit}`];
  }
  if (from !== undefined) return [`at least ${grouped(from)}${unit}`];
  return to === undefined ? [] : [`at most ${grouped(to)}${unit}`];
}

/** Groups thousands; `Intl` takes 10 ms of a command's start to load. */
const grouped = (number: number) => String(number).replaceAll(/\B(?=(\d{3})+$)/g, ",");
