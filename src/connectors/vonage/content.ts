/** Content of messages as Vonage takes it: a text, a file with a caption, or several files. */
import type { Outgoing, OutgoingFile } from "../http_carrier/protocol.ts";

/** Types of media by the kind that carries them. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  image: ["image/jpeg", "image/jpg", "image/png", "image/gif", "image/bmp"],
  audio: [
    "audio/mpeg",
    "audio/mp3",
    "audio/amr",
    "audio/midi",
    "audio/ac3",
    "audio/wav",
    "audio/wave",
    "audio/x-wav",
    "audio/x-wave",
  ],
  video: ["video/mp4", "video/3gpp", "video/mpeg", "video/x-msvideo", "video/avi"],
  vcard: ["text/vcard", "text/x-vcard"],
  // The document names PDF as an example, and has no list.
  file: ["application/pdf"],
};

/** Kinds of attachments, of messages both ways. */
export const ATTACHMENT_KINDS: readonly string[] = Object.keys(KINDS);

/** Types of media that MMS may have. */
export const MEDIA_TYPES: readonly string[] = Object.values(KINDS).flat();

/** Builds the fields of a message that its content decides. */
export function contentOf({ files, kind, text }: Outgoing): Record<string, unknown> {
  if (kind === "SMS") return { channel: "sms", message_type: "text", text };
  const [first, ...others] = files;
  if (first === undefined) return { channel: "mms", message_type: "text", text };
  const caption = text === "" ? {} : { caption: text };
  if (others.length === 0) {
    const type = kindOf(first);
    return { channel: "mms", message_type: type, [type]: { url: first.url, ...caption } };
  }
  const content = files.map((file, index) => ({
    type: kindOf(file),
    url: file.url,
    ...index === 0 ? caption : {},
  }));
  return { channel: "mms", message_type: "content", content };
}

function kindOf({ type }: OutgoingFile): string {
  return ATTACHMENT_KINDS.find((kind) => KINDS[kind]!.includes(type)) ?? "file";
}
