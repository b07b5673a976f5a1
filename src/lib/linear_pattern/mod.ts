/**
 * Regular expressions that run in linear time, for expressions of operators on texts of strangers:
 * JavaScript's engine backtracks, and some expressions keep it busy for hours.
 *
 * A subset of JavaScript's syntax, with its meaning: characters, classes, `.`, `^` and `$` for the
 * ends of the text, groups, alternatives, and greedy and lazy repetitions. Look-around,
 * back-references, flags, and repetitions of capturing groups or of what may be empty are refused.
 */
import { run } from "./machine.ts";
import { parse } from "./parser.ts";
import { compile } from "./program.ts";
import { PatternError } from "./syntax.ts";

export { PatternError };

export interface LinearPattern {
  /** Finds the first match; null: there is none. */
  exec(text: string): PatternMatch | null;
}

export interface PatternMatch {
  readonly whole: string;
  /** First capturing group; null: the expression has none, or it is not part of the match. */
  readonly group: string | null;
}

/** Maximum length of an expression, in characters. */
const SOURCE_MAX_LENGTH = 500;

/** @throws {PatternError} */
export function linearPattern(source: string): LinearPattern {
  if (source.length > SOURCE_MAX_LENGTH) {
    throw new PatternError(`is longer than ${SOURCE_MAX_LENGTH} characters`);
  }
  try {
    new RegExp(source);
  } catch (error) {
    throw new PatternError(`is malformed (${(error as Error).message})`);
  }
  const program = compile(parse(source));
  return { exec: (text) => run(program, text) };
}
