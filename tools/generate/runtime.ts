/**
 * What generated validators are made of. The generator copies this file to `src/generated`.
 *
 * Customers may write a number or boolean where text is declared, and text where a boolean or
 * integer is (contract section 1). Coercion is a `z.preprocess` per field: zod compiles the object
 * around it, so that a request still costs less than a microsecond.
 */
import { z } from "zod";
import { exceeds } from "./length.ts";

/** What is wrong with a request: the first violated constraint. */
export interface RequestFault {
  /** Our `error-code` (contract section 2). */
  code: string;
  /** Where; array items count from 0. */
  path: (string | number)[];
  /** JSON Schema's name of the constraint. */
  keyword: string;
  /** Plain English without the field's name: "must be a string". */
  message: string;
}

/** `error-code` by path template (`slide.*.message-text`), for all keywords or for each. */
export type Faults = Record<string, string | Record<string, string>>;

/** zod drops an issue's input unless asked; without it "required" and "wrong type" look alike. */
export const PARSE_OPTIONS = { reportInput: true } as const;

const LONGEST_NAME = 60;
const NOT_TEXT = "contains characters that are not valid text";

/** Postgres keeps neither NUL nor half of a surrogate pair. */
export function validText(payload: z.core.ParsePayload<string>): void {
  if (payload.value.isWellFormed() && !payload.value.includes("\0")) return;
  payload.issues.push({
    code: "invalid_format",
    format: "text",
    input: payload.value,
    message: NOT_TEXT,
  });
}

/**
 * Limits a text to `maximum` characters. JSON Schema counts code points, zod UTF-16 units: an emoji
 * is one character to the customer. The check is zod's own otherwise, so that documents show it.
 * A text that fails is not matched against patterns any more: it may be of any length.
 */
export function atMost(maximum: number) {
  const check = new z.core.$ZodCheckMaxLength({ check: "max_length", maximum });
  check._zod.check = (payload) => {
    // zod asks of whatever has a length, even where it is no text and refused for that.
    const input: unknown = payload.value;
    if (typeof input !== "string") return;
    if (!exceeds(input, maximum)) return;
    payload.issues.push({
      origin: "string",
      code: "too_big",
      maximum,
      inclusive: true,
      input,
      inst: check,
      continue: false,
    });
  };
  return check as z.core.$ZodCheck<string>;
}

/**
 * Limits an object whose keys customers choose to `maximum` fields. Counts them before any is
 * validated, as zod does for arrays: each of very many could cost an issue.
 */
export function atMostFields<S extends z.ZodType>(maximum: number, schema: S) {
  return z.preprocess((input, { issues }) => {
    const isObject = typeof input === "object" && input !== null;
    if (isObject && Object.keys(input).length > maximum) {
      issues.push({ code: "too_big", origin: "object", maximum, inclusive: true, input });
    }
    return input;
  }, schema);
}

/** Fields of an object that may be there and yet count as absent. */
export interface Absences {
  /** Fields that `""`, or white space alone, leaves to their default. */
  blank?: readonly string[];
  /** Fields that count unless another one, by its name, says no. */
  unless?: Readonly<Record<string, string>>;
}

/**
 * An object at the customer door. What counts as absent is dropped: null (contract section 1), and
 * what `absences` names. Each of these fails validation, or changes nothing: only an object that has
 * failed is searched for them, and read again without. The others are as fast as zod makes them.
 */
export function fields<S extends z.ZodRawShape>(
  shape: S,
  { blank = [], unless = {} }: Absences = {},
) {
  const schema = z.object(shape);
  const { run } = schema._zod;
  const names = Object.keys(shape);
  schema._zod.run = (payload, context) => {
    const given: unknown = payload.value;
    const result = run(payload, context) as z.core.ParsePayload<z.output<typeof schema>>;
    if (result.issues.length === 0 || typeof given !== "object" || given === null) return result;
    const input = given as Record<string, unknown>;
    const isAbsent = (name: string): boolean => {
      const value = input[name];
      return value === null || (blank.includes(name) && isBlank(value)) ||
        (name in unless && saysNo(input[unless[name]!]));
    };
    if (!names.some(isAbsent)) return result;
    const present = names.filter((name) => name in input && !isAbsent(name));
    const value = Object.fromEntries(present.map((name) => [name, input[name]]));
    return run({ value: value as typeof payload.value, issues: [] }, context);
  };
  return schema;
}

function isBlank(input: unknown): boolean {
  return typeof input === "string" && input.trim() === "";
}

function saysNo(input: unknown): boolean {
  return typeof input === "string" && input.toLowerCase() === "no";
}

/** An object at the customer door whose keys customers choose: a null value is an absent one. */
export function entries<S extends z.ZodType>(schema: S) {
  return z.preprocess((input) => {
    if (typeof input !== "object" || input === null) return input;
    const given = Object.entries(input);
    const present = given.filter(([, value]) => value !== null);
    return present.length === given.length ? input : Object.fromEntries(present);
  }, schema);
}

/** Text at the customer door. */
export function text<S extends z.ZodString>(schema: S) {
  return z.preprocess(asText, schema.check(validText));
}

/** One of a few words at the customer door. */
export function choice<const V extends readonly string[]>(values: V) {
  return z.preprocess(asText, z.enum(values));
}

