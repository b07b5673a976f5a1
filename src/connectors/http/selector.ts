/** Selectors of values in responses and callbacks: paths in JSON, and expressions in plain text. */
import { RE2JS, RE2JSException } from "re2js";
import { parseExactly } from "./exact_json.ts";
import { isRecord } from "../http_carrier/json.ts";
import type { ProviderResponse } from "../http_carrier/protocol.ts";
import { settingFault } from "./setting.ts";

/** Path of names and positions, such as `messages.0.id`; `*` selects all, `name*` by beginning. */
export interface FieldPath {
  /** Returns the first text, number or boolean at the path, as text; null: there is none. */
  first(fields: unknown): string | null;
  /** Returns all texts at the path. */
  all(fields: unknown): string[];
}

/** Selects a text of a response; null: there is none. */
export type Selector = (response: ProviderResponse) => string | null;

/** Beginning of a response that expressions are matched with, in characters. */
const TEXT_MAX_LENGTH = 16_384;

/** @throws {Refusal} E100 */
export function readPath(setting: string, text: string): FieldPath {
  const steps = text.split(".");
  if (steps.includes("")) throw settingFault(setting, `"${text}" has an empty step`);
  const all = (fields: unknown) => {
    // Names of forms may have dots.
    const whole = isRecord(fields) && Object.hasOwn(fields, text) ? elements(fields[text]) : [];
    const values = whole.length > 0 ? whole : walk([fields], steps).flatMap(elements);
    return values.flatMap(textOf);
  };
  return { all, first: (fields) => all(fields)[0] ?? null };
}

function walk(values: readonly unknown[], [step, ...others]: readonly string[]): unknown[] {
  if (step === undefined) return [...values];
  return walk(values.flatMap((value) => stepInto(value, step)), others);
}

function stepInto(value: unknown, step: string): unknown[] {
  if (Array.isArray(value)) {
    if (step === "*") return value;
    return /^\d+$/.test(step) && Number(step) < value.length ? [value[Number(step)]] : [];
  }
  if (!isRecord(value)) return [];
  if (!step.endsWith("*")) return Object.hasOwn(value, step) ? [value[step]] : [];
  const beginning = step.slice(0, -1);
  return Object.entries(value).flatMap(([name, each]) => name.startsWith(beginning) ? [each] : []);
}

function elements(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [value];
}

function textOf(value: unknown): string[] {
  if (typeof value === "number" || typeof value === "boolean") return [`${value}`];
  return typeof value === "string" && value !== "" ? [value] : [];
}

/**
 * Reads a path, or `text:/expression/`, whose value is its first group.
 *
 * @throws {Refusal} E100
 */
export function readSelector(setting: string, text: string): Selector {
  const trimmed = text.trim();
  if (trimmed.startsWith(EXPRESSION)) {
    const match = readExpression(setting, trimmed, null);
    return (response) => {
      const { group, whole } = match(response) ?? { group: null, whole: "" };
      return (group ?? whole) || null;
    };
  }
  const path = readPath(setting, trimmed);
  return (response) => path.first(exactJson(response));
}

/** Beginning of an expression for plain text. */
const EXPRESSION = "text:";

/** @throws {Refusal} E100 */
function readExpression(
  setting: string,
  text: string,
  line: number | null,
): (response: ProviderResponse) => PatternMatch | null {
  const [, source] = /^text:\/(.*)\/$/s.exec(text) ?? [];
  if (source === undefined) {
    throw settingFault(setting, "an expression is written text:/…/", line);
  }
  try {
    // RE2 runs in linear time: an operator's expression meets the texts of strangers.
    const pattern = RE2JS.compile(source);
    return ({ text }) => {
      const matcher = pattern.matcher(text.slice(0, TEXT_MAX_LENGTH));
      if (!matcher.find()) return null;
      return {
        whole: matcher.group() ?? "",
        group: matcher.groupCount() > 0 ? matcher.group(1) : null,
      };
    };
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    throw settingFault(setting, `the expression is malformed (${error.message})`, line);
  }
}

interface PatternMatch {
  readonly whole: string;
  /** First capturing group; null: the expression has none, or it is not part of the match. */
  readonly group: string | null;
}

/** Sign of success in a response: a value at a path, or a match of an expression. */
export interface SuccessSign {
  isIn(response: ProviderResponse): boolean;
  /** Returns another value at the path, which is that of an error. */
  contrary(response: ProviderResponse): string | null;
}

/** @throws {Refusal} E100 */
export function readSuccessSign(setting: string, text: string, line: number): SuccessSign {
  const trimmed = text.trim();
  if (trimmed.startsWith(EXPRESSION)) {
    const match = readExpression(setting, trimmed, line);
    return { isIn: (response) => match(response) !== null, contrary: () => null };
  }
  const at = trimmed.indexOf("=");
  if (at < 1) throw settingFault(setting, "a sign is written path=value, or text:/…/", line);
  const path = readPath(setting, trimmed.slice(0, at).trim());
  const wanted = trimmed.slice(at + 1).trim();
  const valueIn = (response: ProviderResponse) => path.first(exactJson(response));
  return {
    isIn: (response) => valueIn(response) === wanted,
    contrary: (response) => {
      const value = valueIn(response);
      return value === wanted ? null : value;
    },
  };
}

/** Returns the body with its exact numbers, undefined if it is no JSON. */
function exactJson({ json, text }: ProviderResponse): unknown {
  return json === undefined ? undefined : parseExactly(text);
}
