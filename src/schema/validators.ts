/**
 * Building blocks of the validators in `src/generated`.
 *
 * Customers may write a number or boolean where text is declared, and text where a boolean or
 * integer is declared (contract section 1). Coercion is a `z.preprocess` per field: zod compiles the
 * object around it, so that validating a request still takes less than a microsecond.
 */
import { z } from "zod";
import { exceeds } from "../lib/length.ts";

/** Path of a field; array items count from 0. */
export type FieldPath = (string | number)[];

/** Fault of a request: the first violated constraint. */
export interface RequestFault {
  /** `error-code` (contract section 2). */
  code: string;
  path: FieldPath;
  /** JSON Schema keyword of the constraint. */
  keyword: string;
  /** Plain English without the field's name, such as "must be a string". */
  message: string;
}

/** `error-code` by path template (`slide.*.message-text`), for all keywords or by keyword. */
export type Faults = Record<string, string | Record<string, string>>;

/** Includes an issue's input, which tells a missing field from one of the wrong type. */
export const PARSE_OPTIONS = { reportInput: true } as const;

/** Maximum characters of a customer's name in an error. */
const MAX_NAME_LENGTH = 60;
const NOT_TEXT = "contains characters that are not valid text";

/** Refuses NUL and unpaired surrogates, which Postgres cannot store. */
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
 * is one character to the customer. Otherwise it is zod's own check, so that documents show it. A text
 * that fails is not matched against patterns, since it may be of any length.
 */
