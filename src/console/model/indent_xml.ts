/** Indentation of XML for people to read. */

/** Maximum depth of the indentation, so that hostile nesting does not multiply the text. */
const DEPTH_MAX = 20;

/**
 * Puts each element of an XML document that is written in one line on a line of its own. Changes
 * nothing but blank text. Returns a text as it is that is no XML, has lines of its own, or has markup
 * that may contain tags (comments, CDATA, a DTD).
 */
export function indentXml(text: string): string {
  const body = text.trim();
  if (!/^<[?\w]/.test(body) || /<!/.test(body) || body.replace(/^<\?.*\?>\s*/, "").includes("\n")) {
    return text;
  }
  const tokens = body.match(/<[^<>]*>|[^<]+/g) ?? [];
  if (tokens.reduce((length, token) => length + token.length, 0) < body.length) return text;
  let depth = 0;
  let indented = "";
  let previous = "";
  for (const token of tokens) {
    if (token.trim() === "") continue;
    const closes = token.startsWith("</");
    if (closes) depth--;
    const isFirstOfLine = isTag(token) && isTag(previous) && !(closes && opens(previous));
    if (isFirstOfLine) indented += "\n" + "  ".repeat(Math.max(0, Math.min(depth, DEPTH_MAX)));
    if (opens(token)) depth++;
    indented += token;
    previous = token;
  }
  return indented;
}

const isTag = (token: string) => token.startsWith("<");

/** Tells whether a token is a start tag that an end tag follows. */
const opens = (token: string) => /^<[^/?!]/.test(token) && !token.endsWith("/>");
