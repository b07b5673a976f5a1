/** Structure of requests, as reading XML needs it: a part of what the contract says of a field. */
import { foldName } from "./names.ts";

export interface Shape {
  readonly name: string;
  /** `list`: a list, or with `prefix` an object; `object`, `pairs`: objects; others: values. */
  readonly type: string;
  /** Fields of an object. Default: it has any. */
  readonly fields?: readonly Shape[];
  /** Items of a list. */
  readonly item?: Shape;
  /** Prefix of the keys of a list that is an object with the keys `prefix1`, `prefix2` and so on. */
  readonly prefix?: string;
  /** Constraints of a value that is no free text. */
  readonly values?: readonly string[];
  readonly must?: string;
  readonly format?: string;
}

/** Finds the field that an element's name stands for; null: the object has no such field. */
export type FindField = (name: string) => Shape | null;

/** Objects without known fields: names stay as they are written. */
export const ANY_FIELD: FindField = () => null;

/**
 * Names of fields in the interfaces that this one is compatible with, folded. A field that has such a
 * name itself goes first.
 */
const ALIASES: Readonly<Record<string, string>> = {
  campaignid: "campaign-ref",
  customsubject: "message-subject",
  customtext: "custom-slides",
  data: "merge-tag-data",
  ical: "calendar",
  serviceid: "campaign-ref",
  slide: "custom-slide",
  spid: "operator-id",
  subject: "message-subject",
  text: "message-text",
  value: "custom-message-text",
  vcard: "contact",
};

/** Indexes the fields of an object, with their aliases. */
export function findIn(fields: readonly Shape[]): FindField {
  const indexed = indexes.get(fields);
  if (indexed !== undefined) return indexed;
  const byName = new Map(fields.map((field) => [foldName(field.name), field]));
  for (const [alias, name] of Object.entries(ALIASES)) {
    const field = byName.get(foldName(name));
    if (field !== undefined && !byName.has(alias)) byName.set(alias, field);
  }
  const find: FindField = (name) => byName.get(foldName(name)) ?? null;
  indexes.set(fields, find);
  return find;
}

/** Indexes of fields, which stay the same as long as the contract is loaded. */
const indexes = new WeakMap<readonly Shape[], FindField>();

/** Finds the fields of an object whose keys are numbered: TEXTAREA2 is `text-area-2`. */
export function findNumbered(prefix: string, item: Shape): FindField {
  const start = foldName(prefix);
  return (name) => {
    const folded = foldName(name);
    const number = folded.startsWith(start) ? folded.slice(start.length) : "";
    return /^\d{1,9}$/.test(number) ? { ...item, name: `${prefix}${number}` } : null;
  };
}
