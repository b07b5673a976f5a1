/** Content of a batch: a text, or an MMS with one file. */
import type { Outgoing } from "../http_carrier/protocol.ts";

/** Parameter whose value is a dollar sign. */
const DOLLAR = "d";

/** Beginning of a parameter in a text, such as `${name}`. */
const OPENING = "${";

/**
 * Returns the fields of a batch for its content. An MMS without a file goes as text, as Sinch refuses
 * an MMS of text alone.
 */
export function contentOf(
  { files: [file], subject, text }: Pick<Outgoing, "files" | "subject" | "text">,
): Record<string, unknown> {
  if (file === undefined) {
    const body = joined(subject, text);
    return { type: "mt_text", body: escaped(body), ...parametersOf(body) };
  }
  // Whether parameters apply to subjects is not documented: such a subject goes above the text.
  const isPlain = subject === null || !subject.includes(OPENING);
  const message = isPlain ? text : joined(subject, text);
  return {
    type: "mt_media",
    body: {
      ...isPlain && subject !== null ? { subject } : {},
      ...message === "" ? {} : { message: escaped(message) },
      url: file.url,
    },
    ...parametersOf(message),
  };
}

function joined(subject: string | null, text: string): string {
  return [subject ?? "", text].filter((each) => each !== "").join("\n\n");
}

/**
 * Escapes what Sinch would read as a parameter: it fails a message that has one without a value
 * (code 405), and has no escape. So each dollar sign before a brace is the value of a parameter.
 */
function escaped(text: string): string {
  return text.replaceAll(OPENING, () => `\${${DOLLAR}}{`);
}

function parametersOf(text: string): { parameters?: unknown } {
  return text.includes(OPENING) ? { parameters: { [DOLLAR]: { default: "$" } } } : {};
}
