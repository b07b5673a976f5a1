/** Content of messages: a text, or the segments of an MMS. */
import type { Outgoing } from "../http_carrier/protocol.ts";

/** Maximum length of the title of an MMS, in characters. */
const TITLE_MAX_LENGTH = 66;

type Content = Pick<Outgoing, "files" | "kind" | "subject" | "text">;

/** Returns the content of a message. A subject that is too long for the title goes above the text. */
export function contentOf({ files, kind, subject, text: body }: Content): Record<string, unknown> {
  if (kind === "SMS") return { text: body };
  const isTitle = subject !== null && subject.length <= TITLE_MAX_LENGTH;
  const text = [isTitle ? "" : subject ?? "", body].filter((each) => each !== "").join("\n\n");
  return {
    ...isTitle ? { title: subject } : {},
    messageSegments: [
      ...text === "" ? [] : [{ type: "TEXT", text }],
      ...files.map(({ name, type, url }, index) => ({
        type: "LINK",
        contentUrl: url,
        contentType: type,
        // Fewer than 20 letters and digits, and the extension.
        contentId: `file${index + 1}.${name.split(".").at(-1)}`,
      })),
    ],
  };
}
