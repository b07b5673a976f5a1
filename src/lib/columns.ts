/** Text layout in terminal columns: width, truncation and wrapping. */

let graphemes: Intl.Segmenter | undefined;

/** East Asian wide and fullwidth characters (Unicode UAX #11), and emoji shown as pictures. */
const WIDE =
  /\p{Emoji_Presentation}|\ufe0f|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;

function charactersOf(text: string): string[] {
  graphemes ??= new Intl.Segmenter("und", { granularity: "grapheme" });
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

function widthOfCharacter(character: string): number {
  return WIDE.test(character) ? 2 : 1;
}

/** Counts the terminal columns that a text occupies. */
export function widthOf(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length;
  return charactersOf(text).reduce((sum, character) => sum + widthOfCharacter(character), 0);
}

/** Truncates a text to a width, with an ellipsis, or pads it with spaces to that width. */
export function fit(text: string, width: number, align: "left" | "right" = "left"): string {
  const shown = widthOf(text) <= width ? text : cutTo(text, width);
  const padding = " ".repeat(Math.max(0, width - widthOf(shown)));
  return align === "left" ? shown + padding : padding + shown;
}

function cutTo(text: string, width: number): string {
  let remaining = width - 1;
  let shown = "";
  for (const character of charactersOf(text)) {
    remaining -= widthOfCharacter(character);
    if (remaining < 0) break;
    shown += character;
  }
  return `${shown}…`;
}

/**
 * Wraps a text at its spaces into lines of at most `width` columns; a longer word gets its own
 * line.
 */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter((word) => word !== "")) {
    const line = lines.at(-1);
    if (line === undefined || widthOf(line) + 1 + widthOf(word) > width) lines.push(word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines;
}
