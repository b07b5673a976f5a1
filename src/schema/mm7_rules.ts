/**
 * Rules of MM7 elements and attributes. The tables in `src/generated/mm7.ts` consist of them, and
 * drive the reader and the writer.
 */

/**
 * Type of a text on the wire: any text, a text of limited length, a boolean, a positive integer, or
 * one of a list of words.
 */
export type ValueRule = "string" | LimitedText | "boolean" | "integer" | readonly string[];

export interface LimitedText {
  readonly maxLength: number;
}

export interface AttributeRule {
  readonly name: string;
  readonly value: ValueRule;
  readonly required: boolean;
}

/** Child element: its content is a value, fields, or a choice of elements. */
export interface ElementRule {
  readonly name: string;
  readonly content: ValueRule | FieldsRule | ChoiceRule;
  readonly required: boolean;
  readonly many: boolean;
}

export interface FieldsRule {
  readonly kind: "fields";
  readonly attributes: readonly AttributeRule[];
  /** Child elements in the order of the schema. */
  readonly elements: readonly ElementRule[];
}

/** Choice of elements; its value is `{ kind: name of the element, value, …attributes }`, or an array. */
export interface ChoiceRule {
  readonly kind: "choice";
  readonly many: boolean;
  readonly names: readonly string[];
  readonly value: ValueRule;
  readonly attributes: readonly AttributeRule[];
}

/** Cardinality: one, zero or one, one or more, zero or more. */
type Occurs = "1" | "?" | "+" | "*";

export function element(
  name: string,
  content: ElementRule["content"],
  occurs: Occurs,
): ElementRule {
  const required = occurs === "1" || occurs === "+";
  return { name, content, required, many: occurs === "+" || occurs === "*" };
}

export function attribute(name: string, value: ValueRule, occurs: "1" | "?"): AttributeRule {
  return { name, value, required: occurs === "1" };
}
