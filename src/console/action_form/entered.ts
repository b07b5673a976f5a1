/** Content of the form of an action, and the body that it makes. */
import type { Field } from "../../contract/field.ts";
import { fieldPath } from "../../http/requests/failure.ts";
import { isUrl, valueOf as textValueOf } from "../model/field_text.ts";

/** Entered text; a blank one means absent. Groups and rows of lists are there while they are blank. */
export type Entered = string | Entered[] | { [name: string]: Entered };

/** Structure of what is entered into a field: one text, or the parts of a form. */
export type Shape = "text" | "group" | "list" | "pairs";

export function shapeOf({ fields, item, type }: Field): Shape {
  if (fields !== undefined) return "group";
  if (item !== undefined) return "list";
  return type === "pairs" ? "pairs" : "text";
}

/** Maximum rows of a list that a form shows: more than any action takes, so that it can refuse them. */
export const ROWS_MAX = 20;

/** Controls of a form, or parameters of an address. */
export type Source = Iterable<[name: string, value: FormDataEntryValue]>;

/** Reads the form of an action. Names of controls are the path of their field, joined by periods. */
export function readEntered(form: Field, source: Source): Entered {
  const values = new Map<string, string>();
  for (const [name, value] of source) if (typeof value === "string") values.set(name, value);
  return read(form, "");

  function read(field: Field, name: string): Entered {
    switch (shapeOf(field)) {
      case "text":
        return values.get(name) ?? "";
      case "group":
        return fromEntries(
          field.fields!.map((each) => [each.name, read(each, join(name, each.name))]),
        );
      case "list":
        return rowsOf(name).map((row) => read(field.item!, join(name, row)));
      case "pairs":
        return rowsOf(name).map((row) => ({
          key: values.get(`${name}.${row}.key`) ?? "",
          value: values.get(`${name}.${row}.value`) ?? "",
        }));
    }
  }

  /** Lists the rows of a list, in order, that any control belongs to. */
  function rowsOf(name: string): string[] {
    const rows = new Set<string>();
    for (const each of values.keys()) {
      const row = each.startsWith(`${name}.`) ? each.slice(name.length + 1).split(".")[0]! : "";
      if (/^\d{1,3}$/.test(row)) rows.add(row);
    }
    return [...rows].sort((a, b) => Number(a) - Number(b)).slice(0, ROWS_MAX);
  }
}

/** Converts a body, such as an example, to what would be entered. */
export function enteredOf(field: Field, body: unknown): Entered {
  const value = shapeOf(field) !== "list" && Array.isArray(body) ? body[0] : body;
  const fields = typeof value === "object" && value !== null
    ? value as Record<string, unknown>
    : {};
  switch (shapeOf(field)) {
    case "text":
      return value === undefined || value === null ? "" : String(value);
    case "group":
      return fromEntries(
        field.fields!.map((each) => [each.name, enteredOf(each, fields[each.name])]),
      );
    case "list":
      return Object.values(fields).slice(0, ROWS_MAX).map((item) => enteredOf(field.item!, item));
    case "pairs":
      return Object.entries(fields).slice(0, ROWS_MAX)
        .map(([key, each]) => ({ key, value: String(each) }));
  }
}

/** Makes the value that the JSON door takes. Undefined: nothing is entered. */
export function valueOf(field: Field, entered: Entered): unknown {
  switch (shapeOf(field)) {
    case "text":
      return entered === "" ? undefined : textValueOf(field, String(entered));
    case "group": {
      const values = field.fields!.map((
        each,
      ) => [each.name, valueOf(each, childOf(entered, each.name))])
        .filter(([, value]) => value !== undefined);
      return values.length === 0 ? undefined : Object.fromEntries(values);
    }
    case "list": {
      const items = rows(entered).map((row) => valueOf(field.item!, row) ?? {});
      if (items.length === 0) return undefined;
      if (field.prefix === undefined) return items;
      return Object.fromEntries(items.map((item, at) => [`${field.prefix}${at + 1}`, item]));
    }
    case "pairs": {
      const values = rows(entered).map((row) => [childOf(row, "key"), childOf(row, "value")])
        .filter(([key]) => key !== "");
      return values.length === 0 ? undefined : Object.fromEntries(values);
    }
  }
}

/**
 * Adds a blank row to the list at a path, such as `slide.0.image.text-area`.
 *
 * @returns Path of the last row; null: there is no such list.
 */
