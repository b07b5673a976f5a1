/** Conversion of JSX to HTML. */
import type { Child } from "hono/jsx";

// deno-lint-ignore no-control-regex -- HTML forbids them, and messages may have any
const INVALID_CHARACTERS = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g;

/** Renders JSX, whose text is escaped, and removes the characters that HTML forbids. */
export function htmlOf(child: Child): string {
  return String(<>{child}</>).toWellFormed().replaceAll(INVALID_CHARACTERS, "");
}