export function atMost(maximum: number) {
  const check = new z.core.$ZodCheckMaxLength({ check: "max_length", maximum });
  check._zod.check = (payload) => {
    // zod runs the check on all values with a length, also on those that are no text.
    const input: unknown = payload.value;
    if (typeof input !== "string") return;
    // Texts are sent composed, and counted so.
    if (!exceeds(input, maximum) || !exceeds(input.normalize("NFC"), maximum)) return;
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
 * Limits an object with arbitrary keys to `maximum` fields. Counts them before any is validated, as
 * zod does for arrays, since each field could add an issue.
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

/**
 * Leaves the validation of a body to its handler, which knows the alternative that applies. Documents
 * show the alternatives.
 */
export function deferred(schema: z.ZodType): z.ZodType<unknown> {
  schema._zod.run = (payload) => {
    const input = payload.value;
    const isObject = typeof input === "object" && input !== null;
    if (!isObject) payload.issues.push({ code: "invalid_type", expected: "object", input });
    return payload;
  };
  return schema;
}

/** Fields of an object that may be present but count as absent. */
export interface Absences {
  /** Fields for which `""`, or white space alone, means their default. */
  blank?: readonly string[];
  /** Fields that are ignored where the named field says no. */
  unless?: Readonly<Record<string, string>>;
}

/**
 * Creates an object schema of the JSON door. Drops fields that count as absent: null (contract
 * section 1), and those that `absences` names. Each of these fails validation, or changes nothing, so
 * that only an object that failed is searched for them and validated again without them.
 */
export function fields<S extends z.ZodRawShape>(
  shape: S,
  { blank = [], unless = {} }: Absences = {},
) {
  const schema = z.object(shape);
  const { run } = schema._zod;
  const names = Object.keys(shape);
  /** Fields of which null is a value. */
  let nullable: ReadonlySet<string> | undefined;
  schema._zod.run = (payload, context) => {
    const object: unknown = payload.value;
    const result = run(payload, context) as z.core.ParsePayload<z.output<typeof schema>>;
    if (result.issues.length === 0 || typeof object !== "object" || object === null) return result;
    const input = object as Record<string, unknown>;
    const isAbsent = (name: string): boolean => {
      const value = input[name];
      nullable ??= new Set(names.filter((name) => z.safeParse(shape[name]!, null).success));
      return (value === null && !nullable.has(name)) || (blank.includes(name) && isBlank(value)) ||
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

/** Creates a schema of the JSON door for an object with arbitrary keys: null values are dropped. */
export function entries<S extends z.ZodType>(schema: S) {
  return z.preprocess((input) => {
    if (typeof input !== "object" || input === null) return input;
    const pairs = Object.entries(input);
    const present = pairs.filter(([, value]) => value !== null);
    return present.length === pairs.length ? input : Object.fromEntries(present);
  }, schema);
}

/** Creates a text schema of the JSON door. */
export function text<S extends z.ZodString>(schema: S) {
  return z.preprocess(asText, schema.check(validText));
}

/**
 * Creates a text schema of the JSON door that strips what is no text, where `text` refuses it (spec
 * 2.3, rule 9).
 */
export function strippedText<S extends z.ZodString>(schema: S) {
  return z.preprocess((input) => {
    const text = asText(input);
    return typeof text === "string" ? text.replaceAll(/[\0\p{Cs}]/gu, "") : text;
  }, schema);
}

/** Creates an enum schema of the JSON door. */
export function choice<const V extends readonly string[]>(values: V) {
  return z.preprocess(asText, z.enum(values));
}

/** Creates an enum schema of the JSON door for any letter case; values come out as declared. */
export function anyCase<const V extends readonly string[]>(values: V) {
  const declared = new Map(values.map((value) => [value.toLowerCase(), value]));
  const fold = (input: unknown) =>
    typeof input === "string" ? declared.get(input.toLowerCase()) ?? input : asText(input);
  return z.preprocess(fold, z.enum(values));
}

/** Creates a boolean schema of the JSON door. */
export function flag() {
  return z.preprocess(asBoolean, z.boolean());
}

/** Creates an integer schema of the JSON door, or of a query. */
export function integer<S extends z.ZodInt>(schema: S) {
  return z.preprocess(asInteger, schema);
}

/** Creates a schema for one value, or a list of which the first is used; an empty one is absent. */
export function firstOf<S extends z.ZodType>(schema: S) {
  const first = (input: unknown) =>
    Array.isArray(input) ? input.find((item) => item !== null) : input;
  return z.preprocess(first, schema.optional());
}

/** Creates a schema for a list of which the first `count` are used; the rest is not validated. */
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

/** Validated value, or the first fault and the paths of further required fields that are missing. */
export type Validated<T> = { request: T; fault?: undefined; missing?: undefined } | {
  request?: undefined;
  fault: RequestFault;
  missing: FieldPath[];
};

/** Validates a value; `faultOf` describes an issue that was found under {@link PARSE_OPTIONS}. */
export function validated<T>(
  schema: z.ZodType,
  value: unknown,
  faultOf: (issue: z.core.$ZodIssue) => RequestFault,
): Validated<T> {
  const result = schema.safeParse(value, PARSE_OPTIONS);
  if (result.success) return { request: result.data as T };
  const { issues } = result.error;
  return { fault: faultOf(issues[0]!), missing: furtherMissing(issues) };
}

/**
 * Lists the paths of required fields that are missing, but for that of the first issue.
 *
 * @param value Validated value, for issues that were not found under {@link PARSE_OPTIONS}.
 */
export function furtherMissing(issues: readonly z.core.$ZodIssue[], value?: unknown): FieldPath[] {
  return issues.slice(1)
    .filter((issue) => isAbsent(issue) || value !== undefined && isAbsentIn(value, issue))
    .map(pathOf);
}

/** Tells whether an issue is that of a choice which a value lacks. */
function isAbsentIn(value: unknown, { code, path }: z.core.$ZodIssue): boolean {
  if (code !== "invalid_value") return false;
  let inner = value;
  for (const step of path) {
    inner = (inner as Record<PropertyKey, unknown> | null | undefined)?.[step];
  }
  return inner === undefined;
}

/** Converts an issue to a fault. `maps` are the path templates of objects with arbitrary keys. */
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
  // A refused key is a fault of the object that contains it.
  if (fault.keyword === "propertyNames") template = template.replace(/\.?\*$/, "");
  const codes = faults[template];
  const code = typeof codes === "string" ? codes : codes?.[fault.keyword];
  return { code: code ?? "E100", ...fault };
}

/** Describes a zod issue by JSON Schema keyword and in plain English. */
export function describeIssue(issue: z.core.$ZodIssue): Omit<RequestFault, "code"> {
  const [keyword, message] = isAbsent(issue) ? ["required", "is required"] : reason(issue);
  return { path: pathOf(issue), keyword, message };
}

function pathOf({ path }: z.core.$ZodIssue): FieldPath {
  return path.map((step) => typeof step === "number" ? step : shorten(String(step)));
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
    case "invalid_union":
      if ("options" in issue && Array.isArray(issue.options)) {
        return ["enum", `must be one of ${issue.options.join(", ")}`];
      }
      return [issue.code, "is not valid"];
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

/** Describes a bound on a string's length, an array's items, an object's fields or a number. */
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
  return name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH - 1)}…` : name;
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