export function addRow(form: Field, entered: Entered, path: string): string | null {
  const found = find(form, entered, path.split("."));
  if (found === null || !Array.isArray(found.entered)) return null;
  const { field } = found;
  if (found.entered.length < ROWS_MAX) {
    const blank = shapeOf(field) === "list"
      ? enteredOf(field.item!, undefined)
      : { key: "", value: "" };
    found.entered.push(blank);
  }
  return join(path, found.entered.length - 1);
}

/**
 * Removes a row of a list, such as `slide.1`.
 *
 * @returns Path of the list.
 */
export function removeRow(form: Field, entered: Entered, path: string): string {
  const steps = path.split(".");
  const row = Number(steps.pop());
  const found = find(form, entered, steps);
  if (found !== null && Array.isArray(found.entered)) found.entered.splice(row, 1);
  return steps.join(".");
}

/**
 * Finds the field at a path, such as `slide.0.image.url`, and returns how a URL is entered into it;
 * null: no such field takes one.
 */
export function urlEntry(
  form: Field,
  entered: Entered,
  path: string,
): ((url: string) => void) | null {
  const steps = path.split(".");
  const name = steps.pop()!;
  const found = find(form, entered, steps);
  if (found === null || shapeOf(found.field) !== "group") return null;
  const values = found.entered;
  if (typeof values === "string" || Array.isArray(values)) return null;
  const field = found.field.fields!.find((each) => each.name === name);
  const takesUrl = field !== undefined && isUrl(field);
  return takesUrl ? (url) => void (values[name] = url) : null;
}

/** Finds the field at a path with what is entered there; null: there is none. */
function find(
  field: Field,
  entered: Entered,
  steps: string[],
): { field: Field; entered: Entered } | null {
  const [step, ...rest] = steps;
  if (step === undefined) return { field, entered };
  const shape = shapeOf(field);
  if (shape === "list") {
    const row = rows(entered)[Number(step)];
    return row === undefined ? null : find(field.item!, row, rest);
  }
  const child = shape === "group" ? field.fields!.find(({ name }) => name === step) : undefined;
  return child === undefined ? null : find(child, childOf(entered, child.name), rest);
}

/** A field of the form, and how the JSON door's `error-info` names it. */
interface FieldPath {
  name: string;
  path: string;
}

/** Finds the field that an `error-info` names, by the name of its control; null: it names none. */
export function fieldInError(form: Field, entered: Entered, info: string): string | null {
  const found = [...fieldPaths(form, entered, "", [])]
    .filter(({ path }) =>
      info === path || info.startsWith(`${path} `) || info.startsWith(`${path}:`)
    )
    .sort((a, b) => b.path.length - a.path.length);
  return found[0]?.name ?? null;
}

function* fieldPaths(
  field: Field,
  entered: Entered,
  name: string,
  path: readonly (string | number)[],
): Generator<FieldPath> {
  if (path.length > 0) yield { name, path: fieldPath(path) };
  const shape = shapeOf(field);
  if (shape === "group") {
    for (const each of field.fields!) {
      yield* fieldPaths(each, childOf(entered, each.name), join(name, each.name), [
        ...path,
        each.name,
      ]);
    }
  }
  if (shape === "list") {
    for (const [at, row] of rows(entered).entries()) {
      const step = field.prefix === undefined ? at : `${field.prefix}${at + 1}`;
      yield* fieldPaths(field.item!, row, join(name, at), [...path, step]);
    }
  }
  if (shape === "pairs") {
    for (const [at, row] of rows(entered).entries()) {
      yield { name: join(name, at), path: fieldPath([...path, String(childOf(row, "key"))]) };
    }
  }
}

/** Returns what is entered into a field of a group. */
export function childOf(entered: Entered, name: string): Entered {
  if (typeof entered === "string" || Array.isArray(entered)) return "";
  return entered[name] ?? "";
}

/** Returns the rows of a list. */
export function rows(entered: Entered): Entered[] {
  return Array.isArray(entered) ? entered : [];
}

/** Tells whether nothing is entered; a row, even a blank one, is something. */
export function isBlank(entered: Entered): boolean {
  if (Array.isArray(entered)) return entered.length === 0;
  return typeof entered === "string" ? entered === "" : Object.values(entered).every(isBlank);
}

/** Joins the name of a control with the next step of its path. */
export function join(name: string, step: string | number): string {
  return name === "" ? String(step) : `${name}.${step}`;
}

function fromEntries(entries: [string, Entered][]): { [name: string]: Entered } {
  return Object.fromEntries(entries);
}