/** One of a few words at the customer door, in any letter case; it comes out as declared. */
export function anyCase<const V extends readonly string[]>(values: V) {
  const declared = new Map(values.map((value) => [value.toLowerCase(), value]));
  const fold = (input: unknown) =>
    typeof input === "string" ? declared.get(input.toLowerCase()) ?? input : asText(input);
  return z.preprocess(fold, z.enum(values));
}

/** A boolean at the customer door. */
export function flag() {
  return z.preprocess(asBoolean, z.boolean());
}

/** A whole number at the customer door, or in a query. */
export function integer<S extends z.ZodInt>(schema: S) {
  return z.preprocess(asInteger, schema);
}

/** One value, or a list of which the first counts. */
export function firstOf<S extends z.ZodType>(schema: S) {
  return z.preprocess((input) => Array.isArray(input) ? input[0] : input, schema);
}

/** A list of which the first few count; the others are not even looked at. */
export function firstFew<S extends z.ZodType>(count: number, schema: S) {
  return z.preprocess((input) => Array.isArray(input) ? input.slice(0, count) : input, schema);
}

function asText(input: unknown): unknown {
  return typeof input === "number" || typeof input === "boolean" ? String(input) : input;
}

function asBoolean(input: unknown): unknown {
  if (typeof input !== "string") return input;
  const word = input.toLowerCase();
  return word === "true" ? true : word === "false" ? false : input;
}

function asInteger(input: unknown): unknown {
  return typeof input === "string" && /^[+-]?\d{1,15}$/.test(input) ? Number(input) : input;
}

/** Finds the code of an issue. `maps` are the templates of objects whose keys customers choose. */
export function codedFault(
  issue: z.core.$ZodIssue,
  faults: Faults,
  maps: readonly string[],
): RequestFault {
  const fault = describeIssue(issue);
  let template = "";
  for (const step of issue.path) {
    const any = typeof step === "number" || maps.includes(template);
    template += (template && ".") + (any ? "*" : String(step));
  }
  // A refused key is the fault of the object that holds it.
  if (fault.keyword === "propertyNames") template = template.replace(/\.?\*$/, "");
  const codes = faults[template];
  const code = typeof codes === "string" ? codes : codes?.[fault.keyword];
  return { code: code ?? "E100", ...fault };
}

/** A zod issue in the words of JSON Schema and in plain English. */
export function describeIssue(issue: z.core.$ZodIssue): Omit<RequestFault, "code"> {
  const path = issue.path.map((step) => typeof step === "number" ? step : shorten(String(step)));
  const [keyword, message] = isAbsent(issue) ? ["required", "is required"] : reason(issue);
  return { path, keyword, message };
}

function isAbsent(issue: z.core.$ZodIssue): boolean {
  if (issue.code !== "invalid_type" && issue.code !== "invalid_value") return false;
  return "input" in issue
    ? issue.input === undefined
    : issue.message.endsWith("received undefined");
}

function reason(issue: z.core.$ZodIssue): [keyword: string, message: string] {
  switch (issue.code) {
    case "invalid_type":
      return ["type", `must be ${TYPE_NAMES[issue.expected] ?? issue.expected}`];
    case "invalid_value": {
      const message = `must be one of ${issue.values.map(String).join(", ")}`;
      const isWord = issue.input === undefined || typeof issue.input === "string";
      return [isWord ? "enum" : "type", message];
    }
    case "too_small":
      return limit(issue.origin, "at least", Number(issue.minimum), "min", "minimum");
    case "too_big":
      return limit(issue.origin, "at most", Number(issue.maximum), "max", "maximum");
    case "invalid_format":
      return issue.format === "regex" ? ["pattern", issue.message] : ["format", issue.message];
    case "unrecognized_keys":
      return ["additionalProperties", `has unknown fields: ${shorten(issue.keys.join(", "))}`];
    case "invalid_key":
      return ["propertyNames", reasonOfKey(issue.issues[0])];
    default:
      return [issue.code, "is not valid"];
  }
}

function reasonOfKey(issue: z.core.$ZodIssue | undefined): string {
  if (issue?.code !== "too_big") return issue?.message ?? "has a key that is not allowed";
  return `must have only names of at most ${plural(Number(issue.maximum), "character")}`;
}

/** Names a bound on a string's length, an array's items, an object's fields or a number. */
function limit(
  origin: string,
  bound: string,
  count: number,
  prefix: "min" | "max",
  numeric: string,
): [string, string] {
  if (origin === "string") {
    if (prefix === "min" && count === 1) return ["minLength", "must not be empty"];
    return [`${prefix}Length`, `must have ${bound} ${plural(count, "character")}`];
  }
  if (origin === "array") return [`${prefix}Items`, `must have ${bound} ${plural(count, "item")}`];
  if (origin === "object") {
    return [`${prefix}Properties`, `must have ${bound} ${plural(count, "field")}`];
  }
  return [numeric, `must be ${bound} ${count}`];
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

function shorten(name: string): string {
  return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name;
}

const TYPE_NAMES: Record<string, string> = {
  string: "a string",
  boolean: "true or false",
  int: "a whole number",
  number: "a number",
  array: "an array",
  object: "an object",
  record: "an object",
};
