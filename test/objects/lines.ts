/** Lines of a file. */
import assert from "node:assert/strict";

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Checks the rules of every file of content lines, and returns its folded lines. */
export function foldedLines(file: Uint8Array): string[] {
  const text = utf8.decode(file); // throws if a fold splits a character
  assert.ok(text.endsWith("\r\n"), "the last line ends, too");
  const lines = text.slice(0, -2).split("\r\n");
  for (const line of lines) {
    assert.doesNotMatch(line, /[^\P{Cc}\t]/u, "no control, and no line break but CR LF");
    const octets = new TextEncoder().encode(line).length;
    assert.ok(octets > 0 && octets <= 75, `${octets} octets: ${line}`);
  }
  return lines;
}

/** Returns the unfolded content lines of a file. */
export function contentLines(file: Uint8Array): string[] {
  return foldedLines(file).join("\r\n").replaceAll("\r\n ", "").split("\r\n");
}
