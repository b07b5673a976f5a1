/** Place where a text stops being JSON (RFC 8259), which `JSON.parse` often leaves unsaid. */

const SPACE = " \t\n\r";
const LITERAL = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;

/** Token that may come next; `after value` stands for a comma, a closing bracket or the end. */
type Expected = "value" | "value or end" | "key" | "key or end" | "colon" | "after value";

/**
 * Finds the first character that cannot be there; null: the text is JSON. It is the text's length
 * where the text ends too early. Takes one pass, and no stack for nesting.
 */
export function jsonFaultAt(text: string): number | null {
  /** Closing brackets of the open arrays and objects, the innermost last. */
  const closers: string[] = [];
  let expected: Expected = "value";
  let at = 0;
  while (true) {
    while (at < text.length && SPACE.includes(text[at]!)) at++;
    if (at === text.length) return expected === "after value" && closers.length === 0 ? null : at;
    const character = text[at]!;
    const isEnd = expected.endsWith("end") || expected === "after value";
    if (isEnd && character === closers.at(-1)) {
      closers.pop();
      expected = "after value";
      at++;
    } else if (expected === "after value") {
      if (character !== "," || closers.length === 0) return at;
      expected = closers.at(-1) === "}" ? "key" : "value";
      at++;
    } else if (expected === "colon") {
      if (character !== ":") return at;
      expected = "value";
      at++;
    } else if (expected.startsWith("key")) {
      if (character !== '"') return at;
      const { end, isClosed } = scanString(text, at);
      if (!isClosed) return end;
      expected = "colon";
      at = end;
    } else if (character === "{" || character === "[") {
      closers.push(character === "{" ? "}" : "]");
      expected = character === "{" ? "key or end" : "value or end";
      at++;
    } else {
      const end = character === '"' ? scanString(text, at) : scanLiteral(text, at);
      if (!end.isClosed) return end.end;
      expected = "after value";
      at = end.end;
    }
  }
}

/** End of a string or literal, or the place of its fault. */
interface Scanned {
  end: number;
  isClosed: boolean;
}

function scanString(text: string, start: number): Scanned {
  for (let at = start + 1; at < text.length; at++) {
    const character = text[at]!;
    if (character === '"') return { end: at + 1, isClosed: true };
    if (character < " ") return { end: at, isClosed: false };
    if (character !== "\\") continue;
    ESCAPE.lastIndex = at;
    if (!ESCAPE.test(text)) return { end: at, isClosed: false };
    at = ESCAPE.lastIndex - 1;
  }
  return { end: text.length, isClosed: false };
}

function scanLiteral(text: string, start: number): Scanned {
  LITERAL.lastIndex = start;
  return LITERAL.test(text)
    ? { end: LITERAL.lastIndex, isClosed: true }
    : { end: start, isClosed: false };
}

/** Describes a place in a text by its line and column, which count from 1, in characters. */
export function lineAndColumn(text: string, at: number): string {
  let line = 1;
  let lineStart = 0;
  for (let i = text.indexOf("\n"); i >= 0 && i < at; i = text.indexOf("\n", i + 1)) {
    line++;
    lineStart = i + 1;
  }
  let column = 1;
  for (const _ of text.slice(lineStart, at)) column++;
  return `line ${line}, column ${column}`;
}
