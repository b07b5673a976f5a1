/**
 * Escaping of control characters in untrusted text. A terminal obeys escape sequences (ECMA-48;
 * U+009B alone begins one), a line break forges lines and fields of output, and bidirectional
 * controls (Unicode UAX #9) reorder text.
 */

/** C0, DEL, C1, line and paragraph separators, bidirectional embeddings, overrides and isolates. */
const CONTROLS =
  // deno-lint-ignore no-control-regex -- matches control characters
  /[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

const SHORT: Record<string, string> = { "\t": "\\t", "\n": "\\n", "\r": "\\r" };

/** Replaces each control character by an escape such as `\n`, `\x1b` or `\u202e`. */
export function visible(text: string): string {
  return text.replaceAll(CONTROLS, (character) => {
    const hex = hexOf(character);
    return SHORT[character] ?? (hex.length > 2 ? `\\u${hex}` : `\\x${hex}`);
  });
}

/**
 * Escapes the control characters that `JSON.stringify` leaves unescaped. The result is JSON of the
 * same value.
 *
 * @param json Single-line output of `JSON.stringify`, which has such characters only in strings.
 */
export function visibleJson(json: string): string {
  return json.replaceAll(CONTROLS, (character) => `\\u${hexOf(character).padStart(4, "0")}`);
}

function hexOf(character: string): string {
  return character.charCodeAt(0).toString(16).padStart(2, "0");
}
