/** Formats a description as a doc comment; empty without one. */
export function comment(text: string | undefined): string {
  if (text === undefined) return "";
  const lines = text.trim().replaceAll("*/", "*\\/").split("\n");
  if (lines.length === 1) return `/** ${lines[0]} */\n`;
  return `/**\n${lines.map((line) => ` * ${line}`).join("\n")}\n */\n`;
}
