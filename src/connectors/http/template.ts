/** Templates: text with placeholders such as `{to}` and `{to:plus}`. */
import type { ApiBody, Outgoing } from "../http_carrier/protocol.ts";
import {
  modified,
  type Modifier,
  PLACEHOLDER_NAMES,
  placeholderOf,
  type TemplateSecrets,
  type Value,
} from "./placeholders.ts";
import { settingFault } from "./setting.ts";

export interface Placeholder {
  readonly name: string;
  readonly modifier: Modifier | null;
}

/** Literal text, or a placeholder. */
export type Segment = string | Placeholder;

export type Template = readonly Segment[];

/** Message whose values fill a template, and the values of the settings. */
export interface Filling {
  readonly message: Outgoing;
  readonly secrets: TemplateSecrets;
}

/** Message for templates without placeholders of messages. */
export const NO_MESSAGE: Outgoing = {
  kind: "SMS",
  trackingId: "",
  from: "",
  to: "",
  text: "",
  subject: null,
  files: [],
  statusUrl: "",
  validitySeconds: 1,
  acceptedAt: 0,
  ageMs: 0,
  expiresAt: 0,
  attempt: 1,
  isResubmitted: false,
};

/** Body of a request, in the form of its type. */
export interface BodyTemplate {
  readonly placeholders: readonly Placeholder[];
  render(filling: Filling): ApiBody;
}

/** Setting that a template is in. */
export interface TemplateLocation {
  readonly setting: string;
  /** Number of the line, counted from 1; null: it has one, or the line is unclear. */
  readonly line: number | null;
  /** Whether the request is for an MMS. */
  readonly isMms: boolean;
}

/** Anything that looks like a placeholder, misspelt ones included. */
const PLACEHOLDER = /\{[ \t]*([A-Za-z][\w-]*)[ \t]*(?::[ \t]*([\w-]*)[ \t]*)?\}/g;

/**
 * Reads a template.
 *
 * @throws {Refusal} E100 for an unknown placeholder or modifier.
 */
export function readTemplate(text: string, location: TemplateLocation): Template {
  const segments: Segment[] = [];
  let end = 0;
  for (const { 0: whole, 1: name, 2: modifier, index } of text.matchAll(PLACEHOLDER)) {
    if (index > end) segments.push(text.slice(end, index));
    segments.push(readPlaceholder(whole, name!, modifier ?? null, location));
    end = index + whole.length;
  }
  if (end < text.length) segments.push(text.slice(end));
  return segments;
}

function readPlaceholder(
  whole: string,
  name: string,
  modifier: string | null,
  { setting, line, isMms }: TemplateLocation,
): Placeholder {
  const fault = (text: string) => settingFault(setting, `${whole} ${text}`, line);
  const row = placeholderOf(name);
  if (row === null) {
    throw fault(`is unknown; there are {${PLACEHOLDER_NAMES.join("}, {")}}`);
  }
  if (!row.isOfTexts && !isMms) throw fault("is for MMS: use it in mms-body or mms-url");
  if (modifier !== null && !(row.modifiers as readonly string[]).includes(modifier)) {
    throw fault(`has an unknown modifier; {${name}} takes ${row.modifiers.join(", ")}`);
  }
  return { name, modifier: modifier as Modifier | null };
}

export function placeholdersIn(template: Template): Placeholder[] {
  return template.filter((segment) => typeof segment !== "string");
}

/** Returns the placeholder that a template consists of; null: it has other text, too. */
export function onlyPlaceholder(template: Template): Placeholder | null {
  const [first, ...others] = template;
  return first === undefined || typeof first === "string" || others.length > 0 ? null : first;
}

/** Returns the value of a placeholder; a list stays one. */
export function valueOf({ name, modifier }: Placeholder, { message, secrets }: Filling): Value {
  return modified(placeholderOf(name)!.value(message, secrets), modifier);
}

/**
 * Fills a template in, each value encoded for its context.
 *
 * @param encode Encodes a value; the text of the template is in the form of its context already.
 */
export function fill(
  template: Template,
  filling: Filling,
  encode: (value: string) => string = (value) => value,
): string {
  return template.map((segment) => {
    if (typeof segment === "string") return segment;
    const value = valueOf(segment, filling) ?? "";
    return encode(typeof value === "string" ? value : value.join(","));
  }).join("");
}

/**
 * Lists the values of a field. A field that is one placeholder is left out where the message has no
 * such value, and repeated for the values of a list.
 */
export function fieldValues(template: Template, filling: Filling): string[] {
  const only = onlyPlaceholder(template);
  if (only === null) return [fill(template, filling)];
  const value = valueOf(only, filling) ?? "";
  const values = typeof value === "string" ? [value] : value;
  return values.filter((each) => each !== "");
}

/**
 * Refuses lists that are part of a text: they need a form.
 *
 * @throws {Refusal} E100
 */
export function requireNoList(template: Template, { setting, line }: TemplateLocation): void {
  for (const { name, modifier } of placeholdersIn(template)) {
    if (placeholderOf(name)!.form === "list" && modifier === null) {
      throw settingFault(
        setting,
        `{${name}} is a list: write {${name}:commas}, {${name}:lines} or {${name}:json} here`,
        line,
      );
    }
  }
}
