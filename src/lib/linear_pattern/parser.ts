/** Parser of expressions. Those that JavaScript refuses are refused before. */
import { type Bounds, captures, mayBeEmpty, type Node, PatternError } from "./syntax.ts";

/** Maximum number of a repetition such as `{2,5}`. */
const REPETITION_MAX = 100;

/** Character, escape or class: what stands for one code unit. */
const UNIT =
  /^(?:\\(?:[dDsSwWfnrtv]|x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|[^A-Za-z0-9])|\[(?:\\.|[^\\\]])*\]|[^\\()[\]{}*+?^$|])/;
const QUANTIFIER = /^(?:[*+?]|\{(\d+)(,?)(\d*)\})(\??)/;
const OPENING = /^\((\?:)?(?!\?)/;

/** @throws {PatternError} */
export function parse(source: string): Node {
  let rest = source;
  let isCaptured = false;

  function take(expression: RegExp): RegExpExecArray | null {
    const match = expression.exec(rest);
    if (match !== null) rest = rest.slice(match[0].length);
    return match;
  }

  function choice(): Node {
    const nodes = [sequence()];
    while (take(/^\|/) !== null) nodes.push(sequence());
    return nodes.length === 1 ? nodes[0]! : { is: "choice", nodes };
  }

  function sequence(): Node {
    const nodes: Node[] = [];
    while (rest !== "" && !/^[|)]/.test(rest)) {
      const node = item();
      const quantifier = take(QUANTIFIER);
      nodes.push(quantifier === null ? node : repeated(node, boundsOf(quantifier)));
    }
    return { is: "sequence", nodes };
  }

  function item(): Node {
    if (take(/^\^/) !== null) return { is: "start" };
    if (take(/^\$/) !== null) return { is: "end" };
    const opening = take(OPENING);
    if (opening !== null) return group(opening[1] === undefined);
    const unit = take(UNIT);
    if (unit === null) {
      throw new PatternError(`has "${rest.slice(0, 3)}", which is not supported`);
    }
    return { is: "unit", test: unitTest(unit[0]) };
  }

  function group(isCapturing: boolean): Node {
    const isFirst = isCapturing && !isCaptured;
    if (isFirst) isCaptured = true;
    const node = choice();
    take(/^\)/);
    return isFirst ? { is: "capture", node } : node;
  }

  return choice();
}

function boundsOf([text, least, comma, most, lazy]: RegExpExecArray): Bounds {
  const isLazy = lazy === "?";
  switch (text[0]) {
    case "*":
      return { least: 0, most: Infinity, isLazy };
    case "+":
      return { least: 1, most: Infinity, isLazy };
    case "?":
      return { least: 0, most: 1, isLazy };
  }
  const unlimited = comma === "," ? Infinity : Number(least);
  return { least: Number(least), most: most ? Number(most) : unlimited, isLazy };
}

function repeated(node: Node, bounds: Bounds): Node {
  const { least, most } = bounds;
  if (least > REPETITION_MAX || most > REPETITION_MAX && most !== Infinity) {
    throw new PatternError(`repeats more than ${REPETITION_MAX} times`);
  }
  // Its value would be that of the last repetition, or of none.
  if (captures(node)) throw new PatternError("repeats a capturing group: use (?:…) around it");
  // JavaScript ends such a repetition by a rule of its own.
  if (mayBeEmpty(node)) throw new PatternError("repeats something that may be empty");
  return { is: "repetition", node, bounds };
}

/** Creates the test of a unit by JavaScript's own engine, with a table for ASCII. */
function unitTest(source: string): (unit: number) => boolean {
  const expression = new RegExp(`^${source}$`);
  const test = (unit: number) => expression.test(String.fromCharCode(unit));
  const ascii = Array.from({ length: 128 }, (_, unit) => test(unit));
  return (unit) => unit < 128 ? ascii[unit]! : test(unit);
}
