/** Stores the parts of an inbound MMS as files with safe names. */
import { fileNames } from "../../core/media/file_names.ts";
import { isSmilType } from "../../core/media/media_types.ts";
import { textType } from "../../core/media/text_file.ts";
import type { InboundFile } from "../../core/message/inbound.ts";
import type { Blobs } from "../../ports/mod.ts";
import { exceeds } from "../../lib/length.ts";
import type { Part } from "../../mime/reader.ts";

/** Maximum length of a Content-ID, in characters. */
const ID_MAX_LENGTH = 255;

/** Stores parts as files; a multipart is replaced by its own parts. */
export async function storeFiles(
  content: readonly Part[],
  blobs: Pick<Blobs, "put">,
): Promise<InboundFile[]> {
  const leaves = content.flatMap(leavesOf);
  const names = fileNames(leaves);
  return await Promise.all(leaves.map(async (part, index) => {
    const { hash, bytes } = await blobs.put(part.content);
    return {
      name: names[index]!,
      ...idOf(part),
      type: typeOf(part),
      blob: hash,
      bytes,
    };
  }));
}

/** Drops a Content-ID that is too long, instead of refusing the message. */
function idOf({ contentId }: Part): Pick<InboundFile, "contentId"> {
  return contentId === null || exceeds(contentId, ID_MAX_LENGTH) ? {} : { contentId };
}

function leavesOf(part: Part): Part[] {
  return part.parts.length === 0 ? [part] : part.parts.flatMap(leavesOf);
}

/** Returns the MIME type, with the charset of a text or presentation. */
function typeOf({ type, parameters, content }: Part): string {
  const charset = parameters.get("charset") ?? "";
  const isText = type.startsWith("text/") || isSmilType(type);
  const isUsable = isText && /^[\w.:+-]{1,40}$/.test(charset);
  return isUsable ? textType(type, charset, content) : type;
}
