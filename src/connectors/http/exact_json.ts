/** JSON of providers whose ids are numbers of more digits than a number holds. */

/** Context of a value that JSON.parse revives (ECMAScript, JSON.parse source text access). */
interface Context {
  /** Text of a primitive value. */
  readonly source?: string;
}

/**
 * Parses JSON. Numbers that JavaScript would change are the text that they are written as.
 *
 * @throws {SyntaxError}
 */
export function parseExactly(text: string): unknown {
  const revive = (_: string, value: unknown, context?: Context) =>
    typeof value === "number" && !isExact(value) ? context?.source ?? value : value;
  return JSON.parse(text, revive);
}

/** Tells whether a number is sure to be what its text says. */
function isExact(value: number): boolean {
  return Math.abs(value) <= Number.MAX_SAFE_INTEGER;
}
