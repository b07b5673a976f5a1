/** Text in the columns of a terminal: its width there, cutting it short, breaking it into lines. */

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

/** Counts the columns that a text takes. */
export function widthOf(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length;
  return charactersOf(text).reduce((sum, character) => sum + widthOfCharacter(character), 0);
}

/** Cuts a text short to a width, with an ellipsis where something is cut, and pads it to that. */
export function fitted(text: string, width: number, align: "left" | "right" = "left"): string {
  const shown = widthOf(text) <= width ? text : cutTo(text, width);
  const padding = " ".repeat(Math.max(0, width - widthOf(shown)));
  return align === "left" ? shown + padding : padding + shown;
}

function cutTo(text: string, width: number): string {
  let left = width - 1;
  let shown = "";
  for (const character of charactersOf(text)) {
    left -= widthOfCharacter(character);
    if (left < 0) break;
    shown += character;
  }
  return `${shown}…`;
}

/** Breaks a text at its spaces into lines of at most a width; a longer word has its own. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter((each) => each !== "")) {
    const line = lines.at(-1);
    if (line === undefined || widthOf(line) + 1 + widthOf(word) > width) lines.push(word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines;
}
